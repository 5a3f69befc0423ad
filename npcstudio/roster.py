"""Who is in a world and where they begin; new characters; and what each remembers at the start."""

from dataclasses import replace
from functools import partial
from typing import Final

from starlette.responses import Response

from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.character import Character, Persona, SeedMemory
from npcserver.model.errors import Conflict, InvalidInput, Reason
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.world import DEFAULT_START
from npcstudio.forms import (
    FormField,
    FormKind,
    FormReader,
    etag_of,
    form_page,
    form_state,
    lined,
    read_new_id,
    sent_form,
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
    page = Page(CAST.size, visit.asked.text("after", limits.IDENTIFIER))
    cast = await visit.services.characters.list(visit.world_id, page)
    places = await visit.services.worlds.list_places(visit.world_id, Page(limits.PLACES))
    return visit.page("people", cast=cast, places={one.id: one.name for one in places.items})


async def make_character(visit: Visit) -> Response:
    """Show the form of a new character; make one of a name, a place and one paragraph."""
    if (reader := sent_form(visit)) is not None:
        character = Character(
            id=CharacterId(read_new_id(reader)),
            world_id=visit.world_id,
            persona=Persona(
                name=reader.read(Persona, "name", is_needed=True),
                background=reader.read(Persona, "background"),
                language=visit.world.language,
            ),
            place_id=PlaceId(reader.text("place")) or None,
            created_at=DEFAULT_START,
            updated_at=DEFAULT_START,
        )
        made: list[Character] = []

        async def work() -> None:
            made.append(await visit.services.characters.create(character, key=visit.request_key))

        if await reader.attempt(work):
            return visit.to("w", visit.world_id, "people", made[0].id, done="made")
    fields = (
        FormField(name="name", word="called"),
        FormField(name="id", longest=63),
        await _place_field(visit),
        FormField(name="background", kind="area", longest=limits.DESCRIPTION),
    )
    return form_page(visit, FormKind.NEW_CHARACTER, fields, None, reader)


async def edit_character(visit: Visit) -> Response:
    """Show where a character begins, which places it knows of, and what it remembers then.

    Places that were sent are stored, or the character is deleted.
    """
    character = await _whose(visit)
    if (reader := sent_form(visit)) is not None:
        if reader.text("do") == "delete":
            await visit.services.characters.delete(
                visit.world_id, character.id, if_etag=reader.text("etag"), key=visit.request_key
            )
            return visit.to("w", visit.world_id, "people", done="deleted")
        place_id = PlaceId(reader.text("place")) or None
        knows = tuple(map(PlaceId, reader.lines("knows", limits.PLACES)))
        edit = partial(
            visit.services.characters.edit,
            world_id=visit.world_id,
            character_id=character.id,
            apply=lambda before: replace(before, place_id=place_id, knows=knows),
            if_etag=reader.text("etag"),
            key=visit.request_key,
        )
        if await reader.attempt(edit):
            return visit.to("w", visit.world_id, "people", character.id, done="stored")
    places = tuple((own_id, name.strip()) for own_id, name in await place_choices(visit))
    fields = (
        await _place_field(visit),
        FormField(name="knows", kind="checks", choices=places),
    )
    stored = {"place": character.place_id or "", "knows": lined(character.knows)}
    seeds, _ = await _seeds(visit, character)
    return visit.page(
        "person",
        character=character,
        seeds=tuple((etag_of(one), one) for one in seeds),
        reach=await _reach(visit),
        **form_state(fields, stored, reader),
    )


async def edit_seed(visit: Visit) -> Response:
    """Show the form of a seed memory, empty for a new one; store or take away one that was sent.

    It takes the place of the one that the form was filled from. The others stay as they are, also
    where another designer changed one of them meanwhile.
    """
    character = await _whose(visit)
    reader = sent_form(visit)
    etag = visit.asked.text("seed", limits.IDENTIFIER) if reader is None else reader.text("etag")
    seeds, whole = await _seeds(visit, character)
    here = next((place for place, one in enumerate(seeds) if etag_of(one) == etag), None)
    if reader is not None:
        typed = None if reader.text("do") == "delete" else _read_seed(reader)

        async def work() -> None:
            if etag and here is None:
                raise Conflict("", Reason.ETAG_MISMATCH, kind="seed memory")
            kept = list(seeds)
            place = slice(len(kept), None) if here is None else slice(here, here + 1)
            kept[place] = [] if typed is None else [typed]
            if len(kept) > limits.SEED_MEMORIES:
                most = limits.SEED_MEMORIES
                raise InvalidInput("text", f"is one too many; keep at most {most:,}")
            await visit.services.characters.put_seeds(
                world_id=visit.world_id,
                character_id=character.id,
                seeds=tuple(kept),
                if_etag=whole,
                key=visit.request_key,
            )

        if await reader.attempt(work):
            done = "seed_gone" if typed is None else "seed_stored"
            return visit.to("w", visit.world_id, "people", character.id, done=done)
        if reader.has_conflict and here is None:
            here = _same_place(reader.text("at"), seeds)
    seed = None if here is None else seeds[here]
    return form_page(
        visit,
        FormKind.SEED,
        await _seed_fields(visit, "" if here is None else f"{here}/{len(seeds)}"),
        None if seed is None else _seed_values(seed),
        reader,
        name=character.name,
        above=(address("w", visit.world_id, "people", character.id), character.name),
        etag=etag_of(seed),
        may_delete=seed is not None,
        note=(await _reach(visit),),
    )


async def _whose(visit: Visit) -> Character:
    return await visit.services.characters.get(visit.world_id, visit.character_id)


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


async def _seed_fields(visit: Visit, at: str) -> tuple[FormField, ...]:
    return (
        FormField(name="text", word="seed", kind="area", longest=limits.MEMORY),
        FormField(name="importance", kind="number"),
        *await lock_fields(visit),
        FormField(name="at", kind="hidden", value=at),
    )


def _seed_values(seed: SeedMemory) -> dict[str, str]:
    return {
        "text": seed.text,
        "importance": "" if seed.importance is None else str(seed.importance),
        **lock_values(seed.secret, seed.text),
    }


async def _reach(visit: Visit) -> str:
    """Return which timelines a change of seed memories reaches, and which it does not."""
    words = visit.studio.templates.words
    found = await visit.services.timelines.played_last(visit.world_id, _SHOWN + 1)
    begun = [one.label or one.id for one in found[:_SHOWN]]
    if not begun:
        return words("seeds.reach_all")
    more = words("seeds.and_more") if len(found) > _SHOWN else ""
    return words("seeds.reach", names=", ".join(begun), more=more)


async def _place_field(visit: Visit) -> FormField:
    nowhere = ("", visit.studio.templates.words("people.nowhere"))
    places = (nowhere, *await place_choices(visit))
    return FormField(name="place", word="begins", kind="choice", choices=places)
