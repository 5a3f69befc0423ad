"""The characters of a world file: persona, place and seed memories."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from npcserver.adapters.files import secrets
from npcserver.adapters.files.fields import Field, Table
from npcserver.adapters.files.naming import Names
from npcserver.adapters.files.problems import did_you_mean
from npcserver.model import limits
from npcserver.model.character import FallbackLine, Persona, Relation, SeedMemory
from npcserver.model.emotion import LABELS
from npcserver.model.ids import CharacterId, PlaceId, is_authored_id
from npcserver.model.worldfile import Role

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


def read(table: Table, world_language: str, place_ids: Collection[str]) -> tuple[Role, ...]:
    """Return the characters of a file in the order written."""
    ids = Names("character")
    named: list[Field] = []
    roles = [
        _role(part, ids, world_language, place_ids, named)
        for part in table.tables("characters", limits.CHARACTERS)
    ]
    names = {str(role.id): role.persona.name for role in roles if role.id}
    _check_named(named, names)
    return tuple(_with_names(role, names) for role in roles)


def read_one(table: Table, world_language: str, place_ids: Collection[str]) -> Role:
    """Return a character that stands in a file by itself; it may point at anybody."""
    return _role(table, Names("character"), world_language, place_ids, [])


def language(table: Table, default: str) -> str:
    """Return the language of a world or character, such as `en` or `pt-BR`."""
    written = table.text("language", limits.LABEL, is_one_line=True)
    if written and _LANGUAGE.fullmatch(written) is None:
        table.wrong(f"{written!r} is no language; write a tag such as `en` or `pt-BR`", "language")
        return default
    return written or default


def _role(
    table: Table, ids: Names, world_language: str, place_ids: Collection[str], named: list[Field]
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
        relations=tuple(_relations(table, named)),
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
        memories=tuple(_memories(table)),
    )
    table.finish()
    return role


def _known(table: Table, place_ids: Collection[str]) -> Iterator[PlaceId]:
    for item in table.items("knows", limits.PLACES):
        place_id = item.one_of(place_ids)
        if place_id is not None:
            yield PlaceId(place_id)


def _relations(table: Table, named: list[Field]) -> Iterator[Relation]:
    for part in table.tables("relations", limits.RELATIONS):
        to = part.get("to", is_required=True)
        affinity = part.integer("affinity", -100, 100)
        yield Relation(
            to="" if to is None else to.text(limits.NAME, is_one_line=True),
            view=part.text("view", limits.VIEW),
            affinity=0 if affinity is None else affinity,
        )
        if to is not None:
            named.append(to)
        part.finish()


def _check_named(named: list[Field], names: dict[str, str]) -> None:
    """Note ids that nobody has; any other word may be the name of somebody who is not here."""
    for field in named:
        to = field.scalar("a name") or ""
        looks_like_id = is_authored_id(to) and ("-" in to or "_" in to)
        if looks_like_id and to not in names and to not in names.values():
            advice = did_you_mean(to, names)
            field.wrong(f"no character here has the id {to!r}; {advice} (others go by their name)")


def _with_names(role: Role, names: dict[str, str]) -> Role:
    """Return the role with relations to display names, however the author pointed at people."""
    relations = tuple(
        replace(relation, to=names.get(relation.to, relation.to))
        for relation in role.persona.relations
    )
    return replace(role, persona=replace(role.persona, relations=relations))


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


def _memories(table: Table) -> Iterator[SeedMemory]:
    for item in table.items("memories", limits.SEED_MEMORIES):
        if item.is_scalar:
            yield SeedMemory(text=item.text(limits.MEMORY))
            continue
        part = item.table()
        if part is None:
            continue
        text = part.text("text", limits.MEMORY, is_required=True)
        importance = part.integer("importance", 1, 10)
        yield SeedMemory(text=text, importance=importance, secret=secrets.read(part, text))
        part.finish()
