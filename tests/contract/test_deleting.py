"""What every store promises about deleting timelines and saves."""

import asyncio
from datetime import UTC, datetime

import pytest

from npcserver.model.errors import Conflict, CursorTooNew, NotFound, NotPossibleNow, Reason
from npcserver.model.ids import SaveId, TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Append, Reader, UnitOfWork
from tests.fakes import stage
from tests.fakes.branching import (
    AnyStore,
    add_save,
    claim,
    delete,
    delete_save,
    embed,
    free,
    free_all,
    free_as_wished,
    grow,
    left_of,
    saved_texts,
    texts,
    wishes,
)
from tests.fakes.stage import GENESIS, MIRA, WORLD, put, seen


async def test_a_deleted_timeline_is_not_there(store: AnyStore) -> None:
    """Every way to look at it by its id says what it says of one that never was."""
    await stage.set_up(store)
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 3)

    await delete(store, left)

    async with store.read() as reader:
        for look in (
            lambda: reader.timeline(left),
            lambda: reader.head(left),
            lambda: reader.at(Vantage(left, 1)),
        ):
            with pytest.raises(NotFound) as refusal:
                await look()
            assert refusal.value.reason is Reason.TIMELINE_NOT_FOUND
        assert [each.id for each in await reader.timelines(WORLD, 10)] == [GENESIS]
        assert await reader.minds(10) == ()


async def test_a_deleted_timeline_takes_nothing_in(store: AnyStore) -> None:
    """Appends, repeats of them, forks, saves and a second deleting are all refused."""
    await stage.set_up(store)
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 2)
    await put(store, seen("once"), to=left, request=stage.key("r1", scope=left))
    await delete(store, left)

    for attempt in (
        lambda: put(store, seen("late"), to=left),
        lambda: put(store, seen("once"), to=left, request=stage.key("r1", scope=left)),
        lambda: stage.start(store, "tl_new", Vantage(left, 1)),
        lambda: add_save(store, "sv", Vantage(left, 1)),
        lambda: delete(store, left),
    ):
        with pytest.raises(NotFound) as refusal:
            await attempt()
        assert refusal.value.metadata == {"timelineId": left}


async def test_genesis_cannot_be_deleted(store: AnyStore) -> None:
    """Every timeline of a world begins there, so only the world can go."""
    await stage.set_up(store)

    with pytest.raises(NotPossibleNow) as refusal:
        await delete(store, GENESIS)

    assert refusal.value.reason is Reason.STILL_IN_USE


async def test_what_does_not_exist_cannot_be_deleted(store: AnyStore) -> None:
    """An unknown timeline or save is named in the refusal."""
    await stage.set_up(store)

    with pytest.raises(NotFound):
        await delete(store, TimelineId("tl_none"))
    with pytest.raises(NotFound) as refusal:
        await delete_save(store, "sv_none")

    assert refusal.value.reason is Reason.SAVE_NOT_FOUND


async def test_a_save_of_a_deleted_timeline_can_be_loaded(store: AnyStore) -> None:
    """It shows what it showed; the fork that loads it hangs on the deleted timeline."""
    await stage.set_up(store)
    await put(store, seen("g1"))
    left = await grow(store, "tl_left", Vantage(GENESIS, 1), 4)
    await add_save(store, "sv", Vantage(left, 3))

    await delete(store, left)
    await free_all(store, left)
    loaded = await stage.start(store, "tl_loaded", Vantage(left, 3))
    await put(store, seen("new"), to=loaded)

    async with store.read() as reader:
        view = await reader.saved(SaveId("sv"))
        timeline = await reader.timeline(loaded)
    assert (view.vantage, view.timeline.id) == (Vantage(left, 3), left)
    assert await saved_texts(store, "sv") == ["g1", "tl_left 2", "tl_left 3"]
    assert await texts(store, timeline.vantage) == ["g1", "tl_left 2", "tl_left 3", "new"]
    assert timeline.parent_id == left


async def test_a_deleted_timeline_is_forked_where_it_was_saved_and_nowhere_else(
    store: AnyStore,
) -> None:
    """Neither before the save nor after it, though the rows before it are still there."""
    await stage.set_up(store)
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 4)
    await add_save(store, "sv", Vantage(left, 3))
    await delete(store, left)

    for seq in (2, 4, 5):
        with pytest.raises(NotFound):
            await stage.start(store, f"tl_{seq}", Vantage(left, seq))

    assert await stage.start(store, "tl_3", Vantage(left, 3)) == "tl_3"


async def test_saved_looks_from_a_living_timeline_too(store: AnyStore) -> None:
    """A save shows the past of its timeline; an unknown one is not found."""
    await stage.set_up(store)
    await put(store, seen("g1"), seen("g2"))
    await add_save(store, "sv", Vantage(GENESIS, 1))

    assert await saved_texts(store, "sv") == ["g1"]
    async with store.read() as reader:
        assert (await (await reader.saved(SaveId("sv"))).game_time()) == stage.START
        with pytest.raises(NotFound) as refusal:
            await reader.saved(SaveId("sv_none"))
    assert refusal.value.reason is Reason.SAVE_NOT_FOUND


async def test_forks_keep_what_they_see(store: AnyStore) -> None:
    """What a child sees stays, whatever else of the parent is freed."""
    await stage.set_up(store)
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 6)
    child = await grow(store, "tl_child", Vantage(left, 2), 2)
    await stage.start(store, "tl_other", Vantage(left, 4))

    await delete(store, left)
    await free_all(store, left)

    assert await texts(store, Vantage(child, 4)) == [
        "tl_left 1",
        "tl_left 2",
        "tl_child 3",
        "tl_child 4",
    ]
    assert await left_of(store, left) == (1, 4, 0)


async def test_saves_can_go_with_their_timeline(store: AnyStore) -> None:
    """With `saves` those made on it are deleted, those of others stay."""
    await stage.set_up(store)
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 2)
    await add_save(store, "sv_left", Vantage(left, 2))
    await add_save(store, "sv_genesis", Vantage(GENESIS, 0))

    await delete(store, left, saves=True)

    async with store.read() as reader:
        assert [save.id for save in await reader.saves(WORLD, 10)] == ["sv_genesis"]
    await free_all(store, left)
    assert await left_of(store, left) == (0, 0, 0)


async def test_freeing_takes_no_more_than_it_may_at_once(store: AnyStore) -> None:
    """Chunks go from the end, and the last call says that nothing is left."""
    await stage.set_up(store)
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 7)
    await add_save(store, "sv", Vantage(left, 1))
    await delete(store, left)

    done = [(await free(store, left, 2), (await left_of(store, left))[1]) for _ in range(4)]

    assert done == [(False, 5), (False, 3), (False, 1), (True, 1)]
    assert await saved_texts(store, "sv") == ["tl_left 1"]


async def test_only_the_deleted_is_freed(store: AnyStore) -> None:
    """Freeing a living or unknown timeline does nothing, and says that nothing is left to do."""
    await stage.set_up(store)
    await put(store, seen("g1"))

    assert await free(store, GENESIS, 10)
    assert await free(store, TimelineId("tl_none"), 10)

    assert await texts(store, Vantage(GENESIS, 1)) == ["g1"]


async def test_deleting_wishes_for_freeing(store: AnyStore) -> None:
    """So does whatever lets go of the last that a deleted timeline was kept for."""
    await stage.set_up(store)
    parent = await grow(store, "tl_a_parent", Vantage(GENESIS, 0), 2)
    child = await grow(store, "tl_b_child", Vantage(parent, 2), 2)
    await add_save(store, "sv", Vantage(child, 3))
    await add_save(store, "sv_genesis", Vantage(GENESIS, 0))

    await delete_save(store, "sv_genesis")
    assert await wishes(store) == []
    await delete(store, parent)
    assert await wishes(store) == [(parent, "free")]
    await free_all(store, parent)
    await delete(store, child)
    assert await wishes(store) == [(child, "free")]
    await free_all(store, child)
    await delete_save(store, "sv")
    assert await wishes(store) == [(child, "free")]
    assert await free(store, child, 10)
    assert await wishes(store) == [(parent, "free")]
    assert await free(store, parent, 10)
    assert await wishes(store) == []
    assert [await left_of(store, each) for each in (child, parent)] == [(0, 0, 0)] * 2


async def test_a_chain_goes_from_its_end(store: AnyStore) -> None:
    """A worker that does what is wished for leaves no row of a deleted ancestry, job included."""
    await stage.set_up(store)
    chain = [TimelineId("tl_0")]
    await grow(store, "tl_0", Vantage(GENESIS, 0), 5, embedded=True)
    for depth in range(1, 4):
        vantage = Vantage(chain[-1], 5 * depth)
        chain.append(await grow(store, f"tl_{depth}", vantage, 5, embedded=True))
    for timeline_id in chain[:-1]:
        await delete(store, timeline_id)
    await free_as_wished(store, 2)
    assert [await left_of(store, each) for each in chain] == [(1, 5, 5)] * 4

    await delete(store, chain[-1])
    await free_as_wished(store, 2)

    assert [await left_of(store, each) for each in chain] == [(0, 0, 0)] * 4
    assert await store.jobs.pending() == 0


async def test_a_deleted_child_still_counts(store: AnyStore) -> None:
    """While a save keeps a deleted fork, its deleted parent keeps what the save sees of it."""
    await stage.set_up(store)
    parent = await grow(store, "tl_parent", Vantage(GENESIS, 0), 5)
    child = await grow(store, "tl_child", Vantage(parent, 3), 2)
    await add_save(store, "sv", Vantage(child, 4))
    await delete(store, parent)
    await delete(store, child)

    for timeline_id in (child, parent, child, parent):
        await free_all(store, timeline_id)

    assert await saved_texts(store, "sv") == [
        "tl_parent 1",
        "tl_parent 2",
        "tl_parent 3",
        "tl_child 4",
    ]
    assert [await left_of(store, each) for each in (parent, child)] == [(1, 3, 0), (1, 1, 0)]


async def test_vectors_go_with_their_memories(store: AnyStore) -> None:
    """Also those that come after the memory has gone are not kept."""
    await stage.set_up(store)
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 3, embedded=True)
    await add_save(store, "sv", Vantage(left, 2))
    await delete(store, left)
    await free_all(store, left)
    assert await left_of(store, left) == (1, 2, 2)

    await embed(store, left, (1, 2, 3))
    assert await left_of(store, left) == (1, 2, 2)
    await delete_save(store, "sv")
    await free_all(store, left)
    await embed(store, left, (1, 2, 3))

    assert await left_of(store, left) == (0, 0, 0)


async def test_jobs_of_a_deleted_timeline_are_dropped(store: AnyStore) -> None:
    """Nobody is left to think for; only the job of freeing it is given out."""
    await stage.set_up(store)
    jobs = [JobDraft(kind, TimelineId("tl_left"), MIRA) for kind in (JobKind.PLAN, JobKind.DIGEST)]
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 1, jobs=jobs)

    await delete(store, left)

    async def wish(unit: UnitOfWork) -> None:
        await unit.want(jobs)

    await store.write(wish)
    assert await wishes(store) == [(left, "free")]


async def test_a_fork_of_a_deleted_timeline_before_its_own_records_hangs_higher(
    store: AnyStore,
) -> None:
    """A save made right after a load keeps nothing of the timeline but its row."""
    await stage.set_up(store)
    parent = await grow(store, "tl_parent", Vantage(GENESIS, 0), 3)
    child = await grow(store, "tl_child", Vantage(parent, 2), 2)
    await add_save(store, "sv", Vantage(child, 2))
    await delete(store, child)
    await free_all(store, child)

    loaded = await stage.start(store, "tl_loaded", Vantage(child, 2))

    assert await left_of(store, child) == (1, 0, 0)
    async with store.read() as reader:
        assert (await reader.timeline(loaded)).parent_id == parent
        with pytest.raises(CursorTooNew):
            await reader.at(Vantage(loaded, 3))


async def test_an_append_and_a_delete_at_once_leave_no_row_behind(store: AnyStore) -> None:
    """Either the append comes first and goes with the timeline, or it is refused."""
    await stage.set_up(store)
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 1)

    results = await asyncio.gather(
        *(put(store, seen(f"{i}"), to=left) for i in range(5)),
        delete(store, left),
        *(put(store, seen(f"{i}"), to=left) for i in range(5)),
        return_exceptions=True,
    )

    refused = [each for each in results if isinstance(each, BaseException)]
    assert all(isinstance(each, NotFound) for each in refused)
    await free_all(store, left)
    assert await left_of(store, left) == (0, 0, 0)


async def test_a_fork_and_a_free_at_once_agree(store: AnyStore) -> None:
    """Whoever got its fork sees all of it."""
    await stage.set_up(store)
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 4)
    await add_save(store, "sv", Vantage(left, 4))
    await delete(store, left)

    results = await asyncio.gather(
        free(store, left, 1),
        stage.start(store, "tl_fork", Vantage(left, 4)),
        delete_save(store, "sv"),
        free(store, left, 100),
        return_exceptions=True,
    )

    if not isinstance(results[1], BaseException):
        assert len(await texts(store, Vantage(TimelineId("tl_fork"), 4))) == 4
    else:
        assert isinstance(results[1], NotFound)


async def test_resting_lets_go_of_all_work(store: AnyStore) -> None:
    """Also of what somebody works on, who can finish or fail it without harm."""
    await stage.set_up(store)
    other = await grow(store, "tl_other", Vantage(GENESIS, 0), 1)
    jobs = [JobDraft(JobKind.PLAN, GENESIS, f"c{i}") for i in range(4)]
    await put(store, seen("x"), jobs=[*jobs, JobDraft(JobKind.PLAN, other, MIRA)])
    claimed = [await claim(store) for _ in range(5)]
    held = [job for job in claimed if job is not None and job.timeline_id == GENESIS]
    await put(store, seen("y"), jobs=[JobDraft(JobKind.DIGEST, GENESIS, MIRA)])

    async def rest(unit: UnitOfWork) -> None:
        await unit.rest(GENESIS)

    await store.write(rest)

    assert len(held) == 4
    assert await store.jobs.pending(GENESIS) == 0
    assert await store.jobs.pending(other) == 1
    assert await claim(store) is None
    assert not await store.jobs.renew(held[0], datetime.now(UTC), 60)
    await store.jobs.finish(held[0])
    await store.jobs.fail(held[1], "late", datetime.now(UTC))
    await put(store, seen("z"), jobs=jobs)
    assert await wishes(store) == [(GENESIS, "plan")] * 4


async def test_late_results_are_counted(store: AnyStore) -> None:
    """Each by one; of a timeline that is not there nothing is counted."""
    await stage.set_up(store)

    async def count(unit: UnitOfWork) -> None:
        await unit.count_late_result(GENESIS)
        await unit.count_late_result(TimelineId("tl_none"))

    await store.write(count)
    await store.write(count)

    async with store.read() as reader:
        assert (await reader.timeline(GENESIS)).late_results == 2


async def test_a_unit_sees_what_it_deleted(store: AnyStore) -> None:
    """Within its own transaction a deleted timeline is gone; undone, it is there again."""
    await stage.set_up(store)
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 1)

    async def deletes(unit: UnitOfWork) -> None:
        await unit.delete_timeline(left, saves=False)
        with pytest.raises(NotFound):
            await unit.append(Append(timeline_id=left, drafts=(seen("late"),)))
        raise Conflict("changed my mind", Reason.TIMELINE_MOVED)

    with pytest.raises(Conflict):
        await store.write(deletes)

    assert await texts(store, Vantage(left, 1)) == ["tl_left 1"]


async def test_a_world_goes_with_its_deleted_timelines(store: AnyStore) -> None:
    """Nothing of them is left behind."""
    await stage.set_up(store)
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 2, embedded=True)
    await add_save(store, "sv", Vantage(left, 2))
    await delete(store, left)

    async def work(unit: UnitOfWork) -> None:
        await unit.delete_world(WORLD)

    await store.write(work)

    assert await left_of(store, left) == (0, 0, 0)


async def test_reads_of_a_snapshot_outlive_a_delete(store: AnyStore) -> None:
    """Who looked before sees what was there then."""
    await stage.set_up(store)
    left = await grow(store, "tl_left", Vantage(GENESIS, 0), 2)

    async def two(reader: Reader) -> int:
        return len(await (await reader.head(left)).after(0, 10))

    async with store.read() as reader:
        assert await two(reader) == 2
        await delete(store, left)
        await free_all(store, left)
        assert await two(reader) == 2
        assert await (await reader.head(left)).latest(RecordKind.LEFT, "") is None
