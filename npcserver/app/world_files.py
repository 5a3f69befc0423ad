"""World files: import, export, and the warnings that a valid file gives its author."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypeVar

from npcserver.app.authoring import genesis
from npcserver.app.authoring.directory import load_people, resolve_persona, resolve_seeds
from npcserver.app.authoring.genesis import load_characters, put_first_standings
from npcserver.app.authoring.lore_index import LoreIndexCache
from npcserver.app.authoring.world_review import review
from npcserver.app.idempotency import rehearse, run_once
from npcserver.app.lore import put_book
from npcserver.app.worlds import create_world
from npcserver.model.character import Character, People
from npcserver.model.errors import AlreadyExists, Conflict, NotFound, Reason
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.lore import Book
from npcserver.model.world import Place, World
from npcserver.model.worldfile import KnownWorld, Role, WorldFile, gather
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Reader, RequestKey, Store, UnitOfWork

_ALL = 1_000_000
_T = TypeVar("_T", Place, Character, Book)


class ImportedKind(StrEnum):
    """Kinds of things in a world file."""

    WORLD = "world"
    PLACE = "place"
    CHARACTER = "character"
    BOOK = "book"


class ImportEffect(StrEnum):
    """What an import does to a thing."""

    CREATED = "created"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class ImportChange:
    """What an import did to one thing; `fields` are those of a character that changed."""

    kind: ImportedKind
    id: str
    effect: ImportEffect
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileProblem:
    """A problem of a file; line and column are from 1, and 0 where they are unknown."""

    line: int
    column: int
    path: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSummary:
    """The result of an import, or what it would do.

    `memories` is how many seeds are new. `has_new_genesis` is true when seeds were changed or
    removed: timelines started from now on begin afresh, existing ones keep what they had.
    `warnings` are for the author to look at, `problems` are those of a file that cannot be read.
    """

    world_id: WorldId
    name: str
    changes: tuple[ImportChange, ...] = ()
    memories: int = 0
    has_new_genesis: bool = False
    warnings: tuple[str, ...] = ()
    problems: tuple[FileProblem, ...] = ()
    needs_overwrite: bool = False

    def count(self, kind: ImportedKind, *effects: ImportEffect) -> int:
        """Return how many things of a kind had one of these effects; all of them without any."""
        wanted = effects or tuple(ImportEffect)
        return sum(one.kind is kind and one.effect in wanted for one in self.changes)

    @property
    def changed(self) -> tuple[str, ...]:
        """The changed characters with the changed fields, such as `mei (goals, memories)`."""
        return tuple(
            f"{one.id} ({', '.join(one.fields)})"
            for one in self.changes
            if one.kind is ImportedKind.CHARACTER and one.effect is ImportEffect.CHANGED
        )


class WorldFiles:
    """Imports world files, and exports worlds as files."""

    def __init__(self, store: Store, clock: Clock, shelves: LoreIndexCache | None = None) -> None:
        self._store = store
        self._clock = clock
        self._shelves = shelves

    async def put(
        self,
        file: WorldFile,
        *,
        is_as_expected: Callable[[WorldFile], bool] | None = None,
        overwrite: bool = True,
        validate_only: bool = False,
        key: RequestKey | None = None,
    ) -> ImportSummary:
        """Create or update everything the file names, in one transaction.

        Characters, places and books of the world that the file does not name stay as they are.
        Without `overwrite` nothing that is there is changed, unless the world `is_as_expected`.
        With `validate_only` nothing is stored. Raises `AlreadyExists`, or `Conflict`
        (ETAG_MISMATCH) for a world that is not as expected.
        """

        async def work(unit: UnitOfWork) -> ImportSummary:
            if is_as_expected is not None:
                await _require_expected(unit, file.world.id, is_as_expected)
            summary = await self._put_all(unit, file)
            changed = [one for one in summary.changes if one.effect is ImportEffect.CHANGED]
            is_refused = bool(changed) and not overwrite and is_as_expected is None
            if is_refused and not validate_only:
                raise AlreadyExists(
                    changed[0].kind,
                    changed[0].id,
                    f"the import would change it, and {len(changed) - 1} more; set `overwrite`, or "
                    "export the world, merge, and import with its `etag`",
                )
            return replace(summary, needs_overwrite=is_refused)

        if validate_only:
            return await rehearse(self._store, work)
        imported = await run_once(self._store, key, ImportSummary, work)
        if self._shelves is not None:
            self._shelves.forget(imported.world_id)
        return imported

    async def _put_all(self, unit: UnitOfWork, file: WorldFile) -> ImportSummary:
        world, effect = await self._put_world(unit, file)
        changes = [ImportChange(ImportedKind.WORLD, world.id, effect)]
        order = await unit.order(world.id)
        for place in file.places:
            effect = await _put_place(unit, replace(place, world_id=world.id))
            changes.append(ImportChange(ImportedKind.PLACE, place.id, effect))
        now = self._clock.now()
        known = await load_people(unit, world.id)
        people = People({**known.names, **file.people.names})
        roles = tuple(_role_with_ids(role, people) for role in file.characters)
        there = [role.id for role in roles if role.id in known.names]
        before = {one.id: one for one in await load_characters(unit, world.id, there)}
        seeds = {role.id: role.memories for role in roles}
        # Before the characters, so that the notes of new ones have their memories.
        written, sown, is_new = await genesis.put_seeds(unit, world, seeds, self._clock)
        outcomes = [
            await _put_role(unit, world, role, before, now + place * timedelta.resolution)
            for place, role in enumerate(roles)
        ]
        # Standings follow from the seeds. The world is read again, since its genesis may be new.
        await put_first_standings(unit, await unit.world(world.id))
        changes += [
            _change_of(role, parts, has_new_seeds=role.id in sown)
            for role, parts in zip(roles, outcomes, strict=True)
        ]
        for book in file.books:
            effect = await _put_book(unit, replace(book, world_id=world.id))
            changes.append(ImportChange(ImportedKind.BOOK, book.id, effect))
        await unit.arrange(world.id, order.after(file.order))
        return ImportSummary(
            world_id=world.id,
            name=world.name,
            changes=tuple(changes),
            memories=written,
            has_new_genesis=is_new,
            warnings=review(replace(file, characters=roles), people),
        )

    async def known(self, world_id: WorldId) -> KnownWorld:
        """Return what a world has already, which is nothing for one that is not there."""
        async with self._store.read() as reader:
            places = frozenset(one.id for one in await reader.places(world_id, _ALL))
            return KnownWorld(await load_people(reader, world_id), places)

    async def get(self, world_id: WorldId) -> WorldFile:
        """Return a world in the form of a world file."""
        async with self._store.read() as reader:
            return await _gathered(reader, world_id)

    async def _put_world(self, unit: UnitOfWork, file: WorldFile) -> tuple[World, ImportEffect]:
        wanted = file.world
        try:
            known = await unit.world(wanted.id)
        except NotFound:
            created = await create_world(unit, wanted, self._clock)
            return created, ImportEffect.CREATED
        merged = replace(
            wanted,
            genesis_id=known.genesis_id,
            etag=known.etag,
            created_at=known.created_at,
            updated_at=known.updated_at,
        )
        if merged == known:
            return known, ImportEffect.UNCHANGED
        await unit.put_world(replace(merged, updated_at=self._clock.now()))
        return await unit.world(wanted.id), ImportEffect.CHANGED


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
    unit: UnitOfWork,
    world: World,
    role: Role,
    before: Mapping[CharacterId, Character],
    now: datetime,
) -> tuple[str, ...] | None:
    """Store a character and return its changed fields; None for a new one.

    Characters of one file get creation times in its order, one clock resolution apart.
    """
    known = before.get(role.id)
    if known is None:
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


async def _put_place(unit: UnitOfWork, place: Place) -> ImportEffect:
    try:
        known = await unit.place(place.world_id, place.id)
    except NotFound:
        await unit.add_place(place)
        return ImportEffect.CREATED
    if replace(place, etag=known.etag) == known:
        return ImportEffect.UNCHANGED
    await unit.put_place(place)
    return ImportEffect.CHANGED


async def _put_book(unit: UnitOfWork, book: Book) -> ImportEffect:
    before = ""
    with suppress(NotFound):
        before = (await unit.library.book(book.world_id, book.id)).etag
    stored = await put_book(unit, book)
    if not before:
        return ImportEffect.CREATED
    return ImportEffect.UNCHANGED if stored.book.etag == before else ImportEffect.CHANGED


def _change_of(role: Role, parts: tuple[str, ...] | None, *, has_new_seeds: bool) -> ImportChange:
    if parts is None:
        return ImportChange(ImportedKind.CHARACTER, role.id, ImportEffect.CREATED)
    parts = (*parts, "memories") if has_new_seeds else parts
    effect = ImportEffect.CHANGED if parts else ImportEffect.UNCHANGED
    return ImportChange(ImportedKind.CHARACTER, role.id, effect, parts)


async def _gathered(reader: Reader, world_id: WorldId) -> WorldFile:
    world = await reader.world(world_id)
    order = await reader.order(world_id)
    places = _ordered(await reader.places(world_id, _ALL), order.places)
    books = _ordered(await reader.library.books(world_id, _ALL), order.books)
    characters = _ordered(await reader.characters(world_id, _ALL), order.characters)
    seeds = await genesis.load_seeds(reader, world, [one.id for one in characters])
    return gather(world, places, characters, seeds, books)


async def _require_expected(
    reader: Reader, world_id: WorldId, is_as_expected: Callable[[WorldFile], bool]
) -> None:
    if not is_as_expected(await _gathered(reader, world_id)):
        raise Conflict(
            f"world {world_id!r} was changed since it was exported; export it again, and merge",
            Reason.ETAG_MISMATCH,
            kind="world",
        )
