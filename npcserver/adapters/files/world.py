"""World files in our own format, version 1: `docs/world-files.md` describes every key."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from npcserver.adapters.files import books, casting, catalogue, places
from npcserver.adapters.files.fields import Table
from npcserver.adapters.files.head import root_table
from npcserver.adapters.files.naming import Names
from npcserver.adapters.files.problems import Problems
from npcserver.adapters.files.text import read_text
from npcserver.model import limits
from npcserver.model.budget import MICROS, Budget
from npcserver.model.ids import WorldId
from npcserver.model.world import DEFAULT_START, World
from npcserver.model.worldfile import WorldFile

FORMAT = "npcserver/world/1"


def load_world(path: Path) -> WorldFile:
    """Read a world file. Raises `BrokenFile` with all its problems."""
    return parse_world(read_text(path, Problems(str(path))), str(path), path.parent)


def parse_world(text: str, file: str, folder: Path | None = None) -> WorldFile:
    """Read the text of a world file; messages call it `file`. Raises `BrokenFile`.

    Chapters of books may be in files of their own below `folder`, if it is given.
    """
    problems = Problems(file)
    table = root_table(text, problems, FORMAT)
    worldfile = _read(table, folder)
    table.finish()
    problems.raise_if_any()
    return worldfile


def _read(table: Table, folder: Path | None) -> WorldFile:
    field = table.get("world", is_required=True)
    inner = None if field is None else field.table()
    world = World(id=WorldId(""), name="") if inner is None else _world(inner)
    world = replace(
        world,
        affordances=catalogue.read_affordances(table),
        entities=catalogue.read_entities(table),
    )
    people = casting.people(table)
    found = places.read(table, world.id, people)
    roles = casting.read(table, world.language, [place.id for place in found], people)
    shelves = books.read(table, world.id, people, folder)
    return WorldFile(world=world, places=found, characters=roles, books=shelves)


def _world(table: Table) -> World:
    name = table.text("name", limits.NAME, is_required=True, is_one_line=True)
    world = World(
        id=WorldId(Names("world").authored_id(table, name)),
        name=name,
        description=table.text("description", limits.DESCRIPTION),
        start_time=_start_time(table),
        language=casting.language(table, "en"),
        budget=_budget(table),
    )
    table.finish()
    return world


def _budget(table: Table) -> Budget:
    field = table.get("budget")
    inner = None if field is None else field.table()
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
