"""The place tree of a world file, with opening hours and capacities."""

import re
from dataclasses import dataclass
from datetime import time

from npcserver.adapters.files.fields import Table
from npcserver.adapters.files.naming import Names
from npcserver.model import limits
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.people import People
from npcserver.model.world import Hours, Place

_MOMENT = r"(\d\d?:\d\d(?::\d\d(?:\.\d{6})?)?)"
_HOURS = re.compile(_MOMENT + "\\s*[-\N{EN DASH}]\\s*" + _MOMENT)


def read(table: Table, world_id: WorldId, people: People) -> tuple[Place, ...]:
    """Return the places of a file, parents first; `people` are the possible owners."""
    found = _parts(table, world_id, None, _Reading(Names("place"), people), 1)
    if len(found) > limits.PLACES:
        table.wrong(f"has {len(found):,} places; keep at most {limits.PLACES:,}", "places")
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What all levels of the tree share."""

    names: Names
    people: People


def _parts(
    table: Table, world_id: WorldId, parent: Place | None, reading: _Reading, depth: int
) -> list[Place]:
    found: list[Place] = []
    for part in table.tables("places", limits.PLACES):
        if depth > limits.PLACE_DEPTH:
            part.wrong(f"lies within {depth - 1} other places; flatten the tree")
            break
        name = part.text("name", limits.NAME, is_required=True, is_one_line=True)
        place = Place(
            id=PlaceId(reading.names.authored_id(part, name)),
            world_id=world_id,
            name=name,
            parent_id=None if parent is None else parent.id,
            description=part.text("description", limits.DESCRIPTION),
            hours=_hours(part),
            capacity=part.integer("capacity", 1, limits.CAPACITY),
            objects=part.texts("objects", limits.NAME, limits.OBJECTS, is_one_line=True),
            owner_ids=_owners(part, reading.people),
        )
        found += [place, *_parts(part, world_id, place, reading, depth + 1)]
        part.finish()
    return found


def _owners(table: Table, people: People) -> tuple[CharacterId, ...]:
    named = (item.somebody(people) for item in table.items("owners", limits.OWNERS))
    return tuple(CharacterId(owner) for owner in named if owner)


def _hours(table: Table) -> Hours | None:
    field = table.get("hours")
    written = None if field is None else field.scalar('opening hours such as "08:00-20:00"')
    if field is None or written is None:
        return None
    match = _HOURS.fullmatch(written)
    opens, closes = (_time_of_day(match[1]), _time_of_day(match[2])) if match else (None, None)
    if opens is None or closes is None:
        field.wrong(f'{written[:40]!r} are no opening hours; write them as "08:00-20:00"')
        return None
    if opens == closes:
        field.wrong("opens when it closes; leave `hours` out for a place that is always open")
        return None
    return Hours(opens=opens, closes=closes)


def _time_of_day(written: str) -> time | None:
    padded = written if written[2] == ":" else f"0{written}"
    try:
        return time.fromisoformat("00:00" if padded == "24:00" else padded)
    except ValueError:
        return None
