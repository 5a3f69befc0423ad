"""World files: import, export, and the warnings that a valid file gives its author."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from typing import TypeVar

from npcserver.app.authoring import genesis
from npcserver.app.authoring.directory import load_people, resolve_persona, resolve_seeds
from npcserver.app.authoring.genesis import put_first_standings
from npcserver.app.authoring.lore_index import LoreIndexCache
from npcserver.app.authoring.world_review import review
from npcserver.app.lore import put_book
from npcserver.app.worlds import create_world
from npcserver.model.character import Character, People
from npcserver.model.errors import NotFound
from npcserver.model.ids import WorldId
from npcserver.model.lore import Book
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile, gather
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Store, UnitOfWork

_ALL = 1_000_000
_T = TypeVar("_T", Place, Character, Book)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSummary:
    """The result of an import, counted in characters.

    `changed` are the ids of changed characters, each with the changed fields, such as `mei (goals,
    memories)`. `memories` is how many seeds are new, `books` how many books the file has.
    `has_new_genesis` is true when seeds were changed or removed: timelines started from now on
    begin afresh, existing ones keep what they had. `warnings` are for the author to look at.
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


class WorldFiles:
    """Imports world files, and exports worlds as files."""

    def __init__(self, store: Store, clock: Clock, shelves: LoreIndexCache | None = None) -> None:
        self._store = store
        self._clock = clock
        self._shelves = shelves

    async def put(self, file: WorldFile) -> ImportSummary:
        """Create or update everything the file names, in one transaction.

        Characters, places and books of the world that the file does not name stay as they are.
        """

        async def work(unit: UnitOfWork) -> ImportSummary:
            world = await self._put_world(unit, file)
            for place in file.places:
                await _put_place(unit, replace(place, world_id=world.id))
            now = self._clock.now()
            known = await load_people(unit, world.id)
            people = People({**known.names, **file.people.names})
            roles = tuple(_role_with_ids(role, people) for role in file.characters)
            outcomes = [
                await _put_role(unit, world, role, now + place * timedelta.resolution)
                for place, role in enumerate(roles)
            ]
            written, sown, is_new = await self._put_seeds(unit, world, roles)
            # Standings follow from the seeds. The world is read again, since its genesis may be
            # new.
            await put_first_standings(unit, await unit.world(world.id))
            for book in file.books:
                await put_book(unit, replace(book, world_id=world.id))
            await unit.arrange(world.id, (await unit.order(world.id)).after(file.order))
            changed = {
                role.id: (*parts, *(("memories",) if role.id in sown else ()))
                for role, parts in zip(roles, outcomes, strict=True)
                if parts is not None
            }
            named = tuple(f"{one} ({', '.join(parts)})" for one, parts in changed.items() if parts)
            return ImportSummary(
                world_id=world.id,
                name=world.name,
                created=outcomes.count(None),
                updated=len(named),
                unchanged=len(changed) - len(named),
                changed=named,
                memories=written,
                books=len(file.books),
                has_new_genesis=is_new,
                warnings=review(replace(file, characters=roles), people),
            )

        imported = await self._store.write(work)
        if self._shelves is not None:
            self._shelves.forget(imported.world_id)
        return imported

    async def get(self, world_id: WorldId) -> WorldFile:
        """Return a world in the form of a world file."""
        async with self._store.read() as reader:
            world = await reader.world(world_id)
            order = await reader.order(world_id)
            places = _ordered(await reader.places(world_id, _ALL), order.places)
            books = _ordered(await reader.library.books(world_id, _ALL), order.books)
            characters = _ordered(await reader.characters(world_id, _ALL), order.characters)
            seeds = {
                character.id: await genesis.load_seeds(reader, world, character.id)
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

    async def _put_seeds(
        self, unit: UnitOfWork, world: World, roles: Sequence[Role]
    ) -> tuple[int, frozenset[str], bool]:
        """Update the seed memories in the genesis.

        Returns how many were written, whose changed, and whether the genesis is a new one.
        """
        kept = {role.id: await genesis.load_seeds(unit, world, role.id) for role in roles}
        changed = frozenset(role.id for role in roles if tuple(kept[role.id]) != role.memories)
        # The genesis is append-only: added seeds are appended, any other change needs a new one.
        if all(role.memories[: len(kept[role.id])] == kept[role.id] for role in roles):
            written = 0
            for role in roles:
                fresh = role.memories[len(kept[role.id]) :]
                await genesis.add_seeds(unit, world, role.id, fresh)
                written += len(fresh)
            return written, changed, False
        seeds = {role.id: role.memories for role in roles}
        await genesis.replace_genesis(unit, world, seeds, self._clock)
        return sum(map(len, seeds.values())), changed, True


def _ordered(found: Sequence[_T], ids: Sequence[str]) -> list[_T]:
    places = {one: place for place, one in enumerate(ids)}
    return sorted(found, key=lambda one: places[one.id])


def _role_with_ids(role: Role, people: People) -> Role:
    field = f"characters.{role.id}"
    return replace(
        role,
        persona=resolve_persona(role.persona, people, field),
        memories=resolve_seeds(role.memories, people, f"{field}.memories"),
    )


async def _put_role(
    unit: UnitOfWork, world: World, role: Role, now: datetime
) -> tuple[str, ...] | None:
    """Store a character and return its changed fields; None for a new one.

    Characters of one file get creation times in its order, one clock resolution apart.
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
