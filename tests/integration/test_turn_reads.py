"""What a turn reads before the model is asked, and that nothing it keeps in memory is outdated."""

import gc
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from time import perf_counter

import pytest

from npcbench.crowd_town import town_files
from npcbench.little_game import LittleGame
from npcbench.statements import own_statements, reading_statements
from npcbench.turn_cost import thread_hops
from npcmodels.scripted import Question, ScriptedThinker
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.adapters.store import SqlStore, log_cache
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.drafts import EditDraft
from npcserver.bootstrap import RunningServer
from npcserver.memory import mind_index
from npcserver.model.character import Attention, Person
from npcserver.model.draft import persona_of
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.inputs import ReplyInput
from npcserver.model.record import Draft, Record, RecordKind, subject_key
from npcserver.model.timeline import Vantage
from npcserver.model.world import ObjectState, PlaceSeen, object_key
from npcserver.ports.storage import Reader, UnitOfWork
from npcserver.ports.view import RecordQuery, View
from tests.conftest import TRIES_VARIANTS, examples, execute_sql, opened
from tests.fakes import store_world
from tests.fakes.running_server import eventually, server_settings
from tests.fakes.store_world import GENESIS, INN, MIRA, WORLD, moved, put, rated, seen, turn

FARROWHITHE = load_world(Path(__file__).parents[2] / "worlds" / "farrowhithe.yaml")
TOWN = FARROWHITHE.world.id
NELL = FARROWHITHE.characters[0]
ANN = Person(id="ann", name="Ann")


class Town:
    """A server with the sample world, whose replies are scripted and whose scenes are kept."""

    def __init__(self, hops: list[float]) -> None:
        self.thinker = ScriptedThinker(self._answer)
        self.scenes: list[ReplyInput] = []
        self.here: RunningServer
        self._hops = hops
        self._asked_at = 0.0
        self.hops: list[int] = []  # to threads in each turn before the model was asked

    def _answer(self, question: Question) -> str | None:
        if not isinstance(question, ReplyInput):
            return None
        self._asked_at = perf_counter()
        self.scenes.append(question)
        return "So they say."

    async def start(self) -> TimelineId:
        return (await self.here.services.timelines.start(TOWN)).id

    async def say(self, timeline_id: TimelineId, text: str = "What of the lamp?") -> int:
        """Take a turn; return how many statements read the database before the model was asked."""
        say = SayToCharacter(
            timeline_id=timeline_id, character_id=NELL.id, speaker=ANN, text=text,
            affordances=None, entities=None,
        )  # fmt: skip
        started = perf_counter()
        with own_statements() as read:
            async with aclosing(self.here.services.dialogue.say(say)) as events:
                async for _ in events:
                    pass
        self.hops.append(sum(started <= at < self._asked_at for at in self._hops))
        return sum(one.at < self._asked_at for one in read)

    async def scene(self, timeline_id: TimelineId, text: str = "What of the lamp?") -> ReplyInput:
        await self.say(timeline_id, text)
        return self.scenes[-1]

    async def rests(self) -> bool:
        return await self.here.store.jobs.pending() == 0


@asynccontextmanager
async def running_town(
    database: str, tmp_path: Path, workers: int = 0
) -> AsyncGenerator[Town, None]:
    settings = server_settings(
        database,
        tmp_path,
        cognition={"workers": workers},
        # whether a player was told is read beside the model's call: until a model has answered
        dialogue={"disclosure": False, "first_word_seconds": 60, "total_seconds": 60},
    )
    with thread_hops() as hops:
        town = Town(hops)
        async with bootstrap.running(settings, serve=False, model=town.thinker) as town.here:
            await town.here.importing.put(FARROWHITHE)
            yield town


async def test_a_turn_in_which_nothing_changed_reads_one_statement(
    database: str, tmp_path: Path
) -> None:
    """All else comes from memory, once the thoughts about the turn before it are over."""
    async with running_town(database, tmp_path, workers=2) as town:
        timeline = await town.start()
        numbers = []
        for _ in range(6):
            numbers.append(await town.say(timeline))
            await eventually(town.rests)

    # the least of some turns, since one may read what a thought has just stored
    assert min(numbers[3:]) == 1


async def test_a_turn_in_a_drafted_timeline_reads_no_more(database: str, tmp_path: Path) -> None:
    """The draft comes from memory, too, and follows what is drafted next."""
    async with running_town(database, tmp_path, workers=2) as town:
        timeline, numbers = await town.start(), []
        for number in range(6):
            if number in (0, 5):
                await town.here.services.drafts.edit(
                    EditDraft(
                        timeline_id=timeline,
                        subject=persona_of(NELL.id),
                        apply=lambda before: replace(before, voice=f"{before.voice}!"),
                    )
                )
            numbers.append(await town.say(timeline))
            await eventually(town.rests)
        last = (await town.scene(timeline)).character.persona.voice

    assert min(numbers[2:5]) == 1
    assert last == f"{NELL.persona.voice}!!"


async def test_a_turn_goes_to_threads_for_its_reads_its_words_and_its_memories(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a player claims something of the past, and no memory is held in RAM."""
    monkeypatch.setattr(mind_index, "_RECORDS", 0)
    async with running_town(database, tmp_path, workers=2) as town:
        timeline = await town.start()
        for number in range(6):
            await town.say(timeline, f"You told me {number} times that the lamp was lost.")
            await eventually(town.rests)

    # the least of some turns, since work of the background may coincide with one of them
    assert 1 <= min(town.hops[3:]) <= 3


@dataclass(frozen=True)
class Edit:
    """A statement about the world `:world` and the character `:who`, and what it changes."""

    sql: str
    is_in: Callable[[ReplyInput], bool]


EDITS = {
    "persona": Edit(
        "UPDATE character SET voice = 'in riddles' WHERE world_id = :world AND id = :who",
        lambda scene: scene.character.persona.voice == "in riddles",
    ),
    "catalogue": Edit(
        "UPDATE world SET affordances = '[]' WHERE id = :world AND :who <> ''",
        lambda scene: scene.affordances == (),
    ),
    "place": Edit(
        "UPDATE place SET description = 'Burnt down.' WHERE world_id = :world AND :who <> ''",
        lambda scene: scene.place is not None and scene.place.description == "Burnt down.",
    ),
    "joined": Edit(
        "INSERT INTO character (world_id, id, name, place_id) SELECT world_id, 'zeb', 'Zeb', "
        "place_id FROM character WHERE world_id = :world AND id = :who",
        lambda scene: "Zeb" in [one.name for one in scene.company],
    ),
    "gathered": Edit(
        "UPDATE character SET place_id = (SELECT place_id FROM character WHERE id = :who "
        "AND world_id = :world) WHERE world_id = :world",
        lambda scene: len(scene.company) == len(FARROWHITHE.characters) - 1,
    ),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
async def test_an_edit_in_the_database_is_in_the_next_turn(
    database: str, tmp_path: Path, edit: Edit
) -> None:
    """No server made it, and nothing tells this one of it but the database."""
    async with running_town(database, tmp_path) as town:
        timeline = await town.start()
        before = [await town.scene(timeline), await town.scene(timeline)]
        execute_sql(database, edit.sql, world=TOWN, who=NELL.id)
        after = await town.scene(timeline)

    assert not any(map(edit.is_in, before))
    assert edit.is_in(after)


async def test_a_loaded_save_sees_nothing_of_what_came_after_it(
    database: str, tmp_path: Path
) -> None:
    """Two timelines that are played in turns keep to their own talk, from a common beginning."""
    async with running_town(database, tmp_path) as town:
        first = await town.start()
        await town.say(first, "One.")
        save = await town.here.services.timelines.save(timeline_id=first, name="then")
        await town.say(first, "Two.")
        second = (await town.here.services.timelines.load(save.id)).id
        loaded = await town.scene(second, "Three.")
        left = await town.scene(first, "Four.")
        again = await town.scene(second, "Five.")

    def heard(scene: ReplyInput) -> list[str]:
        return [line.text for line in scene.conversation if not line.is_own]

    assert heard(loaded) == ["One."]
    assert heard(left) == ["One.", "Two."]
    assert heard(again) == ["One.", "Three."]


async def test_a_world_made_anew_under_its_id_is_not_the_one_in_memory(database: str) -> None:
    """Both are at the same revision."""
    async with opened(database) as store:
        found = []
        for traits in ("patient", "rash"):

            async def make(unit: UnitOfWork, traits: str = traits) -> None:
                await unit.add_world(store_world.world(genesis_id=TimelineId(f"tl_{traits}")))
                await unit.add_timeline(store_world.genesis(TimelineId(f"tl_{traits}")))
                await unit.add_place(store_world.place())
                await unit.add_character(store_world.character(traits=traits))

            async def unmake(unit: UnitOfWork) -> None:
                await unit.delete_world(WORLD)

            await store.write(make)
            async with store.read() as reader:
                await reader.turn_start(TimelineId(f"tl_{traits}"), MIRA, None)
                found.append((await reader.character(WORLD, MIRA)).persona.traits)
            await store.write(unmake)

    assert found == ["patient", "rash"]


async def test_what_another_server_wrote_is_in_the_next_turn(database: str) -> None:
    """The second store shares nothing with the first but the database."""
    async with opened(database) as here, opened(database) as there:
        await store_world.set_up(here)
        await put(here, seen("one"))
        before = await _state(here)
        await put(there, seen("two"), moved("ann", INN))

        async def edit(unit: UnitOfWork) -> None:
            await unit.put_character(store_world.character(traits="rash"))

        await there.write(edit)
        after = await _state(here)

    assert before == (["one"], set(), "patient")
    assert after == (["two", "one"], {"ann"}, "rash")


async def _state(store: SqlStore) -> tuple[list[str], set[str], str]:
    async with store.read() as reader:
        view = (await reader.turn_start(GENESIS, MIRA, None)).view
        moves = await view.latest_by_subject(RecordKind.PRESENCE)
        mira = await reader.character(WORLD, MIRA)
        return await _texts(view), {*moves}, mira.persona.traits


async def test_an_older_snapshot_is_not_shown_what_is_newer(sql_store: SqlStore) -> None:
    """A reader that began before a write has the state of then, also once another has read on."""
    await store_world.set_up(sql_store)
    await put(sql_store, seen("one"))
    async with sql_store.read() as older:
        await older.head(GENESIS)  # the snapshot begins here
        await put(sql_store, seen("two"))
        async with sql_store.read() as newer:
            await _texts((await newer.turn_start(GENESIS, MIRA, None)).view)
        old = await _texts((await older.turn_start(GENESIS, MIRA, None)).view)

    assert old == ["one"]


async def test_a_timeline_that_grows_keeps_as_many_records_in_memory(sql_store: SqlStore) -> None:
    """Those by which minds catch up, and those of the answers that turns ask for."""
    await store_world.set_up(sql_store)
    kept: list[int] = []
    for step in range(20):
        await put(sql_store, *(seen(f"{step}.{number}") for number in range(60)))
        async with sql_store.read() as reader:
            await _texts((await reader.turn_start(GENESIS, MIRA, None)).view)
        if step % 10 == 9:
            gc.collect()
            kept.append(sum(type(one).__name__ in ("Record", "_Row") for one in gc.get_objects()))

    assert kept[0] > 60  # that is, they are seen
    assert kept[1] <= kept[0]


async def _texts(view: View) -> list[str]:
    return [one.text for one in await view.tail(MIRA, (RecordKind.OBSERVATION,), 9)]


_QUERIES = (
    RecordQuery(RecordKind.PRESENCE, is_prefix=True),
    RecordQuery(RecordKind.PRESENCE, "o", is_prefix=True),
    RecordQuery(RecordKind.PRESENCE, is_prefix=True, most=2),
    RecordQuery(RecordKind.OBSERVATION, MIRA),
    RecordQuery(RecordKind.KNOWLEDGE, subject_key(MIRA, ""), is_prefix=True),
    RecordQuery(RecordKind.KNOWLEDGE, subject_key(MIRA, "inn")),
    RecordQuery(RecordKind.OBJECT, object_key(INN, ""), is_prefix=True),
    RecordQuery(RecordKind.OBJECT, is_prefix=True),
)
_TAILS = ((RecordKind.OBSERVATION,), (RecordKind.TURN, RecordKind.RATING, RecordKind.OBSERVATION))


@pytest.mark.parametrize("seed", range(examples(4)))
async def test_answers_from_memory_are_those_of_the_database(
    sql_store: SqlStore, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is written, forked and asked: the same records, from the same vantage."""
    monkeypatch.setattr(log_cache, "_NEWS", 200)
    chance = random.Random(seed)
    # A town with more answers than are kept loses those on single subjects.
    monkeypatch.setattr(log_cache, "_MOST_OF_ONE", chance.choice((60, 20_000)))
    await store_world.set_up(sql_store)
    timelines = [GENESIS]
    for step in range(40):
        where = chance.choice(timelines)
        many = 300 if step == 30 else chance.randint(0, 4)  # more than are read to catch up
        await put(sql_store, *(_draft(chance, seed, step, i) for i in range(many)), to=where)
        if chance.random() < 0.2:
            head = await _head(sql_store, where)
            fork = Vantage(where, chance.randint(0, head))
            timelines.append(await store_world.start(sql_store, f"tl_{seed}_{step}", fork))
        for timeline_id in chance.sample(timelines, min(2, len(timelines))):
            limit, seqs = chance.choice((1, 3, 50)), [chance.randint(1, 60) for _ in range(5)]
            async with sql_store.read() as reader:
                kept = (await reader.turn_start(timeline_id, MIRA, None)).view
                fresh = await reader.at(kept.vantage)
                assert await _answers(kept, limit, seqs) == await _answers(fresh, limit, seqs)
                assert await _memories(reader, kept) == await _memories_read(fresh)
                newest = await reader.head(timeline_id)
                assert await _answers(newest, limit, seqs) == await _answers(fresh, limit, seqs)


def _draft(chance: random.Random, seed: int, step: int, number: int) -> Draft:
    who = chance.choice(("mira", "otto", "olga", "ann"))
    name = f"{seed}.{step}.{number}"
    place_id = chance.choice((INN, PlaceId("mill")))
    stove = ObjectState(place_id=place_id, object="stove", state=name, by=who)
    here = PlaceSeen(place_id=place_id, objects=(("stove", name),))
    return chance.choice(
        (
            seen(name, who),
            moved(who, INN),
            turn(f"tn_{name}", who),
            rated((1, 5), subject_id=who),
            Draft(RecordKind.OBJECT, stove, object_key(place_id, "stove")),
            Draft(RecordKind.KNOWLEDGE, here, subject_key(who, place_id)),
        )
    )


async def _head(store: SqlStore, timeline_id: TimelineId) -> int:
    async with store.read() as reader:
        return (await reader.timeline(timeline_id)).head


async def _answers(view: View, limit: int, seqs: list[int]) -> list[object]:
    tails = [await view.tail(MIRA, kinds, limit) for kinds in _TAILS]
    latest = [await view.latest(RecordKind.TURN, MIRA)]
    return [*await view.newest(_QUERIES), *tails, *latest, await view.get(seqs)]


async def _memories(reader: Reader, view: View) -> list[Record]:
    """Return Mira's newest memories and their amendments as an index catches up with them."""
    found: list[Record] = []
    for segment in view.lineage[-1:]:
        async for rows in reader.memory_rows(segment, MIRA):
            found += (*rows.memories, *rows.amendments)
    return sorted(found, key=lambda record: record.seq)


async def _memories_read(view: View) -> list[Record]:
    kinds = (RecordKind.OBSERVATION, RecordKind.TURN, RecordKind.RATING)
    first = view.lineage[-1].first if view.lineage else 0
    found = await view.after(first - 1, 10_000, kinds)
    return [one for one in found if one.subject_id == MIRA]


async def test_a_tick_of_a_larger_town_reads_no_more(database: str, tmp_path: Path) -> None:
    """What is known of the people who sleep is kept, and brought up to date by the log."""
    reads, many = {}, 300 if TRIES_VARIANTS else 120
    for people in (30, many):
        settings = server_settings(database, tmp_path / str(people), cognition={"workers": 0})
        with reading_statements() as read:
            async with bootstrap.running(settings, serve=False, model=ScriptedThinker()) as here:
                for part in town_files(people):
                    await here.importing.put(part)
                timeline = await here.services.timelines.start(part.world.id)
                game = LittleGame(here, timeline.id, ())
                await game.begin([role.id for role in part.characters[5:]], Attention.DORMANT)
                await game.settle()
                for minute in (1, 2):
                    del read[:]
                    await game.tick(timeline.game_time + timedelta(minutes=minute))
                    await game.settle()
                reads[people] = [one.text for one in read]
    assert reads[many] == reads[30]
    assert not any("FROM character" in one for one in reads[many])
