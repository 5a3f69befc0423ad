"""What designers do in the studio: look, correct with the price first, flag, and say again."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.pagination import Page
from npcserver.config import DialogueSettings
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.memory import Memory, memory_id
from npcserver.model.model_use import Purpose
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from npcserver.model.turn import Rung, Usage
from npcserver.ports.language_model import Finished, Request
from npcserver.ports.storage import Append, UnitOfWork
from tests.fakes.language_models import reply_json
from tests.fakes.studio_visitor import WORLD, Studio, counted, studio

HESTER = CharacterId("hester")
ANN = Person(id="ann", name="Ann")
HOSTILE = "<script>alert(1)</script> \"'><img src=x onerror=y> {{ 7*7 }} {name}"


async def say(at: Studio, text: str, character: str = HESTER, speaker: Person = ANN) -> None:
    request = SayToCharacter(
        timeline_id=at.timeline_id, character_id=CharacterId(character), speaker=speaker, text=text
    )
    async with aclosing(at.here.services.dialogue.say(request)) as events:
        async for _ in events:
            pass


async def put(at: Studio, character: str, kind: RecordKind, text: str, **body: Any) -> int:
    known = {"source": Source.WITNESSED} | body
    draft = Draft(kind, Remembered(**known), character, text=text, importance=5)
    return (await at.here.store.append(Append(at.timeline_id, (draft,)))).first


async def known(at: Studio, timeline: str = "") -> list[Memory]:
    """Return what Hester remembers."""
    page = await at.here.services.memories.list(
        timeline_id=TimelineId(timeline or at.timeline_id), character_id=HESTER, page=Page(500)
    )
    return list(page.items)


async def last_turn(at: Studio) -> str:
    listed = await at.here.services.transcripts.list(timeline_id=at.timeline_id, page=Page(1))
    return listed.items[0].turn.turn_id


async def test_a_designer_finds_a_character_at_a_moment(tmp_path: Path) -> None:
    """From the worlds to a save, to what was said and felt up to it, all by links."""
    async with studio(tmp_path) as at:
        await say(at, "Good evening.")
        await at.visitor.get(at.at)
        saved = await at.visitor.post(at.at, {"name": "After the greeting"})
        assert "This moment is saved." in saved.text
        await say(at, "The brass whistle is lost.")
        for path, shown in (
            ("/", "Farrowhithe"),
            (f"/w/{WORLD}", "After the greeting"),
            (at.at, "Hester Quillam"),
            (f"{at.at}/c/hester", "Standings"),
            (f"{at.at}/c/hester/insights", "It has had no insights yet"),
            (f"{at.at}/known", "Type a sentence above"),
        ):
            page = await at.visitor.get(path)
            assert page.status == 200
            assert shown in page.text, path
        tree = await at.visitor.get(f"/w/{WORLD}")
        (link,) = re.findall(r'href="([^"]+\?seq=\d+)"', tree.html)
        cast = (await at.visitor.get(link)).html
        (mind,) = re.findall(r'href="([^"]+hester\?seq=\d+)"', cast)
        assert "You see how it was at position" in (await at.visitor.get(mind)).text
        (talk,) = re.findall(r'href="([^"]+talk\?seq=\d+)"', cast)
        then = await at.visitor.get(talk)
        assert "Good evening." in then.text
        assert "brass whistle" not in then.text
        assert "brass whistle" in (await at.visitor.get(f"{at.at}/talk")).text


async def test_a_character_wants_what_the_world_offers(tmp_path: Path) -> None:
    """An action is offered, shown with its arguments, and what came of it is said once."""
    drink = {"name": "pour_drink", "arguments": {"drink": "cider", "pence": 2}}
    model = ScriptedLanguageModel(lambda _: reply_json("Here you are.", drink))
    async with studio(tmp_path, model) as at:
        await at.visitor.get(f"{at.at}/talk")
        said = {"character": HESTER, "player": "ann", "words": "A cider, please."}
        talk = await at.visitor.post(f"{at.at}/talk", said)
        assert "→ pour_drink drink: cider pence: 2" in talk.text
        page = await at.visitor.get(turn := f"{at.at}/turn/{await last_turn(at)}")
        (intent,) = re.findall(r'name="intent" value="([^"]+)"', page.html)
        told = {"intent": intent, "detail": HOSTILE, "do": "completed", "back": turn}
        assert "do: must be" in (await at.visitor.post(turn, {**told, "do": "eaten"})).text
        done = await at.visitor.post(turn, told)
        assert "the character knows what came of it" in done.text
        assert "It happened" in done.text
        assert 'name="intent"' not in done.html, "an intent is settled once"
        assert "<script>alert" not in done.html
        assert HOSTILE in [one.text for one in await known(at)]


async def test_time_passes(tmp_path: Path) -> None:
    """As where a game moves its clock."""
    async with studio(tmp_path) as at:
        began = (await at.here.services.timelines.get(at.timeline_id)).game_time
        assert "Let time pass" in (await at.visitor.get(at.at)).text
        done = await at.visitor.post(f"{at.at}/clock", {"hours": "3"})
        assert "Time has passed." in done.text
        now = (await at.here.services.timelines.get(at.timeline_id)).game_time
        assert now - began == timedelta(hours=3)
        for hours in ("", "0", "1000", "two"):
            wrong = await at.visitor.post(f"{at.at}/clock", {"hours": hours})
            assert (wrong.status, "hours: must" in wrong.text) == (400, True)


async def test_memories_are_filtered_and_scored(tmp_path: Path) -> None:
    """By words and kind; a question shows the columns that its scores are made of."""
    async with studio(tmp_path) as at:
        await put(at, HESTER, RecordKind.OBSERVATION, "A grey heron stood on the weir.")
        await put(at, HESTER, RecordKind.REFLECTION, "Herons bring luck to the weir.")
        both = await at.visitor.get(f"{at.at}/c/hester/memories?text=heron")
        assert both.html.count('class="memory') == 2
        one = await at.visitor.get(f"{at.at}/c/hester/memories?text=heron&kind=reflection")
        assert "Herons bring luck" in one.text
        assert "grey heron stood" not in one.text
        none = await at.visitor.get(f"{at.at}/c/hester/memories?text=heron&person=nobody")
        assert "No memory fits." in none.text
        wrong = await at.visitor.get(f"{at.at}/c/hester/memories?start=yesterday")
        assert wrong.status == 400
        assert "must be a time such as" in wrong.text
        asked = await at.visitor.get(f"{at.at}/c/hester/ask?text=Where+is+the+heron%3F")
        assert "grey heron stood" in asked.text
        assert re.search(r"words\s*×", asked.text), "the columns of the score"


async def test_a_correction_shows_its_price_and_is_taken_back(tmp_path: Path) -> None:
    """What rests on a memory is listed by steps; each gets its choice; an undo restores all."""
    async with studio(tmp_path) as at:
        seq = await put(at, HESTER, RecordKind.OBSERVATION, "The mill burned down.")
        first = await put(
            at, HESTER, RecordKind.REFLECTION, "Bread will be dear.",
            evidence=(seq,), source=Source.INFERRED,
        )  # fmt: skip
        second = await put(
            at, HESTER, RecordKind.REFLECTION, "I should buy flour soon.",
            evidence=(first,), source=Source.INFERRED,
        )  # fmt: skip
        before = [one.text for one in await known(at)]
        at_price = f"{at.at}/correct/{memory_id(at.timeline_id, seq)}"
        price = await at.visitor.get(at_price)
        assert "Bread will be dear." in price.text
        assert "What rests on it directly: 1" in price.text
        assert "What rests on it in 2 steps: 1" in price.text
        form = {
            "change": "text",
            "text": "The bakery burned down.",
            "others": "leave",
            f"choice-{first}": "make_anew",
            f"choice-{second}": "",
            "why": "It was never the mill.",
        }
        done = await at.visitor.post(at_price, form)
        assert "It was never the mill." in done.text
        now = [one.text for one in await known(at)]
        assert "The bakery burned down." in now
        assert "I should buy flour soon." in now
        assert not {"The mill burned down.", "Bread will be dear."} & set(now)
        again = await at.visitor.post(at_price, form)
        assert again.status == 404, "the form was left open, and its memory is gone"
        assert "corrected or taken away meanwhile" in again.text
        assert "The bakery burned down." in again.text
        assert f'href="{at.at}/corrections"' in again.html

        listed = await at.visitor.get(f"{at.at}/corrections")
        (made,) = re.findall(r'name="correction" value="([^"]+)"', listed.html)
        undone = await at.visitor.post(f"{at.at}/corrections", {"correction": made})
        assert "Taken back." in undone.text
        assert sorted(one.text for one in await known(at)) == sorted(before)


async def test_memories_are_added_pinned_locked_and_withdrawn(tmp_path: Path) -> None:
    """Each leads back to where it was asked for, and says what happened."""
    async with studio(tmp_path) as at:
        path = f"{at.at}/c/hester/memories"
        await at.visitor.get(path)
        added = await at.visitor.post(path, {"text": "Ann saved my cat.", "importance": "8"})
        assert "The character knows it now." in added.text
        newest = (await known(at))[0]
        assert (newest.text, newest.importance) == ("Ann saved my cat.", 8)
        back = f"{path}?text=cat"
        pinned = await at.visitor.post(
            f"{at.at}/pin", {"memory": newest.id, "pinned": "yes", "back": back}
        )
        assert "Pinned: it comes to mind" in pinned.text
        assert "Unpin" in pinned.text
        price = f"{at.at}/correct/{newest.id}"
        lock = {
            "change": "lock",
            "others": "leave",
            "to": ["wenna"],
            "to_other": "ann",
            "trust": "60",
        }
        await at.visitor.get(price)
        assert (await at.visitor.post(price, lock)).status == 200
        (secret,) = (await known(at))[0].body.secrets
        assert (set(secret.to), secret.trust) == ({"wenna", "ann"}, 60)
        price = f"{at.at}/correct/{(await known(at))[0].id}"
        await at.visitor.get(price)
        await at.visitor.post(price, {"change": "withdraw", "others": "leave"})
        assert "Ann saved my cat." not in [one.text for one in await known(at)]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"change": "text", "text": " "}, "must not be empty"),
        ({"change": "text", "text": "x" * 4001}, "shorten it"),
        ({"change": "burn"}, "must be one of"),
        ({"change": "lock", "trust": "500"}, "whole number from 0 to 100"),
        ({"change": "lock", "flag": "Not A Flag"}, "must be a-z"),
        ({"change": "withdraw", "others": "eat"}, "must be one of"),
        ({"change": "withdraw", "choice-9999": "doubt"}, "nothing at 9999 rests"),
    ],
)
async def test_what_cannot_be_done_is_told_and_nothing_typed_is_lost(
    tmp_path: Path, fields: dict[str, str], told: str
) -> None:
    """The page names the field and shows what was typed."""
    async with studio(tmp_path) as at:
        memory = (await known(at))[0]
        await at.visitor.get(f"{at.at}/correct/{memory.id}")
        typed = {"others": "leave", "why": "for a good reason"} | fields
        answer = await at.visitor.post(f"{at.at}/correct/{memory.id}", typed)
        assert answer.status == 400
        assert told in answer.text
        assert "for a good reason" in answer.text
        assert (await known(at))[0].id == memory.id


async def test_a_line_is_explained_flagged_and_found(tmp_path: Path) -> None:
    """Beside each line stands why; a flag outlives its page, and is found by its words."""
    async with studio(tmp_path) as at:
        await say(at, "Who put out the light?")
        await say(at, "Good night.")
        await say(at, "And to you?", "wenna", Person(id="ben", name="Ben"))
        talk = await at.visitor.get(f"{at.at}/talk?character=hester&player=ann")
        assert talk.html.count('class="turn"') == 2
        assert talk.html.count('class="why"') == 2
        assert "And to you?" not in talk.text
        turn = await last_turn(at)
        fields = {"turn": turn, "note": "too curt for Wenna", "back": f"{at.at}/talk"}
        assert "too curt for Wenna" in (await at.visitor.post(f"{at.at}/flag", fields)).text
        flagged = await at.visitor.get(f"{at.at}/talk?flagged=yes&text=curt")
        assert flagged.html.count('class="turn"') == 1
        assert "too curt" in (await at.visitor.get(f"/w/{WORLD}/flags?text=CURT")).text
        slip = partial(UnitOfWork.keep_note, name=f"flag:{WORLD}:trn_slip", value="{oops")
        await at.here.store.write(slip)
        assert "too curt" in (await at.visitor.get(f"/w/{WORLD}/flags")).text
        why = await at.visitor.get(f"{at.at}/turn/{turn}")
        assert "Prompt by parts" in why.text
        assert "Kept back" in why.text
        await at.visitor.post(f"{at.at}/flag", {**fields, "note": ""})
        assert "No flag fits." in (await at.visitor.get(f"/w/{WORLD}/flags")).text
        missing = await at.visitor.post(f"{at.at}/flag", {**fields, "turn": "trn_none"})
        assert missing.status == 404


async def test_a_line_is_said_again_on_branches_side_by_side(tmp_path: Path) -> None:
    """The played timeline stays; a sixth is refused; the kept branch has a save of its name."""
    async with studio(tmp_path) as at:
        seq = await put(at, HESTER, RecordKind.OBSERVATION, "The blue lamp hangs in the crypt.")
        await say(at, "Where does the blue lamp hang?")
        path = f"{at.at}/again/{await last_turn(at)}"
        head = (await at.here.services.timelines.get(at.timeline_id)).head
        await at.visitor.get(path)
        wordings = "Where does the blue lamp hang?\n\nGood evening."
        memory = {"memory": memory_id(at.timeline_id, seq), "memory_text": "The blue lamp sank."}
        said = await at.visitor.post(path, {"words": wordings, **memory})
        assert said.html.count("<section") == 3
        assert (await at.here.services.timelines.get(at.timeline_id)).head == head
        branches = sorted(set(re.findall(r'name="branch" value="([^"]+)"', said.html)))
        assert len(branches) == 2
        listed = at.here.services.transcripts.list
        for one in branches:
            turns = await listed(timeline_id=TimelineId(one), page=Page(9))
            assert len(turns.items) == 1, "the line that was played is not on the branch"
            there = [memory.text for memory in await known(at, timeline=one)]
            assert "The blue lamp sank." in there
            assert "The blue lamp hangs in the crypt." not in there
        full = {"branch": branches, "words": "a\nb\nc\nd"}
        refused = await at.visitor.post(path, full)
        assert refused.status == 400
        assert "there is a place for 3 more" in refused.text
        kept = {"branch": branches, "name": "The one we want", "delete": "yes"}
        assert (await at.visitor.post(f"/t/{branches[0]}/keep", kept)).status == 200
        tree = await at.visitor.get(f"/w/{WORLD}")
        assert "The one we want" in tree.text
        assert branches[0] in tree.html
        assert branches[1] not in tree.html


class MeetingModel:
    """Answers once `wanted` replies are asked of it at a time, and counts the most there were."""

    name = "test:meeting"

    def __init__(self) -> None:
        self.wanted = self.most = 1
        self._there = 0
        self._met = asyncio.Condition()

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        if request.purpose is Purpose.REPLY:
            async with self._met:
                self._there += 1
                self.most = max(self.most, self._there)
                self._met.notify_all()
                try:
                    await self._met.wait_for(lambda: self.most >= self.wanted)
                finally:
                    self._there -= 1
        yield reply_json("Good evening.")
        yield Finished(model=self.name, usage=Usage(), rung=Rung.PRIMARY)


async def test_five_wordings_take_the_time_of_the_slowest(tmp_path: Path) -> None:
    """All five are asked of the model before it answers any."""
    model = MeetingModel()
    patient = DialogueSettings(first_word_seconds=50, total_seconds=50)
    async with studio(tmp_path, model, patient) as at:
        await say(at, "Who are you?")
        model.wanted = 5
        path = f"{at.at}/again/{await last_turn(at)}"
        await at.visitor.get(path)
        said = await at.visitor.post(path, {"words": "\n".join("abcde")})
        assert said.html.count("<section") == 6
        assert model.most == 5


async def test_who_knows_is_listed_and_drawn(tmp_path: Path) -> None:
    """From whom and since when; who does not know is drawn, too, and can be chosen for a lock."""
    async with studio(tmp_path) as at:
        fact = "The captain hid the brass bell."
        seq = await put(at, HESTER, RecordKind.OBSERVATION, fact)
        said = await put(
            at, HESTER, RecordKind.LINE, fact, source=Source.OWN, told_by=HESTER,
            told_to="wenna", speaker="Hester", evidence=(seq,), turn_id="trn_x",
        )  # fmt: skip
        await put(
            at, "wenna", RecordKind.UTTERANCE, fact, source=Source.TOLD, told_by=HESTER,
            told_to="wenna", speaker="Hester", evidence=(said,), turn_id="trn_x",
        )  # fmt: skip
        page = await at.visitor.get(f"{at.at}/known?memory={memory_id(at.timeline_id, seq)}")
        assert "Those who know it: 2" in page.text
        assert page.html.count('class="node knows"') == 2
        assert page.html.count('<path class="edge"') == 1
        assert page.html.count('class="node"') >= 5
        assert page.html.count('name="to"') >= 7
        by_text = await at.visitor.get(f"{at.at}/known?text={fact.replace(' ', '+')}")
        assert "Those who know it: 2" in by_text.text


async def test_words_of_players_are_never_markup(tmp_path: Path) -> None:
    """Neither on any page that shows them, nor in what a visitor typed."""
    async with studio(tmp_path) as at:
        await say(at, HOSTILE, speaker=Person(id="x<b>", name="<b>Eve</b>"))
        turn = await last_turn(at)
        heard = next(one for one in await known(at) if one.kind is RecordKind.UTTERANCE)
        await at.visitor.get(at.at)
        await at.visitor.post(f"{at.at}/flag", {"turn": turn, "note": HOSTILE, "back": "/"})
        for path in (
            f"{at.at}/talk", f"{at.at}/turn/{turn}", f"{at.at}/again/{turn}",
            f"{at.at}/c/hester", f"{at.at}/c/hester/memories?text=%3Cscript",
            f"{at.at}/c/hester/ask?text=%3Cscript%3E", f"{at.at}/correct/{heard.id}",
            f"{at.at}/known?memory={heard.id}", f"/w/{WORLD}/flags", "/t/%3Cscript%3E",
        ):  # fmt: skip
            html = (await at.visitor.get(path)).html
            assert "<script>" not in html, path
            assert "<img" not in html, path
            assert "<b>Eve" not in html, path


@pytest.mark.parametrize(
    "page",
    [
        "/w/{world}", "", "/c/hester", "/c/hester/memories", "/c/hester/ask?text=lamp",
        "/talk", "/corrections", "/drafts", "/known?text=The+lamp+is+lit.",
        "/w/{world}/people/hester/persona",
        "/w/{world}/transcripts?text=lamp",
    ],
)  # fmt: skip
async def test_statements_do_not_grow_with_what_is_shown(tmp_path: Path, page: str) -> None:
    """Five times as many memories, turns, timelines and corrections cost no statement more."""
    async with studio(tmp_path) as at:
        path = page.format(world=WORLD) if page.startswith("/w/") else f"{at.at}{page}"
        counts = []
        for rows in (4, 16):
            for number in range(rows):
                await say(at, f"The lamp is lit, for the {number}th time.")
                await at.here.services.timelines.start(WORLD, f"Other {number}")
                await at.here.services.corrections.add(
                    timeline_id=at.timeline_id, character_id=HESTER, text=f"Lamp {number} is out."
                )
            await at.visitor.get(path)  # indexes catch up
            _, statements = await counted(at, path)
            counts.append(len(statements))
        assert counts[0] > 0
        assert counts[1] <= counts[0], statements


async def test_a_search_reads_more_at_once_where_little_fits(tmp_path: Path) -> None:
    """Eight times as many memories that do not fit cost three reads more, and not forty."""
    async with studio(tmp_path) as at:
        body = Remembered(source=Source.WITNESSED)
        counts = []
        for memories in (200, 1_400):
            drafts = [
                Draft(RecordKind.OBSERVATION, body, HESTER, text=f"A gull, the {number}th.")
                for number in range(memories)
            ]
            await at.here.store.append(Append(at.timeline_id, tuple(drafts)))
            found, statements = await counted(at, f"{at.at}/c/hester/memories?text=albatross")
            assert "No memory fits." in found.text
            counts.append(len(statements))
        assert counts[1] <= counts[0] + 8
