"""Changes to what was authored."""

import hashlib
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, exists, insert, select, update

from npcserver.adapters.store import authored, prompts, rows, world_directory
from npcserver.adapters.store.dialect import insert_new, put
from npcserver.adapters.store.tables import (
    CHARACTER,
    PERSONA_VERSION,
    PLACE,
    PORTRAIT,
    PROMPT,
    RECORD,
    REQUEST,
    TIMELINE,
    VECTOR,
    WORLD,
)
from npcserver.adapters.store.vector_format import INT8
from npcserver.adapters.store.world_rows import WorldScope, drop_world
from npcserver.model.character import Character, Persona
from npcserver.model.errors import AlreadyExists, NotPossibleNow, Reason
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.portrait import Portrait
from npcserver.model.world import Place, World

_CHOOSE = "choose another id, or change the one that is there"


def add_world(connection: Connection, world: World) -> None:
    """Insert a world. Raises `AlreadyExists`, or `WorldMoved` if another shard has it."""
    if (moved := world_directory.location_of(connection, world.id)) is not None:
        raise moved.refusal()
    values = {
        "id": world.id,
        "created_at": world.created_at,
        "vector_format": INT8,
        **rows.of_world(world),
    }
    if not insert_new(connection, WORLD, values):
        raise AlreadyExists("world", world.id, _CHOOSE)


def put_world(connection: Connection, world: World, *, if_etag: str = "") -> None:
    """Overwrite a world. Raises `NotFound` or `Conflict`."""
    found = authored.read_world(connection, world.id, lock=True)
    authored.check_etag("world", world.id, found.etag, if_etag)
    connection.execute(update(WORLD).where(WORLD.c.id == world.id).values(rows.of_world(world)))


def delete_world(connection: Connection, world_id: WorldId, *, if_etag: str = "") -> None:
    """Delete a world with everything in it."""
    found = authored.read_world(connection, world_id, lock=True)
    authored.check_etag("world", world_id, found.etag, if_etag)
    own = select(TIMELINE.c.id).where(TIMELINE.c.world_id == world_id)
    # Appends hold one of these locks, so nothing is added after this line.
    connection.execute(own.order_by(TIMELINE.c.id).with_for_update())
    for log_table in (RECORD, VECTOR, PROMPT):
        connection.execute(delete(log_table).where(log_table.c.timeline_id.in_(own)))
    prompts.drop_unused_beginnings(connection)
    for column in (REQUEST.c.scope, REQUEST.c.timeline_id):
        connection.execute(delete(REQUEST).where(column.in_(own)))
    drop_world(connection, WorldScope(world_id))


def add_place(connection: Connection, place: Place) -> None:
    """Insert a place; its world and parent must exist."""
    authored.require_world(connection, place.world_id)
    _require_place(connection, place.world_id, place.parent_id)
    if not insert_new(connection, PLACE, rows.of_place(place)):
        raise AlreadyExists("place", place.id, _CHOOSE)


def put_place(connection: Connection, place: Place, *, if_etag: str = "") -> None:
    """Overwrite a place."""
    found = authored.read_place(connection, place.world_id, place.id, lock=True)
    authored.check_etag("place", place.id, found.etag, if_etag)
    if place.parent_id != found.parent_id:
        _require_place(connection, place.world_id, place.parent_id)
    connection.execute(
        update(PLACE)
        .where(PLACE.c.world_id == place.world_id, PLACE.c.id == place.id)
        .values(rows.of_place(place))
    )


def delete_place(
    connection: Connection, world_id: WorldId, place_id: PlaceId, *, if_etag: str = ""
) -> None:
    """Delete a place that has neither parts nor residents."""
    found = authored.read_place(connection, world_id, place_id, lock=True)
    authored.check_etag("place", place_id, found.etag, if_etag)
    parts = exists().where(PLACE.c.world_id == world_id, PLACE.c.parent_id == place_id)
    residents = exists().where(CHARACTER.c.world_id == world_id, CHARACTER.c.place_id == place_id)
    if connection.execute(select(parts | residents)).scalar_one():
        raise NotPossibleNow(
            f"place {place_id!r} still has parts or residents; move or delete those first",
            Reason.STILL_IN_USE,
            worldId=world_id,
            placeId=place_id,
        )
    connection.execute(delete(PLACE).where(PLACE.c.world_id == world_id, PLACE.c.id == place_id))


def add_character(connection: Connection, character: Character) -> None:
    """Insert a character and version 1 of its persona."""
    authored.require_world(connection, character.world_id)
    _require_place(connection, character.world_id, character.place_id)
    values = {
        "world_id": character.world_id,
        "id": character.id,
        "created_at": character.created_at,
        **rows.of_character(character),
    }
    if not insert_new(connection, CHARACTER, values):
        raise AlreadyExists("character", character.id, _CHOOSE)
    keep_persona(
        connection, character.world_id, character.id, character.persona, character.created_at
    )


def put_character(connection: Connection, character: Character, *, if_etag: str = "") -> Character:
    """Overwrite a character; both its old and its new persona are kept as versions."""
    world_id, own_id = character.world_id, character.id
    found = authored.read_character(connection, world_id, own_id, lock=True)
    authored.check_etag("character", own_id, found.etag, if_etag)
    if character.place_id != found.place_id:
        _require_place(connection, world_id, character.place_id)
    connection.execute(
        update(CHARACTER)
        .where(CHARACTER.c.world_id == world_id, CHARACTER.c.id == own_id)
        .values(rows.of_character(character))
    )
    for persona in (found.persona, character.persona):
        keep_persona(connection, world_id, own_id, persona, character.updated_at)
    return authored.read_character(connection, world_id, own_id)


def adopt(
    connection: Connection,
    world_id: WorldId,
    character_id: CharacterId,
    persona: Persona,
    now: datetime,
) -> int:
    """Store a persona as the newest version unless it is; return the version's number."""
    authored.lock_character(connection, world_id, character_id)
    return keep_persona(connection, world_id, character_id, persona, now)


_NEWEST_VERSION = (
    select(PERSONA_VERSION.c.version, PERSONA_VERSION.c.digest)
    .where(
        PERSONA_VERSION.c.world_id == bindparam("world"),
        PERSONA_VERSION.c.character_id == bindparam("id"),
    )
    .order_by(PERSONA_VERSION.c.version.desc())
    .limit(1)
)


def keep_persona(
    connection: Connection,
    world_id: WorldId,
    character_id: CharacterId,
    persona: Persona,
    now: datetime,
) -> int:
    """Do the same as `adopt` for a character whose row is locked already."""
    newest = connection.execute(_NEWEST_VERSION, {"world": world_id, "id": character_id}).first()
    if newest is not None and newest.digest == persona.digest:
        return int(newest.version)
    version = 1 if newest is None else newest.version + 1
    values = {
        "world_id": world_id,
        "character_id": character_id,
        "version": version,
        "persona": rows.of_persona(persona),
        "digest": persona.digest,
        "created_at": now,
    }
    connection.execute(insert(PERSONA_VERSION), values)
    return version


def delete_character(
    connection: Connection, world_id: WorldId, character_id: CharacterId, *, if_etag: str = ""
) -> None:
    """Delete a character and its persona versions; its records stay."""
    found = authored.read_character(connection, world_id, character_id, lock=True)
    authored.check_etag("character", character_id, found.etag, if_etag)
    connection.execute(
        delete(CHARACTER).where(CHARACTER.c.world_id == world_id, CHARACTER.c.id == character_id)
    )


def _require_place(connection: Connection, world_id: WorldId, place_id: PlaceId | None) -> None:
    if place_id is not None:
        authored.require_place(connection, world_id, place_id)


def put_portrait(connection: Connection, world_id: WorldId, portrait: Portrait) -> None:
    """Store a portrait in place of the one that there may be; one without content takes it away.

    Its character must exist.
    """
    keys = {"world_id": world_id, "character_id": portrait.character_id}
    if not portrait.content:
        connection.execute(delete(PORTRAIT).filter_by(**keys))
        return
    values = {
        **keys,
        "media_type": portrait.media_type,
        "content": portrait.content,
        "digest": hashlib.sha256(portrait.content).hexdigest(),
    }
    put(connection, PORTRAIT, values)
