"""World files in our own format, version 1: `docs/world-files.md` describes every key."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from pathlib import Path

from npcserver.adapters.files import characters
from npcserver.adapters.files.axes import read_axes
from npcserver.adapters.files.document import (
    MappingNode,
    Plain,
    Problems,
    read_text,
    read_yaml,
    written,
)
from npcserver.adapters.files.fields import Field, IdRegistry, Table, root_table
from npcserver.adapters.files.includes import OUTSIDE, include, is_within
from npcserver.model import affordance as rules
from npcserver.model import limits
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.calendar import DAYS, EARTH, HOURS, MONTHS, Calendar, Era
from npcserver.model.character import People
from npcserver.model.errors import BrokenFile
from npcserver.model.foreign_marks import mark_problem
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.lore import Book, Chapter
from npcserver.model.model_use import MICROS, Budget
from npcserver.model.world import DEFAULT_START, Hours, LocalText, Place, Price, Walls, World
from npcserver.model.worldfile import KnownWorld, Role, WorldFile

# Paths of `affordance.check`, and the names of its fields in a file.
_PARAMETER = re.compile(r"parameters\[(\d+)\]\.(\w+)")
_KEYS = {"minimum": "min", "maximum": "max", "entity_kinds": "kinds"}


def read_affordances(table: Table) -> tuple[Affordance, ...]:
    """Return the affordances of a file."""
    found: list[Affordance] = []
    lines: dict[str, str] = {}
    for part in table.tables("affordances", limits.AFFORDANCES):
        affordance = read_affordance(part)
        if affordance.name in lines:
            part.wrong(f"{affordance.name!r} stands in {lines[affordance.name]} too", "name")
        lines.setdefault(affordance.name, part.where)
        found.append(affordance)
    return tuple(found)


def read_affordance(table: Table) -> Affordance:
    """Return an affordance of a file."""
    found_before = table.problems.count
    name = table.text("name", limits.NAME, is_required=True, is_one_line=True)
    parts = [(part, _parameter(part)) for part in table.tables("parameters", limits.PARAMETERS)]
    uses = table.integer("max_uses", 1, limits.USES)
    affordance = Affordance(
        name=name,
        description=table.text("description", limits.DESCRIPTION),
        parameters=tuple(parameter for _, parameter in parts),
        max_uses=1 if uses is None else uses,
    )
    table.finish()
    if table.problems.count == found_before:
        for path, problem in rules.check(affordance):
            match = _PARAMETER.fullmatch(path)
            part, key = (parts[int(match[1])][0], match[2]) if match else (table, path)
            part.wrong(problem, _KEYS.get(key, key))
    return affordance


def _parameter(table: Table) -> Parameter:
    name = table.text("name", limits.NAME, is_required=True, is_one_line=True)
    parameter = Parameter(
        name=name,
        type=table.choice("type", ParameterType, is_required=True) or ParameterType.STRING,
        required=table.claim("required", default=True),
        minimum=table.number("min"),
        maximum=table.number("max"),
        description=table.text("description", limits.VIEW),
        options=table.texts("options", limits.NAME, limits.OPTIONS, is_one_line=True),
        entity_kinds=table.texts("kinds", limits.NAME, limits.OPTIONS, is_one_line=True),
    )
    table.finish()
    return parameter


def read_entities(table: Table) -> tuple[Entity, ...]:
    """Return the entities of a file; their ids come from the game and may be any short text."""
    found: list[Entity] = []
    lines: dict[str, str] = {}
    for part in table.tables("entities", limits.ENTITIES):
        entity = Entity(
            id=part.text("id", limits.IDENTIFIER, is_required=True, is_one_line=True),
            name=part.text("name", limits.NAME, is_required=True, is_one_line=True),
            kind=part.text("kind", limits.NAME, is_one_line=True),
        )
        if entity.id in lines:
            part.wrong(f"{entity.id!r} is the id of the entity in {lines[entity.id]}", "id")
        lines.setdefault(entity.id, part.where)
        found.append(entity)
        part.finish()
    return tuple(found)


_MOMENT = r"(\d\d?:\d\d(?::\d\d(?:\.\d{6})?)?)"
OPENING_HOURS = re.compile(_MOMENT + "\\s*[-\N{EN DASH}]\\s*" + _MOMENT)


def read_places(table: Table, world_id: WorldId, people: People) -> tuple[Place, ...]:
    """Return the places of a file, parents first; `people` are the possible owners."""
    found = _parts(table, world_id, None, IdRegistry("place"), people, 1)
    if len(found) > limits.PLACES:
        table.wrong(f"has {len(found):,} places; keep at most {limits.PLACES:,}", "places")
    return tuple(found)


def _parts(
    table: Table,
    world_id: WorldId,
    parent: Place | None,
    ids: IdRegistry,
    people: People,
    depth: int,
) -> list[Place]:
    found: list[Place] = []
    for part in table.tables("places", limits.PLACES):
        if depth > limits.PLACE_DEPTH:
            part.wrong(f"lies within {depth - 1} other places; flatten the tree")
            break
        name = part.text("name", limits.NAME, is_required=True, is_one_line=True)
        place = Place(
            id=PlaceId(ids.authored_id(part, name)),
            world_id=world_id,
            name=name,
            parent_id=None if parent is None else parent.id,
            description=part.text("description", limits.DESCRIPTION),
            hours=_hours(part),
            capacity=part.integer("capacity", 1, limits.CAPACITY),
            objects=part.texts("objects", limits.NAME, limits.OBJECTS, is_one_line=True),
            owner_ids=tuple(
                CharacterId(owner)
                for item in part.items("owners", limits.OWNERS)
                if (owner := item.known_person(people))
            ),
            prices=_prices(part),
            walls=part.choice("walls", Walls),
        )
        found += [place, *_parts(part, world_id, place, ids, people, depth + 1)]
        part.finish()
    return found


def _prices(table: Table) -> tuple[Price, ...]:
    field = table.get("prices")
    if field is None:
        return ()
    if not field.is_group:
        field.wrong("must hold `ware: price` lines, such as `dark ale: threepence`")
        return ()
    inner = field.table()
    wares = () if inner is None else inner.written
    if inner is None or len(wares) > limits.OBJECTS:
        field.wrong(f"has {len(wares):,} prices; keep at most {limits.OBJECTS:,}")
        return ()
    found = []
    for ware in wares:
        problem = limits.text_problem(ware.strip(), limits.NAME, is_one_line=True)
        if problem is not None:
            inner.wrong(f"names a ware that {problem}", ware)
        price = inner.text(ware, limits.NAME, is_required=True, is_one_line=True)
        found.append(Price(ware.strip(), price))
    return tuple(found)


def _hours(table: Table) -> Hours | None:
    field = table.get("hours")
    written = None if field is None else field.scalar('opening hours such as "08:00-20:00"')
    if field is None or written is None:
        return None
    match = OPENING_HOURS.fullmatch(written)
    opens, closes = (_time_of_day(match[1]), _time_of_day(match[2])) if match else (None, None)
    if opens is None or closes is None:
        field.wrong(f'{written[:40]!r} are no opening hours; write them as "08:00-20:00"')
        return None
    if opens == closes:
        field.wrong("opens when it closes; leave `hours` out for a place that is always open")
        return None
    return Hours(opens=opens, closes=closes)


def _time_of_day(written: str) -> time | None:
    padded = written if written[2] == ":" else f"0{written}"
    try:
        return time.fromisoformat("00:00" if padded == "24:00" else padded)
    except ValueError:
        return None


def read_books(
    table: Table, world_id: WorldId, people: People, folder: Path | None
) -> tuple[Book, ...]:
    """Return the books of a file in the order written.

    Chapter files are read from `folder`; if that is None they are refused.
    """
    ids = IdRegistry("book")
    return tuple(
        read_book(part, ids, world_id, people, folder)
        for part in table.tables("books", limits.BOOKS)
    )


def dump_book(book: Book) -> dict[str, Plain]:
    """Return a book as the content of a world file."""
    return {
        **written(book, "id title author shelf readers"),
        "chapters": [
            {
                "title": one.title,
                "secret": characters.dump_secret(one.secret, one.text),
                "text": one.text,
            }
            for one in book.chapters
        ],
    }


def read_book(
    table: Table, ids: IdRegistry, world_id: WorldId, people: People, folder: Path | None
) -> Book:
    """Return a book of a file."""
    title = table.text("title", limits.NAME, is_required=True, is_one_line=True)
    book = Book(
        id=ids.authored_id(table, title),
        world_id=world_id,
        title=title,
        author=table.text("author", limits.NAME, is_one_line=True),
        shelf=table.text("shelf", limits.NAME, is_one_line=True),
        readers=tuple(dict.fromkeys(_readers(table, people))),
        chapters=tuple(_chapters(table, people, folder)),
    )
    table.finish()
    return book


def _readers(table: Table, people: People) -> Iterator[str]:
    if "readers" in table.written and table.get("readers") is None:
        table.wrong("is empty; name who has read it, or leave the key out", "readers")
    for item in table.items("readers", limits.READERS):
        reader = item.known_person(people)
        if reader:
            yield reader


def _chapters(table: Table, people: People, folder: Path | None) -> Iterator[Chapter]:
    field = table.get("chapters", is_required=True)
    if field is None:
        return
    has_any = False
    for item in field.items(limits.CHAPTERS):
        has_any = True
        part = item.table()
        if part is None:
            continue
        title = part.text("title", limits.NAME, is_one_line=True)
        text = _text(part, folder)
        yield Chapter(title=title, text=text, secret=characters.read_secret(part, text, people))
        part.finish()
    if not has_any:
        field.wrong("must hold at least one chapter; add one")


def _text(table: Table, folder: Path | None) -> str:
    """Return the text of a chapter, from the world file or from a file of its own."""
    file, inline = table.get("file"), table.get("text")
    if file is not None and inline is not None:
        file.wrong("stands beside `text`; keep one of the two")
        return ""
    if file is None:
        return table.text("text", limits.CHAPTER, is_required=True)
    return _from_file(file, folder)


def _from_file(field: Field, folder: Path | None) -> str:
    name = field.text(limits.VIEW, is_one_line=True)
    if not name:
        return ""
    if folder is None:
        field.wrong("can only be read beside a world file on disk; write the chapter as `text`")
        return ""
    path = folder / name
    if not is_within(path, folder):
        field.wrong(f"{name[:40]!r} {OUTSIDE}")
        return ""
    try:
        text = read_text(path, Problems(name)).replace("\r\n", "\n").strip()
    except BrokenFile as broken:
        field.wrong(f"{name[:40]!r} {broken.problem}")
        return ""
    problem = limits.text_problem(text, limits.CHAPTER) or mark_problem(text)
    if problem is not None:
        field.wrong(f"{name[:40]!r} {problem}")
        return ""
    return text


FORMAT = "npcserver/world/1"
_NOTHING = KnownWorld()


def load_world(path: Path) -> WorldFile:
    """Read a world file. Raises `BrokenFile` with all its problems."""
    return parse_world(read_text(path, Problems(str(path))), str(path), path.parent)


def parse_world(
    text: str, file: str, folder: Path | None = None, known: KnownWorld = _NOTHING
) -> WorldFile:
    """Read the text of a world file; messages call it `file`. Raises `BrokenFile`.

    Included files, and files of chapters, are below `folder`; without it they are refused.
    Besides what it has itself, the file may name what is `known` of its world.
    """
    problems = Problems(file)
    table = root_table(text, problems, FORMAT)
    include(table, Path(file), folder)
    worldfile = read_table(table, folder, known)
    table.finish()
    problems.raise_if_any()
    return replace(worldfile, doubts=problems.doubts)


def read_table(table: Table, folder: Path | None, known: KnownWorld) -> WorldFile:
    """Return the world of a file's root mapping; what does not fit is noted there."""
    inner = table.table("world", is_required=True)
    world = World(id=WorldId(""), name="") if inner is None else _world(inner)
    world = replace(world, affordances=read_affordances(table), entities=read_entities(table))
    people = characters.people(table, known.people)
    found = read_places(table, world.id, people)
    place_ids = dict.fromkeys((*(place.id for place in found), *sorted(known.place_ids)))
    roles = characters.read_characters(table, world.language, place_ids, people)
    shelves = read_books(table, world.id, people, folder)
    return WorldFile(world=world, places=found, characters=roles, books=shelves)


def _world(table: Table) -> World:
    name = table.text("name", limits.NAME, is_required=True, is_one_line=True)
    world = World(
        id=WorldId(IdRegistry("world").authored_id(table, name)),
        name=name,
        description=table.text("description", limits.DESCRIPTION),
        start_time=_start_time(table),
        language=characters.read_language(table, "en"),
        budget=_budget(table),
        has_gossip=table.claim("gossip"),
    )
    world = replace(
        world,
        disclosures=tuple(_disclosures(table, world.language)),
        calendar=_calendar(table),
        axes=read_axes(table),
    )
    table.finish()
    return world


def _calendar(table: Table) -> Calendar:
    inner = table.table("calendar")
    if inner is None:
        return EARTH
    names: dict[str, tuple[str, ...]] = {}
    for key, number in (("months", MONTHS), ("weekdays", DAYS)):
        names[key] = inner.texts(key, limits.NAME, number, is_one_line=True)
        if names[key] and len(names[key]) != number:
            inner.wrong(f"has {len(names[key])} names; write {number}, or leave it out", key)
    eras = tuple(map(_era, inner.tables("eras", limits.ERAS)))
    if len({one.first_year for one in eras}) < len(eras):
        inner.wrong("has two eras that begin in the same year", "eras")
    hours = inner.integer("hours", 1, limits.HOURS_IN_DAY) or HOURS
    inner.finish()
    return Calendar(**names, eras=eras, hours_in_day=hours)


def _era(table: Table) -> Era:
    name = table.text("name", limits.NAME, is_required=True, is_one_line=True)
    era = Era(name=name, first_year=table.integer("from", 1, 9999) or 1)
    table.finish()
    return era


def _disclosures(table: Table, language: str) -> Iterator[LocalText]:
    """Yield what players are told of models: a text, or one for each language."""
    field = table.get("disclosure")
    if field is None:
        return
    if not field.is_group:
        yield LocalText(language, field.text(limits.VIEW))
        return
    inner = field.table()
    if inner is None:
        return
    for tag in inner.written:
        if limits.language_problem(tag) is not None:
            inner.wrong(f"{tag!r} is no language; write a tag such as `en` or `pt-BR`", tag)
            inner.get(tag)
        else:
            yield LocalText(tag, inner.text(tag, limits.VIEW))


def _budget(table: Table) -> Budget:
    inner = table.table("budget")
    if inner is None:
        return Budget()
    money = inner.get("money")
    amount = 0.0 if money is None else money.number() or 0.0
    if money is not None and not 0 <= amount <= limits.BUDGET:
        money.wrong(f"must be a number from 0 to {limits.BUDGET:,}")
    budget = Budget(
        calls=inner.integer("calls", 0, limits.BUDGET) or 0,
        tokens=inner.integer("tokens", 0, limits.BUDGET) or 0,
        micros=round(amount * MICROS),
    )
    inner.finish()
    return budget


def _start_time(table: Table) -> datetime:
    field = table.get("start_time")
    written = None if field is None else field.scalar("a date and time")
    if field is None or written is None:
        return DEFAULT_START
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        field.wrong(f"{written[:40]!r} is no date and time; write it as 1999-12-31T08:00")
        return DEFAULT_START
    if moment.utcoffset():
        field.wrong("game time has no zone; leave the offset out")
    return moment.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class OneCharacter:
    """A single character; with `tells_memories` False it keeps its present memories."""

    role: Role
    tells_memories: bool


def load_persona(path: Path, before: WorldFile) -> WorldFile | OneCharacter:
    """Read either kind of file; a single character belongs to the world `before`.

    Raises `BrokenFile` with all its problems.
    """
    problems = Problems(str(path))
    text = read_text(path, problems)
    root = read_yaml(text, problems)
    keys = [key for key, _, _ in root.entries] if isinstance(root, MappingNode) else []
    if "world" in keys or "format" in keys:
        return parse_world(text, str(path))
    table = Field(root, "", root.line, problems).table()
    if table is None:
        raise problems.broken(root.line, "", "must be a world file, or the keys of one character")
    role = characters.read_character(
        table, before.world.language, [place.id for place in before.places], before.people
    )
    problems.raise_if_any()
    return OneCharacter(role=role, tells_memories="memories" in keys)
