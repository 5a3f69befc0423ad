"""The sessions that can be recorded: timelines and saves."""

from npcserver.model.errors import NotFound
from npcserver.model.ids import SaveId, TimelineId
from npcserver.model.timeline import Save, Timeline
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View

LAST = "last"
"""Names the timeline in which a character was played last."""

_LISTED = 8
_ALL = 100_000


async def recordable(store: Store) -> tuple[tuple[Timeline, ...], tuple[Save, ...]]:
    """Return the timelines and saves that can be recorded, the newest first."""
    timelines: list[Timeline] = []
    saves: list[Save] = []
    async with store.read() as reader:
        for world in await reader.worlds(_ALL):
            found = await reader.timelines(world.id, _ALL)
            timelines += [one for one in found if one.id != world.genesis_id]
            saves += await reader.saves(world.id, _ALL)
    return (
        tuple(sorted(timelines, key=lambda one: (one.created_at, one.id), reverse=True)),
        tuple(sorted(saves, key=lambda one: (one.created_at, one.id), reverse=True)),
    )


async def view_to_record(store: Store, reader: Reader, of: str) -> View:
    """Return what a timeline (`last`: that played last) or a save sees; raises `NotFound`."""
    if of == LAST:
        for played in await reader.timelines_played_last(_ALL):
            if await reader.first_character(played.world_id) is not None:  # else it is a scene
                of = played.id
                break
    try:
        return await reader.head(TimelineId(of))
    except NotFound:
        pass
    try:
        return await reader.saved(SaveId(of))
    except NotFound as error:
        timelines, saves = await recordable(store)
        listed = [one.id for one in timelines[:_LISTED]] + [one.id for one in saves[:_LISTED]]
        there = ", ".join(listed) or "nothing yet; play first, for instance `npcserver play`"
        advice = f"and no save of that name either; name one of these, or `last`: {there}"
        raise NotFound("timeline", of, advice) from error
