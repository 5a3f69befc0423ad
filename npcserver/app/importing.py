"""World files in and out: a file is put in force as a whole, or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from npcserver.app.authoring import genesis
from npcserver.app.authoring.shelves import Shelves
from npcserver.app.lore import put_book
from npcserver.app.worlds import create_world
from npcserver.model.character import Character, SeedMemory
from npcserver.model.errors import NotFound
from npcserver.model.ids import WorldId
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile, gather
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Store, UnitOfWork

_ALL = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did, counted in characters.

    `memories` is how many seeds are new, `books` how many books the file has. `has_new_genesis`
    tells that seeds were changed or removed: timelines started from now on begin afresh, those
    already under way keep what they had.
    """

    world_id: WorldId
    name: str
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    memories: int = 0
    books: int = 0
    has_new_genesis: bool = False


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
            outcomes = [
                await _put_role(unit, world, role, now + place * timedelta.resolution)
                for place, role in enumerate(file.characters)
            ]
            memories, is_new = await self._put_seeds(unit, world, file.characters)
            for book in file.books:
                await put_book(unit, replace(book, world_id=world.id))
            return Imported(
                world_id=world.id,
                name=world.name,
                created=outcomes.count("created"),
                updated=outcomes.count("updated"),
                unchanged=outcomes.count("unchanged"),
                memories=memories,
                books=len(file.books),
                has_new_genesis=is_new,
            )

        imported = await self._store.write(work)
        if self._shelves is not None:
            self._shelves.forget(imported.world_id)
        return imported

    async def get(self, world_id: WorldId) -> WorldFile:
        """Return a world as a file holds it."""
        async with self._store.read() as reader:
            world = await reader.world(world_id)
            places = await reader.places(world_id, _ALL)
            books = await reader.library.books(world_id, _ALL)
            by_id = await reader.characters(world_id, _ALL)
            characters = sorted(by_id, key=lambda character: character.created_at)
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

    async def _put_seeds(
        self, unit: UnitOfWork, world: World, roles: Sequence[Role]
    ) -> tuple[int, bool]:
        """Bring the genesis up to date; return how many seeds were written, and if it is new."""
        kept = {role.id: await genesis.seeds_of(unit, world, role.id) for role in roles}
        if all(_extends(role.memories, kept[role.id]) for role in roles):
            written = 0
            for role in roles:
                fresh = role.memories[len(kept[role.id]) :]
                await genesis.sow(unit, world, role.id, fresh)
                written += len(fresh)
            return written, False
        seeds = {role.id: role.memories for role in roles}
        await genesis.renew(unit, world, seeds, self._clock)
        return sum(map(len, seeds.values())), True


async def _put_role(unit: UnitOfWork, world: World, role: Role, now: datetime) -> str:
    """Store a character; those of one file are created in its order, a moment apart."""
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
        return "created"
    wanted = replace(known, persona=role.persona, place_id=role.place_id, knows=role.knows)
    if wanted == known:
        return "unchanged"
    await unit.put_character(replace(wanted, updated_at=now))
    return "updated"


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
