"""Norms of places: rules of the world, not words in a prompt (Generative Agents, section 7.2).

A place holds no more people than it has room for, nobody enters it out of hours, and what belongs
to somebody is entered by others only while an owner is in it. A norm of a place holds for all its
parts.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from npcserver.model.ids import PlaceId
from npcserver.model.world import Place


class Norm(StrEnum):
    """What keeps somebody out."""

    FULL = "full"
    CLOSED = "closed"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why somebody may not be at a place, and which place says so."""

    norm: Norm
    place_id: PlaceId


def refusal(
    who: str,
    place_id: PlaceId,
    *,
    places: Mapping[PlaceId, Place],
    now: datetime,
    present: Mapping[PlaceId, AbstractSet[str]],
) -> Refusal | None:
    """Return what keeps `who` out of a place, None when nothing does.

    `present` says who is exactly where (parts count towards the whole). An owner is never kept
    out by hours or ownership, and whoever is inside already is not thrown out by a full room.
    """
    for place in lineage(place_id, places):
        if who not in place.owner_ids:
            if place.hours is not None and not place.hours.contain(now.time()):
                return Refusal(Norm.CLOSED, place.id)
            if place.owner_ids and not _inside(place.id, places, present) & {*place.owner_ids}:
                return Refusal(Norm.PRIVATE, place.id)
        if place.capacity is not None:
            inside = _inside(place.id, places, present) - {who}
            if len(inside) >= place.capacity:
                return Refusal(Norm.FULL, place.id)
    return None


def lineage(place_id: PlaceId, places: Mapping[PlaceId, Place]) -> tuple[Place, ...]:
    """Return a place and what it is a part of, innermost first.

    Unknown places end it, and so does one that an edit by hand put within itself.
    """
    found: list[Place] = []
    next_id: PlaceId | None = place_id
    while next_id is not None and (place := places.get(next_id)) is not None:
        if place in found:
            break
        found.append(place)
        next_id = place.parent_id
    return tuple(found)


def is_rooted(place: Place, places: Mapping[PlaceId, Place]) -> bool:
    """Say whether what a place is a part of is there, and no part of the place itself."""
    if place.parent_id is None:
        return True
    return place.parent_id in places and place not in lineage(place.parent_id, places)


def path(place: Place, places: Mapping[PlaceId, Place]) -> str:
    """Return a place in words, outermost first: `Hobbs Cafe: cafe`."""
    return ": ".join(one.name for one in reversed(lineage(place.id, places)))


def _inside(
    place_id: PlaceId,
    places: Mapping[PlaceId, Place],
    present: Mapping[PlaceId, AbstractSet[str]],
) -> set[str]:
    return {
        who
        for where, people in present.items()
        if any(place.id == place_id for place in lineage(where, places))
        for who in people
    }
