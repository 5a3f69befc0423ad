"""Rows into model values and back; the only place that knows both."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, TypeVar

from pydantic import ValidationError

from npcserver.adapters.store import codec, shapes
from npcserver.adapters.store.columns import from_moment, to_moment
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.budget import Budget
from npcserver.model.character import Character, Persona, PersonaVersion
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, WorldId
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Save, Timeline, Vantage
from npcserver.model.world import Hours, Place, World

T = TypeVar("T")
Values = dict[str, Any]

PERSONA_COLUMNS = tuple(field.name for field in fields(Persona))
_KINDS = {kind.value: kind for kind in RecordKind}


def record(row: Any) -> Record:
    """Read a row of `log.COLUMNS`."""
    timeline_id, seq, kind_name, subject_id, text, importance, game_time, written_at, body = row
    kind = _KINDS[kind_name]
    return Record(
        timeline_id=timeline_id,
        seq=seq,
        kind=kind,
        body=codec.decode(kind, body),
        subject_id=subject_id,
        text=text,
        game_time=from_moment(game_time),
        importance=importance,
        written_at=from_moment(written_at),
    )


def timeline(row: Any) -> Timeline:
    """Read a timeline."""
    return Timeline(
        id=TimelineId(row.id),
        world_id=WorldId(row.world_id),
        parent_id=None if row.parent_id is None else TimelineId(row.parent_id),
        forked_at=row.forked_at,
        head=row.head,
        game_time=from_moment(row.clock),
        label=row.label,
        created_at=from_moment(row.created_at),
        late_results=row.late_results,
    )


def of_timeline(timeline: Timeline) -> Values:
    """Write a timeline."""
    return {
        "id": timeline.id,
        "world_id": timeline.world_id,
        "parent_id": timeline.parent_id,
        "forked_at": timeline.forked_at,
        "head": timeline.head,
        "clock": to_moment(timeline.game_time),
        "label": timeline.label,
        "created_at": to_moment(timeline.created_at),
    }


def save(row: Any) -> Save:
    """Read a save."""
    return Save(
        id=SaveId(row.id),
        world_id=WorldId(row.world_id),
        vantage=Vantage(TimelineId(row.timeline_id), row.seq),
        name=row.name,
        game_time=from_moment(row.game_time),
        created_at=from_moment(row.created_at),
    )


def of_save(save: Save) -> Values:
    """Write a save."""
    return {
        "id": save.id,
        "world_id": save.world_id,
        "timeline_id": save.vantage.timeline_id,
        "seq": save.vantage.seq,
        "name": save.name,
        "game_time": to_moment(save.game_time),
        "created_at": to_moment(save.created_at),
    }


def world(row: Any) -> World:
    """Read a world."""
    affordances = _shaped(
        tuple[Affordance, ...], row.affordances or (), f"world.{row.id}.affordances"
    )
    entities = _shaped(tuple[Entity, ...], row.entities or (), f"world.{row.id}.entities")
    budget = _budget(row)
    content = [row.name, row.description, row.start_time.isoformat(), row.language, str(budget)]
    return World(
        id=WorldId(row.id),
        name=row.name,
        description=row.description,
        start_time=row.start_time,
        language=row.language,
        genesis_id=TimelineId(row.genesis_id),
        affordances=affordances,
        entities=entities,
        budget=budget,
        etag=_etag(*content, *map(repr, affordances), *map(repr, entities)),
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def of_world(world: World) -> Values:
    """Write what a caller may change of a world."""
    return {
        "name": world.name,
        "description": world.description,
        "start_time": world.start_time,
        "language": world.language,
        "affordances": [asdict(affordance) for affordance in world.affordances],
        "entities": [asdict(entity) for entity in world.entities],
        **{f"budget_{name}": limit for name, limit in asdict(world.budget).items()},
        "updated_at": world.updated_at,
        **({"genesis_id": world.genesis_id} if world.genesis_id else {}),
    }


def _budget(row: Any) -> Budget:
    limits = {name: getattr(row, f"budget_{name}") or 0 for name in ("calls", "tokens", "micros")}
    return _shaped(Budget, limits, f"world.{row.id}.budget")


def place(row: Any) -> Place:
    """Read a place."""
    hours = None
    if row.opens is not None and row.closes is not None:
        hours = Hours(opens=row.opens, closes=row.closes)
    objects = _shaped(tuple[str, ...], row.objects or (), f"place.{row.id}.objects")
    owner_ids = _shaped(tuple[str, ...], row.owner_ids or (), f"place.{row.id}.owner_ids")
    content = [row.parent_id, row.name, row.description, str(hours), row.capacity]
    return Place(
        id=PlaceId(row.id),
        world_id=WorldId(row.world_id),
        name=row.name,
        parent_id=None if row.parent_id is None else PlaceId(row.parent_id),
        description=row.description,
        hours=hours,
        capacity=row.capacity,
        owner_ids=tuple(map(CharacterId, owner_ids)),
        etag=_etag(*content, list(objects), list(owner_ids)),
        objects=objects,
    )


def of_place(place: Place) -> Values:
    """Write what a caller may change of a place."""
    return {
        "parent_id": place.parent_id,
        "name": place.name,
        "description": place.description,
        "opens": None if place.hours is None else place.hours.opens,
        "closes": None if place.hours is None else place.hours.closes,
        "capacity": place.capacity,
        "objects": list(place.objects),
        "owner_ids": list(place.owner_ids),
    }


def character(row: Any, newest: tuple[int, str] | None) -> Character:
    """Read a character; `newest` is the number and digest of its newest stored persona version.

    A persona edited by hand has no version yet and gets the number it will have. Raises
    `InvalidInput` naming the column when an edit left something that is no persona.
    """
    content = {name: getattr(row, name) for name in PERSONA_COLUMNS}
    persona = _persona(content, f"character.{row.id}")
    knows = _shaped(tuple[str, ...], row.knows or (), f"character.{row.id}.knows")
    number, digest = newest or (0, "")
    return Character(
        id=CharacterId(row.id),
        world_id=WorldId(row.world_id),
        persona=persona,
        version=number if digest == persona.digest else number + 1,
        place_id=None if row.place_id is None else PlaceId(row.place_id),
        knows=tuple(map(PlaceId, knows)),
        etag=_etag(row.place_id, persona.digest, list(knows)),
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def of_character(character: Character) -> Values:
    """Write what a caller may change of a character."""
    return {
        "place_id": character.place_id,
        "knows": list(character.knows),
        "updated_at": character.updated_at,
        **of_persona(character.persona),
    }


def of_persona(persona: Persona) -> Values:
    """Write a persona: plain values and lists, one for each field."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(persona).items()
    }


def persona_version(row: Any) -> PersonaVersion:
    """Read a version of a persona."""
    where = f"persona_version.{row.character_id}.{row.version}"
    return PersonaVersion(
        character_id=CharacterId(row.character_id),
        version=row.version,
        persona=_persona(row.persona, where),
        created_at=row.created_at,
    )


def _persona(content: Mapping[str, Any], where: str) -> Persona:
    # A hand edit that empties a cell means the default, as a column never filled does.
    given = {name: value for name, value in content.items() if value is not None}
    return _shaped(Persona, given, where)


def _shaped(shape: type[T], content: object, where: str) -> T:
    try:
        return shapes.read(shape, content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        path = ".".join((where, *(str(part) for part in first["loc"])))
        raise InvalidInput(path, f"in the database: {first['msg']}; correct the row") from None


def _etag(*content: object) -> str:
    """Digest of what was read, so that an edit made in the database changes it as well."""
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]
