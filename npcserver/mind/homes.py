"""Where people sleep: the first of their places that has a bed."""

from collections.abc import Iterable

from npcserver.language import words
from npcserver.model.ids import PlaceId
from npcserver.model.norms import lineage
from npcserver.model.world import Place

_BEDS = words("places", "beds")


def homes(places: Iterable[Place]) -> dict[str, PlaceId]:
    """Return where the owners of places sleep: the first of their places that has a bed."""
    by_id = {place.id: place for place in places}
    found: dict[str, PlaceId] = {}
    for place in by_id.values():
        if not any(_is_bed(name) for name in place.objects):
            continue
        owners = next((one.owner_ids for one in lineage(place.id, by_id) if one.owner_ids), ())
        for owner in owners:
            found.setdefault(owner, place.id)
    return found


def _is_bed(name: str) -> bool:
    return not _BEDS.isdisjoint((*name.casefold().split(), *name[-1:]))
