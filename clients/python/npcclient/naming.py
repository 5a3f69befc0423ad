"""Ids of objects: functions take an object or its id."""

from npcclient.admin.v1.memory_service_pb2 import Moment
from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.admin.v1.world_service_pb2 import World
from npcclient.v1.memory_pb2 import Memory
from npcclient.v1.timeline_service_pb2 import SaveSlot, Timeline


def world_id(world: World | str) -> str:
    """Return the id of a world."""
    return world if isinstance(world, str) else world.world_id


def timeline_id(timeline: Timeline | str) -> str:
    """Return the id of a timeline."""
    return timeline if isinstance(timeline, str) else timeline.timeline_id


def character_id(character: Character | str) -> str:
    """Return the id of a character."""
    return character if isinstance(character, str) else character.character_id


def memory_id(memory: Memory | str) -> str:
    """Return the id of a memory."""
    return memory if isinstance(memory, str) else memory.memory_id


def save_id(save: SaveSlot | str) -> str:
    """Return the id of a save."""
    return save if isinstance(save, str) else save.save_id


def moment(of: Moment | SaveSlot | Timeline | str) -> Moment:
    """Return a moment: of a save, of a timeline (its head), or of the id of either.

    `TIMELINE@SEQ` is a position of a timeline. Raises `ValueError` for a position that is no
    number.
    """
    if isinstance(of, Moment):
        return of
    if isinstance(of, SaveSlot):
        return Moment(save_id=of.save_id)
    if isinstance(of, Timeline):
        return Moment(timeline_id=of.timeline_id)
    if of.startswith("sav_"):
        return Moment(save_id=of)
    name, _, seq = of.partition("@")
    return Moment(timeline_id=name, seq=int(seq) if seq else None)
