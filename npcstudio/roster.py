"""Who is in a world and where they begin; new characters; and what each remembers at the start."""

from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.character import Character, Persona, SeedMemory
from npcserver.model.errors import Conflict, InvalidInput, Reason
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.world import DEFAULT_START, World
from npcstudio.forms import (
    FormField,
    FormKind,
    FormReader,
    etag_of,
    filled,
    form_page,
    lined,
    read_new_id,
)
from npcstudio.locks import lock_fields, lock_values, read_secret
from npcstudio.markup import address
from npcstudio.places import place_choices
from npcstudio.visits import Visit
from npcstudio.worlds import CAST

_SHOWN: Final = 10
"""Timelines that are named where the page says that they keep their seed memories."""


async def show_people(visit: Visit) -> Response:
    """Show the characters of a world, with where each begins."""
    world = await visit.services.worlds.get(visit.world_id)
    page = Page(CAST.size, visit.asked.text("after", limits.IDENTIFIER))
    cast = await visit.services.characters.list(world.id, page)
    places = await visit.services.worlds.list_places(world.id, Page(limits.PLACES))
    return visit.page(
        "people", world=world, cast=cast, places={one.id: one.name for one in places.items}
    )


async def show_new_character(visit: Visit) -> Response:
    """Show the form of a new character."""
    world = await visit.services.worlds.get(visit.world_id)
    fields = await _new_fields(visit, world)
    return form_page(visit, FormKind.NEW_CHARACTER, fields, world=world)


async def make_character(visit: Visit) -> Response:
    """Make a character of a name, a place and one paragraph."""
    world = await visit.services.worlds.get(visit.world_id)
    reader = FormReader(visit.form)
    character = Character(
        id=CharacterId(read_new_id(reader)),
        world_id=world.id,
        persona=Persona(
            name=reader.read(Persona, "name", is_needed=True),
            background=reader.read(Persona, "background"),
            language=world.language,
        ),
        place_id=PlaceId(reader.text("place")) or None,
        created_at=DEFAULT_START,
        updated_at=DEFAULT_START,
    )
    made: list[Character] = []

    async def work() -> None:
        made.append(await visit.services.characters.create(character, key=visit.request_key))

    if await reader.attempt(work):
        return visit.to("w", world.id, "people", made[0].id, done="made")
    fields = reader.shown(await _new_fields(visit, world), {})
    return form_page(visit, FormKind.NEW_CHARACTER, fields, reader, world=world)


async def show_character(visit: Visit) -> Response:
    """Show where a character begins, and what it remembers at the start."""
    world, character = await _whose(visit)
    fields = filled(await _fields(visit, world), _values(character))
    return await _character_page(visit, world, character, fields)


async def place_character(visit: Visit) -> Response:
    """Store where a character begins, and which places it knows of, or delete the character."""
    world, character = await _whose(visit)
    reader = FormReader(visit.form)
    if reader.text("do") == "delete":
        await visit.services.characters.delete(
            world.id, character.id, if_etag=reader.text("etag"), key=visit.request_key
        )
        return visit.to("w", world.id, "people", done="deleted")
    place_id = PlaceId(reader.text("place")) or None
    knows = tuple(map(PlaceId, reader.lines("knows", limits.PLACES)))
    edit = partial(
        visit.services.characters.edit,
        world_id=world.id,
        character_id=character.id,
        apply=lambda before: replace(before, place_id=place_id, knows=knows),
        if_etag=reader.text("etag"),
        key=visit.request_key,
    )
    if await reader.attempt(edit):
        return visit.to("w", world.id, "people", character.id, done="stored")
    fields = reader.shown(await _fields(visit, world), _values(character))
    return await _character_page(visit, world, character, fields, reader)


async def show_seed(visit: Visit) -> Response:
    """Show the form of a seed memory, empty for a new one."""
    world, character = await _whose(visit)
    seeds, _ = await _seeds(visit, character)
    wanted = visit.asked.text("seed", limits.IDENTIFIER)
    here = next((place for place, one in enumerate(seeds) if etag_of(one) == wanted), None)
    seed = None if here is None else seeds[here]
    at = "" if here is None else f"{here}/{len(seeds)}"
    stored = {} if seed is None else _seed_values(seed)
    fields = filled(await _seed_fields(visit), {**stored, "at": at})
    return await _seed_page(visit, world, character, seed, fields)


async def save_seed(visit: Visit) -> Response:
    """Store a seed memory in the place of the one that the form was filled from, or take it away.

    The others stay as they are, also where another designer changed one of them meanwhile.
    """
    world, character = await _whose(visit)
    reader, etag = FormReader(visit.form), visit.form.text("etag")
    is_taken_away = reader.text("do") == "delete"
    typed = None if is_taken_away else _read_seed(reader)
    seeds, whole = await _seeds(visit, character)
    here = next((place for place, one in enumerate(seeds) if etag_of(one) == etag), None)

    async def work() -> None:
        if etag and here is None:
            raise Conflict("", Reason.ETAG_MISMATCH, kind="seed memory")
        kept = list(seeds)
        place = slice(len(kept), None) if here is None else slice(here, here + 1)
        kept[place] = [] if typed is None else [typed]
        if len(kept) > limits.SEED_MEMORIES:
            raise InvalidInput("text", f"is one too many; keep at most {limits.SEED_MEMORIES:,}")
        await visit.services.characters.put_seeds(
            world_id=world.id,
            character_id=character.id,
            seeds=tuple(kept),
            if_etag=whole,
            key=visit.request_key,
        )

    if await reader.attempt(work):
        done = "seed_gone" if is_taken_away else "seed_stored"
        return visit.to("w", world.id, "people", character.id, done=done)
    if reader.has_conflict and here is None:
        here = _same_place(reader.text("at"), seeds)
    seed = None if here is None else seeds[here]
    stored = {} if seed is None else _seed_values(seed)
    fields = reader.shown(await _seed_fields(visit), stored)
    return await _seed_page(visit, world, character, seed, fields, reader)


async def _whose(visit: Visit) -> tuple[World, Character]:
    world = await visit.services.worlds.get(visit.world_id)
    return world, await visit.services.characters.get(world.id, visit.character_id)


async def _seeds(visit: Visit, character: Character) -> tuple[tuple[SeedMemory, ...], str]:
    found, etag = await visit.services.characters.seeds(
        character.world_id, character.id, Page(limits.SEED_MEMORIES)
    )
    return found.items, etag


def _same_place(at: str, seeds: tuple[SeedMemory, ...]) -> int | None:
    """Return where a seed memory stands that was changed meanwhile; None if that is not certain."""
    place, _, count = at.partition("/")
    return int(place) if place.isdecimal() and count == str(len(seeds)) else None


def _read_seed(reader: FormReader) -> SeedMemory:
    text = reader.read(SeedMemory, "text", is_needed=True)
    return SeedMemory(
        text=text,
        importance=reader.read(SeedMemory, "importance"),
        secret=read_secret(reader, text),
    )


async def _seed_fields(visit: Visit) -> tuple[FormField, ...]:
    return (
        FormField(name="text", word="seed", kind="area", longest=limits.MEMORY),
        FormField(name="importance", kind="number"),
        *await lock_fields(visit),
        FormField(name="at", kind="hidden"),
    )


def _seed_values(seed: SeedMemory) -> dict[str, str]:
    return {
        "text": seed.text,
        "importance": "" if seed.importance is None else str(seed.importance),
        **lock_values(seed.secret, seed.text),
    }


async def _seed_page(
    visit: Visit,
    world: World,
    character: Character,
    seed: SeedMemory | None,
    fields: tuple[FormField, ...],
    reader: FormReader | None = None,
) -> Response:
    return form_page(
        visit,
        FormKind.SEED,
        fields,
        reader,
        world=world,
        name=character.name,
        above=(address("w", world.id, "people", character.id), character.name),
        etag=etag_of(seed),
        may_delete=seed is not None,
        note=(await _reach(visit, world),),
    )


async def _reach(visit: Visit, world: World) -> str:
    """Return which timelines a change of seed memories reaches, and which it does not."""
    words = visit.studio.templates.words
    found = await visit.services.timelines.played_last(world.id, _SHOWN + 1)
    begun = [one.label or one.id for one in found[:_SHOWN]]
    if not begun:
        return words("seeds.reach_all")
    more = words("seeds.and_more") if len(found) > _SHOWN else ""
    return words("seeds.reach", names=", ".join(begun), more=more)


async def _new_fields(visit: Visit, world: World) -> tuple[FormField, ...]:
    return (
        FormField(name="name", word="called"),
        FormField(name="id", longest=63),
        FormField(name="place", word="begins", kind="choice", choices=await _places(visit, world)),
        FormField(name="background", kind="area", longest=limits.DESCRIPTION),
    )


async def _fields(visit: Visit, world: World) -> tuple[FormField, ...]:
    places = tuple((own_id, name.strip()) for own_id, name in await place_choices(visit, world.id))
    return (
        FormField(name="place", word="begins", kind="choice", choices=await _places(visit, world)),
        FormField(name="knows", kind="checks", choices=places),
    )


async def _places(visit: Visit, world: World) -> tuple[tuple[str, str], ...]:
    nowhere = ("", visit.studio.templates.words("people.nowhere"))
    return (nowhere, *await place_choices(visit, world.id))


def _values(character: Character) -> dict[str, str]:
    return {"place": character.place_id or "", "knows": lined(character.knows)}


async def _character_page(
    visit: Visit,
    world: World,
    character: Character,
    fields: tuple[FormField, ...],
    reader: FormReader | None = None,
) -> Response:
    seeds, _ = await _seeds(visit, character)
    return visit.page(
        "person",
        HTTPStatus.OK if reader is None else reader.status,
        world=world,
        character=character,
        fields=fields,
        problem="" if reader is None else reader.problems.get("", ""),
        is_typed=reader is not None,
        has_conflict=reader is not None and reader.has_conflict,
        seeds=tuple((etag_of(one), one) for one in seeds),
        reach=await _reach(visit, world),
    )
