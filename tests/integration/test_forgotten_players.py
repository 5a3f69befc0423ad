"""A player who is forgotten is in no byte and no table, and the minds of others stay."""

import asyncio
import json
import random
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import zstandard
from sqlalchemy import inspect, make_url, text

from npcbench.little_game import LittleGame
from npcmodels.schema_model import SchemaLanguageModel
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.conversation.circle_utterance import SayInCircle
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.pagination import Page
from npcserver.app.perception.observations import GameEvent, Movement, Observe
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.model.affordance import Affordance
from npcserver.model.budget_accounts import SpendingLimit, SpendingScope, SpendingSubject
from npcserver.model.character import Attention, Person
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import Request
from npcserver.ports.storage import RequestKey
from tests.conftest import on_either_database, sql_connection
from tests.fakes.running_server import server_settings
from tests.processes import PATIENCE

WORLD = WorldId("farrowhithe")
WENNA, HESTER, AMBROSE = (CharacterId(one) for one in ("wenna", "hester", "ambrose"))
INN = PlaceId("taproom")
MARK = re.compile(r"quux\w*", re.IGNORECASE)
_PURPOSES = {"reply", "converse", "reflect", "relate", "summarise"}
_MEETINGS = 8
BEN = Person(id="ben-7", name="Ben")


def mark(chance: random.Random) -> str:
    return "Quux" + "".join(chance.choice("bcdfghjklmnprstvwz") for _ in range(8))


class RepeatingModel(SchemaLanguageModel):
    """Answers every question, and repeats whatever marks stand in its prompt.

    A reply in which the player says `wait` waits for `gate`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.asked = asyncio.Event()
        self.repeated: set[str] = set()

    async def generate(self, request: Request) -> AsyncGenerator[Any, None]:
        if request.purpose is Purpose.REPLY and "Please wait" in request.messages[-1].text:
            self.asked.set()
            await self.gate.wait()
        async with aclosing(super().generate(request)) as answer:
            async for item in answer:
                yield item

    def answer(self, request: Request) -> str:
        marks = sorted({one for each in request.messages for one in MARK.findall(each.text)})
        plain = super().answer(request)
        if not marks or request.schema is None:
            return plain
        self.repeated.add(request.purpose)
        return json.dumps(_with(json.loads(plain), " ".join(marks[:3])))


def _with(value: Any, words: str, key: str = "") -> Any:
    if isinstance(value, str):
        return f"{value} {words}" if " " in value else value
    if isinstance(value, list):
        return [_with(one, words) for one in value]
    return {k: _with(v, words, k) for k, v in value.items()} if isinstance(value, dict) else value


@asynccontextmanager
async def serving(
    url: str, data: Path, model: SchemaLanguageModel, **more: object
) -> AsyncGenerator[RunningServer, None]:
    cognition = {"workers": 0, "reflection_threshold": 10, "lull_seconds": 0}
    patience = {"first_word_seconds": 60, "total_seconds": 60}
    settings = server_settings(url, data, cognition=cognition, dialogue=patience, **more)
    async with bootstrap.running(settings, serve=False, model=model) as here:
        yield here


async def say(
    here: RunningServer, timeline: TimelineId, who: Person, words: str, **more: Any
) -> None:
    told = SayToCharacter(timeline_id=timeline, character_id=WENNA, speaker=who, text=words, **more)
    with suppress(Exception):
        async with aclosing(here.services.dialogue.say(told)) as events:
            async for _ in events:
                pass


class Guest:
    """A player whose id, name and words are random marks."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.person = Person(id=f"guest-{mark(self.chance)}", name=mark(self.chance))

    @property
    def words(self) -> str:
        return mark(self.chance)


GOOD = "A good answer."


async def plant(here: RunningServer, guest: Guest, model: RepeatingModel) -> TimelineId:
    """Play an evening in a shared world, with the guest's marks on every path there is."""
    services, ann = here.services, guest.person
    file = load_world(sample_world())
    await here.importing.put(file)
    timeline = await services.timelines.start(WORLD, label="the shared evening")
    place = timeline.id
    await say(here, place, BEN, "Good evening. How are the nets today?")
    moves = tuple(
        Movement(subject_id=who, place_id=INN, name=name)
        for who, name in ((WENNA, ""), (HESTER, ""), (ann.id, ann.name), (BEN.id, BEN.name))
    )
    event = GameEvent(text=f"{ann.name} paid for a round of {guest.words}.", witness_ids=(WENNA,))
    await services.play.observe(Observe(timeline_id=place, happenings=(event,), movements=moves))
    key = RequestKey(place, f"first-{guest.words}", "0" * 64)
    await say(here, place, ann, f"My sister is called {guest.words}.", key=key)
    await say(here, place, ann, f"Keep it to yourself: {guest.words}.", is_private=True)
    await services.affordance_sets.put(
        timeline_id=place,
        name="hers",
        player_id=ann.id,
        affordances=(Affordance(name="ring", description=f"Ring for {guest.words}."),),
    )
    limit = SpendingSubject(world_id=WORLD, scope=SpendingScope.PLAYER, id=ann.id)
    await services.spending.set_limit(limit, SpendingLimit(tokens=1_000_000))
    people = [Person(id=one, name=one.title(), is_player=False) for one in (WENNA, HESTER)]
    circle = await services.circles.open(timeline_id=place, members=(ann, BEN, *people))
    for who, words, to in (
        (BEN, "And you, Hester?", ()),
        (ann, f"We all know {guest.words}.", ()),
        (ann, f"Hush: {guest.words}.", (HESTER,)),
        (BEN, "Wenna, what is on the board?", ()),
    ):
        said = SayInCircle(
            timeline_id=place,
            circle_id=circle.circle.id,
            speaker_id=who.id,
            text=words,
            to_ids=to,
            is_whisper=bool(to),
        )
        async with aclosing(services.circles.say(said)) as events:
            async for _ in events:
                pass
    for _ in range(_MEETINGS):
        await talk_it_over(here, timeline.id)
        if model.repeated >= _PURPOSES:  # whether they talk is left to chance
            break
    for who, note in ((ann, "Is this true?"), (BEN, f"{guest.words}!"), (BEN, GOOD)):
        turns = await services.transcripts.list(timeline_id=place, speaker_id=who.id, page=Page(9))
        turn_id = turns.items[-1 if note is GOOD else 0].turn.turn_id
        await services.transcripts.flag(timeline_id=place, turn_id=turn_id, note=note)
    await services.timelines.save(timeline_id=place, name=f"{ann.name} was here")
    key = RequestKey(WORLD, "second-game", "1" * 64)
    await services.timelines.start(WORLD, f"for {ann.name}", key)
    await say(here, place, BEN, "Is there anything new about the lamp?")
    return place


async def talk_it_over(here: RunningServer, place: TimelineId) -> None:
    """Let characters think, meet and talk with each other, reflect, sum up and plan."""
    game = LittleGame(here, place, (WENNA, HESTER, AMBROSE))
    now = (await here.services.timelines.get(place)).game_time
    await game.begin((WENNA, HESTER, AMBROSE), Attention.DORMANT)
    await game.settle()
    for pair in ((WENNA, HESTER), (HESTER, AMBROSE)):
        moves = tuple(Movement(subject_id=who, place_id=PlaceId("ferry-steps")) for who in pair)
        await here.services.play.observe(Observe(timeline_id=place, movements=moves))
        now += timedelta(hours=2)
        await game.tick(now)
        await game.settle()


def everything(url: str) -> dict[str, str]:
    """Return all tables as texts, with what is compressed unpacked, and the files of SQLite."""
    found: dict[str, str] = {}
    with sql_connection(url) as connection:
        for table in inspect(connection).get_table_names():
            rows = connection.execute(text(f'SELECT * FROM "{table}"')).all()  # noqa: S608
            found[table] = "\n".join(_readable(value) for row in rows for value in row)
    if url.startswith("sqlite"):
        path = Path(str(make_url(url).database))
        for file in path.parent.glob(f"{path.name}*"):
            if not file.name.endswith("-shm"):
                found[file.name] = file.read_bytes().decode("latin-1")
    return found


def _readable(value: object) -> str:
    if not isinstance(value, bytes):
        return json.dumps(value, ensure_ascii=False, default=str)
    with suppress(zstandard.ZstdError):
        return zstandard.decompress(value).decode()
    return value.decode("latin-1")


def hits(url: str, marks: re.Pattern[str] = MARK) -> dict[str, int]:
    """Return how many marks each table and file holds."""
    counts = {name: len(marks.findall(held)) for name, held in everything(url).items()}
    return {name: count for name, count in counts.items() if count}


async def none_left(url: str, seconds: float = 60.0) -> dict[str, int]:
    """Return what is left after at most so long."""
    loop = asyncio.get_running_loop()
    ends_at = loop.time() + seconds
    while (left := hits(url)) and loop.time() < ends_at:  # noqa: ASYNC110 - it is in the database
        await asyncio.sleep(0.5)
    return left


def log_of(url: str, timeline: str) -> dict[int, Mapping[str, Any]]:
    with sql_connection(url) as connection:
        rows = connection.execute(
            text("SELECT * FROM record WHERE timeline_id = :t ORDER BY seq"), {"t": timeline}
        )
        return {row.seq: dict(row._mapping) for row in rows}


async def test_nothing_is_left_and_others_keep_their_minds(database: str, tmp_path: Path) -> None:
    """Of what was said, seen, named, whispered, retold, inferred, asked and stored beside it."""
    guest, model = Guest(1), RepeatingModel()
    async with serving(database, tmp_path, model) as here:
        timeline = await plant(here, guest, model)
        planted, before = hits(database), log_of(database, timeline)

        answer = await here.services.players.forget(world_id=WORLD, player_id=guest.person.id)
        again = await here.services.players.forget(world_id=WORLD, player_id=guest.person.id)
        last = again
        async with asyncio.timeout(PATIENCE):
            while last.was_known:  # what was spent is stored a moment later
                last = await here.services.players.forget(world_id=WORLD, player_id=guest.person.id)
        left = await none_left(database)
        after = log_of(database, timeline)
        flags = [one.note for one in await here.services.transcripts.flags(WORLD)]
        memories = [
            one.text
            for who in (WENNA, HESTER, AMBROSE)
            for one in (
                await here.services.memories.list(
                    timeline_id=timeline, character_id=who, page=Page(500)
                )
            ).items
        ]

    tables = {"record", "prompt", "request", "save", "timeline", "affordance_set", "disclosure"}
    assert tables | {"spending_limit", "note"} <= planted.keys()
    assert flags == [GOOD]
    assert model.repeated >= _PURPOSES
    assert left == {}
    assert answer.was_known
    assert (again.records, again.prompts) == (0, 0)
    assert [*after] == [*before] == [*range(min(after), min(after) + len(after))]
    lost = {seq for seq, row in after.items() if row["kind"] == "forgotten"}
    assert answer.records >= len(lost) > 20
    assert not [one for one in memories if MARK.search(one)]
    assert kept_words(before, after) == []
    derived = [seq for seq in lost if _is_derived(before[seq], before, lost)]
    assert [before[seq] for seq in lost if seq not in derived] == []


def kept_words(
    before: Mapping[int, Mapping[str, Any]], after: Mapping[int, Mapping[str, Any]]
) -> list[str]:
    """Return what others said or saw, free of marks, that is no longer remembered as it was."""
    return [
        row["text"]
        for seq, row in before.items()
        if json.loads(row["body"]).get("told_by") == BEN.id
        and not MARK.search(row["text"])
        and (after[seq]["text"], after[seq]["subject_id"]) != (row["text"], row["subject_id"])
    ]


def _is_derived(
    row: Mapping[str, Any], before: Mapping[int, Mapping[str, Any]], lost: set[int]
) -> bool:
    """Return whether a record has a mark, or was made from what is lost, or repeats that."""
    body = json.loads(row["body"])
    if MARK.search(json.dumps(dict(row), default=str)):
        return True
    if {*body.get("evidence", ()), body.get("because"), body.get("seq")} & lost:
        return True
    turns = {json.loads(before[seq]["body"]).get("turn_id") for seq in lost}
    return body.get("turn_id") in turns and body.get("told_by") != BEN.id


async def test_a_turn_under_way_is_forgotten_as_it_ends(database: str, tmp_path: Path) -> None:
    """The player is spoken to while it is forgotten; what is stored late goes, too."""
    guest, model = Guest(2), RepeatingModel()
    async with serving(database, tmp_path, model) as here:
        await here.importing.put(load_world(sample_world()))
        timeline = (await here.services.timelines.start(WORLD)).id
        await say(here, timeline, guest.person, f"I am {guest.words}.")
        key = RequestKey(timeline, f"slow-{guest.words}", "0" * 64)
        words = f"Please wait for {guest.words}."
        turn = asyncio.create_task(say(here, timeline, guest.person, words, key=key))
        await model.asked.wait()
        forgetting = asyncio.create_task(
            here.services.players.forget(world_id=WORLD, player_id=guest.person.id)
        )
        await asyncio.sleep(0.2)
        model.gate.set()
        await turn
        await say(here, timeline, BEN, "What was that?")
        answer = await forgetting
        left = await none_left(database)

    assert answer.was_known
    assert left == {}


@on_either_database
async def test_a_restored_backup_brings_nobody_back(database: str, tmp_path: Path) -> None:
    """The tombstone is beside the database; play under the same id since then stays."""
    guest, model = Guest(3), RepeatingModel()
    async with serving(database, tmp_path, model) as here:
        timeline = await plant(here, guest, model)
        backup = log_of(database, timeline)
        await here.services.players.forget(world_id=WORLD, player_id=guest.person.id)
    with sql_connection(database) as connection:  # as a backup from before would have it
        for row in backup.values():
            names = ", ".join(row)
            values = ", ".join(f":{name}" for name in row)
            connection.execute(
                text("DELETE FROM record WHERE timeline_id = :timeline_id AND seq = :seq"), row
            )
            connection.execute(text(f"INSERT INTO record ({names}) VALUES ({values})"), row)  # noqa: S608
        connection.execute(text("DELETE FROM note WHERE name LIKE 'forgotten:%'"))
    restored = hits(database)
    async with serving(database, tmp_path, model):
        at_start = {
            name: count for name, count in hits(database).items() if name in ("record", "prompt")
        }
        left = await none_left(database)

    assert restored["record"] > 20
    assert (at_start, left) == ({}, {})


async def test_an_export_holds_what_was_said_and_can_be_imported(
    database: str, tmp_path: Path
) -> None:
    """All that is tied to the player and nothing else; another timeline then knows the player."""
    guest, model = Guest(6), RepeatingModel()
    async with serving(database, tmp_path, model) as here:
        await here.importing.put(load_world(sample_world()))
        timeline = (await here.services.timelines.start(WORLD)).id
        words = [f"I like {guest.words}." for _ in range(3)]
        for each in words:
            await say(here, timeline, guest.person, each)
        await say(here, timeline, BEN, "Nothing for the guest.")
        players = here.services.players
        export = await players.export(WORLD, guest.person.id)
        other = (await here.services.timelines.start(WORLD)).id
        key = RequestKey(other, "import", "0" * 64)
        counts = [
            await players.import_lines(timeline_id=other, lines=export.lines, key=key)
            for _ in range(2)
        ]
        memories = await here.services.memories.list(
            timeline_id=other, character_id=WENNA, page=Page(500)
        )
        with pytest.raises(InvalidInput, match="line 1"):
            await players.import_lines(timeline_id=other, lines="not JSON")
        await players.forget(world_id=WORLD, player_id=guest.person.id)
        left = await none_left(database)

    heard = [one.text for one in memories.items]
    assert export.next_line == 0
    assert "Nothing for the guest" not in export.lines
    assert all(one in export.lines for one in words)
    assert counts[0] == counts[1] >= 2 * len(words)
    assert all(heard.count(one) == 1 for one in words)
    assert left == {}


async def test_nobody_and_a_character(database: str, tmp_path: Path) -> None:
    """A player of whom nothing is stored is no error; a character is no player."""
    async with serving(database, tmp_path, RepeatingModel()) as here:
        await here.importing.put(load_world(sample_world()))
        timeline = (await here.services.timelines.start(WORLD)).id
        await say(here, timeline, BEN, "Good evening.")
        before = log_of(database, timeline)
        nobody = await here.services.players.forget(world_id=WORLD, player_id="nobody")
        with pytest.raises(InvalidInput, match="is a character"):
            await here.services.players.forget(world_id=WORLD, player_id=WENNA)
        after = log_of(database, timeline)

    assert (nobody.was_known, nobody.records) == (False, 0)
    assert after == before
