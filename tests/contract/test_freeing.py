"""What every store promises about freeing what nobody sees any more."""

import asyncio

import pytest

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.store import SqlStore
from npcserver.app.timelines import Timelines
from npcserver.model.errors import CursorTooNew, NotFound
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import RequestKey, UnitOfWork
from tests.fakes import store_world
from tests.fakes.store_world import (
    GENESIS,
    MIRA,
    WORLD,
    add_save,
    delete_save,
    delete_timeline,
    free_all_rows,
    free_rows,
    grow_timeline,
    put,
    rows_left,
    run_free_jobs,
    seen,
    store_vectors,
    take_all_jobs,
    texts_at,
    texts_of_save,
)


async def test_forks_keep_what_they_see(store: SqlStore) -> None:
    """What a child sees stays, whatever else of the parent is freed."""
    await store_world.set_up(store)
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 6)
    child = await grow_timeline(store, "tl_child", Vantage(left, 2), 2)
    await store_world.start(store, "tl_other", Vantage(left, 4))

    await delete_timeline(store, left)
    await free_all_rows(store, left)

    assert await texts_at(store, Vantage(child, 4)) == [
        "tl_left 1",
        "tl_left 2",
        "tl_child 3",
        "tl_child 4",
    ]
    assert await rows_left(store, left) == (1, 4, 0)


async def test_freeing_takes_no_more_than_it_may_at_once(store: SqlStore) -> None:
    """Chunks go from the end, and the last call says that nothing is left."""
    await store_world.set_up(store)
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 7)
    await add_save(store, "sv", Vantage(left, 1))
    await delete_timeline(store, left)

    done = [(await free_rows(store, left, 2), (await rows_left(store, left))[1]) for _ in range(4)]

    assert done == [(False, 5), (False, 3), (False, 1), (True, 1)]
    assert await texts_of_save(store, "sv") == ["tl_left 1"]


async def test_only_the_deleted_is_freed(store: SqlStore) -> None:
    """Freeing a living or unknown timeline does nothing, and says that nothing is left to do."""
    await store_world.set_up(store)
    await put(store, seen("g1"))

    assert await free_rows(store, GENESIS, 10)
    assert await free_rows(store, TimelineId("tl_none"), 10)

    assert await texts_at(store, Vantage(GENESIS, 1)) == ["g1"]


async def test_deleting_wishes_for_freeing(store: SqlStore) -> None:
    """So does whatever lets go of the last that a deleted timeline was kept for."""
    await store_world.set_up(store)
    parent = await grow_timeline(store, "tl_a_parent", Vantage(GENESIS, 0), 2)
    child = await grow_timeline(store, "tl_b_child", Vantage(parent, 2), 2)
    await add_save(store, "sv", Vantage(child, 3))
    await add_save(store, "sv_genesis", Vantage(GENESIS, 0))

    await delete_save(store, "sv_genesis")
    assert await take_all_jobs(store) == []
    await delete_timeline(store, parent)
    assert await take_all_jobs(store) == [(parent, "free")]
    await free_all_rows(store, parent)
    await delete_timeline(store, child)
    assert await take_all_jobs(store) == [(child, "free")]
    await free_all_rows(store, child)
    await delete_save(store, "sv")
    assert await take_all_jobs(store) == [(child, "free")]
    assert await free_rows(store, child, 10)
    assert await take_all_jobs(store) == [(parent, "free")]
    assert await free_rows(store, parent, 10)
    assert await take_all_jobs(store) == []
    assert [await rows_left(store, each) for each in (child, parent)] == [(0, 0, 0)] * 2


async def test_a_chain_goes_from_its_end(store: SqlStore) -> None:
    """A worker that does what is wished for leaves no row of a deleted ancestry, job included."""
    await store_world.set_up(store)
    chain = [TimelineId("tl_0")]
    await grow_timeline(store, "tl_0", Vantage(GENESIS, 0), 5, embedded=True)
    for depth in range(1, 4):
        vantage = Vantage(chain[-1], 5 * depth)
        chain.append(await grow_timeline(store, f"tl_{depth}", vantage, 5, embedded=True))
    for timeline_id in chain[:-1]:
        await delete_timeline(store, timeline_id)
    await run_free_jobs(store, 2)
    assert [await rows_left(store, each) for each in chain] == [(1, 5, 5)] * 4

    await delete_timeline(store, chain[-1])
    await run_free_jobs(store, 2)

    assert [await rows_left(store, each) for each in chain] == [(0, 0, 0)] * 4
    assert await store.jobs.pending() == 0


async def test_a_deleted_child_still_counts(store: SqlStore) -> None:
    """While a save keeps a deleted fork, its deleted parent keeps what the save sees of it."""
    await store_world.set_up(store)
    parent = await grow_timeline(store, "tl_parent", Vantage(GENESIS, 0), 5)
    child = await grow_timeline(store, "tl_child", Vantage(parent, 3), 2)
    await add_save(store, "sv", Vantage(child, 4))
    await delete_timeline(store, parent)
    await delete_timeline(store, child)

    for timeline_id in (child, parent, child, parent):
        await free_all_rows(store, timeline_id)

    assert await texts_of_save(store, "sv") == [
        "tl_parent 1",
        "tl_parent 2",
        "tl_parent 3",
        "tl_child 4",
    ]
    assert [await rows_left(store, each) for each in (parent, child)] == [(1, 3, 0), (1, 1, 0)]


async def test_vectors_go_with_their_memories(store: SqlStore) -> None:
    """Also those that come after the memory has gone are not kept."""
    await store_world.set_up(store)
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 3, embedded=True)
    await add_save(store, "sv", Vantage(left, 2))
    await delete_timeline(store, left)
    await free_all_rows(store, left)
    assert await rows_left(store, left) == (1, 2, 2)

    await store_vectors(store, left, (1, 2, 3))
    assert await rows_left(store, left) == (1, 2, 2)
    await delete_save(store, "sv")
    await free_all_rows(store, left)
    await store_vectors(store, left, (1, 2, 3))

    assert await rows_left(store, left) == (0, 0, 0)


async def test_jobs_of_a_deleted_timeline_are_dropped(store: SqlStore) -> None:
    """Nobody is left to think for; only the job of freeing it is given out."""
    await store_world.set_up(store)
    jobs = [JobDraft(kind, TimelineId("tl_left"), MIRA) for kind in (JobKind.PLAN, JobKind.DIGEST)]
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 1, jobs=jobs)

    await delete_timeline(store, left)

    async def wish(unit: UnitOfWork) -> None:
        await unit.want(jobs)

    await store.write(wish)
    assert await take_all_jobs(store) == [(left, "free")]


async def test_a_fork_of_a_deleted_timeline_before_its_own_records_hangs_higher(
    store: SqlStore,
) -> None:
    """A save made right after a load keeps nothing of the timeline but its row."""
    await store_world.set_up(store)
    parent = await grow_timeline(store, "tl_parent", Vantage(GENESIS, 0), 3)
    child = await grow_timeline(store, "tl_child", Vantage(parent, 2), 2)
    await add_save(store, "sv", Vantage(child, 2))
    await delete_timeline(store, child)
    await free_all_rows(store, child)

    loaded = await store_world.start(store, "tl_loaded", Vantage(child, 2))

    assert await rows_left(store, child) == (1, 0, 0)
    async with store.read() as reader:
        assert (await reader.timeline(loaded)).parent_id == parent
        with pytest.raises(CursorTooNew):
            await reader.at(Vantage(loaded, 3))


async def test_an_append_and_a_delete_at_once_leave_no_row_behind(store: SqlStore) -> None:
    """Either the append comes first and goes with the timeline, or it is refused."""
    await store_world.set_up(store)
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 1)

    results = await asyncio.gather(
        *(put(store, seen(f"{i}"), to=left) for i in range(5)),
        delete_timeline(store, left),
        *(put(store, seen(f"{i}"), to=left) for i in range(5)),
        return_exceptions=True,
    )

    refused = [each for each in results if isinstance(each, BaseException)]
    assert all(isinstance(each, NotFound) for each in refused)
    await free_all_rows(store, left)
    assert await rows_left(store, left) == (0, 0, 0)


async def test_a_fork_and_a_free_at_once_agree(store: SqlStore) -> None:
    """Anyone who got its fork sees all of it."""
    await store_world.set_up(store)
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 4)
    await add_save(store, "sv", Vantage(left, 4))
    await delete_timeline(store, left)

    results = await asyncio.gather(
        free_rows(store, left, 1),
        store_world.start(store, "tl_fork", Vantage(left, 4)),
        delete_save(store, "sv"),
        free_rows(store, left, 100),
        return_exceptions=True,
    )

    if not isinstance(results[1], BaseException):
        assert len(await texts_at(store, Vantage(TimelineId("tl_fork"), 4))) == 4
    else:
        assert isinstance(results[1], NotFound)


async def test_a_world_goes_with_its_deleted_timelines(store: SqlStore) -> None:
    """Nothing of them is left behind."""
    await store_world.set_up(store)
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 2, embedded=True)
    await add_save(store, "sv", Vantage(left, 2))
    await delete_timeline(store, left)

    async def work(unit: UnitOfWork) -> None:
        await unit.delete_world(WORLD)

    await store.write(work)

    assert await rows_left(store, left) == (0, 0, 0)


async def test_answers_about_a_deleted_timeline_go_with_it(store: SqlStore) -> None:
    """Labels and names of saves are in no answer that is kept; a repeat deletes nothing more."""
    await store_world.set_up(store)
    timelines = Timelines(store, SystemClock())
    one = await timelines.start(WORLD, "Ada's play", store_world.key("start", scope=WORLD))
    other = await timelines.start(WORLD, "Bo's play", store_world.key("other", scope=WORLD))
    for played in (one, other):
        await put(
            store, seen("Ada wept."), to=played.id, request=store_world.key("o", scope=played.id)
        )
    named = store_world.key("save", scope=one.id)
    save = await timelines.save(timeline_id=one.id, name="Ada", key=named)
    load = store_world.key("load", scope=save.id)
    loaded = await timelines.load(save.id, key=load)
    deletion = store_world.key("delete", scope=one.id)

    await timelines.delete(one.id, saves=True, key=deletion)
    await free_all_rows(store, one.id, most=1)
    assert await answered(store, load)
    await timelines.delete(loaded.id)
    await free_all_rows(store, loaded.id, most=1)

    about_one = [
        store_world.key("start", scope=WORLD),
        store_world.key("o", scope=one.id),
        named,
        load,
    ]
    assert [await answered(store, key) for key in about_one if key] == [False] * 4
    about_other = [store_world.key("other", scope=WORLD), store_world.key("o", scope=other.id)]
    assert [await answered(store, key) for key in about_other] == [True, True]
    await timelines.delete(one.id, saves=True, key=deletion)


async def test_answers_about_timelines_of_a_deleted_world_go_with_it(store: SqlStore) -> None:
    """Those of its players, too."""
    await store_world.set_up(store)
    timelines = Timelines(store, SystemClock())
    key = store_world.key("start", scope=WORLD)
    played = await timelines.start(WORLD, "Ada's play", key)
    await put(store, seen("Ada wept."), to=played.id, request=store_world.key("o", scope=played.id))

    async def delete_world(unit: UnitOfWork) -> None:
        await unit.delete_world(WORLD)

    await store.write(delete_world)

    assert not await answered(store, key)
    assert not await answered(store, store_world.key("o", scope=played.id))


async def answered(store: SqlStore, key: RequestKey) -> bool:
    async with store.read() as reader:
        return await reader.answer(key) is not None
