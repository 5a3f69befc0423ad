"""Reflections leave insights with evidence, and nothing when another was faster."""

from dataclasses import replace

import numpy as np
import pytest
from structlog.testing import capture_logs

from npcserver.memory.stream import OWN, space_name
from npcserver.model.character import Persona
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import Job, JobKind
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.record import Rated, RecordKind, ReflectedUpTo, Source
from npcserver.model.thought import AnswerStatus, Thought
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.fakes.store_world import MIRA, WORLD, seen, start
from tests.fakes.thought_app import (
    CELLAR,
    DEBT,
    ThoughtApp,
    body_of,
    heard_draft,
    insights_answer,
    place_in_question,
    records_of,
    run_reflect_job,
    thought_app_with_memories,
)


async def test_a_reflection_leaves_insights_with_their_evidence_in_two_calls() -> None:
    """Insights, two receipts and the mark stand in the log; then they have vectors."""
    here = await thought_app_with_memories()
    await run_reflect_job(here)

    assert here.model.templates == ["questions", "insights"]
    kept = await records_of(here, RecordKind.REFLECTION)
    assert {record.text for record in kept} == {DEBT, CELLAR}
    assert [record.importance for record in kept] == [6, 6]
    assert {len(body_of(record).evidence) for record in kept} == {1, 2}
    assert {body_of(record).source for record in kept} == {Source.INFERRED}
    (mark,) = await records_of(here, RecordKind.REFLECTED)
    assert mark.body == ReflectedUpTo(seq=2)
    thoughts = [record.body for record in await records_of(here, RecordKind.THOUGHT)]
    assert [one.purpose for one in thoughts if isinstance(one, Thought)] == [Purpose.REFLECT] * 2
    assert {len(one.recalled) for one in thoughts if isinstance(one, Thought)} == {0, 2}
    async with here.here.store.read() as reader:
        space = space_name(here.here.embedder, OWN)
        assert await reader.lacking_vectors(space, here.here.timeline, MIRA, 9) == ()


async def test_without_enough_to_reflect_upon_nothing_is_asked() -> None:
    """A reflection wished for twice is had once."""
    here = await thought_app_with_memories()
    await run_reflect_job(here)
    await run_reflect_job(here)

    assert len(here.model.asked) == 2
    assert len(await records_of(here, RecordKind.REFLECTED)) == 1


async def test_an_insight_is_trusted_as_its_weakest_evidence_and_knows_its_players() -> None:
    """What rests on a player's word can be found, and believed no more than that word."""
    here = await thought_app_with_memories()
    await here.live(heard_draft("Bram is broke.", importance=8, trust=30))
    here.model.says["insights"] = insights_answer(("Everybody is broke", [1, 2, 3]))
    await run_reflect_job(here)

    (kept,) = await records_of(here, RecordKind.REFLECTION)
    assert (body_of(kept).trust, body_of(kept).players) == (30, ("p1",))
    assert body_of(kept).depth == 1


async def test_an_insight_may_rest_on_an_insight() -> None:
    """Its depth is one more than that of the deepest piece of its evidence."""
    here = await thought_app_with_memories()
    await run_reflect_job(here)
    await here.live(seen("Bram moved away at night.", importance=10))
    here.model.says["insights"] = lambda request: insights_answer(
        (
            "Mira will never see her money",
            [place_in_question(request, DEBT), place_in_question(request, "Bram moved")],
        )
    )
    await run_reflect_job(here)

    deep = (await records_of(here, RecordKind.REFLECTION))[-1]
    assert (deep.text, body_of(deep).depth) == ("Mira will never see her money", 2)


async def test_the_tree_reaches_from_the_last_insight_down_to_what_was_seen() -> None:
    """Roots rest under nothing; leaves are what was lived through."""
    here = await thought_app_with_memories()
    await run_reflect_job(here)
    await here.live(seen("Bram moved away at night.", importance=10))
    here.model.says["insights"] = lambda request: insights_answer(
        (
            "Mira will never see her money",
            [place_in_question(request, DEBT), place_in_question(request, "Bram moved")],
        )
    )
    await run_reflect_job(here)

    roots = await here.trees.tree(here.here.timeline, MIRA)
    assert [root.memory.text for root in roots] == ["Mira will never see her money", CELLAR]
    debt, moved = roots[0].children
    assert (debt.memory.text, moved.memory.text) == (DEBT, "Bram moved away at night.")
    assert [leaf.memory.kind for leaf in debt.children] == [RecordKind.OBSERVATION]
    assert moved.children == ()
    (shallow,) = await here.trees.tree(
        here.here.timeline, MIRA, root_memory_id=roots[0].memory.id, depth=1
    )
    assert (shallow.memory, shallow.children) == (roots[0].memory, ())
    early = await here.trees.tree(here.here.timeline, MIRA, seq=2)
    assert early == ()


@pytest.mark.parametrize("name", ["tl_play.999", "tl_other.1", "nonsense", "tl_play.x", "."])
async def test_a_tree_of_no_memory_is_refused(name: str) -> None:
    """Whatever an id looks like."""
    here = await thought_app_with_memories()

    with pytest.raises(NotFound):
        await here.trees.tree(here.here.timeline, MIRA, root_memory_id=name)


async def test_an_insight_had_again_strengthens_the_old_one() -> None:
    """It gains importance and evidence, and there is still one of it; the tree shows both."""
    here = await thought_app_with_memories()
    await run_reflect_job(here)
    (old, _) = sorted(await records_of(here, RecordKind.REFLECTION), key=lambda one: one.text)
    await here.live(seen("Bram left without paying.", importance=10))
    here.model.says["insights"] = lambda request: insights_answer(
        (DEBT.upper() + "!", [place_in_question(request, "without paying")])
    )
    await run_reflect_job(here)

    assert len(await records_of(here, RecordKind.REFLECTION)) == 2
    ratings = [record.body for record in await records_of(here, RecordKind.RATING)]
    (rating,) = [one for one in ratings if isinstance(one, Rated) and one.evidence]
    assert rating.ratings == ((old.seq, 7),)
    (node,) = await here.trees.tree(
        here.here.timeline, MIRA, root_memory_id=f"{old.timeline_id}.{old.seq}"
    )
    assert node.memory.importance == 7
    assert "Bram left without paying." in [child.memory.text for child in node.children]


async def test_what_is_said_twice_in_one_answer_is_one_insight() -> None:
    """With the evidence of both; and importance never grows beyond 10."""
    here = await thought_app_with_memories()
    here.model.says["insights"] = insights_answer(
        (DEBT, [1]), ("What he owes Bram never pays", [2]), importance=10
    )
    await run_reflect_job(here)
    (kept,) = await records_of(here, RecordKind.REFLECTION)
    assert len(body_of(kept).evidence) == 2
    await here.live(seen("Bram left without paying.", importance=10))
    await run_reflect_job(here)

    assert kept.importance == 10
    assert {value for _, value in await here.rated()} == {10}


async def test_no_two_insights_are_nearly_the_same() -> None:
    """Whatever is answered again and again, no pair has a cosine of 0.95."""
    here = await thought_app_with_memories()
    for day in range(4):
        here.model.says["insights"] = insights_answer(
            (DEBT, [1]), (f"{DEBT}, day {day}", [1]), (f"Day {day} was long and cold", [2])
        )
        await here.live(seen(f"Storm {day}.", importance=10))
        await run_reflect_job(here)

    texts = [record.text for record in await records_of(here, RecordKind.REFLECTION)]
    vectors = await here.here.embedder.embed(texts)
    cosines = vectors @ vectors.T - np.eye(len(texts))
    assert len(texts) > 3
    assert float(cosines.max()) < 0.95


async def test_an_answer_that_cannot_be_read_ends_this_reflection() -> None:
    """Four calls at most, raw text in the receipt alone, and the next one begins anew."""
    here = await thought_app_with_memories()
    here.model.says["insights"] = "this is blank"
    with capture_logs():
        await run_reflect_job(here)

    assert here.model.templates == ["questions", "insights", "insights"]
    assert await records_of(here, RecordKind.REFLECTION) == []
    assert len(await records_of(here, RecordKind.REFLECTED)) == 1
    thoughts = [record.body for record in await records_of(here, RecordKind.THOUGHT)]
    last = thoughts[-1]
    assert isinstance(last, Thought)
    assert last.verdict is AnswerStatus.DEFAULTED
    assert last.raw_answers == ("this is blank",) * 2
    assert all("blank" not in record.text for record in await records_of(here))


async def test_insights_that_rest_on_nothing_are_left_out() -> None:
    """Evidence that is not there is none."""
    here = await thought_app_with_memories()
    here.model.says["insights"] = insights_answer(("Out of the blue", [77]), (DEBT, [1]))
    with capture_logs():
        await run_reflect_job(here)

    assert "Out of the blue" not in {
        record.text for record in await records_of(here, RecordKind.REFLECTION)
    }


async def test_a_spent_budget_puts_a_reflection_off() -> None:
    """Nothing is asked, nothing marked; the first digest of the next day begins with it."""
    here = await thought_app_with_memories(budget=Budget(calls=5))
    for _ in range(2):
        account = await here.budgets.reserve(
            here.here.timeline, Budget(), Purpose.INTERVIEW, max_tokens=1
        )
        assert account is not None
    await run_reflect_job(here)
    assert here.model.asked == []
    assert await records_of(here, RecordKind.REFLECTED) == []
    await here.next_day()
    await here.want(JobKind.DIGEST)
    await here.do_all()

    assert len(await records_of(here, RecordKind.REFLECTION)) == 2


async def test_a_persona_edited_during_a_thought_drops_it() -> None:
    """It is thought again as the one the character is now; nothing of the old is kept."""
    here = await thought_app_with_memories()
    edits = 0

    async def edit() -> None:
        nonlocal edits
        if edits == 0:
            edits += 1
            await here.here.store.write(_edit)

    here.model.meanwhile = edit
    await run_reflect_job(here)

    assert here.cognition.dropped == 1
    assert len(await records_of(here, RecordKind.REFLECTION)) == 2
    assert len(await records_of(here, RecordKind.REFLECTED)) == 1
    thoughts = [record.body for record in await records_of(here, RecordKind.THOUGHT)]
    assert {one.persona_version for one in thoughts if isinstance(one, Thought)} == {2}


async def test_a_character_deleted_during_a_thought_leaves_nothing() -> None:
    """The thought is dropped, the job is gone, and nothing breaks."""
    here = await thought_app_with_memories()

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, CharacterId(MIRA))

    async def once() -> None:
        here.model.meanwhile = None
        await here.here.store.write(delete)

    here.model.meanwhile = once
    with capture_logs() as logs:
        await run_reflect_job(here)

    assert await records_of(here, RecordKind.REFLECTION, RecordKind.THOUGHT) == []
    assert await here.claim() is None
    assert [log["event"] for log in logs if log["log_level"] != "info"] == []


async def test_a_load_during_a_thought_sees_nothing_of_it() -> None:
    """The thought belongs to the timeline it was thought on; the loaded one is as it was saved."""
    here = await thought_app_with_memories()
    saved = Vantage(here.here.timeline, 2)
    loaded = ""

    async def load() -> None:
        nonlocal loaded
        here.model.meanwhile = None
        loaded = await start(here.here.store, "tl_loaded", saved)

    here.model.meanwhile = load
    await run_reflect_job(here)

    async with here.here.store.read() as reader:
        view = await reader.head(here.here.timeline)
        assert await view.tail(MIRA, (RecordKind.REFLECTION,), 9)
        other = await reader.head(TimelineId(loaded))
        assert await other.tail(MIRA, (RecordKind.REFLECTION,), 9) == ()
        assert other.vantage.seq == 2


async def test_another_reflection_meanwhile_drops_this_one() -> None:
    """Two workers that reflect on the same leave one reflection."""
    here = await thought_app_with_memories()

    async def other() -> None:
        here.model.meanwhile = None
        job = await here.claim()
        assert job is None  # a mind does one thing at a time, as long as leases hold
        await here.handlers[JobKind.REFLECT](_job(here))

    here.model.meanwhile = other
    await run_reflect_job(here)

    assert here.cognition.dropped == 1
    assert len(await records_of(here, RecordKind.REFLECTED)) == 1
    assert len(await records_of(here, RecordKind.REFLECTION)) == 2


async def _edit(unit: UnitOfWork) -> None:
    character = await unit.character(WORLD, CharacterId(MIRA))
    await unit.put_character(replace(character, persona=Persona(name="Mira", traits="bitter")))


def _job(here: ThoughtApp) -> Job:
    return Job(
        id=0, kind=JobKind.REFLECT, timeline_id=here.here.timeline, subject_id=MIRA,
        attempts=1, lease="another",
    )  # fmt: skip
