"""All rows of a world or a timeline: read, written, compared and deleted, on either database."""

import base64
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from itertools import islice
from typing import Any

import sqlalchemy as sa
import zstandard

from npcserver.adapters.store import prompts
from npcserver.adapters.store.backup_manifest import TableContent, content_of
from npcserver.adapters.store.dialect import insert_into
from npcserver.adapters.store.tables import (
    AFFORDANCE_SET,
    AUDIT_ENTRY,
    AUDIT_HEAD,
    BEGUN_TURN,
    BOOK,
    CHAPTER,
    CHARACTER,
    DISCLOSURE,
    JOB,
    MOVED_ID,
    PASSAGE,
    PASSAGE_VECTOR,
    PERSONA_VERSION,
    PLACE,
    PROMPT,
    PROMPT_BEGINNING,
    RECORD,
    REQUEST,
    SAVE,
    SHELF,
    SPENDING,
    SPENDING_LIMIT,
    TIMELINE,
    VECTOR,
    WORLD,
)

Row = dict[str, Any]

STANDING = (
    WORLD,
    PLACE,
    CHARACTER,
    PERSONA_VERSION,
    SHELF,
    BOOK,
    CHAPTER,
    PASSAGE,
    PASSAGE_VECTOR,
    SPENDING_LIMIT,
    SPENDING,
    AUDIT_ENTRY,
    AUDIT_HEAD,
)
"""What was authored, spent and audited; a row of the first must be there before the others."""

LOG = (PROMPT_BEGINNING, PROMPT, RECORD, VECTOR, REQUEST)
"""What nobody finds without the row of its timeline."""

LIVING = (TIMELINE, SAVE, AFFORDANCE_SET, DISCLOSURE, JOB, BEGUN_TURN)
"""By which a world is played: without these rows nothing is read, said or thought in it."""

NOT_MOVED = frozenset({"access_key", "note", "turn_lease", "world_location", "moved_id"})
"""Tables that belong to a database or to its servers, and to no world."""

_PARENTS = {PLACE: ("id", "parent_id"), TIMELINE: ("id", "parent_id")}
_KEYS = {JOB: (JOB.c.timeline_id, JOB.c.subject_id, JOB.c.kind)}
_UNCOMPARED = {WORLD: "revision", JOB: "id"}  # each database counts its own
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class WorldScope:
    """The rows of a world, whether its timelines are there, or only their ids (`moved_id`)."""

    world_id: str

    def ids(self, *own: sa.Table) -> sa.CompoundSelect[Any]:
        """Select the ids of its timelines, or of other tables, and those that have moved."""
        found = [sa.select(one.c.id).where(one.c.world_id == self.world_id) for one in own]
        moved = sa.select(MOVED_ID.c.id).where(MOVED_ID.c.world_id == self.world_id)
        return sa.union_all(*found, moved)

    def condition(self, table: sa.Table) -> sa.ColumnElement[bool]:
        """Return which rows of a table belong to the world."""
        if table is WORLD:
            return WORLD.c.id == self.world_id
        if table is REQUEST:
            is_own = REQUEST.c.scope.in_(self.ids(TIMELINE, SAVE))
            return sa.or_(REQUEST.c.scope == self.world_id, is_own)
        if table is PROMPT_BEGINNING:
            used = sa.select(PROMPT.c.beginning).where(self.condition(PROMPT))
            return PROMPT_BEGINNING.c.digest.in_(used)
        if "world_id" in table.c:
            return table.c.world_id == self.world_id
        return table.c.timeline_id.in_(self.ids(TIMELINE))


@dataclass(frozen=True, slots=True)
class TimelineScope:
    """The rows of a timeline, with what it sees of its ancestors.

    `segments` are the last seq of each timeline that it sees, with its own.
    """

    timeline_id: str
    segments: tuple[tuple[str, int], ...]

    def condition(self, table: sa.Table) -> sa.ColumnElement[bool]:
        """Return which rows of a table belong to the timeline."""
        if table is TIMELINE:
            return TIMELINE.c.id.in_([one for one, _ in self.segments])
        if table is REQUEST:
            saves = sa.select(SAVE.c.id).where(SAVE.c.timeline_id == self.timeline_id)
            is_of_save = REQUEST.c.scope.in_(saves)
            return sa.or_(REQUEST.c.scope == self.timeline_id, is_of_save)
        if table is PROMPT_BEGINNING:
            used = sa.select(PROMPT.c.beginning).where(self.condition(PROMPT))
            return PROMPT_BEGINNING.c.digest.in_(used)
        if table in LOG:
            seen = [
                sa.and_(table.c.timeline_id == one, table.c.seq <= last)
                for one, last in self.segments
            ]
            return sa.or_(*seen)
        return table.c.timeline_id == self.timeline_id


Scope = WorldScope | TimelineScope


def timeline_scope(connection: sa.Connection, timeline_id: str) -> TimelineScope:
    """Return the scope of a timeline that exists."""
    segments: list[tuple[str, int]] = []
    here: str | None = timeline_id
    last: int | None = None
    while here is not None:
        own = sa.select(TIMELINE).where(TIMELINE.c.id == here)
        row = connection.execute(own).one()
        segments.append((here, row.head if last is None else last))
        here, last = row.parent_id, row.forked_at
    return TimelineScope(timeline_id, tuple(segments))


def read(
    connection: sa.Connection,
    scope: Scope,
    table: sa.Table,
    *conditions: sa.ColumnElement[bool],
) -> Iterator[Row]:
    """Yield the rows of a table that belong to a scope; parents come before their children."""
    wanted = sa.select(table).where(scope.condition(table), *conditions)
    if table in _PARENTS:
        found = [dict(row._mapping) for row in connection.execute(wanted)]  # noqa: SLF001
        yield from _parents_first(found, *_PARENTS[table])
        return
    ordered = wanted.order_by(*table.primary_key.columns)
    options = {"yield_per": _CHUNK}
    with connection.execute(ordered, execution_options=options) as result:
        for row in result:
            yield dict(row._mapping)  # noqa: SLF001


def _parents_first(rows: Sequence[Row], key: str, parent: str) -> Iterator[Row]:
    by_id = {row[key]: row for row in rows}
    done: set[str] = set()
    for row in rows:
        path = []
        here: Row | None = row
        while here is not None and here[key] not in done:
            path.append(here)
            done.add(here[key])
            here = by_id.get(here[parent])
        yield from reversed(path)


def write(
    connection: sa.Connection, table: sa.Table, rows: Iterable[Row], *, replaces: bool = True
) -> int:
    """Insert rows; those that are there are replaced, or else stay. Returns the number of rows."""
    keys = [one.name for one in _KEYS.get(table, table.primary_key.columns)]
    others = [one.name for one in table.columns if one.name not in (*keys, "id")]
    statement = insert_into(connection, table)
    if replaces and others:
        new = {name: statement.excluded[name] for name in others}
        statement = statement.on_conflict_do_update(index_elements=keys, set_=new)
    else:
        statement = statement.on_conflict_do_nothing()
    count = 0
    for chunk in _batched(rows):
        connection.execute(statement, chunk)
        count += len(chunk)
    return count


def write_read_back(connection: sa.Connection, table: sa.Table, rows: Sequence[Row]) -> bool:
    """Insert or replace rows, and return whether they are then as they were to be."""
    write(connection, table, rows)
    keys = [*table.primary_key.columns]
    for chunk in _batched(rows):
        places = [tuple(row[key.name] for key in keys) for row in chunk]
        own = sa.select(table).where(sa.tuple_(*keys).in_(places))
        found = [dict(row._mapping) for row in connection.execute(own)]  # noqa: SLF001
        if content(table, found) != content(table, chunk):
            return False
    return True


def count(connection: sa.Connection, scope: Scope, table: sa.Table) -> int:
    """Return how many rows of a table belong to a scope."""
    own = sa.select(sa.func.count()).select_from(table).where(scope.condition(table))
    return connection.execute(own).scalar_one()


def drop_others(target: sa.Connection, source: sa.Connection, scope: Scope, table: sa.Table) -> int:
    """Delete the rows of a scope that the source does not have; return their number."""
    columns = [*table.primary_key.columns]
    own = sa.select(*columns).where(scope.condition(table))
    there = {tuple(row) for row in source.execute(own)}
    extra = [tuple(row) for row in target.execute(own) if tuple(row) not in there]
    for chunk in _batched(extra):
        target.execute(sa.delete(table).where(sa.tuple_(*columns).in_(chunk)))
    return len(extra)


def delete(connection: sa.Connection, scope: Scope, table: sa.Table) -> None:
    """Delete all rows of a table that belong to a scope; a beginning may serve other prompts."""
    if table is PROMPT_BEGINNING:
        prompts.drop_unused_beginnings(connection)
    else:
        connection.execute(sa.delete(table).where(scope.condition(table)))


def content(table: sa.Table, rows: Iterable[Row]) -> TableContent:
    """Return the count and digest of rows, the same for equal rows on either database."""
    ignored = _UNCOMPARED.get(table)
    return content_of(
        json.dumps(
            [None if name == ignored else value for name, value in encoded(row).items()]
        ).encode()
        for row in rows
    )


def contents(
    connection: sa.Connection, scope: Scope, tables: Iterable[sa.Table]
) -> dict[str, TableContent]:
    """Return count and digest of the rows of a scope in each table."""
    return {table.name: content(table, read(connection, scope, table)) for table in tables}


def pack_living(connection: sa.Connection, scope: Scope) -> bytes:
    """Return the rows by which a world lives as bytes; the same ones for the same rows."""
    rows = {
        table.name: [encoded(row) for row in read(connection, scope, table)] for table in LIVING
    }
    return zstandard.ZstdCompressor(level=3).compress(json.dumps(rows).encode())


def unpack_living(connection: sa.Connection, data: bytes) -> None:
    """Put the rows by which a world lives in their tables."""
    found = json.loads(zstandard.ZstdDecompressor().decompress(data))
    for table in LIVING:
        write(connection, table, revived(table, [decoded(table, row) for row in found[table.name]]))


def revived(table: sa.Table, rows: Iterable[Row]) -> Iterator[Row]:
    """Yield rows as they are right where no server has begun with them.

    Jobs have a number of their own in each database, and none is in work; a turn that was begun is
    one whose server is gone.
    """
    for row in rows:
        if table is JOB:
            plain = {name: value for name, value in row.items() if name != "id"}
            yield {**plain, "lease": None, "lease_until": 0}
        elif table is BEGUN_TURN:
            yield {**row, "server": "", "owner": ""}
        else:
            yield row


def _batched(rows: Iterable[Any]) -> Iterator[list[Any]]:
    left = iter(rows)
    while chunk := list(islice(left, _CHUNK)):
        yield chunk


def encoded(row: Row) -> Row:
    """Return a row whose values JSON can hold."""
    return {name: _encode(value) for name, value in row.items()}


def decoded(table: sa.Table, row: Row) -> Row:
    """Return an encoded row with the values that its table takes."""
    return {name: _decode(table.c[name].type, value) for name, value in row.items()}


def _encode(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    if isinstance(value, datetime | time):
        return value.isoformat()
    # SQLite has 0 and 1 in flags, and PostgreSQL has true and false
    return int(value) if isinstance(value, bool) else value


def _decode(kind: sa.types.TypeEngine[Any], value: Any) -> Any:
    if value is None:
        return None
    if isinstance(kind, sa.LargeBinary):
        return base64.b64decode(value)
    plain = kind.impl_instance if isinstance(kind, sa.types.TypeDecorator) else kind
    if isinstance(plain, sa.DateTime):
        return datetime.fromisoformat(value)
    if isinstance(plain, sa.Time):
        return time.fromisoformat(value)
    return bool(value) if isinstance(plain, sa.Boolean) else value
