"""The use cases of `WorldService`: worlds, places, and the states of objects in play."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import datetime

from npcserver.app.authoring import genesis
from npcserver.app.authoring.directory import Directory
from npcserver.app.idempotency import do_once, run_once
from npcserver.app.memories import view_at
from npcserver.app.pagination import Page, ResultPage, cut_page
from npcserver.model.bounds import Seq
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import PlaceId, TimelineId, WorldId, new_id, slug
from npcserver.model.record import RecordKind
from npcserver.model.world import IDLE, ObjectState, Place, World, object_key
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Reader, RequestKey, Store, UnitOfWork


class Worlds:
    """The use cases of `WorldService`."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def create(self, world: World, key: RequestKey | None = None) -> World:
        """Create a world with its genesis timeline; an empty id is made from the name."""
        return await run_once(
            self._store, key, World, lambda unit: create_world(unit, world, self._clock)
        )

    async def get(self, world_id: WorldId) -> World:
        """Return a world with its first character. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await _with_first(reader, await reader.world(world_id))

    async def list(self, page: Page, among: Collection[str] | None = None) -> ResultPage[World]:
        """Return a page of worlds, or of those `among` some, with their first characters."""
        async with self._store.read() as reader:
            if among is None:
                worlds = await reader.worlds(page.size + 1, page.cursor)
            else:
                worlds = await _worlds_among(reader, among, page)
            found = tuple([await _with_first(reader, world) for world in worlds])
        return cut_page(found, page, lambda world: world.id)

    async def edit(
        self,
        *,
        world_id: WorldId,
        apply: Callable[[World], World],
        if_etag: str = "",
        key: RequestKey | None = None,
    ) -> World:
        """Change a world; with `if_etag` only if its etag is still the same.

        Raises `NotFound` or `Conflict`.
        """

        async def work(unit: UnitOfWork) -> World:
            after = apply(await unit.world(world_id))
            await unit.put_world(replace(after, updated_at=self._clock.now()), if_etag=if_etag)
            return await _with_first(unit, await unit.world(world_id))

        return await run_once(self._store, key, World, work)

    async def delete(
        self, world_id: WorldId, *, if_etag: str = "", key: RequestKey | None = None
    ) -> None:
        """Delete a world with everything in it."""
        await do_once(self._store, key, lambda unit: unit.delete_world(world_id, if_etag=if_etag))

    async def create_place(self, place: Place, key: RequestKey | None = None) -> Place:
        """Create a place; an empty id is made from the name."""

        async def work(unit: UnitOfWork) -> Place:
            await unit.world(place.world_id)
            new = replace(place, id=place.id or PlaceId(slug(place.name)))
            await check_parent(unit, new)
            await unit.add_place(new)
            return await unit.place(new.world_id, new.id)

        return await run_once(self._store, key, Place, work)

    async def get_place(self, world_id: WorldId, place_id: PlaceId) -> Place:
        """Return a place. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await reader.place(world_id, place_id)

    async def list_places(self, world_id: WorldId, page: Page) -> ResultPage[Place]:
        """Return a page of a world's places, by id."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.places(world_id, page.size + 1, page.cursor)
        return cut_page(found, page, lambda place: place.id)

    async def edit_place(
        self,
        *,
        world_id: WorldId,
        place_id: PlaceId,
        apply: Callable[[Place], Place],
        if_etag: str = "",
        key: RequestKey | None = None,
    ) -> Place:
        """Change a place. Raises `NotFound`, `Conflict`, or `InvalidInput` for a circular tree."""

        async def work(unit: UnitOfWork) -> Place:
            after = apply(await unit.place(world_id, place_id))
            await check_parent(unit, after)
            await unit.put_place(after, if_etag=if_etag)
            return await unit.place(world_id, place_id)

        return await run_once(self._store, key, Place, work)

    async def delete_place(
        self,
        world_id: WorldId,
        place_id: PlaceId,
        *,
        if_etag: str = "",
        key: RequestKey | None = None,
    ) -> None:
        """Delete a place without parts or residents."""
        await do_once(
            self._store, key, lambda unit: unit.delete_place(world_id, place_id, if_etag=if_etag)
        )


async def create_world(unit: UnitOfWork, world: World, clock: Clock) -> World:
    """Add a world and its genesis timeline, which holds seed memories."""
    now = clock.now()
    new = replace(
        world,
        id=world.id or WorldId(slug(world.name)),
        genesis_id=TimelineId(new_id("tl")),
        created_at=now,
        updated_at=now,
    )
    await unit.add_world(new)
    await genesis.add_genesis(unit, new, clock)
    return await unit.world(new.id)


async def _worlds_among(reader: Reader, among: Collection[str], page: Page) -> tuple[World, ...]:
    found: list[World] = []
    for world_id in sorted(each for each in among if each > page.cursor):
        with suppress(NotFound):
            found.append(await reader.world(WorldId(world_id)))
        if len(found) > page.size:
            break
    return tuple(found)


async def _with_first(reader: Reader, world: World) -> World:
    return replace(world, first_character_id=await reader.first_character(world.id))


async def check_parent(reader: Reader, place: Place) -> None:
    """Raise `InvalidInput` for a place that would lie inside itself, `NotFound` for no parent."""
    seen = {place.id}
    parent_id = place.parent_id
    while parent_id is not None:
        if parent_id in seen:
            raise InvalidInput("place.parent_id", "a place cannot lie inside itself")
        seen.add(parent_id)
        parent_id = (await reader.place(place.world_id, parent_id)).parent_id


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectEntry(ObjectState):
    """An object and its present state; `since` is None for one that was never touched."""

    since: datetime | None = None


class ObjectStates:
    """The states of objects, as `TimelineService` lists them."""

    def __init__(self, store: Store, directory: Directory) -> None:
        self._store = store
        self._directory = directory

    async def list(
        self,
        *,
        timeline_id: TimelineId,
        page: Page,
        seq: Seq | None = None,
        only_touched: bool = False,
    ) -> ResultPage[ObjectEntry]:
        """Return a page of objects by place and name, each with its state at the vantage.

        With `only_touched`, only those whose state was ever set.
        """
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, seq)
            records = await view.latest_by_subject(RecordKind.OBJECT)
        places = await self._directory.places(view.timeline.world_id)
        things = {} if only_touched else _untouched(places)
        for record in records.values():
            if isinstance(one := record.body, ObjectState):
                known = {each.name: getattr(one, each.name) for each in fields(one)}
                entry = ObjectEntry(**known, since=record.game_time)
                things[one.place_id, one.object] = entry
        after = (PlaceId(""), "")
        if page.cursor:
            place_id, _, name = page.cursor.partition("/")
            after = (PlaceId(place_id), name)
        found = tuple(things[name] for name in sorted(things) if name > after)
        return cut_page(
            found[: page.size + 1],
            page,
            lambda thing: object_key(thing.place_id, thing.object),
        )


def _untouched(places: Mapping[PlaceId, Place]) -> dict[tuple[PlaceId, str], ObjectEntry]:
    return {
        (place.id, name): ObjectEntry(place_id=place.id, object=name, state=IDLE)
        for place in places.values()
        for name in place.objects
    }
