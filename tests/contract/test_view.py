"""What every store promises about looking from a vantage, and counting what it sees."""

import pytest

from npcserver.model.errors import CursorTooNew, NotFound
from npcserver.model.ids import PlaceId, TimelineId, TurnId
from npcserver.model.record import MEMORY_KINDS, RecordKind
from npcserver.model.timeline import Segment, Vantage
from npcserver.ports.storage import Append, Reader, Store, UnitOfWork
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, INN, MIRA, put, seen

OBSERVED = (RecordKind.OBSERVATION,)


async def _fork_with(store: Store, timeline_id: str, vantage: Vantage, *texts: str) -> Vantage:
    await store_world.start(store, timeline_id, vantage)
    appended = await put(store, *(seen(text) for text in texts), to=timeline_id)
    return Vantage(TimelineId(timeline_id), appended.last)


async def test_a_vantage_sees_its_ancestors_up_to_the_fork(store: Store) -> None:
    """What a sibling or the parent's later life brought is not there."""
    await store_world.set_up(store)
    await put(store, seen("g1"), seen("g2"))
    left = await _fork_with(store, "tl_left", Vantage(GENESIS, 1), "l2", "l3")
    right = await _fork_with(store, "tl_right", Vantage(left.timeline_id, 2), "r3")

    async with store.read() as reader:
        texts = {
            vantage: [record.text for record in await (await reader.at(vantage)).after(0, 9)]
            for vantage in (Vantage(GENESIS, 2), left, right, Vantage(left.timeline_id, 1))
        }
        lineage = (await reader.at(right)).lineage

    assert list(texts.values()) == [["g1", "g2"], ["g1", "l2", "l3"], ["g1", "l2", "r3"], ["g1"]]
    assert lineage == (
        Segment(GENESIS, 1, 1),
        Segment(left.timeline_id, 2, 2),
        Segment(right.timeline_id, 3, 3),
    )


async def test_forks_of_empty_forks_hang_on_the_real_owner(store: Store) -> None:
    """Loading a save again and again does not make a chain."""
    await store_world.set_up(store)
    await put(store, seen("g1"))
    vantage = Vantage(GENESIS, 1)
    for i in range(5):
        vantage = Vantage(await store_world.start(store, f"tl_{i}", vantage), 1)

    async with store.read() as reader:
        last = await reader.timeline(vantage.timeline_id)

    assert last.parent_id == GENESIS


async def test_a_fork_before_the_first_record_sees_nothing(store: Store) -> None:
    """A timeline forked at 0 through empty forks is as empty as genesis."""
    await store_world.set_up(store)
    first = await store_world.start(store, "tl_1", Vantage(GENESIS, 0))
    second = await store_world.start(store, "tl_2", Vantage(first, 0))

    async with store.read() as reader:
        view = await reader.at(Vantage(second, 0))

        assert view.lineage == ()
        assert await view.after(0, 10) == ()
        assert await view.tail(MIRA, OBSERVED, 10) == ()
        assert await view.latest_by_subject(RecordKind.PRESENCE) == {}
        assert await view.unrated(MIRA, 10) == ()
        assert await view.game_time() == store_world.START


async def test_looking_from_nowhere_is_refused(store: Store) -> None:
    """An unknown timeline is not found; a seq beyond the head is too new."""
    await store_world.set_up(store)

    async with store.read() as reader:
        with pytest.raises(NotFound):
            await reader.at(Vantage(TimelineId("tl_none"), 0))
        with pytest.raises(CursorTooNew):
            await reader.at(Vantage(GENESIS, 1))


async def test_tail_is_newest_first_of_one_subject(store: Store) -> None:
    """It crosses forks, keeps to the kinds asked for, and pages by `before`."""
    await store_world.set_up(store)
    await put(store, seen("1"), seen("2", "otto"), store_world.turn("tn_1"), seen("4"))
    vantage = await _fork_with(store, "tl_1", Vantage(GENESIS, 4), "5", "6")

    async with store.read() as reader:
        view = await reader.at(vantage)
        observed = await view.tail(MIRA, OBSERVED, 3)
        older = await view.tail(MIRA, OBSERVED, 3, before=observed[-1].seq)
        both = await view.tail(MIRA, (RecordKind.TURN, RecordKind.OBSERVATION), 9)

    assert [record.seq for record in observed] == [6, 5, 4]
    assert [record.seq for record in older] == [1]
    assert [record.seq for record in both] == [6, 5, 4, 3, 1]


async def test_latest_is_the_newest_that_can_be_seen(store: Store) -> None:
    """State by key: a later move in a sibling does not count."""
    await store_world.set_up(store)
    await put(store, store_world.moved(MIRA, INN), store_world.moved("otto", INN))
    vantage = await _fork_with(store, "tl_1", Vantage(GENESIS, 2), "x")
    await put(store, store_world.moved(MIRA, None), to=vantage.timeline_id)
    await put(store, store_world.moved("otto", PlaceId("yard")))

    async with store.read() as reader:
        view = await reader.at(Vantage(vantage.timeline_id, 4))
        latest = await view.latest(RecordKind.PRESENCE, MIRA)
        present = await view.latest_by_subject(RecordKind.PRESENCE)
        nobody = await view.latest(RecordKind.PRESENCE, "nobody")

    assert latest is not None
    assert latest.seq == 4
    assert {subject: record.seq for subject, record in present.items()} == {MIRA: 4, "otto": 2}
    assert nobody is None


async def test_after_reads_on_oldest_first(store: Store) -> None:
    """It crosses forks, stops at the limit, and narrows to kinds."""
    await store_world.set_up(store)
    await put(store, seen("1"), store_world.turn("tn_1"), seen("3"))
    vantage = await _fork_with(store, "tl_1", Vantage(GENESIS, 3), "4", "5")

    async with store.read() as reader:
        view = await reader.at(vantage)
        some = await view.after(1, 3)
        turns = await view.after(0, 9, (RecordKind.TURN,))

    assert [record.seq for record in some] == [2, 3, 4]
    assert [record.seq for record in turns] == [2]


async def test_get_returns_what_can_be_seen_in_order(store: Store) -> None:
    """Seqs beyond the vantage, unknown or asked for twice make no difference."""
    await store_world.set_up(store)
    await put(store, *(seen(f"g{i}") for i in range(1, 6)))
    vantage = await _fork_with(store, "tl_1", Vantage(GENESIS, 3), "l4")

    async with store.read() as reader:
        view = await reader.at(vantage)
        found = await view.get([4, 1, 5, 1, 0, 99])

    assert [record.text for record in found] == ["g1", "l4"]


async def test_a_turn_is_found_only_where_it_happened(store: Store) -> None:
    """A sibling timeline does not know it."""
    await store_world.set_up(store)
    await put(store, store_world.turn("tn_1"))
    other = await _fork_with(store, "tl_1", Vantage(GENESIS, 0), "x")

    async with store.read() as reader:
        here = await (await reader.at(Vantage(GENESIS, 1))).turn(TurnId("tn_1"))
        there = await (await reader.at(other)).turn(TurnId("tn_1"))

    assert here is not None
    assert here.seq == 1
    assert there is None


async def test_unrated_are_the_oldest_without_importance(store: Store) -> None:
    """Neither given at birth nor by a rating that can be seen from here."""
    await store_world.set_up(store)
    await put(store, seen("1", importance=5), seen("2"), seen("3"), seen("4"), seen("o", "otto"))
    await put(store, store_world.rated((3, 7)))
    branch = await _fork_with(store, "tl_1", Vantage(GENESIS, 5), "6", "7")

    async def seqs(vantage: Vantage, limit: int = 10) -> list[int]:
        async with store.read() as reader:
            return [one.seq for one in await (await reader.at(vantage)).unrated(MIRA, limit)]

    assert await seqs(Vantage(GENESIS, 6)) == [2, 4]
    assert await seqs(Vantage(GENESIS, 6), limit=1) == [2]
    assert await seqs(branch) == [2, 3, 4, 6, 7]
    await put(store, store_world.rated((2, 1), (4, 1)))
    assert await seqs(Vantage(GENESIS, 7)) == []
    assert await seqs(Vantage(GENESIS, 6)) == [2, 4]
    await put(store, seen("8"))
    assert await seqs(Vantage(GENESIS, 8)) == [8]
    assert await seqs(branch) == [2, 3, 4, 6, 7]


async def test_memory_rows_come_in_chunks_by_seq(store: Store) -> None:
    """Every memory and amendment of the subject, once, whatever the size of the chunks."""
    await store_world.set_up(store)
    await put(store, seen("1"), store_world.turn("tn_1"), seen("3", "otto"), seen("4"), seen("5"))
    await put(store, store_world.rated((1, 3)), store_world.moved(MIRA, INN), seen("8"))

    for chunk in (1, 2, 3, 100):
        memories: list[int] = []
        amendments: list[int] = []
        async with store.read() as reader:
            async for rows in reader.memory_rows(Segment(GENESIS, 2, 8), MIRA, chunk):
                assert len(rows.memories) + len(rows.amendments) <= chunk
                assert all(record.kind in MEMORY_KINDS for record in rows.memories)
                memories += [record.seq for record in rows.memories]
                amendments += [record.seq for record in rows.amendments]

        assert memories == [4, 5, 8]
        assert amendments == [2, 6]


async def test_a_snapshot_does_not_move(store: Store) -> None:
    """What is written while a reader looks is not there until the next reader."""
    await store_world.set_up(store)
    await put(store, seen("1"))

    async with store.read() as reader:
        before = await reader.timeline(GENESIS)
        await put(store, seen("2"))
        still = await reader.timeline(GENESIS)
    async with store.read() as reader:
        now = await reader.timeline(GENESIS)

    assert (before.head, still.head, now.head) == (1, 1, 2)


async def test_long_lineages_are_seen_whole(store: Store) -> None:
    """A hundred forks, each with a record of its own, are one life."""
    await store_world.set_up(store)
    await put(store, store_world.moved(MIRA, INN))

    async def grow(unit: UnitOfWork) -> Vantage:
        vantage = Vantage(GENESIS, 1)
        for i in range(100):
            await unit.add_timeline(store_world.fork(f"tl_{i:03}", vantage))
            appended = await unit.append(
                Append(timeline_id=TimelineId(f"tl_{i:03}"), drafts=(seen(f"{i}"),))
            )
            vantage = Vantage(appended.timeline_id, appended.last)
        return vantage

    vantage = await store.write(grow)

    async with store.read() as reader:
        view = await reader.at(vantage)
        latest = await view.latest(RecordKind.PRESENCE, MIRA)
        present = await view.latest_by_subject(RecordKind.PRESENCE)
        tail = await view.tail(MIRA, MEMORY_KINDS, 90)
        got = await view.get(range(1, 200))
        unrated = await view.unrated(MIRA, 500)

    assert latest is not None
    assert (latest.seq, present[MIRA].seq) == (1, 1)
    assert [record.seq for record in tail] == list(range(101, 11, -1))
    assert [record.seq for record in got] == list(range(1, 102))
    assert [record.seq for record in unrated] == list(range(2, 102))


async def test_looking_from_the_head_sees_the_newest_record(store: Store) -> None:
    """`head` is `at` the newest vantage, without having to know it."""
    await store_world.set_up(store)
    await put(store, seen("g1"), seen("g2"))

    async with store.read() as reader:
        view = await reader.head(GENESIS)
        texts = [record.text for record in await view.after(0, 9)]
        with pytest.raises(NotFound):
            await reader.head(TimelineId("tl_nowhere"))

    assert view.vantage == Vantage(GENESIS, 2)
    assert texts == ["g1", "g2"]


async def test_reads_together_see_the_snapshot_they_belong_to(store: Store) -> None:
    """Several reads in one go give what they give one by one, also after others wrote."""
    await store_world.set_up(store)
    await put(store, seen("g1"))

    async def work(reader: Reader) -> tuple[str, int]:
        view = await reader.head(GENESIS)
        world = await reader.world(store_world.WORLD)
        return world.name, len(await view.after(0, 9))

    async with store.read() as reader:
        before = await reader.world(store_world.WORLD)
        await put(store, seen("g2"))
        name, count = await reader.together(work)

    assert (name, count) == (before.name, 1)


async def test_reads_together_fail_as_they_do_alone(store: Store) -> None:
    """A fault of one of several reads comes out as itself."""
    await store_world.set_up(store)

    async def work(reader: Reader) -> None:
        await reader.timeline(TimelineId("tl_nowhere"))

    async with store.read() as reader:
        with pytest.raises(NotFound):
            await reader.together(work)


async def test_records_are_counted_by_subject(store: Store) -> None:
    """Those after a position, through all forks that can be seen; who has none is not named."""
    await store_world.set_up(store)
    await put(store, seen("g1"), seen("g2"), seen("g3", "otto"), store_world.moved(MIRA, INN))
    left = await _fork_with(store, "tl_left", Vantage(GENESIS, 3), "l4", "l5")
    right = await _fork_with(store, "tl_right", Vantage(left.timeline_id, 4), "r5", "r6")
    await put(store, seen("r7", "otto"), to=right.timeline_id)

    async with store.read() as reader:
        view = await reader.at(right)
        counts = [await view.count(seq, OBSERVED) for seq in (0, 1, 4, 5, 6)]
        of_both = await (await reader.at(Vantage(GENESIS, 4))).count(
            2, (*OBSERVED, RecordKind.PRESENCE)
        )

    assert counts == [{MIRA: 5, "otto": 1}, {MIRA: 4, "otto": 1}, {MIRA: 2}, {MIRA: 1}, {}]
    assert of_both == {MIRA: 1, "otto": 1}
