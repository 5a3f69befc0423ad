"""Who and what exists in a world, remembered for a moment so that observing costs no look-up."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Store

_FRESH_SECONDS = 5.0
_PLACES_AT_MOST = 10_000
_TIMELINES_AT_MOST = 10_000


@dataclass(frozen=True, slots=True)
class _Names:
    characters: frozenset[str]
    places: frozenset[str]
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
        for place_id in sorted(wanted_places - names.places):
            raise NotFound("place", place_id, f"create it in world {world_id!r} first")

    async def is_character(self, world_id: WorldId, identifier: str) -> bool:
        """Say whether a world has a character of that id, as far as is remembered."""
        names = self._names.get(world_id)
        if names is None or not self._covers(names, set(), set()):
            names = self._names[world_id] = await self._read(world_id)
        return identifier in names.characters

    def _covers(
        self, names: _Names, characters: AbstractSet[str], places: AbstractSet[str]
    ) -> bool:
        is_fresh = self._clock.monotonic() - names.read_at < _FRESH_SECONDS
        return is_fresh and characters <= names.characters and places <= names.places

    async def _read(self, world_id: WorldId) -> _Names:
        async with self._store.read() as reader:
            residents = await reader.roster(world_id)
            places = await reader.places(world_id, _PLACES_AT_MOST)
        return _Names(
            characters=frozenset(resident.id for resident in residents),
            places=frozenset(place.id for place in places),
            read_at=self._clock.monotonic(),
        )
