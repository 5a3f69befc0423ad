"""Conversion between rows and model values."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, replace
from itertools import starmap
from types import MappingProxyType
from typing import Any, TypeVar, get_type_hints

from npcserver.adapters.store import codec
from npcserver.adapters.store.cells import (
    TEXT,
    TEXTS,
    Cells,
    Problem,
    Tell,
    one_line,
    shaped,
    warn,
    within,
)
from npcserver.adapters.store.dialect import columns_of, from_moment, made_of
from npcserver.adapters.store.row_cache import BoundedCache
from npcserver.adapters.store.tables import PLACE
from npcserver.model import limits
from npcserver.model.affordance import Affordance, Entity, check
from npcserver.model.calendar import DAYS, EARTH, MONTHS, Calendar
from npcserver.model.character import Character, Persona, PersonaVersion, Relation
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.model_use import Budget
from npcserver.model.record import Record, RecordKind
from npcserver.model.relation_axes import RelationAxis
from npcserver.model.timeline import Save, Timeline, Vantage
from npcserver.model.world import DEFAULT_START, Hours, LocalText, Place, Price, Walls, World
from npcserver.ports.view import Resident

Values = dict[str, Any]
T = TypeVar("T")

_KINDS = {kind.value: kind for kind in RecordKind}


def _content(row: Any) -> str:
    return repr((row._fields, *row))  # repr of a row itself is truncated


# By the content of rows, so that edits take effect: checking a world's columns takes milliseconds,
# and each turn reads its world, its places and a character.
_WORLDS = BoundedCache[str, World](64)
_PLACES = BoundedCache[str, Place](4096)
_CHARACTERS = BoundedCache[str, Character](1024)


_SET_FIELDS = [Record.__dict__[one.name].__set__ for one in fields(Record)]
"""In order; the `__init__` of a frozen dataclass takes three times as long, and minds are large."""


def record(row: Any) -> Record:
    """Return the record of a row of `statements.COLUMNS`."""
    timeline_id, seq, kind_name, subject_id, text, importance, game_time, written_at, body = row
    kind = _KINDS[kind_name]
    try:
        decoded = codec.decode(kind, body)
    except ValueError as error:
        raise ValueError(f"record {timeline_id}.{seq} cannot be read") from error
    values = (
        timeline_id, seq, kind, decoded, subject_id, text,
        from_moment(game_time), importance, from_moment(written_at),
    )  # fmt: skip
    made = object.__new__(Record)
    for set_field, value in zip(_SET_FIELDS, values, strict=True):
        set_field(made, value)
    return made


def timeline(row: Any) -> Timeline:
    """Return the timeline of a row."""
    moments = {"game_time": from_moment(row.clock), "created_at": from_moment(row.created_at)}
    return made_of(Timeline, row, **moments)


def save(row: Any) -> Save:
    """Return the save of a row."""
    moments = {name: from_moment(getattr(row, name)) for name in ("game_time", "created_at")}
    return made_of(Save, row, vantage=Vantage(TimelineId(row.timeline_id), row.seq), **moments)


def world(row: Any, tell: Tell = warn) -> World:
    """Return the world of a row; unreadable columns are reported and replaced by defaults."""
    key = _content(row)
    if (known := _WORLDS.find(key)) is not None:
        return known
    cells = Cells(row, "world", row.id, row.id)
    affordances = cells.items(
        "affordances",
        Affordance,
        _AFFORDANCES,
        lambda one: next((f"{part} {problem}" for part, problem in check(one)), None),
    )
    entities = cells.items("entities", Entity, _ENTITIES, _entity_problem)
    start_time, budget = cells.moment("start_time", DEFAULT_START), _budget(cells)
    found = World(
        id=WorldId(row.id),
        name=cells.name("name", row.id),
        description=cells.text("description"),
        start_time=start_time,
        language=cells.text("language", "en"),
        genesis_id=TimelineId(row.genesis_id),
        affordances=affordances[: limits.AFFORDANCES],
        entities=entities[: limits.ENTITIES],
        budget=budget,
        has_gossip=cells.read("has_gossip", bool, default=False, wanted=_FLAG),
        calendar=cells.read("calendar", Calendar, EARTH, _CALENDAR, _calendar_problem),
        disclosures=cells.items("disclosures", LocalText, _LOCAL_TEXTS, _local_problem),
        axes=cells.items("axes", RelationAxis, _AXES, lambda one: one.problem),
        created_at=cells.moment("created_at", DEFAULT_START),
        updated_at=cells.moment("updated_at", DEFAULT_START),
    )
    content = [found.name, found.description, start_time.isoformat(), found.language, str(budget)]
    content += ["gossip"] if found.has_gossip else []
    content += [*map(repr, found.disclosures), *map(repr, found.axes)]
    content += [] if found.calendar == EARTH else [repr(found.calendar)]
    _told(cells, tell)
    found = replace(found, etag=_etag(*content, *map(repr, affordances), *map(repr, entities)))
    if not cells.broken:
        _WORLDS.keep(key, found)
    return found


def of_world(world: World) -> Values:
    """Return the columns of a world that callers may change."""
    return {
        "name": world.name,
        "description": world.description,
        "start_time": world.start_time,
        "language": world.language,
        "affordances": [asdict(affordance) for affordance in world.affordances],
        "entities": [asdict(entity) for entity in world.entities],
        **{f"budget_{name}": limit for name, limit in asdict(world.budget).items()},
        "has_gossip": world.has_gossip,
        "calendar": {} if world.calendar == EARTH else asdict(world.calendar),
        "disclosures": [asdict(one) for one in world.disclosures],
        "axes": [asdict(one) for one in world.axes],
        "updated_at": world.updated_at,
        **({"genesis_id": world.genesis_id} if world.genesis_id else {}),
    }


def _budget(cells: Cells) -> Budget:
    limit = within(0, _LARGEST)
    calls, tokens, micros = (
        cells.read(f"budget_{name}", int, 0, _BUDGET, limit, meanwhile="the server's own holds")
        for name in ("calls", "tokens", "micros")
    )
    return Budget(calls=calls, tokens=tokens, micros=micros)


def place(row: Any, tell: Tell = warn) -> Place:
    """Return the place of a row; unreadable columns are reported and replaced by defaults."""
    key = _content(row)
    if (known := _PLACES.find(key)) is not None:
        return known
    cells = Cells(row, "place", row.world_id, row.id)
    opens, closes = cells.time_of_day("opens"), cells.time_of_day("closes")
    hours = None if opens is None or closes is None else Hours(opens=opens, closes=closes)
    objects: tuple[str, ...] = cells.read("objects", tuple[str, ...], (), TEXTS)
    owner_ids: tuple[str, ...] = cells.read("owner_ids", tuple[str, ...], (), TEXTS)
    prices: dict[str, str] = cells.read("prices", dict[str, str], {}, _PRICES)
    name, description = cells.name("name", row.id), cells.text("description")
    capacity: int | None = cells.read("capacity", int, None, _CAPACITY, within(1, limits.CAPACITY))
    parent_id = cells.place_id("parent_id")
    walls: Walls | None = cells.read("walls", Walls, None, _WALLS)
    _told(cells, tell)
    content = [parent_id, name, description, str(hours), capacity]
    found = Place(
        id=PlaceId(row.id),
        world_id=WorldId(row.world_id),
        name=name,
        parent_id=parent_id,
        description=description,
        hours=hours,
        capacity=capacity,
        owner_ids=tuple(map(CharacterId, owner_ids)),
        etag=_etag(*content, list(objects), list(owner_ids), prices, *([walls] if walls else [])),
        objects=objects,
        prices=tuple(starmap(Price, prices.items())),
        walls=walls,
    )
    if not cells.broken:
        _PLACES.keep(key, found)
    return found


def of_place(place: Place) -> Values:
    """Return the columns of a place."""
    return columns_of(
        PLACE,
        place,
        opens=None if place.hours is None else place.hours.opens,
        closes=None if place.hours is None else place.hours.closes,
        objects=list(place.objects),
        owner_ids=list(place.owner_ids),
        prices={one.ware: one.price for one in place.prices},
    )


def character(
    row: Any,
    newest: tuple[int, str] | None,
    last_good: Callable[[], PersonaVersion | None],
    address: Callable[[Persona], Persona],
    tell: Tell = warn,
) -> Character:
    """Return the character of a row.

    `newest` is the number and digest of its newest stored persona version; a persona edited by hand
    has no version yet and gets the next number. If the persona is unreadable, the version from
    `last_good` is used, or, if there is none, the readable parts. `address` fills in the ids of
    relations.
    """
    key = _content(row)
    if (known := _CHARACTERS.find(key)) is not None:
        return known
    cells = Cells(row, "character", row.world_id, row.id)
    authored = persona = _persona(cells)
    if cells.broken:
        version = last_good()
        holds = "what can be read of it speaks"
        if version is not None:
            persona, holds = version.persona, f"persona version {version.version} speaks"
        cells.broken[:] = [replace(cell, meanwhile=holds) for cell in cells.broken]
    persona = address(persona)
    knows: tuple[str, ...] = cells.read(
        "knows", tuple[str, ...], (), TEXTS, meanwhile="it knows every place"
    )
    place_id = cells.place_id("place_id")
    number, digest = newest or (0, "")
    found = Character(
        id=CharacterId(row.id),
        world_id=WorldId(row.world_id),
        persona=persona,
        version=number if digest == persona.digest else number + 1,
        place_id=place_id,
        knows=tuple(map(PlaceId, knows)),
        etag=_etag(place_id, persona.digest, list(knows)),
        created_at=cells.moment("created_at", DEFAULT_START),
        updated_at=cells.moment("updated_at", DEFAULT_START),
    )
    _told(cells, tell)
    # Not cached if relations lack ids: those are resolved from other rows, which may change.
    if not cells.broken and all(one.to_id for one in authored.relations):
        _CHARACTERS.keep(key, found)
    return found


def resident(row: Any) -> Resident:
    """Return a character in brief; unreadable columns are reported only by `character`."""
    cells = Cells(row, "character", "", row.id)
    return Resident(
        row.id,
        cells.name("name", row.id),
        cells.place_id("place_id"),
        cells.read("is_deaf", bool, default=False, wanted=""),
        cells.read("is_blind", bool, default=False, wanted=""),
        cells.text("background"),
    )


def of_character(character: Character) -> Values:
    """Return the columns of a character that callers may change."""
    return {
        "place_id": character.place_id,
        "knows": list(character.knows),
        "updated_at": character.updated_at,
        **of_persona(character.persona),
    }


def of_persona(persona: Persona) -> Values:
    """Return the columns of a persona: plain values and lists, one per field."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(persona).items()
    }


def persona_version(row: Any) -> PersonaVersion | None:
    """Return the persona version of a row, or None if a manual edit made it unreadable."""
    content = row.persona
    if not isinstance(content, Mapping):
        return None
    given = {name: value for name, value in content.items() if value is not None}
    persona, problem = shaped(Persona, given)
    if problem is not None:
        return None
    cells = Cells(row, "persona_version", row.world_id, row.character_id)
    return PersonaVersion(
        character_id=CharacterId(row.character_id),
        version=row.version,
        persona=persona,
        created_at=cells.moment("created_at", DEFAULT_START),
    )


def _persona(cells: Cells) -> Persona:
    content: dict[str, Any] = {}
    for field in fields(Persona):
        if field.name == "name":
            content["name"] = cells.name("name", cells.row_id)
            continue
        wanted, problem = _OF_PERSONA.get(field.name, (TEXT, None))
        content[field.name] = cells.read(
            field.name, _SHAPES[field.name], field.default, wanted, problem
        )
    return Persona(**content)


def _relations_problem(relations: tuple[Relation, ...]) -> str | None:
    found = (one.affinity for one in relations if not -100 <= one.affinity <= 100)
    return next((f"an affinity of {one} is not within -100 and 100" for one in found), None)


def _calendar_problem(calendar: Calendar) -> str | None:
    for names, number in ((calendar.months, MONTHS), (calendar.weekdays, DAYS)):
        if names and len(names) != number:
            return f"has {len(names)} names where {number} are needed"
    return None if 1 <= calendar.hours_in_day <= limits.HOURS_IN_DAY else "has no such hours"


def _local_problem(text: LocalText) -> str | None:
    return limits.language_problem(text.language) or limits.text_problem(text.text, limits.VIEW)


def _entity_problem(entity: Entity) -> str | None:
    too_long = limits.text_problem(entity.id, limits.IDENTIFIER, is_one_line=True)
    return too_long or one_line(entity.name)


def _told(cells: Cells, tell: Tell) -> None:
    for cell in cells.broken:
        tell(cell)


_SHAPES = get_type_hints(Persona)
_AFFORDANCES = (
    "a JSON list of affordances, such as "
    '[{"name": "wave", "description": "Wave to somebody.", "parameters": []}]'
)
_CALENDAR = 'a JSON object, such as {"months": ["Frost", …], "hours_in_day": 20}'
_AXES = 'a JSON list of axes, such as [{"name": "respect", "low": -100, "high": 100}]'
_LOCAL_TEXTS = 'a JSON list of texts, such as [{"language": "en", "text": "An AI speaks."}]'
_ENTITIES = 'a JSON list of entities, such as [{"id": "mug", "name": "a mug", "kind": "item"}]'
_LARGEST = 2**63 - 1  # of the columns' type
_BUDGET = "a whole number, 0 or more; 0 is the server's own limit"
_WALLS = "open, thin or thick"
_PRICES = 'a JSON object of texts, such as {"dark ale": "threepence"}'
_CAPACITY = f"a whole number, 1 to {limits.CAPACITY:,}, or NULL"
_FLAG = "true or false"
_BEATS = (
    'a JSON list, such as [{"key": "lens", "fact": "The lens is in the pond.", "flag": "dusk", '
    '"line": "Look in the pond.", "within": 3}]'
)
_OF_PERSONA: Mapping[str, tuple[str, Problem | None]] = MappingProxyType(
    {
        "age": (f"a whole number, 0 to {limits.AGE:,}, or NULL", within(0, limits.AGE)),
        "goals": (TEXTS, None),
        "greetings": (TEXTS, None),
        "relations": (
            'a JSON list, such as [{"to": "ben", "view": "An old friend.", "affinity": 40}]',
            _relations_problem,
        ),
        "fallback_lines": ('a JSON list, such as [{"text": "Not now.", "emotion": "calm"}]', None),
        "beats": (_BEATS, None),
        "is_deaf": (_FLAG, None),
        "is_blind": (_FLAG, None),
    }
)
"""For persona columns that are not prose: what to write there, and the check."""


def _etag(*content: object) -> str:
    """Return a digest of the content, so that an edit made in the database changes it as well."""
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]
