"""The characters of a world file: persona, place and seed memories."""

import re
from collections.abc import Collection, Iterator

from npcserver.adapters.files import secrets
from npcserver.adapters.files.fields import Field, Table
from npcserver.adapters.files.naming import Names
from npcserver.adapters.files.problems import did_you_mean
from npcserver.model import limits
from npcserver.model.character import FallbackLine, Persona, Relation, SeedMemory
from npcserver.model.emotion import LABELS
from npcserver.model.ids import CharacterId, PlaceId, is_authored_id, slug
from npcserver.model.people import People
from npcserver.model.worldfile import Role

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


def people(table: Table) -> People:
    """Return the ids and names of a file's characters, which other parts of it refer to."""
    names: dict[str, str] = {}
    for part in table.tables("characters", limits.CHARACTERS):
        written, called = part.get("id"), part.get("name")
        name = "" if called is None else called.plain
        identifier = slug(name) if written is None else written.plain
        names.setdefault(identifier, name)
    return People(names)


def read(
    table: Table, world_language: str, place_ids: Collection[str], people: People
) -> tuple[Role, ...]:
    """Return the characters of a file in the order written."""
    ids = Names("character")
    return tuple(
        _role(part, ids, world_language, place_ids, people)
        for part in table.tables("characters", limits.CHARACTERS)
    )


def read_one(table: Table, world_language: str, place_ids: Collection[str], people: People) -> Role:
    """Return the character of a file of its own, in a world with these people."""
    return _role(table, Names("character"), world_language, place_ids, people)


def language(table: Table, default: str) -> str:
    """Return the language of a world or character, such as `en` or `pt-BR`."""
    written = table.text("language", limits.LABEL, is_one_line=True)
    if written and _LANGUAGE.fullmatch(written) is None:
        table.wrong(f"{written!r} is no language; write a tag such as `en` or `pt-BR`", "language")
        return default
    return written or default


def _role(
    table: Table, ids: Names, world_language: str, place_ids: Collection[str], people: People
) -> Role:
    persona = Persona(
        name=table.text("name", limits.NAME, is_required=True, is_one_line=True),
        age=table.integer("age", 0, limits.AGE),
        traits=table.text("traits", limits.DESCRIPTION),
        background=table.text("background", limits.DESCRIPTION),
        currently=table.text("currently", limits.DESCRIPTION),
        lifestyle=table.text("lifestyle", limits.DESCRIPTION),
        voice=table.text("voice", limits.DESCRIPTION),
        goals=table.texts("goals", limits.VIEW, limits.GOALS),
        relations=tuple(_relations(table, people)),
        greetings=table.texts("greetings", limits.UTTERANCE, limits.LINES),
        fallback_lines=tuple(_fallback_lines(table)),
        daily_plan=table.text("daily_plan", limits.DESCRIPTION),
        language=language(table, world_language),
        is_deaf=table.claim("deaf"),
        is_blind=table.claim("blind"),
    )
    place = table.get("place")
    place_id = None if place is None else place.one_of(place_ids)
    role = Role(
        id=CharacterId(ids.authored_id(table, persona.name)),
        persona=persona,
        place_id=None if place_id is None else PlaceId(place_id),
        knows=tuple(_known(table, place_ids)),
        memories=tuple(_memories(table, people)),
    )
    table.finish()
    return role


def _known(table: Table, place_ids: Collection[str]) -> Iterator[PlaceId]:
    for item in table.items("knows", limits.PLACES):
        place_id = item.one_of(place_ids)
        if place_id is not None:
            yield PlaceId(place_id)


def _relations(table: Table, people: People) -> Iterator[Relation]:
    lines: dict[str, int] = {}
    for part in table.tables("relations", limits.RELATIONS):
        to, player = part.get("to", is_required=True), part.get("player")
        affinity = part.integer("affinity", -100, 100)
        name = "" if to is None else to.text(limits.NAME, is_one_line=True)
        identifier = "" if player is None else player.text(limits.IDENTIFIER, is_one_line=True)
        if player is not None and identifier in people.names:
            player.wrong(f"{identifier!r} is a character; name it under `to`, without `player`")
        if to is not None and player is None:
            identifier = _character(to, name, people)
        yield Relation(
            to=people.name_of(identifier) if player is None and identifier else name,
            to_id=identifier,
            view=part.text("view", limits.VIEW),
            affinity=0 if affinity is None else affinity,
        )
        if identifier and lines.setdefault(identifier, part.line) != part.line:
            part.wrong(f"is to {identifier!r}, as that in line {lines[identifier]}; keep one", "to")
        part.finish()


def _character(field: Field, name: str, people: People) -> str:
    """Return the id of the character a relation is to; empty if it is to no character."""
    found = people.named(name)
    problem = people.ambiguous(name)
    if not found and is_authored_id(name) and ("-" in name or "_" in name):
        advice = did_you_mean(name, people.names)
        problem = f"no character here has the id {name!r}; {advice} (others go by their name)"
    if problem:
        field.wrong(problem)
    return found[0] if len(found) == 1 else ""


def _fallback_lines(table: Table) -> Iterator[FallbackLine]:
    for item in table.items("fallback_lines", limits.LINES):
        if item.is_scalar:
            yield FallbackLine(text=item.text(limits.UTTERANCE))
            continue
        part = item.table()
        if part is None:
            continue
        emotion = part.get("emotion")
        label = None if emotion is None else emotion.one_of(LABELS)
        text = part.text("text", limits.UTTERANCE, is_required=True)
        yield FallbackLine(text=text, emotion=label or "neutral")
        part.finish()


def _memories(table: Table, people: People) -> Iterator[SeedMemory]:
    for item in table.items("memories", limits.SEED_MEMORIES):
        if item.is_scalar:
            yield SeedMemory(text=item.text(limits.MEMORY))
            continue
        part = item.table()
        if part is None:
            continue
        text = part.text("text", limits.MEMORY, is_required=True)
        importance = part.integer("importance", 1, 10)
        yield SeedMemory(text=text, importance=importance, secret=secrets.read(part, text, people))
        part.finish()
