"""Who and what exists in a world, remembered for a moment so that observing costs no look-up."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.world import Place
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Store

_FRESH_SECONDS = 5.0
_PLACES_AT_MOST = 10_000
_TIMELINES_AT_MOST = 10_000
_TOLD_AT_MOST = 30


@dataclass(frozen=True, slots=True)
class _Names:
    characters: frozenset[str]
    places: Mapping[PlaceId, Place]
    read_at: float


class Directory:
    """Checks ids of characters and places. What is missing is looked up before it is refused."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._worlds: dict[TimelineId, WorldId] = {}
        self._names: dict[WorldId, _Names] = {}

    async def world_of(self, timeline_id: TimelineId) -> WorldId:
        """Return the world a timeline is played in; that never changes. Raises `NotFound`."""
        world_id = self._worlds.get(timeline_id)
        if world_id is None:
            async with self._store.read() as reader:
                world_id = (await reader.timeline(timeline_id)).world_id
            if len(self._worlds) >= _TIMELINES_AT_MOST:
                self._worlds.clear()
            self._worlds[timeline_id] = world_id
        return world_id

    async def check(
        self, world_id: WorldId, characters: Iterable[CharacterId], places: Iterable[PlaceId]
    ) -> None:
        """Raise `NotFound` for the first character or place the world does not have."""
        wanted_characters, wanted_places = set(characters), set(places)
        names = self._names.get(world_id)
        if names is None or not self._covers(names, wanted_characters, wanted_places):
            names = self._names[world_id] = await self._read(world_id)
        for character_id in sorted(wanted_characters - names.characters):
            raise NotFound("character", character_id, f"create it in world {world_id!r} first")
        for place_id in sorted(wanted_places - names.places.keys()):
            raise NotFound("place", place_id, f"create it in world {world_id!r} first")

    async def is_character(self, world_id: WorldId, identifier: str) -> bool:
        """Say whether a world has a character of that id, as far as is remembered."""
        names = self._names.get(world_id)
        if names is None or not self._covers(names, set(), set()):
            names = self._names[world_id] = await self._read(world_id)
        return identifier in names.characters

    async def places(self, world_id: WorldId) -> Mapping[PlaceId, Place]:
        """Return the places of a world, as far as is remembered."""
        names = self._names.get(world_id)
        if names is None or not self._covers(names, set(), set()):
            names = self._names[world_id] = await self._read(world_id)
        return names.places

    async def check_thing(
        self, world_id: WorldId, place_id: PlaceId, name: str, field: str
    ) -> None:
        """Raise `NotFound` for an unknown place, and `InvalidInput` for a thing not there."""
        await self.check(world_id, (), (place_id,))
        if name in self._names[world_id].places[place_id].objects:
            return
        names = self._names[world_id] = await self._read(world_id)
        place = names.places.get(place_id)
        there = () if place is None else place.objects
        if name not in there:
            told = ", ".join(there[:_TOLD_AT_MOST]) or "nothing"
            raise InvalidInput(field, f"is not at {place_id!r}; there is: {told}", placeId=place_id)

    def _covers(
        self, names: _Names, characters: AbstractSet[str], places: AbstractSet[str]
    ) -> bool:
        is_fresh = self._clock.monotonic() - names.read_at < _FRESH_SECONDS
        return is_fresh and characters <= names.characters and places <= names.places.keys()

    async def _read(self, world_id: WorldId) -> _Names:
        async with self._store.read() as reader:
            residents = await reader.roster(world_id)
            places = await reader.places(world_id, _PLACES_AT_MOST)
        return _Names(
            characters=frozenset(resident.id for resident in residents),
            places={place.id: place for place in places},
            read_at=self._clock.monotonic(),
        )
