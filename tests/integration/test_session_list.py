"""Which session `last` names, when one is recorded or looked at."""

from dataclasses import replace

from npcserver.adapters.store import SqlStore
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from npctools.replay.session_list import LAST, view_to_record
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, put, seen

SCENE = WorldId("council")
SCENE_GENESIS = TimelineId("tl_council")


async def test_last_is_the_session_of_characters_that_was_played_last(sql_store: SqlStore) -> None:
    """Neither one that was only begun later, nor a scene, which has no characters of a world."""
    await store_world.set_up(sql_store)
    played = await store_world.start(sql_store, "tl_played", Vantage(GENESIS, 0))
    await store_world.start(sql_store, "tl_begun", Vantage(GENESIS, 0))
    await put(sql_store, seen("a bell"), to=played)

    async def add_scene(unit: UnitOfWork) -> None:
        await unit.add_world(store_world.world(SCENE, SCENE_GENESIS))
        await unit.add_timeline(store_world.genesis(SCENE_GENESIS, SCENE))
        scene = store_world.fork("tl_scene", Vantage(SCENE_GENESIS, 0))
        await unit.add_timeline(replace(scene, world_id=SCENE))

    await sql_store.write(add_scene)
    await put(sql_store, seen("a vote"), to=TimelineId("tl_scene"))
    async with sql_store.read() as reader:
        view = await view_to_record(sql_store, reader, LAST)

    assert view.timeline.id == played
