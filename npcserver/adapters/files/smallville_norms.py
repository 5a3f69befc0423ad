"""Norms of Smallville's places that its data lacks: owners, capacities, opening hours.

In the published simulation characters shared one-person bathrooms and entered shops that had closed
(Generative Agents, section 7.2). The hours are ours, and agree with what the personas say about
opening and closing.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import time
from types import MappingProxyType

from npcserver.model.ids import PlaceId
from npcserver.model.world import Hours, Place
from npcserver.model.worldfile import Role

_HOME = re.compile(r".*'s? (house|apartment|home)")
_BATHROOM = "bathroom"
_HOURS: Mapping[str, Hours] = MappingProxyType(
    {
        "cafe": Hours(opens=time(8), closes=time(20)),
        "pub": Hours(opens=time(17), closes=time(22)),
        "store": Hours(opens=time(8), closes=time(18)),
        "classroom": Hours(opens=time(7), closes=time(22)),
        "library": Hours(opens=time(7), closes=time(22)),
    }
)


def with_norms(places: Sequence[Place], roles: Sequence[Role]) -> tuple[Place, ...]:
    """Return sectors and arenas with owners, capacities and opening hours.

    A house or apartment belongs to all who live in it; in other dwellings a room belongs to the
    resident in its name. A bathroom of a dwelling holds one person.
    """
    sector_of = {place.id: place.parent_id or place.id for place in places}
    residents: dict[PlaceId, list[Role]] = {}
    for role in roles:
        if role.place_id is not None:
            residents.setdefault(sector_of[role.place_id], []).append(role)
    owned = [_owned(place, residents.get(sector_of[place.id], ())) for place in places]
    return tuple(_with_hours(place, owned) for place in owned)


def _owned(place: Place, residents: Sequence[Role]) -> Place:
    is_sector = place.parent_id is None
    if not residents:
        return place
    if is_sector:
        is_home = _HOME.fullmatch(place.name) is not None
        return replace(place, owner_ids=tuple(role.id for role in residents) if is_home else ())
    named = tuple(role.id for role in residents if place.name.startswith(f"{role.persona.name}'s "))
    is_bathroom = place.name.endswith(_BATHROOM)
    return replace(place, owner_ids=named, capacity=1 if is_bathroom else None)


def _with_hours(place: Place, places: Sequence[Place]) -> Place:
    """Return a place with its hours; a sector has hours if all its arenas have the same."""
    names = [part.name for part in places if part.parent_id == place.id] or [place.name]
    hours = {_hours(name) for name in names}
    return replace(place, hours=hours.pop()) if len(hours) == 1 else place


def _hours(name: str) -> Hours | None:
    return next((_HOURS[word] for word in name.split() if word in _HOURS), None)
