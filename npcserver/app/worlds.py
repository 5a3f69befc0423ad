"""Worlds and places: what authors write."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from npcserver.app.authoring import genesis
from npcserver.app.once import once
from npcserver.app.paging import Page, Paged, cut
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import PlaceId, TimelineId, WorldId, new_id, slug
from npcserver.model.world import Place, World
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Reader, RequestKey, Store, UnitOfWork


@dataclass(frozen=True, slots=True, kw_only=True)
class EditWorld:
    """A change of a world; with `if_etag` only if nobody changed it since."""

    world_id: WorldId
    apply: Callable[[World], World]
    if_etag: str = ""
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPlace:
    """A change of a place; with `if_etag` only if nobody changed it since."""

    world_id: WorldId
    place_id: PlaceId
    apply: Callable[[Place], Place]
    if_etag: str = ""
    key: RequestKey | None = None


class Worlds:
    """The use cases of `WorldService`."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def create(self, world: World, key: RequestKey | None = None) -> World:
        """Create a world with its genesis timeline; an empty id is made from the name."""

        async def work(unit: UnitOfWork) -> World:
            return await create_world(unit, world, self._clock)

        return await once(self._store, key, World, work)

    async def get(self, world_id: WorldId) -> World:
        """Return a world with its first character. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await _with_first(reader, await reader.world(world_id))

    async def list(self, page: Page) -> Paged[World]:
        """Return a page of worlds with their first characters, by id."""
        async with self._store.read() as reader:
            worlds = await reader.worlds(page.size + 1, page.cursor)
            found = tuple([await _with_first(reader, world) for world in worlds])
        return cut(found, page, lambda world: world.id)

    async def edit(self, edit: EditWorld) -> World:
        """Change a world. Raises `NotFound` or `Conflict`."""

        async def work(unit: UnitOfWork) -> World:
            before = await unit.world(edit.world_id)
            after = edit.apply(before)
            await unit.put_world(replace(after, updated_at=self._clock.now()), if_etag=edit.if_etag)
            return await _with_first(unit, await unit.world(edit.world_id))

        return await once(self._store, edit.key, World, work)

    async def delete(
        self, world_id: WorldId, *, if_etag: str = "", key: RequestKey | None = None
    ) -> None:
        """Delete a world with everything in it."""

        async def work(unit: UnitOfWork) -> bool:
            await unit.delete_world(world_id, if_etag=if_etag)
            return True

        await once(self._store, key, bool, work)

    async def create_place(self, place: Place, key: RequestKey | None = None) -> Place:
        """Create a place; an empty id is made from the name."""

        async def work(unit: UnitOfWork) -> Place:
            await unit.world(place.world_id)
            new = replace(place, id=place.id or PlaceId(slug(place.name)))
            await _check_parent(unit, new)
            await unit.add_place(new)
            return await unit.place(new.world_id, new.id)

        return await once(self._store, key, Place, work)

    async def get_place(self, world_id: WorldId, place_id: PlaceId) -> Place:
        """Return a place. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await reader.place(world_id, place_id)

    async def list_places(self, world_id: WorldId, page: Page) -> Paged[Place]:
        """Return a page of a world's places, by id."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.places(world_id, page.size + 1, page.cursor)
        return cut(found, page, lambda place: place.id)

    async def edit_place(self, edit: EditPlace) -> Place:
        """Change a place. Raises `NotFound`, `Conflict`, or `InvalidInput` for a circular tree."""

        async def work(unit: UnitOfWork) -> Place:
            after = edit.apply(await unit.place(edit.world_id, edit.place_id))
            await _check_parent(unit, after)
            await unit.put_place(after, if_etag=edit.if_etag)
            return await unit.place(edit.world_id, edit.place_id)

        return await once(self._store, edit.key, Place, work)

    async def delete_place(
        self,
        world_id: WorldId,
        place_id: PlaceId,
        *,
        if_etag: str = "",
        key: RequestKey | None = None,
    ) -> None:
        """Delete a place without parts or residents."""

        async def work(unit: UnitOfWork) -> bool:
            await unit.delete_place(world_id, place_id, if_etag=if_etag)
            return True

        await once(self._store, key, bool, work)


async def create_world(unit: UnitOfWork, world: World, clock: Clock) -> World:
    """Add a world and its genesis timeline, which seed memories are written to."""
    now = clock.now()
    new = replace(
        world,
        id=world.id or WorldId(slug(world.name)),
        genesis_id=TimelineId(new_id("tl")),
        created_at=now,
        updated_at=now,
    )
    await unit.add_world(new)
    await genesis.begin(unit, new, clock)
    return await unit.world(new.id)


async def _with_first(reader: Reader, world: World) -> World:
    return replace(world, first_character_id=await reader.first_character(world.id))


async def _check_parent(reader: Reader, place: Place) -> None:
    seen = {place.id}
    parent_id = place.parent_id
    while parent_id is not None:
        if parent_id in seen:
            raise InvalidInput("place.parent_id", "a place cannot lie inside itself")
        seen.add(parent_id)
        parent_id = (await reader.place(place.world_id, parent_id)).parent_id
