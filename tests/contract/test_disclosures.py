"""Every archive of who was told that a model speaks keeps it while a timeline is there."""

import pytest

from npcserver.adapters.store import SqlStore
from npcserver.model.errors import NotFound
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.timeline import Vantage
from npcserver.ports.access import DisclosureArchive
from tests.fakes.store_world import GENESIS, WORLD, delete_timeline, set_up, start


@pytest.fixture
async def archive(store: SqlStore) -> DisclosureArchive:
    """Give an archive beside a world with a timeline."""
    await set_up(store)
    return store.disclosures


async def test_a_player_is_told_once_in_a_world(archive: DisclosureArchive) -> None:
    """In whatever timeline; a repeat changes nothing."""
    assert not await archive.has_told(WORLD, "ann")
    await archive.add(GENESIS, "ann")
    await archive.add(GENESIS, "ann")

    assert await archive.has_told(WORLD, "ann")
    assert not await archive.has_told(WORLD, "bob")
    assert not await archive.has_told(WorldId("elsewhere"), "ann")


async def test_it_is_forgotten_with_the_last_timeline(
    store: SqlStore, archive: DisclosureArchive
) -> None:
    """A deleted timeline counts no more, and its player is not kept elsewhere."""
    begun = Vantage(GENESIS, 0)
    first, second = await start(store, "tl_1", begun), await start(store, "tl_2", begun)
    for one in (first, second):
        await archive.add(one, "ann")

    await delete_timeline(store, first)
    assert await archive.has_told(WORLD, "ann")
    await delete_timeline(store, second)
    assert not await archive.has_told(WORLD, "ann")


async def test_a_timeline_that_is_not_there_is_refused(archive: DisclosureArchive) -> None:
    """Nothing of the player is stored."""
    with pytest.raises(NotFound):
        await archive.add(TimelineId("tl_none"), "ann")
    assert not await archive.has_told(WORLD, "ann")
