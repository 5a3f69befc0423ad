"""Who perceives what: a decision over places and senses, and no word of a prompt.

Generative Agents lets an agent see whatever lies within a radius of tiles; here the place tree
takes the place of the tiles, and what is heard reaches further than what is seen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from npcserver.model.ids import PlaceId
from npcserver.model.norms import lineage
from npcserver.model.world import Place

WAKES_FROM = 8
"""Importance from which a sound at the same place wakes who sleeps there."""


class Channel(StrEnum):
    """By which sense something is perceived; ANY by whichever of the two somebody has."""

    SIGHT = "sight"
    SOUND = "sound"
    ANY = "any"


class Range(StrEnum):
    """From how far something is perceived.

    PLACE: at the place itself. NEARBY: in the whole that the place is a part of, and in all parts
    of that. WORLD: wherever somebody is.
    """

    PLACE = "place"
    NEARBY = "nearby"
    WORLD = "world"


@dataclass(frozen=True, slots=True, kw_only=True)
class Percept:
    """Something that can be perceived. `place_id` None is nowhere in particular."""

    place_id: PlaceId | None = None
    channel: Channel = Channel.ANY
    range: Range = Range.PLACE
    importance: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Perceiver:
    """Somebody as far as perceiving goes; `place_id` None is absent."""

    place_id: PlaceId | None
    is_deaf: bool = False
    is_blind: bool = False
    is_asleep: bool = False


def has_sense(channel: Channel, *, is_deaf: bool, is_blind: bool) -> bool:
    """Say whether what comes by a channel gets through to somebody at all."""
    match channel:
        case Channel.SIGHT:
            return not is_blind
        case Channel.SOUND:
            return not is_deaf
        case Channel.ANY:
            return not (is_deaf and is_blind)


def perceives(who: Perceiver, what: Percept, places: Mapping[PlaceId, Place]) -> bool:
    """Say whether somebody who was not named perceives something.

    It takes being within range, having the sense, and being awake, or being woken.
    """
    if who.place_id is None or not _reaches(what, who.place_id, places):
        return False
    if who.is_asleep and not _wakes(who, what):
        return False
    return has_sense(what.channel, is_deaf=who.is_deaf, is_blind=who.is_blind)


def _reaches(what: Percept, place_id: PlaceId, places: Mapping[PlaceId, Place]) -> bool:
    if what.range is Range.WORLD or what.place_id == place_id:
        return True
    if what.range is Range.PLACE or what.place_id is None:
        return False
    origin = places.get(what.place_id)
    whole = what.place_id if origin is None else (origin.parent_id or origin.id)
    return any(place.id == whole for place in lineage(place_id, places))


def _wakes(who: Perceiver, what: Percept) -> bool:
    """Say whether a sleeper hears it: loud, and in the same place."""
    return (
        what.channel is not Channel.SIGHT
        and not who.is_deaf
        and what.place_id == who.place_id
        and (what.importance or 0) >= WAKES_FROM
    )
