"""The rows of a world or a timeline, in databases that may be in use: selected, locked, deleted."""

import json
import math
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Engine

from npcserver.adapters.store import prompts
from npcserver.adapters.store import world_directory as directory
from npcserver.adapters.store.dialect import batched
from npcserver.adapters.store.engine import (
    ServerLock,
    check_durability,
    opening,
    parse_url,
    reading_engine,
    require_sound,
    writing_engine,
)
from npcserver.adapters.store.row_copy import Contents, Row, content
from npcserver.adapters.store.tables import (
    AFFORDANCE_SET,
    AUDIT_ENTRY,
    AUDIT_HEAD,
    AUTHOR_CHANGE,
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
    PORTRAIT,
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
from npcserver.adapters.store.transactions import read_notes

STANDING = (
    WORLD,
    PLACE,
    CHARACTER,
    PERSONA_VERSION,
    PORTRAIT,
    SHELF,
    BOOK,
    CHAPTER,
    PASSAGE,
    PASSAGE_VECTOR,
    SPENDING_LIMIT,
    SPENDING,
    AUDIT_ENTRY,
    AUDIT_HEAD,
    AUTHOR_CHANGE,
)
"""What was authored, spent and audited; a row of the first must be there before the others."""

LOG = (PROMPT_BEGINNING, PROMPT, RECORD, VECTOR, REQUEST)
"""What nobody finds without the row of its timeline."""

LIVING = (TIMELINE, SAVE, AFFORDANCE_SET, DISCLOSURE, JOB, BEGUN_TURN)
"""By which a world is played: without these rows nothing is read, said or thought in it."""

HOLD_SECONDS = 0.9
"""Longest time for which writes are held up at once; then play goes on, and it is tried again.

Looking at all rows of 100,000 records took 0.4 s on a busy machine; a far larger world needs more.
"""

_AT_ONCE = 500  # rows that are read from a cursor at a time
_LOCKED = (TIMELINE, JOB, BEGUN_TURN, AFFORDANCE_SET, SHELF, SPENDING, SPENDING_LIMIT)
_LOCKING = (
    "SET LOCAL lock_timeout = '450ms'",
    # A process that is frozen in the midst must not hold up players.
    "SET LOCAL idle_in_transaction_session_timeout = '{frozen}s'",
)
_FROZEN_SECONDS = 3
_SNAPSHOT = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
_EPOCH = 1 << 32  # transactions are counted in 32 bits in rows
TOMBSTONE = "forgotten:"
"""How the names of notes begin that say who was forgotten."""


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
            return _is_beginning_in(self)
        if "world_id" in table.c:
            return table.c.world_id == self.world_id
        return table.c.timeline_id.in_(self.ids(TIMELINE))


@dataclass(frozen=True, slots=True)
class TimelineScope:
    """The rows of a timeline, with what it sees of its ancestors.

    `segments` are the last seq of each timeline that it sees, with its own.
    """

    timeline_id: str
    world_id: str
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
            return _is_beginning_in(self)
        if table in LOG:
            seen = [
                sa.and_(table.c.timeline_id == one, table.c.seq <= last)
                for one, last in self.segments
            ]
            return sa.or_(*seen)
        return table.c.timeline_id == self.timeline_id


Scope = WorldScope | TimelineScope


def _is_beginning_in(scope: Scope) -> sa.ColumnElement[bool]:
    used = sa.select(PROMPT.c.beginning).where(scope.condition(PROMPT))
    return PROMPT_BEGINNING.c.digest.in_(used)


def is_there(connection: Connection, table: sa.Table, own_id: str) -> bool:
    """Return whether there is such a world, or a timeline that is not deleted."""
    own = sa.select(table.c.id).where(table.c.id == own_id)
    if table is TIMELINE:
        own = own.where(TIMELINE.c.deleted_at.is_(None))
    return connection.execute(own).first() is not None


def timeline_scope(connection: Connection, timeline_id: str) -> TimelineScope:
    """Return the scope of a timeline that exists."""
    segments: list[tuple[str, int]] = []
    here: str | None = timeline_id
    last: int | None = None
    while here is not None:
        own = sa.select(TIMELINE).where(TIMELINE.c.id == here)
        row = connection.execute(own).one()
        segments.append((here, row.head if last is None else last))
        here, last = row.parent_id, row.forked_at
    return TimelineScope(timeline_id, row.world_id, tuple(segments))


def _conditions(scope: Scope, table: sa.Table, since: int | None) -> Iterator[Any]:
    """Yield which rows belong to a scope, and may have been written since a snapshot, if any.

    Rows that are copied without need are only copied again. Beginnings of prompts are few, and an
    old one may serve a new prompt.
    """
    yield scope.condition(table)
    if since is not None and table is not PROMPT_BEGINNING:
        asked = f'age("{table.name}".xmin) <= age(CAST(CAST(:since AS text) AS xid))'
        yield sa.text(asked).bindparams(since=str(since % _EPOCH))


def read(
    connection: Connection, scope: Scope, table: sa.Table, since: int | None = None
) -> Iterator[Row]:
    """Yield the rows of a table that belong to a scope; parents come before their children.

    `since` leaves out those that stood there already in an earlier snapshot.
    """
    wanted = sa.select(table).where(*_conditions(scope, table, since))
    ordered = wanted.order_by(*table.primary_key.columns)
    options = {"yield_per": _AT_ONCE}
    with connection.execute(ordered, execution_options=options) as result:
        found = map(dict, result.mappings())
        yield from _parents_first(found) if "parent_id" in table.c else found


def _parents_first(rows: Iterable[Row]) -> Iterator[Row]:
    by_id = {row["id"]: row for row in rows}
    done: set[str] = set()
    for row in by_id.values():
        path = []
        here: Row | None = row
        while here is not None and here["id"] not in done:
            path.append(here)
            done.add(here["id"])
            here = by_id.get(here["parent_id"])
        yield from reversed(path)


def count(connection: Connection, scope: Scope, table: sa.Table, since: int | None = None) -> int:
    """Return how many rows `read` yields."""
    own = sa.select(sa.func.count()).select_from(table).where(*_conditions(scope, table, since))
    return connection.execute(own).scalar_one()


def drop_others(target: Connection, source: Connection, scope: Scope, table: sa.Table) -> bool:
    """Delete the rows of a scope that the source does not have; return whether as many are left.

    Beginnings of prompts stay, since other worlds have some of them.
    """
    wanted = count(source, scope, table)
    if table is PROMPT_BEGINNING or count(target, scope, table) == wanted:
        return True
    columns = [*table.primary_key.columns]
    own = sa.select(*columns).where(scope.condition(table))
    there = {tuple(row) for row in source.execute(own)}
    extra = (tuple(row) for row in target.execute(own).all() if tuple(row) not in there)
    for chunk in batched(extra):
        target.execute(sa.delete(table).where(sa.tuple_(*columns).in_(chunk)))
    return count(target, scope, table) == wanted


def contents(connection: Connection, scope: Scope, tables: Iterable[sa.Table]) -> Contents:
    """Return count and digest of the rows of a scope in each table."""
    return {table.name: content(table, read(connection, scope, table)) for table in tables}


@dataclass(frozen=True, slots=True)
class ShardDatabase:
    """The database of a shard, and the name of the shard, as balancers and players know it."""

    writing: Engine
    reading: Engine
    shard: str

    @property
    def is_shared(self) -> bool:
        """Whether servers may use it meanwhile; an SQLite file is locked instead."""
        return self.writing.dialect.name == "postgresql"

    @contextmanager
    def snapshot(self) -> Iterator[tuple[Connection, int | None]]:
        """Open a snapshot, and yield the first transaction that it may not show; None on SQLite."""
        asked = sa.text(_SNAPSHOT)
        with self.reading.begin() as connection:
            yield connection, connection.scalar(asked) if self.is_shared else None


@contextmanager
def open_shard(url: str, shard: str = "") -> Iterator[ShardDatabase]:
    """Open the database of a shard; an SQLite file for this process alone.

    A shard without a name is called as its database. Raises `NotPossibleNow` for an SQLite file
    that a server uses.
    """
    parsed = parse_url(url)
    with ExitStack() as ends:
        if parsed.get_backend_name() == "sqlite":
            lock = ServerLock(url)
            lock.acquire(tells=False)
            ends.callback(lock.release, forgets=False)
        require_sound(url)
        writing, reading = writing_engine(parsed), reading_engine(parsed, 2)
        ends.callback(writing.dispose)
        ends.callback(reading.dispose)
        with opening(parsed):
            check_durability(writing)
        yield ShardDatabase(writing, reading, shard or str(parsed.database).rpartition("/")[2])


def lock(connection: Connection, scope: Scope, seconds: float = HOLD_SECONDS) -> None:
    """Keep others from changing a world or timeline until the transaction ends, on PostgreSQL.

    What they add refers to a row of these, and what they change is one of these or is changed under
    the lock of one. Raises `OperationalError` where that takes too long.
    """
    frozen = math.ceil(_FROZEN_SECONDS + seconds)
    for statement in _LOCKING:
        connection.exec_driver_sql(statement.format(frozen=frozen))
    tables = (WORLD, *_LOCKED) if isinstance(scope, WorldScope) else _LOCKED[:4]
    for table in tables:
        key = table.primary_key.columns
        own = sa.select(*key).where(scope.condition(table)).order_by(*key)
        connection.execute(own.with_for_update())


def depart(connection: Connection, scope: WorldScope, shard: str) -> None:
    """Delete the rows by which a world is found, and enter where it is from the commit on."""
    world_id = scope.world_id
    connection.execute(sa.delete(MOVED_ID).where(MOVED_ID.c.world_id == world_id))
    for table in (TIMELINE, SAVE):
        own = sa.select(table.c.id, table.c.world_id).where(table.c.world_id == world_id)
        connection.execute(sa.insert(MOVED_ID).from_select(["id", "world_id"], own))
    drop_world(connection, scope)
    directory.leave(connection, world_id, shard)


def drop_world(connection: Connection, scope: WorldScope) -> None:
    """Delete a world with all rows that refer to it, which leaves its log."""
    # Cascades delete the rest, but not rows that refer to each other.
    for table in (CHARACTER, PLACE, SAVE, TIMELINE, WORLD):
        connection.execute(sa.delete(table).where(scope.condition(table)))


def forget(connection: Connection, scope: WorldScope) -> None:
    """Delete the log of a world that is not there any more; `moved_id` says which it was."""
    for table in (REQUEST, VECTOR, RECORD, PROMPT):
        connection.execute(sa.delete(table).where(scope.condition(table)))
    prompts.drop_unused_beginnings(connection)


def tombstones_of(connection: Connection, world_id: str) -> list[Row]:
    """Return the notes that say who was forgotten in a world."""
    notes = read_notes(connection, TOMBSTONE).items()
    return [
        {"name": name, "value": value}
        for name, value in notes
        if json.loads(value)["world_id"] == world_id
    ]
