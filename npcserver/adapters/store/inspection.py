"""Search for authored data, in all worlds, that manual edits made unreadable."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection

from npcserver.adapters.store import authored, library_reads
from npcserver.model.ids import PlaceId
from npcserver.model.norms import is_rooted
from npcserver.model.world import Place
from npcserver.ports.rows import BrokenCell

_ALL = 1_000_000_000


def broken_cells(connection: Connection) -> tuple[BrokenCell, ...]:
    """Return all columns that are unreadable or name a missing place, by world."""
    found: list[BrokenCell] = []
    for world in authored.worlds(connection, _ALL, "", tell=found.append):
        places = authored.places(connection, world.id, _ALL, "", tell=found.append)
        found += _misplaced(places)
        there = {place.id for place in places}
        for one in authored.characters(connection, world.id, _ALL, "", tell=found.append):
            if one.place_id is not None and one.place_id not in there:
                cell = "character", world.id, one.id, "place_id", f"no place {one.place_id!r}"
                found.append(BrokenCell(*cell, "the id of a place, or NULL", "it is nowhere"))
        library_reads.books(connection, world.id, _ALL, "", texts=True, tell=found.append)
    return tuple(found)


def _misplaced(places: Sequence[Place]) -> Iterator[BrokenCell]:
    """Yield the parents that are missing or lie within the place itself."""
    by_id: dict[PlaceId, Place] = {place.id: place for place in places}
    for place in places:
        if is_rooted(place, by_id):
            continue
        is_there = place.parent_id in by_id
        problem = "it would lie within itself" if is_there else f"no place {place.parent_id!r}"
        cell = "place", place.world_id, place.id, "parent_id", problem
        yield BrokenCell(*cell, "the id of another place, or NULL", "it is part of no other place")
