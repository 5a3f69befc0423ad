"""A session in memory answers as the store does from which it was taken."""

from datetime import timedelta

import pytest

from npcserver.model.character import Persona, SeedMemory
from npcserver.model.errors import CursorTooNew, NotFound, NotPossibleNow
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.record import Draft, Moved, Rated, Record, RecordKind, Remembered, Source
from npcserver.model.timeline import Vantage
from npcserver.model.world import World
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.storage import Append
from npcserver.ports.view import RecordQuery, View
from npctools.replay.rehearsal import current_content
from npctools.replay.session_log import SessionLog
from npctools.replay.session_reader import Cast, SessionReader, SessionStore
from npctools.session import Branch, RecordedSession
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import GENESIS, MIRA, START, put, set_up, start

TOM = CharacterId("tom")
KINDS = (RecordKind.OBSERVATION, RecordKind.UTTERANCE)
WORLD = World(id=WorldId("inn"), name="The Inn")


def memory(text: str, who: str = MIRA, kind: RecordKind = RecordKind.OBSERVATION) -> Draft:
    return Draft(kind=kind, subject_id=who, text=text, body=Remembered(source=Source.WITNESSED))


async def _lived() -> tuple[MemoryStore, TimelineId, tuple[Branch, ...]]:
    """Return a store in which a line of play left another, and what it came from."""
    store = MemoryStore()
    await set_up(store)
    first = await start(store, "tl_a", Vantage(GENESIS, 0))
    await put(store, memory("one"), memory("two", TOM), memory("three"), to=first)
    await put(
        store,
        Draft(kind=RecordKind.PRESENCE, subject_id=TOM, body=Moved(place_id=PlaceId("hall"))),
        Draft(kind=RecordKind.RATING, subject_id=MIRA, body=Rated(ratings=((1, 9),))),
        to=first,
    )
    second = await start(store, "tl_b", Vantage(first, 5))
    await put(
        store,
        Draft(
            kind=RecordKind.OBSERVATION,
            subject_id=MIRA,
            text="four",
            game_time=START + timedelta(hours=2),
            body=Remembered(source=Source.WITNESSED),
        ),
        memory("five", MIRA, RecordKind.UTTERANCE),
        to=second,
    )
    return store, second, (Branch(id=first), Branch(id=second, parent_id=first, forked_at=5))


async def _both() -> tuple[View, SessionLog, TimelineId]:
    store, timeline_id, branches = await _lived()
    async with store.read() as reader:
        view = await reader.head(timeline_id)
        world = await reader.world(view.timeline.world_id)
        records = await view.after(0, 1000)
    return view, SessionLog(world, records, branches), timeline_id


@pytest.mark.parametrize("seq", [0, 1, 4, 5, 6, 7])
async def test_every_vantage_sees_what_the_store_sees(seq: int) -> None:
    """Tails, newest records, game time and lineage are the same from any position."""
    store, timeline_id, branches = await _lived()
    async with store.read() as reader:
        records = await (await reader.head(timeline_id)).after(0, 1000)
        theirs = await reader.at(Vantage(timeline_id, seq))
        log = SessionLog(await reader.world(theirs.timeline.world_id), records, branches)
        ours = log.at(Vantage(timeline_id, seq))
        wanted = (
            RecordQuery(RecordKind.PRESENCE, is_prefix=True),
            RecordQuery(RecordKind.RATING, MIRA),
        )

        assert await ours.tail(MIRA, KINDS, 2) == await theirs.tail(MIRA, KINDS, 2)
        assert await ours.tail(MIRA, KINDS, 9, before=5) == await theirs.tail(
            MIRA, KINDS, 9, before=5
        )
        assert await ours.newest(wanted) == await theirs.newest(wanted)
        assert await ours.after(1, 3) == await theirs.after(1, 3)
        assert await ours.get((1, 5, 6)) == await theirs.get((1, 5, 6))
        assert await ours.unrated(MIRA, 5) == await theirs.unrated(MIRA, 5)
        assert await ours.game_time() == await theirs.game_time()
        assert ours.lineage == theirs.lineage


async def test_a_memory_is_rated_as_it_was_by_then() -> None:
    """A rating counts from its own record on."""
    _, log, _ = await _both()
    before, after = log.memory(1, 4), log.memory(1, 5)

    assert before is not None
    assert after is not None
    assert (before.is_rated, after.importance) == (False, 9)


async def test_nothing_lies_beyond_the_end() -> None:
    """A vantage after the last record is refused, and so is another timeline."""
    _, log, timeline_id = await _both()

    with pytest.raises(CursorTooNew):
        log.at(Vantage(timeline_id, 99))
    with pytest.raises(NotFound):
        await SessionReader(log, Cast.of(WorldFile(world=log.world))).head(TimelineId("tl_x"))


async def test_a_session_cannot_be_written_to() -> None:
    """What was recorded does not change."""
    _, log, timeline_id = await _both()
    store = SessionStore(log, Cast.of(WorldFile(world=log.world)))
    append = Append(timeline_id=timeline_id, drafts=())

    with pytest.raises(NotPossibleNow):
        await store.write(lambda unit: unit.append(append))
    with pytest.raises(NotPossibleNow):
        await store.append(append)


def seed(seq: int, text: str) -> Record:
    return Record(
        timeline_id=GENESIS,
        seq=seq,
        kind=RecordKind.OBSERVATION,
        body=Remembered(source=Source.AUTHORED),
        subject_id=MIRA,
        text=text,
        game_time=START,
        importance=5,
        written_at=START,
    )


def session(*texts: str) -> RecordedSession:
    records = tuple(seed(number, text) for number, text in enumerate(texts, 1))
    return RecordedSession(
        vantage=Vantage(GENESIS, len(records)),
        world=WorldFile(world=WORLD),
        records=records,
        branches=(Branch(id=GENESIS),),
    )


def today(*texts: str) -> WorldFile:
    memories = tuple(SeedMemory(text=text, importance=5) for text in texts)
    role = Role(id=MIRA, persona=Persona(name="Mira"), memories=memories)
    return WorldFile(world=WORLD, characters=(role,))


@pytest.mark.parametrize(
    ("before", "after", "fresh"),
    [
        (("a", "b"), ("a", "b"), 0),
        (("a", "b"), ("b", "a"), 0),
        (("a", "b"), ("a",), 0),
        (("a", "b"), ("a", "c"), 1),
        (("a",), ("a", "b", "c"), 2),
        (("a", "b"), (), 0),
    ],
)
def test_seed_memories_are_those_of_today(
    before: tuple[str, ...], after: tuple[str, ...], fresh: int
) -> None:
    """What is gone is seen by nobody, what reads otherwise takes its place, the rest is new."""
    found = current_content(session(*before), today(*after))

    assert sorted(record.text for record in found.log.records) == sorted(after)
    assert len(found.fresh.get(MIRA, ())) == fresh


def test_a_reworded_seed_stands_where_the_old_one_stood() -> None:
    """Whatever was recalled by its place recalls the new words."""
    found = current_content(session("a", "b"), today("a", "c"))
    reworded = found.log.get(2)

    assert reworded is not None
    assert reworded.text == "c"
