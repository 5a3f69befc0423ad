"""The part of the world a character knows, as it last saw it (Generative Agents, section 5)."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from npcserver.app.material.mindset import latest, places_of
from npcserver.app.perceiving.seeing import places_seen, states_at
from npcserver.language.places import described
from npcserver.model.character import Character
from npcserver.model.ids import PlaceId
from npcserver.model.norms import lineage, path
from npcserver.model.pondering import KnownPlace
from npcserver.model.record import Moved, RecordKind
from npcserver.model.surroundings import PlaceSeen
from npcserver.model.world import Hours, Place, World
from npcserver.ports.storage import Reader
from npcserver.ports.view import View


async def known_places(
    reader: Reader,
    view: View,
    world: World,
    character: Character,
    *,
    places: Mapping[PlaceId, Place] | None = None,
) -> tuple[KnownPlace, ...]:
    """Return the places a character knows of, by path, with things as it last saw them.

    It knows what its author says (all places where that is nothing), and where it has been. Of
    where it is it knows how things stand, unless it is blind. `places` saves reading them again.
    """
    every = places if places is not None else await places_of(reader, world)
    moved = await latest(view, RecordKind.PRESENCE, character.id, Moved)
    here = character.place_id if moved is None else moved.place_id
    seen = await places_seen(view, character.id)
    if here is not None and not character.persona.is_blind:
        states = await states_at(view, here)
        seen[here] = PlaceSeen(place_id=here, objects=tuple(states.items()))
    known = {*told_of(character, every), *seen}
    if here is not None:
        known.add(here)
    found = [_known(every[place_id], character, every, seen) for place_id in known & every.keys()]
    return tuple(sorted(found, key=lambda one: (one.path, one.id)))


def told_of(character: Character, places: Mapping[PlaceId, Place]) -> AbstractSet[PlaceId]:
    """Return what a character knows of from its author, parts included."""
    if not character.knows:
        return places.keys()
    roots = {*character.knows}
    return {
        place_id
        for place_id in places
        if any(place.id in roots for place in lineage(place_id, places))
    }


def _known(
    place: Place,
    character: Character,
    places: Mapping[PlaceId, Place],
    seen: Mapping[PlaceId, PlaceSeen],
) -> KnownPlace:
    around = lineage(place.id, places)
    hours = next((one.hours for one in around if one.hours is not None), None)
    owners = [one.owner_ids for one in around if one.owner_ids]
    is_private = any(character.id not in those for those in owners)
    states = dict(seen[place.id].objects) if place.id in seen else {}
    return KnownPlace(
        id=place.id,
        path=path(place, places),
        objects=tuple((name, states.get(name, "")) for name in place.objects),
        hours="" if hours is None else hours_in_words(hours),
        is_own=bool(owners) and not is_private,
        is_private=is_private,
    )


def hours_in_words(hours: Hours) -> str:
    """Return hours such as `08:00-17:00`."""
    return f"{hours.opens:%H:%M}-{hours.closes:%H:%M}"


def in_words(places: Iterable[KnownPlace], language: str = "en") -> tuple[str, ...]:
    """Return a part of the place tree in natural language, a sentence for each place."""
    return tuple(described(place, language) for place in places)
