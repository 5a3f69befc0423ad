"""A branch in memory, over a moment of a store: seen as one that is stored, and never stored."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from npcserver.model.character import Persona
from npcserver.model.day import DayPlan
from npcserver.model.ids import TimelineId
from npcserver.model.record import Draft, Record, RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import RecordQuery, View
from npctools.prompts.stores import ScratchStore
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import (
    GENESIS,
    HOUR,
    MIRA,
    START,
    clock,
    fork,
    moved,
    put,
    rated,
    records_of,
    seen,
    set_up,
    turn,
)

BEFORE = (
    seen("The lamp went out.", importance=4),
    seen("A gull came in."),
    seen("Tom sneezed.", "tom"),
    turn("trn_before"),
    moved("tom", None),
    seen("It rained."),
    clock(START + HOUR),
)
BRANCH = (
    seen("The lamp is lit again."),
    rated((2, 7)),
    turn("trn_after"),
    moved(MIRA, None),
    clock(START + 2 * HOUR),
    seen("The gull left."),
)
_KINDS = (RecordKind.OBSERVATION, RecordKind.TURN)


def plain(found: Sequence[Record]) -> list[tuple[object, ...]]:
    return [(one.seq, one.kind, one.subject_id, one.text, one.game_time) for one in found]


async def looked_at(reader: Reader, view: View) -> list[object]:
    """Return what a view answers, whatever its timeline is called."""
    latest = await view.latest(RecordKind.OBSERVATION, MIRA)
    turns = [await view.turn(name) for name in ("trn_before", "trn_after")]  # type: ignore[arg-type]
    newest = await view.newest(
        (
            RecordQuery(RecordKind.PRESENCE, is_prefix=True),
            RecordQuery(RecordKind.PRESENCE, is_prefix=True, most=1),
            RecordQuery(RecordKind.TURN, MIRA),
        )
    )
    rows = [
        (plain(chunk.memories), plain(chunk.amendments))
        for segment in view.lineage
        async for chunk in reader.memory_rows(segment, MIRA)
    ]
    return [
        [plain(await view.tail(MIRA, _KINDS, limit)) for limit in (1, 3, 50)],
        [plain(await view.tail(MIRA, _KINDS, 50, before=seq)) for seq in (3, 7, 8, 11)],
        latest and latest.text,
        [plain([*found.values()]) for found in newest],
        [plain(await view.after(seq, limit)) for seq in (0, 5, 9) for limit in (3, 50)],
        await view.count(1, _KINDS),
        await view.count(8, _KINDS),
        plain(await view.get([1, 3, 9, 99])),
        [found and found.seq for found in turns],
        [plain(await view.unrated(MIRA, limit)) for limit in (1, 9)],
        await view.game_time(),
        view.vantage.seq,
        [(one.first, one.last) for one in view.lineage],
        view.timeline.forked_at,
        rows,
    ]


async def scratch_of(store: Store, of: str = GENESIS) -> ScratchStore:
    return await ScratchStore.over(store, of, START)


async def test_it_answers_as_a_branch_that_is_stored() -> None:
    """Each read of a view, and what an index reads; also at a position before its end."""
    store = MemoryStore()
    await set_up(store)
    await put(store, *BEFORE)
    scratch = await scratch_of(store)
    stored = fork("tl_stored", Vantage(GENESIS, len(BEFORE)), START + HOUR)
    await store.write(lambda unit: unit.add_timeline(stored))
    await put(store, *BRANCH, to=stored.id)
    scratch.add(BRANCH)
    await put(store, seen("What came later is not seen."))

    for seq in (len(BEFORE) + 1, len(BEFORE) + 4, len(BEFORE) + len(BRANCH)):
        async with store.read() as reader:
            wanted = await looked_at(reader, await reader.at(Vantage(stored.id, seq)))
        async with scratch.read() as reader:
            view = await reader.at(Vantage(scratch.timeline_id, seq))
            assert await looked_at(reader, view) == wanted, seq
            whole = await reader.head(scratch.timeline_id)
            assert whole.timeline.head == len(BEFORE) + len(BRANCH)
            earlier = await reader.at(Vantage(scratch.timeline_id, 3))
            assert [one.seq for one in await earlier.after(0, 9)] == [1, 2, 3]
    assert [one.text for one in await records_of(store, GENESIS)][-1].startswith("What came")
    assert scratch.timeline_id not in {GENESIS, stored.id}


async def test_a_persona_is_played_and_what_is_hidden_is_not_found() -> None:
    """The roster has the name that is tried; what a subject had of a kind is hidden, not made."""
    store = MemoryStore()
    await set_up(store)
    day = DayPlan(day=START.date(), wakes_at=START, sleeps_at=START + timedelta(hours=9))
    await put(store, Draft(RecordKind.DAY, day, MIRA), Draft(RecordKind.DAY, day, "tom"))
    scratch = await scratch_of(store)
    scratch.play(MIRA, Persona(name="Mirabel"))
    scratch.hide(RecordKind.DAY, MIRA)
    async with scratch.read() as reader:
        view = await reader.head(scratch.timeline_id)
        assert view.timeline.is_drafted
        assert list(await view.latest_by_subject(RecordKind.DRAFT)) == [MIRA]
        assert await view.latest(RecordKind.DAY, MIRA) is None
        assert list(await view.latest_by_subject(RecordKind.DAY)) == ["tom"]
    made = replace(day, currently="made anew")
    scratch.add([Draft(RecordKind.DAY, made, MIRA)])
    async with scratch.read() as reader:
        found = await (await reader.head(scratch.timeline_id)).latest(RecordKind.DAY, MIRA)
    assert found is not None
    assert found.body == made
    async with store.read() as reader:
        assert not (await reader.timeline(TimelineId(GENESIS))).is_drafted
