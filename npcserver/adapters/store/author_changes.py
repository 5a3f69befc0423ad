"""Who changed what: noted with the change itself, and listed newest first."""

import json
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection, and_, case, null, or_, select, update

from npcserver.adapters.store import authored, codec
from npcserver.adapters.store.access import note_change
from npcserver.adapters.store.library import read_book
from npcserver.adapters.store.tables import AUTHOR_CHANGE, RECORD, WORLD
from npcserver.model.author_change import (
    KEPT_BYTES,
    OF_SERVER,
    AuthorChange,
    ChangeEffect,
    ChangeFilter,
    ChangeKind,
    State,
)
from npcserver.model.character import SeedMemory
from npcserver.model.errors import NotFound
from npcserver.model.ids import WorldId
from npcserver.model.record import RecordKind, Remembered, Source

P = ParamSpec("P")
T = TypeVar("T")

_READ: Final[Mapping[ChangeKind, Callable[[Connection, Any, Any], Any]]] = {
    ChangeKind.WORLD: lambda connection, _, own_id: authored.read_world(connection, own_id),
    ChangeKind.PLACE: authored.read_place,
    ChangeKind.CHARACTER: authored.read_character,
    ChangeKind.PORTRAIT: authored.read_portrait,
    ChangeKind.BOOK: read_book,
}
_UNSAID: Final = frozenset(
    (
        *("id", "world_id", "character_id", "genesis_id", "first_character_id"),
        *("version", "draft_seq", "etag", "created_at", "updated_at"),
    )
)
"""Fields that no author writes."""


def as_edit(
    kind: ChangeKind, query: Callable[Concatenate[Connection, P], T]
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]:
    """Return a change to what was authored as a method, for classes with a `unit` that notes it.

    A change that no caller asked for, such as one of a command, is not noted.
    """

    async def method(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        unit = self.unit
        if not unit.author_id:
            plain: T = await unit.run(query, *args, **kwargs)
            return plain
        world_id, own_id = _named(kind, args)
        before = await unit.authored_state(kind, world_id, own_id)
        answer: T = await unit.run(query, *args, **kwargs)
        after = await unit.authored_state(kind, world_id, own_id)
        await unit.note_edit(kind, world_id, own_id, before, after)
        return answer

    return method


def _named(kind: ChangeKind, args: tuple[Any, ...]) -> tuple[str, str]:
    if kind is ChangeKind.PORTRAIT:
        return args[0], args[1].character_id
    if isinstance(args[0], str):
        return args[0], args[1]
    return args[0].id if kind is ChangeKind.WORLD else args[0].world_id, args[0].id


def read_state(
    connection: Connection, kind: ChangeKind, world_id: WorldId, own_id: str
) -> State | None:
    """Return what authors wrote of a subject, JSON values by field; None if it is not there."""
    try:
        value = _READ[kind](connection, world_id, own_id)
    except NotFound:
        return None
    if value is None:
        return None
    state = codec.plain(value, bytes_mode="base64")
    if kind is ChangeKind.CHARACTER:
        state |= {**state.pop("persona"), "memories": _seeds(connection, world_id, own_id)}
    return {name: one for name, one in state.items() if name not in _UNSAID}


def _seeds(connection: Connection, world_id: WorldId, character_id: str) -> Any:
    genesis = select(WORLD.c.genesis_id).where(WORLD.c.id == world_id).scalar_subquery()
    own = (
        RECORD.c.timeline_id == genesis,
        RECORD.c.kind == str(RecordKind.OBSERVATION),
        RECORD.c.subject_id == character_id,
    )
    found: list[SeedMemory] = []
    for row in connection.execute(select(RECORD).where(*own).order_by(RECORD.c.seq)):
        body = codec.decode(RecordKind.OBSERVATION, row.body)
        if isinstance(body, Remembered) and body.source is Source.AUTHORED:
            secret = body.secrets[0] if body.secrets else None
            found.append(SeedMemory(text=row.text, importance=row.importance, secret=secret))
    return codec.plain(found)


def with_states(
    change: AuthorChange, before: State | None, after: State | None
) -> AuthorChange | None:
    """Return a change with what differs between two states; None if nothing does."""
    was, now = before or {}, after or {}
    names = tuple(one for one in {**was, **now} if was.get(one) != now.get(one))
    if before == after or not names:
        return None
    effect = ChangeEffect.CHANGED
    if before is None or after is None:
        effect = ChangeEffect.ADDED if before is None else ChangeEffect.DELETED
    else:
        before, after = ({one: state.get(one) for one in names} for state in (was, now))
    size = len(json.dumps([before, after], ensure_ascii=False).encode())
    noted = replace(change, effect=effect, names=names)
    return noted if size > KEPT_BYTES else replace(noted, before=before, after=after, is_kept=True)


def changes_of(
    connection: Connection, world_id: WorldId, chosen: ChangeFilter, limit: int
) -> tuple[AuthorChange, ...]:
    """Return the changes of a world that are chosen, newest first, without what they changed.

    Those of the server have it: it is short, and says what was done.
    """
    table = AUTHOR_CHANGE.c
    is_own = table.world_id == world_id
    if chosen.with_server:
        is_own = or_(is_own, table.world_id.is_(None))
    said = case((table.kind.in_(sorted(OF_SERVER)), table.after), else_=null()).label("after")
    brief = [one for one in table if one.name not in ("before", "after")]
    wanted = select(*brief, said).where(is_own)
    for name in ("author_id", "kind", "subject_id"):
        if value := getattr(chosen, name):
            wanted = wanted.where(table[name] == value)
    if chosen.before is not None:
        at, own_id = chosen.before
        wanted = wanted.where(or_(table.at < at, and_(table.at == at, table.id < own_id)))
    found = connection.execute(wanted.order_by(table.at.desc(), table.id.desc()).limit(limit))
    return tuple(map(_read, found.mappings()))


def change_of(connection: Connection, change_id: str) -> AuthorChange | None:
    """Return a change, or None."""
    wanted = select(AUTHOR_CHANGE).where(AUTHOR_CHANGE.c.id == change_id)
    row = connection.execute(wanted).mappings().first()
    return None if row is None else _read(row)


def authors_of(connection: Connection, world_id: WorldId) -> tuple[str, ...]:
    """Return the ids of those who changed a world, or something of the server."""
    table = AUTHOR_CHANGE.c
    is_own = or_(table.world_id == world_id, table.world_id.is_(None))
    found = select(table.author_id).where(is_own).distinct().order_by(table.author_id)
    return tuple(connection.execute(found).scalars())


def _read(row: Any) -> AuthorChange:
    values = dict(row)
    values["kind"] = ChangeKind(values["kind"])
    values["effect"] = ChangeEffect(values["effect"])
    values["names"] = tuple(values["names"])
    return AuthorChange(**values)


def note_correction(connection: Connection, change: AuthorChange, undone_id: str) -> None:
    """Note a correction that takes another back, if that is named, as its undo."""
    table = AUTHOR_CHANGE.c
    own = and_(table.kind == str(ChangeKind.CORRECTION), table.timeline_id == change.timeline_id)
    found = select(table.id).where(own, table.subject_id == undone_id)
    undoes = connection.execute(found).scalar() if undone_id else None
    note_change(connection, replace(change, undoes=undoes or undone_id))
    if undoes:
        mark_undone(connection, undoes)


def mark_undone(connection: Connection, change_id: str) -> None:
    """Mark a change as undone, and what it took back as not undone, and so on."""
    table, is_undone = AUTHOR_CHANGE.c, True
    while change_id:
        own = table.id == change_id
        connection.execute(update(AUTHOR_CHANGE).where(own).values(is_undone=is_undone))
        change_id = connection.execute(select(table.undoes).where(own)).scalar() or ""
        is_undone = not is_undone
