"""Who perceives what, decided by places and senses and not by a prompt.

In Generative Agents an agent sees what lies within a radius of tiles; here the place tree replaces
the tiles, and sounds reach further than sights. How much of a voice is heard follows from its
loudness, from walls, and from the spots within a place, such as its tables.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from npcserver.model.ids import PlaceId
from npcserver.model.world import Place, Walls, enclosing_places

EXTRAS_NOTICE_FROM = 7
"""Importance from which an extra keeps what it perceives, such as a fire or a shout.

It is that from which whole minds react: a crowd that kept all it sees would cost as much as they.
"""
WAKES_FROM = 8
"""Importance from which a sound wakes a character asleep at the same place."""


class Channel(StrEnum):
    """Sense by which an event is perceived; ANY means sight or sound."""

    SIGHT = "sight"
    SOUND = "sound"
    ANY = "any"


class Loudness(StrEnum):
    """How loud a voice is."""

    WHISPER = "whisper"
    TALK = "talk"
    SHOUT = "shout"


class Hearing(StrEnum):
    """How much of what is said reaches a listener; half is a word or two."""

    WHOLE = "whole"
    HALF = "half"


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
    """The place of a person and the senses that it lacks; `place_id` None means absent.

    `is_extra`: it lives by a shared plan, and notices only what is important.
    """

    place_id: PlaceId | None
    is_deaf: bool = False
    is_blind: bool = False
    is_extra: bool = False


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
    if who.is_extra and (what.importance or 0) < EXTRAS_NOTICE_FROM:
        return False
    if who.place_id is None or not _reaches(what, who.place_id, places):
        return False
    if is_asleep and not _wakes(who, what):
        return False
    return has_sense(what.channel, is_deaf=who.is_deaf, is_blind=who.is_blind)


def hearing_at(loudness: Loudness, spots: Collection[str], spot: str) -> Hearing | None:
    """Return how much a listener at the place of a voice hears, None for nothing.

    `spots` are those of the people who talk, `spot` is that of the listener; empty where the game
    names none. A whisper is for its addressee alone: at the same named spot others catch half.
    """
    is_near = spot in spots
    if loudness is Loudness.WHISPER:
        return Hearing.HALF if spot and is_near else None
    return Hearing.WHOLE if is_near or loudness is Loudness.SHOUT else Hearing.HALF


_WHOLE_UNTIL, _HALF_UNTIL = 2, 3
_LOSS = {Walls.OPEN: 0, Walls.THIN: 1, Walls.THICK: 2}


def hearing_of_shout(
    origin: PlaceId, place_id: PlaceId, places: Mapping[PlaceId, Place]
) -> Hearing | None:
    """Return how much of a shout is heard at another place, None for nothing.

    It loses one for each place that it goes up or down in the tree, whichever is more, and what
    the thickest wall on its way takes. Through thin walls it is heard whole in the enclosing place
    and the parts of it, and half one place further.
    """
    if origin == place_id:
        return Hearing.WHOLE
    out, there = enclosing_places(origin, places), enclosing_places(place_id, places)
    common = next((one for one in out if one in there), None)
    if common is None:
        return None
    ups, downs = out.index(common), there.index(common)
    crossed = (*out[:ups], *there[:downs])
    loss = max(ups, downs) + max(_LOSS[one.heard_through] for one in crossed)
    if loss > _HALF_UNTIL:
        return None
    return Hearing.WHOLE if loss <= _WHOLE_UNTIL else Hearing.HALF


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
