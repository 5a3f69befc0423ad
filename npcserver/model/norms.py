"""Norms of places, enforced as rules and not by prompts (Generative Agents, section 7.2).

A place holds no more people than its capacity, is entered only during its hours, and, if it has
owners, is entered by others only while an owner is inside. A norm of a place holds for all its
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
    """The rule that keeps a person out of a place."""

    FULL = "full"
    CLOSED = "closed"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a person may not be at a place, and the place whose norm it is."""

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
    """Return what keeps `who` out of a place, or None.

    `present` maps each place to the people exactly there; people in parts count towards the whole.
    Hours and ownership never keep an owner out, and a person already inside is not counted against
    the capacity.
    """
    for place in lineage(place_id, places):
        if who not in place.owner_ids:
            if place.hours is not None and not place.hours.contain(now.time()):
                return Refusal(Norm.CLOSED, place.id)
            if place.owner_ids and not _inside(place.id, places, present) & {*place.owner_ids}:
                return Refusal(Norm.PRIVATE, place.id)
        # unlike hours and ownership, capacity also applies to owners
        if place.capacity is not None:
            inside = _inside(place.id, places, present) - {who}
            if len(inside) >= place.capacity:
                return Refusal(Norm.FULL, place.id)
    return None


def lineage(place_id: PlaceId, places: Mapping[PlaceId, Place]) -> tuple[Place, ...]:
    """Return a place and the places that contain it, innermost first.

    It ends at an unknown place, and at a cycle (a parent edited by hand to lie within itself).
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
    """Return whether the place's parent, if any, exists and does not lie within the place."""
    if place.parent_id is None:
        return True
    return place.parent_id in places and place not in lineage(place.parent_id, places)


def path(place: Place, places: Mapping[PlaceId, Place]) -> str:
    """Return the names of a place and its ancestors, outermost first: `Hobbs Cafe: cafe`."""
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
