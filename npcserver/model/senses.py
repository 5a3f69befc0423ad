"""Who perceives what, decided by places and senses and not by a prompt.

In Generative Agents an agent sees what lies within a radius of tiles; here the place tree replaces
the tiles, and sounds reach further than sights.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from npcserver.model.ids import PlaceId
from npcserver.model.world import Place, enclosing_places

WAKES_FROM = 8
"""Importance from which a sound wakes a character asleep at the same place."""


class Channel(StrEnum):
    """Sense by which an event is perceived; ANY means sight or sound."""

    SIGHT = "sight"
    SOUND = "sound"
    ANY = "any"


class Range(StrEnum):
    """From how far an event is perceived.

    PLACE: at the place itself. NEARBY: in the parent place and all its parts. WORLD: everywhere.
    """

    PLACE = "place"
    NEARBY = "nearby"
    WORLD = "world"


@dataclass(frozen=True, slots=True, kw_only=True)
class Percept:
    """An event that can be perceived; `place_id` None means at no particular place."""

    place_id: PlaceId | None = None
    channel: Channel = Channel.ANY
    range: Range = Range.PLACE
    importance: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Perceiver:
    """The place of a person and the senses that it lacks; `place_id` None means absent."""

    place_id: PlaceId | None
    is_deaf: bool = False
    is_blind: bool = False


def has_sense(channel: Channel, *, is_deaf: bool, is_blind: bool) -> bool:
    """Return whether a character has a sense that the channel uses."""
    match channel:
        case Channel.SIGHT:
            return not is_blind
        case Channel.SOUND:
            return not is_deaf
        case Channel.ANY:
            return not (is_deaf and is_blind)


def perceives(
    who: Perceiver, what: Percept, places: Mapping[PlaceId, Place], *, is_asleep: bool = False
) -> bool:
    """Return whether a character who was not named as a witness perceives an event.

    It must be within range, have the sense, and be awake or be woken.
    """
    if who.place_id is None or not _reaches(what, who.place_id, places):
        return False
    if is_asleep and not _wakes(who, what):
        return False
    return has_sense(what.channel, is_deaf=who.is_deaf, is_blind=who.is_blind)


def _reaches(what: Percept, place_id: PlaceId, places: Mapping[PlaceId, Place]) -> bool:
    if what.range is Range.WORLD or what.place_id == place_id:
        return True
    if what.range is Range.PLACE or what.place_id is None:
        return False
    origin = places.get(what.place_id)
    whole = what.place_id if origin is None else (origin.parent_id or origin.id)
    return any(place.id == whole for place in enclosing_places(place_id, places))


def _wakes(who: Perceiver, what: Percept) -> bool:
    return (
        what.channel is not Channel.SIGHT
        and not who.is_deaf
        and what.place_id == who.place_id
        and (what.importance or 0) >= WAKES_FROM
    )
