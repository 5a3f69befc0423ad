"""What every store promises about deleting timelines and saves."""

import pytest

from npcserver.adapters.store import SqlStore
from npcserver.model.errors import Conflict, NotFound, NotPossibleNow, Reason
from npcserver.model.ids import SaveId, TimelineId
from npcserver.model.record import RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Append, Reader, UnitOfWork
from tests.fakes import store_world
from tests.fakes.store_world import (
    GENESIS,
    WORLD,
    add_save,
    delete_save,
    delete_timeline,
    free_all_rows,
    grow_timeline,
    put,
    rows_left,
    seen,
    texts_at,
    texts_of_save,
)


async def test_a_deleted_timeline_is_not_there(store: SqlStore) -> None:
    """Every way to look at it by its id says what it says of one that never was."""
    await store_world.set_up(store)
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 3)

    await delete_timeline(store, left)

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


async def test_a_deleted_timeline_takes_nothing_in(store: SqlStore) -> None:
    """Appends, repeats of them, forks, saves and a second deleting are all refused."""
    await store_world.set_up(store)
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 2)
    await put(store, seen("once"), to=left, request=store_world.key("r1", scope=left))
    await delete_timeline(store, left)

    for attempt in (
        lambda: put(store, seen("late"), to=left),
        lambda: put(store, seen("once"), to=left, request=store_world.key("r1", scope=left)),
        lambda: store_world.start(store, "tl_new", Vantage(left, 1)),
        lambda: add_save(store, "sv", Vantage(left, 1)),
        lambda: delete_timeline(store, left),
    ):
        with pytest.raises(NotFound) as refusal:
            await attempt()
        assert refusal.value.metadata == {"timelineId": left}


async def test_genesis_cannot_be_deleted(store: SqlStore) -> None:
    """Every timeline of a world begins there, so only the world can go."""
    await store_world.set_up(store)

    with pytest.raises(NotPossibleNow) as refusal:
        await delete_timeline(store, GENESIS)

    assert refusal.value.reason is Reason.STILL_IN_USE


async def test_what_does_not_exist_cannot_be_deleted(store: SqlStore) -> None:
    """An unknown timeline or save is named in the refusal."""
    await store_world.set_up(store)

    with pytest.raises(NotFound):
        await delete_timeline(store, TimelineId("tl_none"))
    with pytest.raises(NotFound) as refusal:
        await delete_save(store, "sv_none")

    assert refusal.value.reason is Reason.SAVE_NOT_FOUND


async def test_a_save_of_a_deleted_timeline_can_be_loaded(store: SqlStore) -> None:
    """It shows what it showed; the fork that loads it hangs on the deleted timeline."""
    await store_world.set_up(store)
    await put(store, seen("g1"))
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 1), 4)
    await add_save(store, "sv", Vantage(left, 3))

    await delete_timeline(store, left)
    await free_all_rows(store, left)
    loaded = await store_world.start(store, "tl_loaded", Vantage(left, 3))
    await put(store, seen("new"), to=loaded)

    async with store.read() as reader:
        view = await reader.saved(SaveId("sv"))
        timeline = await reader.timeline(loaded)
    assert (view.vantage, view.timeline.id) == (Vantage(left, 3), left)
    assert await texts_of_save(store, "sv") == ["g1", "tl_left 2", "tl_left 3"]
    assert await texts_at(store, timeline.vantage) == ["g1", "tl_left 2", "tl_left 3", "new"]
    assert timeline.parent_id == left


async def test_a_deleted_timeline_is_forked_where_it_was_saved_and_nowhere_else(
    store: SqlStore,
) -> None:
    """Neither before the save nor after it, though the rows before it are still there."""
    await store_world.set_up(store)
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 4)
    await add_save(store, "sv", Vantage(left, 3))
    await delete_timeline(store, left)

    for seq in (2, 4, 5):
        with pytest.raises(NotFound):
            await store_world.start(store, f"tl_{seq}", Vantage(left, seq))

    assert await store_world.start(store, "tl_3", Vantage(left, 3)) == "tl_3"


async def test_saved_looks_from_a_living_timeline_too(store: SqlStore) -> None:
    """A save shows the past of its timeline; an unknown one is not found."""
    await store_world.set_up(store)
    await put(store, seen("g1"), seen("g2"))
    await add_save(store, "sv", Vantage(GENESIS, 1))

    assert await texts_of_save(store, "sv") == ["g1"]
    async with store.read() as reader:
        assert (await (await reader.saved(SaveId("sv"))).game_time()) == store_world.START
        with pytest.raises(NotFound) as refusal:
            await reader.saved(SaveId("sv_none"))
    assert refusal.value.reason is Reason.SAVE_NOT_FOUND


async def test_saves_can_go_with_their_timeline(store: SqlStore) -> None:
    """With `saves` those made on it are deleted, those of others stay."""
    await store_world.set_up(store)
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 2)
    await add_save(store, "sv_left", Vantage(left, 2))
    await add_save(store, "sv_genesis", Vantage(GENESIS, 0))

    await delete_timeline(store, left, saves=True)

    async with store.read() as reader:
        assert [save.id for save in await reader.saves(WORLD, 10)] == ["sv_genesis"]
    await free_all_rows(store, left)
    assert await rows_left(store, left) == (0, 0, 0)


async def test_a_unit_sees_what_it_deleted(store: SqlStore) -> None:
    """Within its own transaction a deleted timeline is gone; undone, it is there again."""
    await store_world.set_up(store)
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 1)

    async def deletes(unit: UnitOfWork) -> None:
        await unit.delete_timeline(left, saves=False)
        with pytest.raises(NotFound):
            await unit.append(Append(timeline_id=left, drafts=(seen("late"),)))
        raise Conflict("changed my mind", Reason.TIMELINE_MOVED)

    with pytest.raises(Conflict):
        await store.write(deletes)

    assert await texts_at(store, Vantage(left, 1)) == ["tl_left 1"]


async def test_reads_of_a_snapshot_outlive_a_delete(store: SqlStore) -> None:
    """Who looked before sees what was there then."""
    await store_world.set_up(store)
    left = await grow_timeline(store, "tl_left", Vantage(GENESIS, 0), 2)

    async def two(reader: Reader) -> int:
        return len(await (await reader.head(left)).after(0, 10))

    async with store.read() as reader:
        assert await two(reader) == 2
        await delete_timeline(store, left)
        await free_all_rows(store, left)
        assert await two(reader) == 2
        assert await (await reader.head(left)).latest(RecordKind.LEFT, "") is None


async def test_saves_of_one_playthrough_are_found_by_name(store: SqlStore) -> None:
    """In a timeline, in what it was loaded from, and beside it, also where that was deleted."""
    await store_world.set_up(store)
    await put(store, seen("seed"))
    first = await grow_timeline(store, "tl_first", Vantage(GENESIS, 1), 2)
    left = await grow_timeline(store, "tl_left", Vantage(first, 2), 2)
    right = await grow_timeline(store, "tl_right", Vantage(first, 3), 2)
    other = await grow_timeline(store, "tl_other", Vantage(GENESIS, 1), 2)
    for at, timeline in enumerate((first, left, right, other)):
        await add_save(store, f"sv_{at}", Vantage(timeline, 3))
    await delete_timeline(store, left)

    async def look(timeline_id: TimelineId, name: str) -> tuple[str, ...]:
        return await store.write(lambda unit: unit.saves_in_playthrough(timeline_id, name))

    name = store_world.save("sv", Vantage(first, 3)).name
    assert set(await look(right, name)) == {"sv_0", "sv_1", "sv_2"}
    assert await look(other, name) == ("sv_3",)
    assert await look(right, "another") == ()
