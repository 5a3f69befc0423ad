"""Queries over authored worlds with their portraits, timelines and saves."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Select, Table, and_, bindparam, func, select, update

from npcserver.adapters.store import rows
from npcserver.adapters.store.cells import Tell, warn
from npcserver.adapters.store.dialect import made_of
from npcserver.adapters.store.tables import (
    BOOK,
    CHARACTER,
    PERSONA_VERSION,
    PLACE,
    PORTRAIT,
    RECORD,
    SAVE,
    TIMELINE,
    WORLD,
)
from npcserver.model.character import Character, People, Persona, PersonaVersion, addressed
from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, WorldId
from npcserver.model.portrait import Portrait
from npcserver.model.timeline import Save, Timeline
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Order
from npcserver.ports.view import BACKGROUND, Resident

T = TypeVar("T")


def _characters() -> Select[Any]:
    """Select characters with the number and digest of their newest persona version."""
    newest = (
        select(func.max(PERSONA_VERSION.c.version))
        .where(
            PERSONA_VERSION.c.world_id == CHARACTER.c.world_id,
            PERSONA_VERSION.c.character_id == CHARACTER.c.id,
        )
        .scalar_subquery()
    )
    version = PERSONA_VERSION.alias("newest")
    is_newest = and_(
        version.c.world_id == CHARACTER.c.world_id,
        version.c.character_id == CHARACTER.c.id,
        version.c.version == newest,
    )
    return (
        select(CHARACTER, version.c.version.label("newest"), version.c.digest.label("digest"))
        .select_from(CHARACTER.outerjoin(version, is_newest))
        .where(CHARACTER.c.world_id == bindparam("world"))
    )


# Built once: building a statement costs as much as running it, and every turn runs these.
_ANY_TIMELINE = select(TIMELINE).where(TIMELINE.c.id == bindparam("id"))
_ONE_TIMELINE = _ANY_TIMELINE.where(TIMELINE.c.deleted_at.is_(None))
_ONE_SAVE = select(SAVE).where(SAVE.c.id == bindparam("id"))
_ONE_WORLD = select(WORLD).where(WORLD.c.id == bindparam("id"))
_WORLD_THERE = _ONE_WORLD.with_only_columns(WORLD.c.id)
_ONE_PLACE = select(PLACE).where(
    PLACE.c.world_id == bindparam("world"), PLACE.c.id == bindparam("id")
)
_PLACE_THERE = _ONE_PLACE.with_only_columns(PLACE.c.id)
_CHARACTERS = _characters()
_ONE_CHARACTER = _CHARACTERS.where(CHARACTER.c.id == bindparam("id"))
_ROSTER = (
    select(
        CHARACTER.c.id,
        CHARACTER.c.name,
        CHARACTER.c.place_id,
        CHARACTER.c.is_deaf,
        CHARACTER.c.is_blind,
        func.substr(CHARACTER.c.background, 1, BACKGROUND).label("background"),
    )
    .where(CHARACTER.c.world_id == bindparam("world"))
    .order_by(CHARACTER.c.id)
)


_ADVICE = {
    "world": "list the worlds, or create it first",
    "timeline": "start one with StartTimeline",
    "save": "list the saves first",
    "place": "create it in this world first",
    "character": "create it in this world first",
}


def missing(kind: str, identifier: str, **metadata: str) -> NotFound:
    """Return the fault for a world, timeline, save, place or character that does not exist."""
    return NotFound(kind, identifier, _ADVICE[kind], **metadata)


def _one(
    connection: Connection, wanted: Select[Any], kind: str, own_id: str, world_id: str = ""
) -> Row[Any]:
    """Return the row of an id, within a world if it is named. Raises `NotFound`."""
    within = {"world": world_id} if world_id else {}
    row = connection.execute(wanted, {"id": own_id, **within}).first()
    if row is None:
        raise missing(kind, own_id, **({"worldId": world_id} if world_id else {}))
    return row


def check_etag(kind: str, identifier: str, found: str, wanted: str) -> None:
    """Raise `Conflict` unless the etag found is the wanted one, if any is wanted."""
    if wanted and wanted != found:
        raise Conflict(
            f"{kind} {identifier!r} was changed by somebody else; read it again and decide again",
            Reason.ETAG_MISMATCH,
            etag=found,
        )


def read_timeline(connection: Connection, timeline_id: TimelineId) -> Timeline:
    """Return a timeline with its present head. Raises `NotFound`, also for a deleted one."""
    return rows.timeline(_one(connection, _ONE_TIMELINE, "timeline", timeline_id))


def read_kept_timeline(connection: Connection, timeline_id: TimelineId) -> Timeline:
    """Return a timeline, even a deleted one that is kept for its forks or saves."""
    return rows.timeline(_one(connection, _ANY_TIMELINE, "timeline", timeline_id))


def list_timelines(
    connection: Connection, world_id: WorldId, limit: int, after: str = ""
) -> tuple[Timeline, ...]:
    """Return the timelines of a world, by id, without deleted ones."""
    page = select(TIMELINE).where(
        TIMELINE.c.world_id == world_id, TIMELINE.c.id > after, TIMELINE.c.deleted_at.is_(None)
    )
    return tuple(map(rows.timeline, connection.execute(page.order_by(TIMELINE.c.id).limit(limit))))


def list_timelines_played_last(
    connection: Connection, limit: int, world_id: WorldId | None = None
) -> tuple[Timeline, ...]:
    """Return the timelines of play whose newest records were written last, latest first.

    Of one world or of all, without the genesis of each; the beginning of a timeline counts as a
    record.
    """
    at_head = and_(RECORD.c.timeline_id == TIMELINE.c.id, RECORD.c.seq == TIMELINE.c.head)
    written = func.coalesce(RECORD.c.written_at, TIMELINE.c.created_at)
    page = select(TIMELINE).select_from(TIMELINE.outerjoin(RECORD, at_head))
    page = page.where(TIMELINE.c.deleted_at.is_(None), TIMELINE.c.parent_id.is_not(None))
    if world_id is not None:
        page = page.where(TIMELINE.c.world_id == world_id)
    page = page.order_by(written.desc(), TIMELINE.c.id).limit(limit)
    return tuple(rows.timeline(row) for row in connection.execute(page))


def read_save(connection: Connection, save_id: SaveId) -> Save:
    """Return a save. Raises `NotFound`."""
    return rows.save(_one(connection, _ONE_SAVE, "save", save_id))


def list_saves(
    connection: Connection, world_id: WorldId, limit: int, after: str = ""
) -> tuple[Save, ...]:
    """Return the saves of a world, by id."""
    page = select(SAVE).where(SAVE.c.world_id == world_id, SAVE.c.id > after)
    return tuple(map(rows.save, connection.execute(page.order_by(SAVE.c.id).limit(limit))))


def read_world(connection: Connection, world_id: WorldId, *, lock: bool = False) -> World:
    """Return a world; with `lock` no one else changes it before the transaction ends."""
    one = _ONE_WORLD.with_for_update() if lock else _ONE_WORLD
    return rows.world(_one(connection, one, "world", world_id))


def require_world(connection: Connection, world_id: WorldId) -> None:
    """Raise `NotFound` unless there is such a world."""
    _one(connection, _WORLD_THERE, "world", world_id)


def list_worlds(
    connection: Connection, limit: int, after: str = "", *, tell: Tell = warn
) -> tuple[World, ...]:
    """Return worlds by id."""
    page = select(WORLD).where(WORLD.c.id > after).order_by(WORLD.c.id).limit(limit)
    return tuple(rows.world(row, tell) for row in connection.execute(page))


def read_place(
    connection: Connection, world_id: WorldId, place_id: PlaceId, *, lock: bool = False
) -> Place:
    """Return a place; with `lock` no one else changes it before the transaction ends."""
    one = _ONE_PLACE.with_for_update() if lock else _ONE_PLACE
    return rows.place(_one(connection, one, "place", place_id, world_id))


def require_place(connection: Connection, world_id: WorldId, place_id: PlaceId) -> None:
    """Raise `NotFound` unless the world has such a place."""
    _one(connection, _PLACE_THERE, "place", place_id, world_id)


def list_places(
    connection: Connection, world_id: WorldId, limit: int, after: str = "", *, tell: Tell = warn
) -> tuple[Place, ...]:
    """Return the places of a world, by id."""
    page = select(PLACE).where(PLACE.c.world_id == world_id, PLACE.c.id > after)
    found = connection.execute(page.order_by(PLACE.c.id).limit(limit))
    return tuple(rows.place(row, tell) for row in found)


def read_character(
    connection: Connection, world_id: WorldId, character_id: CharacterId, *, lock: bool = False
) -> Character:
    """Return a character; with `lock` no one else changes it before the transaction ends."""
    if lock:
        lock_character(connection, world_id, character_id)
    found = _one(connection, _ONE_CHARACTER, "character", character_id, world_id)
    return _character(connection, found, _addressing(connection, world_id))


_LOCKED_CHARACTER = (
    select(CHARACTER.c.id)
    .where(CHARACTER.c.world_id == bindparam("world"), CHARACTER.c.id == bindparam("id"))
    .with_for_update()
)


def lock_character(connection: Connection, world_id: WorldId, character_id: CharacterId) -> None:
    """Keep others from changing a character until the transaction ends."""
    _one(connection, _LOCKED_CHARACTER, "character", character_id, world_id)


def list_characters(
    connection: Connection, world_id: WorldId, limit: int, after: str = "", *, tell: Tell = warn
) -> tuple[Character, ...]:
    """Return the characters of a world, by id."""
    page = _CHARACTERS.where(CHARACTER.c.id > after).order_by(CHARACTER.c.id).limit(limit)
    found = connection.execute(page, {"world": world_id}).all()
    address = _addressing(connection, world_id)
    return tuple(_character(connection, row, address, tell) for row in found)


def read_roster(connection: Connection, world_id: WorldId) -> tuple[Resident, ...]:
    """Return the characters of a world in brief, by id."""
    found = connection.execute(_ROSTER, {"world": world_id})
    return tuple(map(rows.resident, found))


def list_persona_versions(
    connection: Connection,
    world_id: WorldId,
    character_id: CharacterId,
    limit: int,
    before: int | None = None,
) -> tuple[PersonaVersion, ...]:
    """Return versions of a persona, newest first, without those broken by manual edits."""
    page = select(PERSONA_VERSION).where(
        PERSONA_VERSION.c.world_id == world_id, PERSONA_VERSION.c.character_id == character_id
    )
    if before is not None:
        page = page.where(PERSONA_VERSION.c.version < before)
    found = connection.execute(page.order_by(PERSONA_VERSION.c.version.desc()).limit(limit))
    return tuple(filter(None, map(rows.persona_version, found)))


def _character(
    connection: Connection, row: Row[Any], address: Callable[[Persona], Persona], tell: Tell = warn
) -> Character:
    def last_good() -> PersonaVersion | None:
        own = (PERSONA_VERSION.c.world_id == row.world_id, PERSONA_VERSION.c.character_id == row.id)
        newest_first = (
            select(PERSONA_VERSION).where(*own).order_by(PERSONA_VERSION.c.version.desc())
        )
        kept = map(rows.persona_version, connection.execute(newest_first))
        return next(filter(None, kept), None)

    newest = None if row.newest is None else (row.newest, row.digest)
    return rows.character(row, newest, last_good, address, tell)


def _addressing(connection: Connection, world_id: WorldId) -> Callable[[Persona], Persona]:
    """Return a function that fills in the ids of relations that have only names.

    Manual edits and older versions of the server leave such relations.
    """

    @cache
    def people() -> People:
        return People({one.id: one.name for one in read_roster(connection, world_id)})

    def address(persona: Persona) -> Persona:
        lacks_ids = any(not relation.to_id for relation in persona.relations)
        return addressed(persona, people()) if lacks_ids else persona

    return address


def read_order(connection: Connection, world_id: WorldId) -> Order:
    """Return the ids of authored data: those with a position in that order, then the others."""
    return Order(
        places=_ids(connection, PLACE, world_id, PLACE.c.id),
        characters=_ids(connection, CHARACTER, world_id, CHARACTER.c.created_at, CHARACTER.c.id),
        books=_ids(connection, BOOK, world_id, BOOK.c.id),
    )


def read_first_character(connection: Connection, world_id: WorldId) -> CharacterId | None:
    """Return the first character of a world, or None."""
    by = (CHARACTER.c.created_at, CHARACTER.c.id)
    found = _ids(connection, CHARACTER, world_id, *by, limit=1)
    return CharacterId(found[0]) if found else None


def store_order(connection: Connection, world_id: WorldId, order: Order) -> None:
    """Store the order of authored data."""
    for table, ids in (
        (PLACE, order.places),
        (CHARACTER, order.characters),
        (BOOK, order.books),
    ):
        if ids:
            _number(connection, table, world_id, ids)


def _ids(
    connection: Connection, table: Table, world_id: WorldId, *by: Any, limit: int | None = None
) -> tuple[str, ...]:
    own = select(table.c.id).where(table.c.world_id == world_id)
    placed = (table.c.position.is_(None), table.c.position)
    return tuple(connection.execute(own.order_by(*placed, *by).limit(limit)).scalars())


def _number(connection: Connection, table: Table, world_id: WorldId, ids: Sequence[str]) -> None:
    own = (table.c.world_id == world_id, table.c.id == bindparam("own_id"))
    connection.execute(
        update(table).where(*own).values(position=bindparam("number")),
        [{"own_id": one, "number": number} for number, one in enumerate(ids)],
    )


def read_portrait(
    connection: Connection, world_id: WorldId, character_id: CharacterId
) -> Portrait | None:
    """Return the portrait of a character; None if it has none."""
    row = connection.execute(
        select(PORTRAIT).where(
            PORTRAIT.c.world_id == world_id, PORTRAIT.c.character_id == character_id
        )
    ).first()
    if row is None:
        return None
    return made_of(Portrait, row, content=bytes(row.content))


def list_portraits(connection: Connection, world_id: WorldId) -> Mapping[str, str]:
    """Return the digests of all portraits of a world, by the ids of their characters."""
    found = select(PORTRAIT.c.character_id, PORTRAIT.c.digest).where(
        PORTRAIT.c.world_id == world_id
    )
    return {row.character_id: row.digest for row in connection.execute(found)}
