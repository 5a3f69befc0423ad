"""The part of the world a character knows, as it last saw it (Generative Agents, section 5)."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from npcserver.app.material.mindset import latest, places_of
from npcserver.app.perceiving.seeing import places_seen, states_at
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
    say = _said_in_chinese if language.startswith("zh") else _said
    return tuple(say(place) for place in places)


def _said(place: KnownPlace) -> str:
    where = " of ".join(reversed(place.path.split(": ")))
    where = where if where.casefold().startswith("the ") else f"the {where}"
    names = [name for name, _ in place.objects]
    things = _listed([f"{'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name}" for name in names])
    said = [f"there is {things} in {where}" if things else f"there is {where}"]
    said += [f"the {name} was {state} when last seen" for name, state in place.objects if state]
    if place.hours:
        said.append(f"it is open {place.hours}")
    if place.is_private:
        said.append("it belongs to somebody else")
    elif place.is_own:
        said.append("it is home ground")
    text = "; ".join(said)
    return f"{text[0].upper()}{text[1:]}."


def _said_in_chinese(place: KnownPlace) -> str:
    where = "的".join(place.path.split(": "))
    things = "、".join(name for name, _ in place.objects)
    said = [f"{where}里有{things}" if things else f"有一处{where}"]
    said += [f"上次看到时{name}是{state}" for name, state in place.objects if state]
    if place.hours:
        said.append(f"开放时间{place.hours}")
    if place.is_private:
        said.append("属于别人")
    elif place.is_own:
        said.append("属于自己")
    return "；".join(said) + "。"


def _listed(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
