"""A turn as one file: what it holds, what it does not, and what becomes of it elsewhere."""

import gzip
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.offline import OfflineActor
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.incidents import IncidentFile, OpenedIncident
from npcserver.app.pagination import Page
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.config import Settings
from npcserver.model.character import Person
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.model_use import Purpose
from npcserver.model.record import Record, TurnTaken
from npcserver.model.timeline import Vantage
from npcserver.ports.language_model import Request
from npctools.bootstrap.incident_files import IncidentFiles
from npctools.bootstrap.incidents import incident_of
from npctools.cli import incidents
from npctools.files.session_file import FORMAT, LARGEST_INCIDENT, parse_session, session_bytes
from npctools.session import RecordedSession
from tests.benchmarks.played import quiet
from tests.fakes.memory_store import MemoryStore

RECORDED = Path(__file__).parents[1] / "recorded"
WHOLE, CIRCLE = RECORDED / "play.jsonl.gz", RECORDED / "circle.jsonl.gz"
ANN = Person(id="ann", name="Ann")
BOB = Person(id="player-bob", name="Bartleby Quist")
TOLD = "My pet hamster Nuggetface ate forty marzipan elephants in Vladivostok."
ANSWERS = {
    "elephants": "Nuggetface again, Mr Quist? You did say he ate forty marzipan elephants.",
    "visitor": "Bartleby Quist was here; Nuggetface is well. The tide turns at half past five.",
}


def answered(request: Request) -> str | None:
    if request.purpose is not Purpose.REPLY:
        return None
    heard = request.messages[-1].text.rpartition("<")[0].casefold()
    last = max(ANSWERS, key=heard.rfind)
    said = ANSWERS[last] if last in heard else "Good evening to you."
    return json.dumps({"emotion": "worry", "say": said})


@dataclass(frozen=True, slots=True)
class Played:
    """A server on which two players spoke with one character."""

    here: RunningServer
    timeline_id: TimelineId

    async def say(self, speaker: Person, text: str) -> TurnId:
        """Say something to Hester; return the id of the turn."""
        said = SayToCharacter(
            timeline_id=self.timeline_id,
            character_id=CharacterId("hester"),
            speaker=speaker,
            text=text,
        )
        async with aclosing(self.here.services.dialogue.say(said)) as events:
            async for _ in events:
                pass
        listed = await self.here.services.transcripts.list(
            timeline_id=self.timeline_id, page=Page(1)
        )
        return listed.items[0].turn.turn_id

    async def export(self, turn_id: TurnId) -> IncidentFile:
        return await self.here.services.incidents.export(
            timeline_id=self.timeline_id, turn_id=turn_id
        )


@pytest.fixture
async def played(tmp_path: Path) -> AsyncGenerator[Played]:
    model = ScriptedLanguageModel(answered, name="scripted:incidents")
    async with bootstrap.running(quiet(tmp_path), serve=False, model=model) as here:
        await here.importing.put(load_world(sample_world()))
        timeline = await here.services.timelines.start(load_world(sample_world()).world.id)
        yield Played(here, timeline.id)


async def elsewhere(content: str | bytes, **asked: bool) -> OpenedIncident:
    """Open a file where nothing of it is stored, and whose model is the actor."""
    there = IncidentFiles(Settings(), MemoryStore(), OfflineActor())
    packed = content.encode() if isinstance(content, str) else content
    return await there.open(packed, "turn.incident.jsonl", **asked)


async def records(played: Played) -> tuple[Record, ...]:
    async with played.here.store.read() as reader:
        return await (await reader.head(played.timeline_id)).after(0, 10_000)


async def test_a_turn_opens_elsewhere_as_it_was(played: Played) -> None:
    """With the same reason, prompt and scores; and a model there answers it, if it is asked."""
    await played.say(ANN, "Good evening.")
    turn_id = await played.say(ANN, "Has a visitor come?")
    services = played.here.services
    made = await services.explaining.turn(played.timeline_id, turn_id)
    file = await played.export(turn_id)
    opened = await elsewhere(file.text, asks=True)

    assert opened.changes == ()
    assert opened.redacted == 0
    assert opened.made.turn == made.turn
    assert opened.made.reason.sentence == made.reason.sentence
    assert [(one.memory.text, one.score) for one in opened.made.recollections] == [
        (one.memory.text, one.score) for one in made.recollections
    ]
    assert opened.prompt.messages == (await services.prompts.of(made.record)).messages
    assert (opened.character, opened.world) == ("Hester Quillam", "Farrowhithe")
    assert opened.answer is not None
    assert opened.answer.text
    assert opened.answer.model.startswith("offline")
    assert len(file.text) < 100_000


async def test_other_players_are_not_in_it(played: Played) -> None:
    """Neither by name nor by id, words or what a character remembers of them."""
    await played.say(BOB, TOLD)
    await played.say(BOB, "Are the elephants forgiven?")
    turn_id = await played.say(ANN, "Has a visitor come who spoke of marzipan?")
    file = await played.export(turn_id)
    opened = await elsewhere(file.text)

    assert any("Nuggetface" in one.text for one in await records(played))
    for told in ("nuggetface", "bartleby", "quist", "player-bob", "vladivostok", "hamster"):
        assert told not in file.text.casefold(), told
    assert opened.redacted
    assert opened.changes == ()
    assert "Ann" in file.text
    assert "half past five" in opened.made.turn.receipt.raw_answer
    assert "half past five" in file.text
    assert any("redacted" in one.memory.text for one in opened.made.recollections)


async def test_a_changed_answer_or_prompt_shows(played: Played) -> None:
    """What comes out otherwise is named: the line, the intents or the prompt."""
    text = (await played.export(await played.say(ANN, "Has a visitor come?"))).text
    session = parse_session(text.encode(), "x")
    assert session.incident is not None
    turn = session.records[-1]
    assert isinstance(turn.body, TurnTaken)
    answer = turn.body.receipt.raw_answer.replace("The tide turns", "The tide rises")
    receipt = replace(turn.body.receipt, raw_answer=answer)
    said = replace(turn, body=replace(turn.body, receipt=receipt))
    sent = tuple(
        replace(one, text=one.text.replace("Hester", "Esther")) for one in session.incident.prompt
    )
    line = replace(session, records=(*session.records[:-1], said))
    prompt = replace(session, incident=replace(session.incident, prompt=sent))

    changed = (await elsewhere(session_bytes(line))).changes
    assert {one.what for one in changed} == {"line", "memory"}
    assert [("turns" in one.recorded, "rises" in one.replayed) for one in changed] == [
        (True, True)
    ] * len(changed)
    assert {one.what for one in (await elsewhere(session_bytes(prompt))).changes} == {"prompt"}


async def test_broken_files_are_refused(played: Played) -> None:
    """Each by a message that says what is wrong and what to do; none is carried out."""
    text = (await played.export(await played.say(ANN, "Good evening."))).text
    packed, session = gzip.compress(text.encode()), parse_session(text.encode(), "x")
    assert session.incident is not None
    of_other = replace(session, incident=replace(session.incident, turn_id=TurnId("trn_other")))
    broken: list[tuple[str, str | bytes]] = [
        ("was changed or cut off", text[: text.rindex("\n", 0, -1)]),
        ("was changed or cut off", text.replace("Good evening.", "Good morning.")),
        ("of another version", text.replace(FORMAT, "npcserver/session/2")),
        ("no session file", "<html><script>alert(1)</script>"),
        ("no session file", b"[" * 100_000),
        ("no session file", b""),
        ("cannot be read", packed[: len(packed) // 2]),
        ("more than 32 MB", gzip.compress(b" " * (LARGEST_INCIDENT + 1))),
        ("the last record is not the turn", session_bytes(of_other)),
        ("whole session", WHOLE.read_bytes()),
    ]
    for told, content in broken:
        with pytest.raises(InvalidInput, match=told):
            await elsewhere(content)


async def test_ci_keeps_incidents_as_tests(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What comes out otherwise fails, and so does what cannot be read; the others are checked."""
    text = (await played.export(await played.say(ANN, "Has a visitor come?"))).text
    session = parse_session(text.encode(), "x")
    other = replace(session.world.world, description="A lighthouse on the moon.")
    moved = replace(session, world=replace(session.world, world=other))
    same, changed, broken = (tmp_path / name for name in ("same", "changed", "broken"))
    same.write_text(text, encoding="utf-8")
    changed.write_bytes(session_bytes(moved))
    broken.write_text(text[:900], encoding="utf-8")

    assert await incidents.check(Settings(), [same]) == 0
    assert await incidents.check(Settings(), [broken, changed, same]) == 1
    told = capsys.readouterr().out
    assert "1 of 1 incidents come out the same" in told
    assert "1 of 3 incidents come out the same" in told
    assert f"{changed}: prompt would come out otherwise" in told
    assert "A lighthouse on the moon." in told
    assert f"{broken}:1: " in told


async def test_a_turn_in_a_circle_has_no_words_of_the_others() -> None:
    """Nor their names, nor what the characters said to them; it comes out the same all the same."""
    circle = parse_session(CIRCLE.read_bytes(), "circle")
    turns = [one.body for one in circle.records if isinstance(one.body, TurnTaken)]
    last = _turn_of(circle, turns[-1])
    cut = replace(
        circle,
        records=circle.records[: last.seq],
        vantage=Vantage(last.timeline_id, last.seq),
        first=last.seq,
    )
    text = session_bytes(await incident_of(Settings(), cut)).decode()
    records = text.partition("\n")[2]
    others = [one.heard for one in turns if one.speaker_name == "Ben"]

    assert turns[-1].speaker_name == "Ada"
    assert others
    assert not [one for one in others if one in records]
    assert "Ben" not in records
    assert "redacted" in records
    assert (await elsewhere(text)).changes == ()


def _turn_of(session: RecordedSession, turn: TurnTaken) -> Record:
    return next(one for one in session.records if one.body is turn)
