"""The world as it stands in play: what things are like, set and listed, and what is known of it."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime

from npcserver.app.directory import Directory
from npcserver.app.happening import ObjectChange, Observe, Observed
from npcserver.app.mindset import Mindset, places_of
from npcserver.app.paging import Page, Paged, cut
from npcserver.app.seeing import places_seen, seen_now, states_at
from npcserver.model.character import Character
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.norms import lineage, path
from npcserver.model.pondering import KnownPlace
from npcserver.model.record import Record, RecordKind
from npcserver.model.surroundings import IDLE, ObjectState, PlaceSeen, object_key
from npcserver.model.timeline import Vantage
from npcserver.model.world import Hours, Place
from npcserver.ports.storage import Reader, RequestKey, Store

__all__ = [
    "ListObjectStates",
    "SetObjectState",
    "Surroundings",
    "Thing",
    "in_words",
    "known_places",
    "seen_now",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetObjectState:
    """A thing at a place is `state` from now on; `by` as in `model.surroundings.ObjectState`."""

    timeline_id: TimelineId
    place_id: PlaceId
    object: str
    state: str
    by: str = ""
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListObjectStates:
    """A page of the things of a world as `seq` (by default the head) sees them.

    With `only_touched`, only those whose state was ever set.
    """

    timeline_id: TimelineId
    page: Page
    seq: int | None = None
    only_touched: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """A thing and its present state; `since` is None for one that was never touched."""

    place_id: PlaceId
    object: str
    state: str
    by: str = ""
    since: datetime | None = None


class Surroundings:
    """The use cases of `WorldService` about the states of things.

    `observe` takes in a batch as `app.play.Play` does.
    """

    def __init__(
        self, store: Store, directory: Directory, observe: Callable[[Observe], Awaitable[Observed]]
    ) -> None:
        self._store = store
        self._directory = directory
        self._observe = observe

    async def set_object(self, wish: SetObjectState) -> int:
        """Set what a thing is like; return the last seq. Who is there perceives it.

        Raises `NotFound` for an unknown place, `InvalidInput` for a thing that is not there.
        """
        world_id = await self._directory.world_of(wish.timeline_id)
        await self._directory.check_thing(world_id, wish.place_id, wish.object, "object")
        change = ObjectChange(
            place_id=wish.place_id, object=wish.object, state=wish.state, by=wish.by
        )
        told = Observe(timeline_id=wish.timeline_id, objects=(change,), key=wish.key)
        return (await self._observe(told)).last

    async def list(self, wish: ListObjectStates) -> Paged[Thing]:
        """Return a page of things by place and name, each with its state at the vantage."""
        async with self._store.read() as reader:
            head = (await reader.timeline(wish.timeline_id)).vantage
            view = await reader.at(
                head if wish.seq is None else Vantage(wish.timeline_id, wish.seq)
            )
            records = await view.latest_by_subject(RecordKind.OBJECT)
        places = await self._directory.places(view.timeline.world_id)
        things = {} if wish.only_touched else _untouched(places)
        things |= {_name(one): one for record in records.values() if (one := _thing(record))}
        after = (PlaceId(""), "")
        if wish.page.cursor:
            place_id, _, name = wish.page.cursor.partition("/")
            after = (PlaceId(place_id), name)
        found = tuple(things[name] for name in sorted(things) if name > after)
        return cut(
            found[: wish.page.size + 1],
            wish.page,
            lambda thing: object_key(thing.place_id, thing.object),
        )


async def known_places(
    reader: Reader, mindset: Mindset, *, places: Mapping[PlaceId, Place] | None = None
) -> tuple[KnownPlace, ...]:
    """Return the places a character knows of, by path, with things as it last saw them.

    It knows what its author says (all places where that is nothing), and where it has been. Of
    where it is it knows how things stand, unless it is blind. `places` saves reading them again.
    """
    character = mindset.authored
    every = places if places is not None else await places_of(reader, mindset.world)
    here = mindset.present[character.id].place_id
    seen = await places_seen(mindset.view, character.id)
    if here is not None and not character.persona.is_blind:
        states = await states_at(mindset.view, here)
        seen[here] = PlaceSeen(place_id=here, objects=tuple(states.items()))
    known = {*_told(character, every), *seen}
    if here is not None:
        known.add(here)
    found = [_known(every[place_id], character, every, seen) for place_id in known & every.keys()]
    return tuple(sorted(found, key=lambda one: (one.path, one.id)))


def _told(character: Character, places: Mapping[PlaceId, Place]) -> AbstractSet[PlaceId]:
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
        hours="" if hours is None else _hours(hours),
        is_own=bool(owners) and not is_private,
        is_private=is_private,
    )


def _hours(hours: Hours) -> str:
    return f"{hours.opens:%H:%M}-{hours.closes:%H:%M}"


def in_words(places: Iterable[KnownPlace], language: str = "en") -> str:
    """Return a part of the place tree in natural language, a sentence for each place."""
    say = _said_in_chinese if language.startswith("zh") else _said
    return "\n".join(say(place) for place in places)


def _said(place: KnownPlace) -> str:
    where = "the " + " of ".join(reversed(place.path.split(": ")))
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


def _untouched(places: Mapping[PlaceId, Place]) -> dict[tuple[PlaceId, str], Thing]:
    return {
        (place.id, name): Thing(place_id=place.id, object=name, state=IDLE)
        for place in places.values()
        for name in place.objects
    }


def _name(thing: Thing) -> tuple[PlaceId, str]:
    return thing.place_id, thing.object


def _thing(record: Record) -> Thing | None:
    body = record.body
    if not isinstance(body, ObjectState):
        return None
    return Thing(
        place_id=body.place_id,
        object=body.object,
        state=body.state,
        by=body.by,
        since=record.game_time,
    )
