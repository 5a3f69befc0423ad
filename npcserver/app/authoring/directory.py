"""Checks of ids of characters and places, and names in authored texts turned into ids."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from cachetools import LRUCache, TTLCache

from npcserver.model.character import Availability, People, Persona, SeedMemory, addressed
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.lore import Book
from npcserver.model.record import Moved, RecordKind
from npcserver.model.secret import Secret
from npcserver.model.world import Place
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Reader, Store


async def load_people(reader: Reader, world_id: WorldId) -> People:
    """Return the characters of a world."""
    return People({one.id: one.name for one in await reader.roster(world_id)})


def resolve_persona(
    persona: Persona, people: People, field: str, *, before: Persona | None = None
) -> Persona:
    """Return a persona whose relations hold ids, where they lead to characters or players.

    Raises `InvalidInput` for a name that several characters bear, and for two relations to one
    person. Relations that are also in `before` are not checked.
    """
    found = addressed(persona, people)
    known = () if before is None else before.relations
    seen: set[str] = set()
    relations = []
    for place, relation in enumerate(found.relations):
        path = f"{field}.relations[{place}].to"
        problem = "" if relation.to_id or relation in known else people.ambiguous(relation.to)
        if relation.to_id in seen:
            problem = f"{relation.to_id!r} comes twice; drop one"
        if problem:
            raise InvalidInput(path, problem)
        seen |= {relation.to_id} - {""}
        relations.append(
            relation if relation.to else replace(relation, to=people.name_of(relation.to_id))
        )
    return replace(found, relations=tuple(relations))


def resolve_seeds(
    seeds: tuple[SeedMemory, ...], people: People, field: str
) -> tuple[SeedMemory, ...]:
    """Return seed memories whose secrets name people by id. Raises `InvalidInput`."""
    return tuple(
        replace(seed, secret=resolve_secret(seed.secret, people, f"{field}[{place}].secret"))
        for place, seed in enumerate(seeds)
    )


def resolve_book(book: Book, people: People) -> Book:
    """Return a book whose secrets and readers are named by id. Raises `InvalidInput`."""
    chapters = tuple(
        replace(one, secret=resolve_secret(one.secret, people, f"chapters[{place}].secret"))
        for place, one in enumerate(book.chapters)
    )
    return replace(book, chapters=chapters)


def resolve_secret(secret: Secret | None, people: People, field: str) -> Secret | None:
    """Return a secret that names people by id. Raises `InvalidInput` below `field`."""
    if secret is None or not secret.to:
        return secret
    named = (
        _resolve_name(to, people, f"{field}.to[{place}]") for place, to in enumerate(secret.to)
    )
    return replace(secret, to=tuple(dict.fromkeys(named)))


def _resolve_name(word: str, people: People, path: str) -> str:
    """Return the id of the character named, or the word itself as the id of a player.

    Raises `InvalidInput` for words with blanks that name no character. Such words are a name, not
    an id: they would lock what they should open, or open it to a player who takes the name.
    """
    found = people.named(word)
    if len(found) == 1:
        return found[0]
    problem = people.ambiguous(word)
    if not problem and len(word.split()) > 1:
        near = people.nearest(word)
        advice = f"did you mean {near!r}?" if near else "create the character first"
        problem = f"{word!r} is nobody here; {advice} Players are named by an id without blanks"
    if problem:
        raise InvalidInput(path, problem)
    return word


_FRESH_SECONDS = 5.0
_PLACES_AT_MOST = 10_000
_TIMELINES_AT_MOST, _WORLDS_AT_MOST = 10_000, 1_000
_TOLD_AT_MOST = 30


@dataclass(frozen=True, slots=True)
class _Names:
    characters: frozenset[str]
    places: Mapping[PlaceId, Place]


class Directory:
    """Checks ids of characters and places.

    An id missing from the cache is looked up before refusal.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._worlds: LRUCache[TimelineId, WorldId] = LRUCache(_TIMELINES_AT_MOST)
        self._dead: TTLCache[TimelineId, frozenset[str]] = TTLCache(
            _TIMELINES_AT_MOST, _FRESH_SECONDS, clock.monotonic
        )
        self._names: TTLCache[WorldId, _Names] = TTLCache(
            _WORLDS_AT_MOST, _FRESH_SECONDS, clock.monotonic
        )

    async def world_of(self, timeline_id: TimelineId) -> WorldId:
        """Return the world of a timeline, which never changes. Raises `NotFound`."""
        if timeline_id not in self._worlds:
            await self._look_at(timeline_id)
        return self._worlds[timeline_id]

    async def dead_in(self, timeline_id: TimelineId) -> AbstractSet[str]:
        """Return the dead of a timeline, by a cache of up to five seconds. Raises `NotFound`."""
        found = self._dead.get(timeline_id)
        return await self._look_at(timeline_id) if found is None else found

    def forget_dead(self, timeline_id: TimelineId) -> None:
        """Look again who is dead in a timeline, when it is asked next."""
        self._dead.pop(timeline_id, None)

    async def _look_at(self, timeline_id: TimelineId) -> frozenset[str]:
        """Return the dead of a timeline, and note its world."""
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            moved = await view.latest_by_subject(RecordKind.PRESENCE)
        self._worlds[timeline_id] = view.timeline.world_id
        found = self._dead[timeline_id] = frozenset(
            subject
            for subject, record in moved.items()
            if isinstance(record.body, Moved) and record.body.availability is Availability.DEAD
        )
        return found

    async def check(
        self, world_id: WorldId, characters: Iterable[CharacterId], places: Iterable[PlaceId]
    ) -> None:
        """Raise `NotFound` for the first character or place the world does not have."""
        wanted_characters, wanted_places = set(characters), set(places)
        names = await self._named(world_id, wanted_characters, wanted_places)
        for character_id in sorted(wanted_characters - names.characters):
            raise NotFound("character", character_id, f"create it in world {world_id!r} first")
        for place_id in sorted(wanted_places - names.places.keys()):
            raise NotFound("place", place_id, f"create it in world {world_id!r} first")

    async def is_character(self, world_id: WorldId, identifier: str) -> bool:
        """Return whether a world has a character of that id, by a cache of up to five seconds."""
        return identifier in (await self._named(world_id)).characters

    async def places(self, world_id: WorldId) -> Mapping[PlaceId, Place]:
        """Return the places of a world, by a cache of up to five seconds."""
        return (await self._named(world_id)).places

    async def check_thing(
        self, world_id: WorldId, place_id: PlaceId, name: str, field: str
    ) -> None:
        """Raise `NotFound` for an unknown place, `InvalidInput` for an object that is not there."""
        await self.check(world_id, (), (place_id,))
        known = (await self.places(world_id)).get(place_id)
        if known is not None and name in known.objects:
            return
        place = (await self._read(world_id)).places.get(place_id)
        there = () if place is None else place.objects
        if name not in there:
            told = ", ".join(there[:_TOLD_AT_MOST]) or "nothing"
            raise InvalidInput(field, f"is not at {place_id!r}; there is: {told}", placeId=place_id)

    async def _named(
        self,
        world_id: WorldId,
        characters: AbstractSet[str] = frozenset(),
        places: AbstractSet[str] = frozenset(),
    ) -> _Names:
        """Return the ids of a world, read again where the cache is old or lacks one."""
        names = self._names.get(world_id)
        if names and characters <= names.characters and places <= names.places.keys():
            return names
        return await self._read(world_id)

    async def _read(self, world_id: WorldId) -> _Names:
        async with self._store.read() as reader:
            residents = await reader.roster(world_id)
            places = await reader.places(world_id, _PLACES_AT_MOST)
        names = self._names[world_id] = _Names(
            characters=frozenset(resident.id for resident in residents),
            places={place.id: place for place in places},
        )
        return names
