"""World files: import, export, and the warnings that a valid file gives its author."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from difflib import get_close_matches
from typing import TypeVar

from npcserver.app.authoring import genesis
from npcserver.app.authoring.directory import load_people, resolve_persona, resolve_seeds
from npcserver.app.authoring.genesis import put_first_standings
from npcserver.app.authoring.lore_index import LoreIndexCache
from npcserver.app.lore import put_book
from npcserver.app.worlds import create_world
from npcserver.mind.provenance import retells, split, stated
from npcserver.model.character import Character, People, Persona, SeedMemory
from npcserver.model.errors import NotFound
from npcserver.model.ids import WorldId
from npcserver.model.lore import Book
from npcserver.model.secret import Secret
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile, gather
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Store, UnitOfWork

_OF_ALL, _OF_ONE = 0.3, 0.75
"""Shares of a secret, and of one of its sentences, that an open sentence must state to be reported.

In the sample world the first separates the background that gives a secret away (0.32) from goals
that only touch theirs (up to 0.25), the second from mentioning the same thing (0.67).
"""
_SLIP = 0.75  # so alike a relation's name and a character's are: many lead to people elsewhere
_SHOWN = 60  # characters of a sentence in a warning


def review(world: WorldFile, people: People | None = None) -> tuple[str, ...]:
    """Return warnings about a world, in the order of its file; empty when there are none.

    `people` are all characters of the world, by default those of the file.
    """
    known = people or world.people
    found = [*world.doubts, *_unknown_people(world, known), *_unknown_kinds(world)]
    found += _lone_flags(world)
    for role in world.characters:
        found += _disclosed_secrets(role, world)
    return tuple(dict.fromkeys(found))


def _unknown_people(world: WorldFile, people: People) -> Iterator[str]:
    yield from _relations(world, people)
    for role in world.characters:
        for memory in role.memories:
            yield from _secret(f"{role.id}: the memory", memory.secret, people)
    for book in world.books:
        for chapter in book.chapters:
            yield from _secret(f"book {book.id}: the chapter", chapter.secret, people)
        yield from _listed(f"book {book.id}: the reader", book.readers, people)
    for place in world.places:
        yield from _listed(f"place {place.id}: the owner", place.owner_ids, people)


def _unknown_kinds(world: WorldFile) -> Iterator[str]:
    """Yield the kinds of entities that parameters ask for and no entity of the world has."""
    there = {one.kind for one in world.entities if one.kind}
    for affordance in world.affordances if there else ():
        for parameter in affordance.parameters:
            for kind in parameter.entity_kinds:
                if kind in there:
                    continue
                near = next(iter(get_close_matches(kind, there, n=1)), "")
                advice = f"did you mean {near!r}?" if near else "your game has to declare one"
                yield (
                    f"affordance {affordance.name}: no entity here is of the kind {kind!r}, which "
                    f"{parameter.name!r} asks for; {advice}"
                )


def _lone_flags(world: WorldFile) -> Iterator[str]:
    """Yield the flags that one secret names and that look like a slip in those of others."""
    secrets = [one.secret for role in world.characters for one in role.memories]
    secrets += [chapter.secret for book in world.books for chapter in book.chapters]
    flags = Counter(one.flag for one in secrets if one is not None and one.flag)
    for flag, count in flags.items():
        near = next(iter(get_close_matches(flag, [one for one in flags if one != flag], n=1)), "")
        if count == 1 and near and flags[near] >= count:
            yield (
                f"the flag {flag!r} is named by one secret alone; did you mean {near!r}? Your game "
                "has to set it, or nobody is told"
            )


def _relations(world: WorldFile, people: People) -> Iterator[str]:
    elsewhere: list[str] = []
    for role in world.characters:
        for to in (one.to for one in role.persona.relations if not one.to_id):
            problem, near = people.ambiguous(to), people.nearest(to, _SLIP)
            if not problem and near:
                problem = f"{to!r} is nobody here; did you mean {near!r}?"
            if problem:
                yield f"{role.id}: the relation to {to!r}: {problem}"
            else:
                elsewhere.append(f"{to!r} ({role.id})")
    if elsewhere:
        yield f"relations to people who are no characters here: {', '.join(elsewhere)}"


def _secret(where: str, secret: Secret | None, people: People) -> Iterator[str]:
    for to in () if secret is None else secret.to:
        if secret is None or to in people.names:
            continue
        near = people.nearest(to)
        problem = (
            people.ambiguous(to)
            or (f"{to!r} is nobody here; " + (f"did you mean {near!r}? " if near else ""))
            + "only a player with this id may be told"
        )
        yield f"{where} with the secret {secret.key!r}: {problem}"


def _listed(where: str, identifiers: Iterable[str], people: People) -> Iterator[str]:
    for one in identifiers:
        if one not in people.names:
            near = people.nearest(one)
            advice = f"did you mean {near!r}?" if near else "remove it"
            yield f"{where} {one!r} is nobody here; {advice}"


def _disclosed_secrets(role: Role, world: WorldFile) -> Iterator[str]:
    """Yield the open fields of a persona that state what one of its secrets states."""
    names = tuple(one.persona.name for one in world.characters)
    for memory in role.memories:
        if memory.secret is None:
            continue
        for field, text in _open_texts(role.persona):
            sentence = _stating(text, memory.text, names)
            if sentence:
                shown = sentence if len(sentence) <= _SHOWN else f"{sentence[: _SHOWN - 1]}…"
                yield (
                    f"{role.id}.{field} states what the secret {memory.secret.key!r} keeps: "
                    f"{shown!r}. A persona is before the model in every talk; take it out there"
                )


def _open_texts(persona: Persona) -> Iterator[tuple[str, str]]:
    for field in ("traits", "background", "currently", "lifestyle", "daily_plan", "voice"):
        yield field, getattr(persona, field)
    for field in ("goals", "greetings"):
        for place, text in enumerate(getattr(persona, field)):
            yield f"{field}[{place}]", text
    for place, relation in enumerate(persona.relations):
        yield f"relations[{place}].view", relation.view
    for place, line in enumerate(persona.fallback_lines):
        yield f"fallback_lines[{place}]", line.text


def _stating(text: str, secret: str, names: tuple[str, ...]) -> str:
    """Return the sentence of an open text that states most of a secret; empty for none."""
    found = [
        (stated(secret, sentence), sentence.strip())
        for sentence in split(text)
        if retells(sentence, secret, names)
        and (
            stated(secret, sentence) >= _OF_ALL
            or any(stated(one, sentence) >= _OF_ONE for one in split(secret))
        )
    ]
    return max(found, default=(0.0, ""))[1]


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
            sown = await self._put_seeds(unit, world, roles)
            # Standings follow from the seeds. The world is read again, since its genesis may be
            # new.
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
            return ImportSummary(
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
    ) -> "_SeedCount":
        """Update the seed memories in the genesis; return what changed."""
        kept = {role.id: await genesis.load_seeds(unit, world, role.id) for role in roles}
        changed = frozenset(role.id for role in roles if tuple(kept[role.id]) != role.memories)
        # The genesis is append-only: added seeds are appended, any other change needs a new one.
        if all(_extends(role.memories, kept[role.id]) for role in roles):
            written = 0
            for role in roles:
                fresh = role.memories[len(kept[role.id]) :]
                await genesis.add_seeds(unit, world, role.id, fresh)
                written += len(fresh)
            return _SeedCount(written, changed)
        seeds = {role.id: role.memories for role in roles}
        await genesis.replace_genesis(unit, world, seeds, self._clock)
        return _SeedCount(sum(map(len, seeds.values())), changed, is_new=True)


@dataclass(frozen=True, slots=True)
class _SeedCount:
    """How many seeds were written, and whose changed; `is_new` for a new genesis."""

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


def _extends(wanted: Sequence[SeedMemory], kept: Sequence[SeedMemory]) -> bool:
    return tuple(wanted[: len(kept)]) == tuple(kept)
