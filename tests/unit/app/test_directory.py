"""Who and what exists: remembered for a moment, looked up before anything is refused."""

import pytest

from npcserver.app.authoring.directory import Directory
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.ports.storage import UnitOfWork
from tests.fakes.language_models import ManualClock
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import GENESIS, INN, MIRA, WORLD, character, set_up

BRAM = CharacterId("bram")


async def opened() -> tuple[MemoryStore, ManualClock, Directory]:
    store, clock = MemoryStore(), ManualClock()
    await set_up(store)
    return store, clock, Directory(store, clock)


async def test_what_another_replica_created_is_found_at_once() -> None:
    """What is missing is looked up before it is refused."""
    store, _, directory = await opened()
    with pytest.raises(NotFound, match="bram"):
        await directory.check(WORLD, [MIRA, BRAM], [INN])

    async def add(unit: UnitOfWork) -> None:
        await unit.add_character(character(BRAM))

    await store.write(add)
    await directory.check(WORLD, [MIRA, BRAM], [INN])
    assert await directory.is_character(WORLD, BRAM)


async def test_what_was_deleted_is_refused_within_seconds() -> None:
    """The directory forgets what it read after a moment."""
    store, clock, directory = await opened()
    await directory.check(WORLD, [MIRA], [])

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, MIRA)

    await store.write(delete)
    clock.seconds += 6
    with pytest.raises(NotFound, match="mira"):
        await directory.check(WORLD, [MIRA], [])
    assert not await directory.is_character(WORLD, MIRA)


async def test_a_timeline_knows_its_world() -> None:
    """Unknown ones and unknown places are refused by name."""
    _, _, directory = await opened()

    assert [await directory.world_of(GENESIS) for _ in range(2)] == [WORLD, WORLD]
    with pytest.raises(NotFound, match="tl_none"):
        await directory.world_of(TimelineId("tl_none"))
    with pytest.raises(NotFound, match="attic"):
        await directory.check(WORLD, [], [PlaceId("attic")])
