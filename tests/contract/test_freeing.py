"""What every store promises about freeing what nobody sees any more."""

import asyncio

import pytest

from npcserver.adapters.clock import SystemClock
from npcserver.app.timelines import SaveMoment, Timelines
from npcserver.model.errors import CursorTooNew, NotFound
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import RequestKey, UnitOfWork
from tests.fakes import stage
from tests.fakes.branching import (
    AnyStore,
    add_save,
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


async def test_answers_about_a_deleted_timeline_go_with_it(store: AnyStore) -> None:
    """Labels and names of saves are in no answer that is kept; a repeat deletes nothing more."""
    await stage.set_up(store)
    timelines = Timelines(store, SystemClock())
    one = await timelines.start(WORLD, "Ada's play", stage.key("start", scope=WORLD))
    other = await timelines.start(WORLD, "Bo's play", stage.key("other", scope=WORLD))
    for played in (one, other):
        await put(store, seen("Ada wept."), to=played.id, request=stage.key("o", scope=played.id))
    named = SaveMoment(timeline_id=one.id, name="Ada", key=stage.key("save", scope=one.id))
    save = await timelines.save(named)
    load = stage.key("load", scope=save.id)
    loaded = await timelines.load(save.id, key=load)
    deletion = stage.key("delete", scope=one.id)

    await timelines.delete(one.id, saves=True, key=deletion)
    await free_all(store, one.id, most=1)
    assert await answered(store, load)
    await timelines.delete(loaded.id)
    await free_all(store, loaded.id, most=1)

    about_one = [stage.key("start", scope=WORLD), stage.key("o", scope=one.id), named.key, load]
    assert [await answered(store, key) for key in about_one if key] == [False] * 4
    about_other = [stage.key("other", scope=WORLD), stage.key("o", scope=other.id)]
    assert [await answered(store, key) for key in about_other] == [True, True]
    await timelines.delete(one.id, saves=True, key=deletion)


async def test_answers_about_timelines_of_a_deleted_world_go_with_it(store: AnyStore) -> None:
    """Those of its players, too."""
    await stage.set_up(store)
    timelines = Timelines(store, SystemClock())
    key = stage.key("start", scope=WORLD)
    played = await timelines.start(WORLD, "Ada's play", key)
    await put(store, seen("Ada wept."), to=played.id, request=stage.key("o", scope=played.id))

    async def delete_world(unit: UnitOfWork) -> None:
        await unit.delete_world(WORLD)

    await store.write(delete_world)

    assert not await answered(store, key)
    assert not await answered(store, stage.key("o", scope=played.id))


async def answered(store: AnyStore, key: RequestKey) -> bool:
    async with store.read() as reader:
        return await reader.answer(key) is not None
