"""The personas of Generative Agents (Park et al. 2023) as a world: `personas.json`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time
from pathlib import Path
from types import MappingProxyType

from npcserver.adapters.files.document import (
    MappingNode,
    Problems,
    did_you_mean,
    read_json,
    read_text,
)
from npcserver.adapters.files.fields import Field, Table
from npcserver.model import limits
from npcserver.model.character import Persona, SeedMemory
from npcserver.model.ids import CharacterId, PlaceId, WorldId, slug
from npcserver.model.world import DEFAULT_START, Hours, Place, World
from npcserver.model.worldfile import Role, WorldFile

_HOME = re.compile(r".*'s? (house|apartment|home)")
_BATHROOM = "bathroom"
_HOURS: Mapping[str, Hours] = MappingProxyType(
    {
        "cafe": Hours(opens=time(8), closes=time(20)),
        "pub": Hours(opens=time(17), closes=time(22)),
        "store": Hours(opens=time(8), closes=time(18)),
        "classroom": Hours(opens=time(7), closes=time(22)),
        "library": Hours(opens=time(7), closes=time(22)),
    }
)


def with_norms(places: Sequence[Place], roles: Sequence[Role]) -> tuple[Place, ...]:
    """Return sectors and arenas with owners, capacities and opening hours.

    A house or apartment belongs to all who live in it; in other dwellings a room belongs to the
    resident in its name. A bathroom of a dwelling holds one person.
    """
    sector_of = {place.id: place.parent_id or place.id for place in places}
    residents: dict[PlaceId, list[Role]] = {}
    for role in roles:
        if role.place_id is not None:
            residents.setdefault(sector_of[role.place_id], []).append(role)
    owned = [_owned(place, residents.get(sector_of[place.id], ())) for place in places]
    return tuple(_with_hours(place, owned) for place in owned)


def _owned(place: Place, residents: Sequence[Role]) -> Place:
    is_sector = place.parent_id is None
    if not residents:
        return place
    if is_sector:
        is_home = _HOME.fullmatch(place.name) is not None
        return replace(place, owner_ids=tuple(role.id for role in residents) if is_home else ())
    named = tuple(role.id for role in residents if place.name.startswith(f"{role.persona.name}'s "))
    is_bathroom = place.name.endswith(_BATHROOM)
    return replace(place, owner_ids=named, capacity=1 if is_bathroom else None)


def _with_hours(place: Place, places: Sequence[Place]) -> Place:
    """Return a place with its hours; a sector has hours if all its arenas have the same."""
    names = [part.name for part in places if part.parent_id == place.id] or [place.name]
    hours = {_hours(name) for name in names}
    return replace(place, hours=hours.pop()) if len(hours) == 1 else place


def _hours(name: str) -> Hours | None:
    return next((_HOURS[word] for word in name.split() if word in _HOURS), None)


# sector > arena > objects, as nested dicts in order of first appearance
Tree = dict[str, dict[str, dict[str, None]]]
ArenaIds = dict[tuple[str, str], PlaceId]


def load_smallville(path: Path) -> WorldFile:
    """Read personas.json, and world_tree.json beside it. Raises `BrokenFile`."""
    problems = Problems(str(path))
    root = _root(path, problems)
    tree: Tree = {}
    beside = path.with_name("world_tree.json")
    if beside.is_file():
        tree_problems = Problems(str(beside))
        _learn_world(_root(beside, tree_problems), tree)
        tree_problems.raise_if_any()
    worldfile = _read(root, tree)
    problems.raise_if_any()
    return worldfile


def _root(path: Path, problems: Problems) -> Table:
    node = read_json(read_text(path, problems), problems)
    if not isinstance(node, MappingNode):
        raise problems.broken(0, "", "must hold one JSON object")
    return Table(node, "", 0, problems)


def _read(root: Table, tree: Tree) -> WorldFile:
    name = root.text("world", limits.NAME, is_required=True, is_one_line=True)
    world = World(id=WorldId(slug(name)), name=name, start_time=_start(root), language="en")
    aliases = _aliases(root)
    root.get("personas", is_required=True)
    personas = list(root.tables("personas", limits.CHARACTERS))
    for persona in personas:
        memory = persona.get("spatial_memory", is_required=True)
        if memory is not None:
            _learn_sectors(memory, tree)
    places, arenas = _places(tree, world.id)
    roles = _roles(personas, name, arenas, aliases)
    return WorldFile(world=world, places=with_norms(places, roles), characters=roles)


def _start(root: Table) -> datetime:
    written = root.text("start", limits.LABEL, is_one_line=True)
    try:
        return datetime.fromisoformat(written).replace(tzinfo=UTC) if written else DEFAULT_START
    except ValueError:
        root.wrong(f"{written!r} is no date and time; write it as 2023-02-13T00:00:00", "start")
        return DEFAULT_START


def _aliases(root: Table) -> dict[str, str]:
    table = root.table("name_aliases_in_seed_text")
    if table is None:
        return {}
    return {wrong: table.text(wrong, limits.NAME, is_required=True) for wrong in table.written}


def _learn_world(root: Table, tree: Tree) -> None:
    sectors = root.get("sectors", is_required=True)
    for sector, inside in _named(sectors):
        of_sector = inside.table()
        arenas = None if of_sector is None else of_sector.get("arenas", is_required=True)
        for arena, within in _named(arenas):
            of_arena = within.table()
            objects = None if of_arena is None else of_arena.get("objects")
            known = tree.setdefault(sector, {}).setdefault(arena, {})
            known.update(dict.fromkeys(thing for thing, _ in _named(objects)))


def _learn_sectors(memory: Field, tree: Tree) -> None:
    for sector, arenas in _named(memory):
        for arena, objects in _named(arenas):
            known = tree.setdefault(sector, {}).setdefault(arena, {})
            for item in objects.items(limits.OBJECTS):
                known[item.text(limits.NAME, is_one_line=True)] = None


def _named(field: Field | None) -> list[tuple[str, Field]]:
    table = None if field is None else field.table()
    if table is None:
        return []
    found = []
    for key in table.written:
        problem = limits.text_problem(key, limits.NAME, is_one_line=True)
        value = table.get(key)
        if problem is not None:
            table.wrong(problem, key)
        elif value is not None:
            found.append((key, value))
    return found


def _places(tree: Tree, world_id: WorldId) -> tuple[tuple[Place, ...], ArenaIds]:
    places: list[Place] = []
    arena_ids: ArenaIds = {}
    taken: set[str] = set()
    for sector, arenas in tree.items():
        sector_id = _place_id(slug(sector), taken)
        places.append(Place(id=sector_id, world_id=world_id, name=sector))
        for arena, objects in arenas.items():
            arena_id = _place_id(f"{slug(sector)}--{slug(arena)}", taken)
            arena_ids[sector, arena] = arena_id
            places.append(
                Place(
                    id=arena_id,
                    world_id=world_id,
                    name=arena,
                    parent_id=sector_id,
                    objects=tuple(objects),
                )
            )
    return tuple(places), arena_ids


def _place_id(wished: str, taken: set[str]) -> PlaceId:
    """Return the wished id, shortened and numbered if necessary."""
    made, count = wished[:63], 1
    while made in taken:
        count += 1
        made = f"{wished[:58]}-{count}"
    taken.add(made)
    return PlaceId(made)


def _roles(
    personas: list[Table], world: str, arenas: ArenaIds, aliases: dict[str, str]
) -> tuple[Role, ...]:
    roles: list[Role] = []
    seen: set[str] = set()
    for table in personas:
        role = _role(table, world, arenas, aliases)
        if role.id in seen:
            table.wrong(f"{role.persona.name!r} stands twice; remove one", "name")
        seen.add(role.id)
        roles.append(role)
    return tuple(roles)


def _role(table: Table, world: str, arenas: ArenaIds, aliases: dict[str, str]) -> Role:
    name = table.text("name", limits.NAME, is_required=True, is_one_line=True)

    def prose(key: str) -> str:
        return _mended(table.text(key, limits.DESCRIPTION), aliases)

    place_id = _home(table, world, arenas)
    table.get("seed_memories", is_required=True)
    memories = table.texts("seed_memories", limits.MEMORY, limits.SEED_MEMORIES)
    return Role(
        id=CharacterId(slug(name)),
        persona=Persona(
            name=name,
            age=table.integer("age", 0, limits.AGE),
            traits=prose("innate"),
            background=prose("learned"),
            currently=prose("currently"),
            lifestyle=prose("lifestyle"),
            daily_plan=prose("daily_plan_req"),
        ),
        place_id=place_id,
        knows=_known(table, arenas, place_id),
        memories=tuple(SeedMemory(text=_mended(text, aliases)) for text in memories),
    )


def _home(table: Table, world: str, arenas: ArenaIds) -> PlaceId | None:
    field = table.get("living_area", is_required=True)
    written = "" if field is None else field.text(3 * limits.NAME, is_one_line=True)
    if field is None or not written:
        return None
    known = {f"{world}:{sector}:{arena}": place for (sector, arena), place in arenas.items()}
    if written not in known:
        field.wrong(
            f"{written!r} is no place that anybody knows (`world:sector:arena`); "
            f"{did_you_mean(written, known)}"
        )
        return None
    return known[written]


def _known(table: Table, arenas: ArenaIds, home: PlaceId | None) -> tuple[PlaceId, ...]:
    """Return the arenas that a persona remembers, and all of the sector it lives in.

    The source omits some bathrooms from what their owners remember.
    """
    remembered = {
        (sector, arena)
        for sector, within in _named(table.get("spatial_memory"))
        for arena, _ in _named(within)
    }
    roofs = {sector for (sector, _), place_id in arenas.items() if place_id == home}
    return tuple(
        place_id
        for (sector, arena), place_id in arenas.items()
        if (sector, arena) in remembered or sector in roofs
    )


def _mended(text: str, aliases: dict[str, str]) -> str:
    """Correct the names the source misspells, without doubling "the"."""
    for wrong, right in aliases.items():
        article = "(?:[Tt]he )?" if right.startswith("The ") else ""
        text = re.sub(rf"\b{article}{re.escape(wrong)}\b", right.replace("\\", r"\\"), text)
    return text
