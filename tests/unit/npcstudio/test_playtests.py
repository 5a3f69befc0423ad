"""Expectations of flagged lines, and suites that hold them against the characters of now."""

import json
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.drafts import EditDraft
from npcserver.app.pagination import Page
from npcserver.app.suites import SuiteRun, SuiteState
from npcserver.config import ModelSettings
from npcserver.model.character import Person
from npcserver.model.draft import persona_of
from npcserver.model.expectation import Expectation, ExpectationKind
from npcserver.model.ids import CharacterId, TurnId
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import Request
from npctools.cli import suites
from tests.benchmarks.played import quiet
from tests.fakes.language_models import GatedModel
from tests.fakes.studio_visitor import WORLD, Studio, studio

HESTER = CharacterId("hester")
HOSTILE = "<script>alert(1)</script>"


def answered(request: Request) -> str:
    """Answer as a persona that knows the tide, or as one that was told to be curt."""
    if request.purpose is not Purpose.REPLY:
        return "{}"
    is_curt = "Answers in one word" in request.messages[0].text
    return json.dumps({"emotion": "calm", "say": "No." if is_curt else "Half past five, dear."})


async def say(at: Studio, text: str) -> TurnId:
    said = SayToCharacter(
        timeline_id=at.timeline_id,
        character_id=HESTER,
        speaker=Person(id="ann", name="Ann"),
        text=text,
    )
    async with aclosing(at.here.services.dialogue.say(said)) as events:
        async for _ in events:
            pass
    listed = await at.here.services.transcripts.list(timeline_id=at.timeline_id, page=Page(1))
    return listed.items[0].turn.turn_id


async def expect(at: Studio, turn_id: TurnId, *expected: tuple[ExpectationKind, str]) -> None:
    for kind, text in expected:
        await at.here.services.transcripts.expect(
            timeline_id=at.timeline_id,
            turn_id=turn_id,
            expectation=Expectation(kind=kind, text=text),
        )


async def run(at: Studio) -> SuiteRun:
    """Run the suite of the world, and wait until it is done."""
    begun = await at.here.services.suites.start(WORLD)
    await begun.finished.wait()
    return begun


async def timelines(at: Studio) -> int:
    return len((await at.here.services.timelines.list(WORLD, Page(100))).items)


async def test_a_designer_expects_and_a_suite_shows_what_changed(tmp_path: Path) -> None:
    """By pages alone: expect, run, edit the persona, and see old beside new."""
    async with studio(tmp_path, ScriptedLanguageModel(answered)) as at:
        turn_id = await say(at, f"When is the tide? {HOSTILE}")
        before, visitor = await timelines(at), at.visitor
        path = f"{at.at}/turn/{turn_id}"
        await visitor.get(path)
        for kind, text in (
            ("says", "half past FIVE"),
            ("never_says", f"dear madam {HOSTILE}"),
            ("never_offers", "give_item"),
            ("means", "Half past five, dear."),
        ):
            kept = await visitor.post(
                f"{at.at}/expect/{turn_id}", {"expected": kind, "text": text, "back": path}
            )
            assert "The expectation is kept" in kept.text
        assert "does not say" in kept.text
        removed = await visitor.post(f"{at.at}/expect/{turn_id}", {"remove": "2", "back": path})
        assert "does not propose give_item" not in removed.text

        assert "Run the suite (1)" in (await visitor.get(f"/w/{WORLD}/suite")).text
        begun = await visitor.post(f"/w/{WORLD}/suite", {})
        assert "The suite runs" in begun.text
        (first,) = at.here.services.suites.of(WORLD)
        await first.finished.wait()
        done = await visitor.get(f"/w/{WORLD}/suite")
        assert "1 of 1 lines done; 1 hold, 0 changed." in done.text
        assert "1.00 of 0.70 by hashing" in done.text

        hester = await at.here.services.characters.get(WORLD, HESTER)
        await at.here.services.characters.edit(
            world_id=WORLD,
            character_id=HESTER,
            apply=lambda one: replace(
                one, persona=replace(one.persona, voice="Answers in one word.")
            ),
        )
        second = await run(at)
        page = await visitor.get(f"/w/{WORLD}/suite?run={second.id}")
        assert "1 of 1 lines done; 0 hold, 1 changed." in page.text
        assert "Half past five, dear." in page.text
        assert "<ins>No.</ins>" in page.html
        assert HOSTILE not in page.html
        assert await timelines(at) == before
        lost = await visitor.get(f"/w/{WORLD}/suite?run=sui_none")
        assert "not on this server any more" in lost.text
        assert hester.name in page.text


async def test_a_suite_runs_with_a_draft(tmp_path: Path) -> None:
    """Only its branches have the draft; what was played and what is published stay."""
    async with studio(tmp_path, ScriptedLanguageModel(answered)) as at:
        await expect(at, await say(at, "When?"), (ExpectationKind.SAYS, "half past five"))
        other = await at.here.services.timelines.start(WORLD, "Curt")
        await at.visitor.get(f"/w/{WORLD}/suite")
        refused = await at.visitor.post(f"/w/{WORLD}/suite", {"drafted": other.id})
        assert "has no drafts" in refused.text
        await at.here.services.drafts.edit(
            EditDraft(
                timeline_id=other.id,
                subject=persona_of(HESTER),
                apply=lambda one: replace(one, voice="Answers in one word."),
            )
        )
        page = await at.visitor.get(f"/w/{WORLD}/suite")
        assert f'<option value="{other.id}">Curt</option>' in page.html
        await at.visitor.post(f"/w/{WORLD}/suite", {"drafted": other.id})
        drafted, *_ = at.here.services.suites.of(WORLD)
        await drafted.finished.wait()
        (line,) = drafted.lines
        assert (line.holds, line.is_changed) == (False, True)
        assert (
            "with the drafts of this timeline" in (await at.visitor.get(f"/w/{WORLD}/suite")).text
        )
        (line,) = (await run(at)).lines
        assert (line.holds, line.is_changed) == (True, False)


async def test_a_suite_is_stopped_and_leaves_no_branch(tmp_path: Path) -> None:
    """Where the model does not answer; another run may begin then."""
    model = GatedModel(answered)
    async with studio(tmp_path, model) as at:
        await expect(at, await say(at, "Hello."), (ExpectationKind.SAYS, "tide"))
        before, model.held = await timelines(at), Purpose.REPLY
        begun = await at.here.services.suites.start(WORLD)
        refused = await at.visitor.get(f"/w/{WORLD}/suite")
        assert "Stop" in refused.text
        again = await at.visitor.post(f"/w/{WORLD}/suite", {})
        assert "runs already" in again.text
        await model.reached.wait()
        assert await timelines(at) == before + 1
        stopped = await at.visitor.post(f"/w/{WORLD}/suite", {"stop": begun.id})
        assert "The suite was stopped" in stopped.text
        assert begun.state is SuiteState.STOPPED
        assert await timelines(at) == before
        model.held = None
        assert (await run(at)).state is SuiteState.DONE


async def test_a_memory_that_is_told_fails(tmp_path: Path) -> None:
    """And a line whose timeline is gone does not hold, and says why."""
    async with studio(tmp_path, ScriptedLanguageModel(answered)) as at:
        turn_id = await say(at, "When is the tide?")
        await expect(
            at,
            turn_id,
            (ExpectationKind.NEVER_TELLS, "The tide turns at half past five."),
            (ExpectationKind.NEVER_TELLS, "Isidor put out the light."),
        )
        (line,) = (await run(at)).lines
        assert [one.holds for one in line.verdicts] == [False, True]
        await at.here.services.timelines.delete(at.timeline_id)
        (line,) = (await run(at)).lines
        assert "no timeline" in line.problem
        assert not line.holds


async def test_ci_runs_the_suite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the model of the settings; the exit code says whether all holds."""
    async with studio(tmp_path, ScriptedLanguageModel(answered)) as at:
        await expect(at, await say(at, "Good evening."), (ExpectationKind.SAYS, "half past"))
    settings = quiet(tmp_path).model_copy(update={"model": ModelSettings(name="offline")})

    assert await suites.run(settings, WORLD) == 1
    told = capsys.readouterr().out
    assert "✗ Hester Quillam, to" in told
    assert "was: Half past five, dear." in told
    assert "✗ says half past" in told
    assert "0 of 1 lines hold, 1 changed" in told
