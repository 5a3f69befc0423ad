"""World files in and out: a file is put in force as a whole, or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from typing import TypeVar

from npcserver.app.authoring import genesis
from npcserver.app.authoring.acquaintance import put_first_standings
from npcserver.app.authoring.addressing import people_of, seeds_with_ids, with_ids
from npcserver.app.authoring.review import review
from npcserver.app.authoring.shelves import Shelves
from npcserver.app.lore import put_book
from npcserver.app.worlds import create_world
from npcserver.model.character import Character, SeedMemory
from npcserver.model.errors import NotFound
from npcserver.model.ids import WorldId
from npcserver.model.lore import Book
from npcserver.model.people import People
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile, gather
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Store, UnitOfWork

_ALL = 1_000_000
_T = TypeVar("_T", Place, Character, Book)


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did, counted in characters.

    `changed` are the ids of characters that are not what they were, each with what of it, such as
    `mei (goals, memories)`. `memories` is how many seeds are new, `books` how many books the file
    has. `has_new_genesis` tells that seeds were changed or removed: timelines started from now on
    begin afresh, those already under way keep what they had. `warnings` are what the author should
    look at.
    """

    world_id: WorldId
    name: str
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    changed: tuple[str, ...] = ()
    memories: int = 0
    books: int = 0
    has_new_genesis: bool = False
    warnings: tuple[str, ...] = ()


class Importing:
    """Puts world files in force, and writes worlds out as files."""

    def __init__(self, store: Store, clock: Clock, shelves: Shelves | None = None) -> None:
        self._store = store
        self._clock = clock
        self._shelves = shelves

    async def put(self, file: WorldFile) -> Imported:
        """Create or update everything the file names, in one transaction.

        Characters, places and books of the world that the file does not name stay as they are.
        """

        async def work(unit: UnitOfWork) -> Imported:
            world = await self._put_world(unit, file)
            for place in file.places:
                await _put_place(unit, replace(place, world_id=world.id))
            now = self._clock.now()
            known = await people_of(unit, world.id)
            people = People({**known.names, **file.people.names})
            roles = tuple(_role_with_ids(role, people) for role in file.characters)
            outcomes = [
                await _put_role(unit, world, role, now + place * timedelta.resolution)
                for place, role in enumerate(roles)
            ]
            sown = await self._put_seeds(unit, world, roles)
            await put_first_standings(unit, await unit.world(world.id))
            for book in file.books:
                await put_book(unit, replace(book, world_id=world.id))
            await unit.arrange(world.id, (await unit.order(world.id)).after(file.order))
            changed = {
                role.id: (*parts, *(("memories",) if role.id in sown.changed else ()))
                for role, parts in zip(roles, outcomes, strict=True)
                if parts is not None
            }
            named = tuple(f"{one} ({', '.join(parts)})" for one, parts in changed.items() if parts)
            return Imported(
                world_id=world.id,
                name=world.name,
                created=outcomes.count(None),
                updated=len(named),
                unchanged=len(changed) - len(named),
                changed=named,
                memories=sown.written,
                books=len(file.books),
                has_new_genesis=sown.is_new,
                warnings=review(replace(file, characters=roles), people),
            )

        imported = await self._store.write(work)
        if self._shelves is not None:
            self._shelves.forget(imported.world_id)
        return imported

    async def get(self, world_id: WorldId) -> WorldFile:
        """Return a world as a file holds it."""
        async with self._store.read() as reader:
            world = await reader.world(world_id)
            order = await reader.order(world_id)
            places = _ordered(await reader.places(world_id, _ALL), order.places)
            books = _ordered(await reader.library.books(world_id, _ALL), order.books)
            characters = _ordered(await reader.characters(world_id, _ALL), order.characters)
            seeds = {
                character.id: await genesis.seeds_of(reader, world, character.id)
                for character in characters
            }
        return gather(
            world,
            places,
            characters,
            seeds,
            affordances=world.affordances,
            entities=world.entities,
            books=books,
        )

    async def _put_world(self, unit: UnitOfWork, file: WorldFile) -> World:
        wanted = replace(file.world, affordances=file.affordances, entities=file.entities)
        try:
            known = await unit.world(wanted.id)
        except NotFound:
            return await create_world(unit, wanted, self._clock)
        merged = replace(
            wanted,
            genesis_id=known.genesis_id,
            etag=known.etag,
            created_at=known.created_at,
            updated_at=known.updated_at,
        )
        if merged != known:
            await unit.put_world(replace(merged, updated_at=self._clock.now()))
        return await unit.world(wanted.id)

    async def _put_seeds(self, unit: UnitOfWork, world: World, roles: Sequence[Role]) -> "_Sown":
        """Bring the genesis up to date."""
        kept = {role.id: await genesis.seeds_of(unit, world, role.id) for role in roles}
        changed = frozenset(role.id for role in roles if tuple(kept[role.id]) != role.memories)
        if all(_extends(role.memories, kept[role.id]) for role in roles):
            written = 0
            for role in roles:
                fresh = role.memories[len(kept[role.id]) :]
                await genesis.sow(unit, world, role.id, fresh)
                written += len(fresh)
            return _Sown(written, changed)
        seeds = {role.id: role.memories for role in roles}
        await genesis.renew(unit, world, seeds, self._clock)
        return _Sown(sum(map(len, seeds.values())), changed, is_new=True)


@dataclass(frozen=True, slots=True)
class _Sown:
    """How many seeds were written, and whose are not what they were; `is_new` of a new genesis."""

    written: int
    changed: frozenset[str]
    is_new: bool = False


def _ordered(found: Sequence[_T], ids: Sequence[str]) -> list[_T]:
    places = {one: place for place, one in enumerate(ids)}
    return sorted(found, key=lambda one: places[one.id])


def _role_with_ids(role: Role, people: People) -> Role:
    field = f"characters.{role.id}"
    return replace(
        role,
        persona=with_ids(role.persona, people, field),
        memories=seeds_with_ids(role.memories, people, f"{field}.memories"),
    )


async def _put_role(
    unit: UnitOfWork, world: World, role: Role, now: datetime
) -> tuple[str, ...] | None:
    """Store a character and return what of it changed; None for a new one.

    Those of one file are created in its order, a moment apart.
    """
    try:
        known = await unit.character(world.id, role.id)
    except NotFound:
        await unit.add_character(
            Character(
                id=role.id,
                world_id=world.id,
                persona=role.persona,
                place_id=role.place_id,
                knows=role.knows,
                created_at=now,
                updated_at=now,
            )
        )
        return None
    wanted = replace(known, persona=role.persona, place_id=role.place_id, knows=role.knows)
    if wanted == known:
        return ()
    await unit.put_character(replace(wanted, updated_at=now))
    parts = [
        one.name
        for one in fields(wanted.persona)
        if getattr(wanted.persona, one.name) != getattr(known.persona, one.name)
    ]
    parts += ["place"] if wanted.place_id != known.place_id else []
    return (*parts, *(["knows"] if wanted.knows != known.knows else []))


async def _put_place(unit: UnitOfWork, place: Place) -> None:
    try:
        known = await unit.place(place.world_id, place.id)
    except NotFound:
        await unit.add_place(place)
        return
    if replace(place, etag=known.etag) != known:
        await unit.put_place(place)


def _extends(wanted: Sequence[SeedMemory], kept: Sequence[SeedMemory]) -> bool:
    return tuple(wanted[: len(kept)]) == tuple(kept)
