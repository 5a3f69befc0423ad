"""Column types, rows by the names of fields, and what SQLite and PostgreSQL spell differently."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain, islice
from typing import Any, TypeAlias, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.types import TypeDecorator

Process: TypeAlias = Callable[[Any], Any]
T = TypeVar("T")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class UTCDateTime(TypeDecorator[datetime]):
    """An aware datetime in UTC, for tables people read; SQLite drops zones, this restores them."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Convert to UTC. Raises `ValueError` for a naive datetime."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a naive datetime cannot be stored; give it a zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Return the value in UTC."""
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Process | None:
        """Return a processor that passes invalid values through, for `cells` to report."""
        return _tolerant(super().result_processor(dialect, coltype))

    def __repr__(self) -> str:
        return "UTCDateTime()"


class TimeOfDay(TypeDecorator[time]):
    """A time of day in a column that people edit; invalid values are passed through."""

    impl = sa.Time
    cache_ok = True

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Process | None:
        """Return a processor that passes invalid values through, for `cells` to report."""
        return _tolerant(super().result_processor(dialect, coltype))

    def __repr__(self) -> str:
        return "Time()"


def _tolerant(process: Process | None) -> Process | None:
    """Return a processor that passes invalid values through; SQLite stores any type anywhere."""
    if process is None:
        return None

    def read(value: Any) -> Any:
        try:
            return process(value)
        except (ValueError, TypeError):
            return value

    return read


# Ids compare by code point on both databases, so that pages are cut at the same places.
Key = sa.String().with_variant(sa.String(collation="C"), "postgresql")
Words = sa.Text()
# The raw value, for columns people edit: SQLAlchemy would read a quoted 'false' as true.
Flag = sa.Boolean().with_variant(sa.Integer(), "sqlite")
Moment = sa.BigInteger()
"""Microseconds since 1970 in UTC, for the log; ten times faster to read than dates."""


MOMENTS_PER_SECOND = 1_000_000


def to_moment(time: datetime) -> int:
    """Return an aware time as microseconds since 1970."""
    return (time - _EPOCH) // _MICROSECOND


@lru_cache(maxsize=8192)
def from_moment(moment: int) -> datetime:
    """Return microseconds since 1970 as a UTC time; cached, as records of a commit share it."""
    return _EPOCH + timedelta(microseconds=moment)


_names: Callable[[Any], tuple[str, ...]] = cache(
    lambda shape: tuple(one.name for one in fields(shape))
)


def made_of(shape: type[T], row: Any, **others: Any) -> T:
    """Return a dataclass of the columns that are called as its fields, and of `others`."""
    own = {name: getattr(row, name) for name in _names(shape) if name not in others}
    return shape(**own, **others)


def columns_of(table: sa.Table, value: object, **others: Any) -> dict[str, Any]:
    """Return the columns that are called as attributes of a value, and `others`."""
    names = (one.name for one in table.c if one.name not in others and hasattr(value, one.name))
    return {name: getattr(value, name) for name in names} | others


_LARGEST_CHUNK = 256  # rows; with the 11 columns of a record far below what drivers can bind


def insert_into(connection: sa.Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert that supports conflict clauses."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def insert_new(connection: sa.Connection, table: sa.Table, values: dict[str, Any]) -> bool:
    """Insert a row unless its key exists; return whether it was inserted."""
    statement = insert_into(connection, table).on_conflict_do_nothing()
    options = {"preserve_rowcount": True}
    return connection.execute(statement, values, execution_options=options).rowcount == 1


def put(connection: sa.Connection, table: sa.Table, values: dict[str, Any]) -> None:
    """Insert a row, or give the one with its key these values."""
    keys = [one.name for one in table.primary_key]
    others = {name: value for name, value in values.items() if name not in keys}
    entry = insert_into(connection, table).values(values)
    connection.execute(entry.on_conflict_do_update(index_elements=keys, set_=others))


def batched(values: Iterable[T], most: int = 500) -> Iterator[list[T]]:
    """Yield values in lists of so many as one statement takes."""
    left = iter(values)
    while chunk := list(islice(left, most)):
        yield chunk


def insert_many(
    connection: sa.Connection, into: str, rows: Sequence[tuple[Any, ...]], conflict: str = ""
) -> int:
    """Insert rows into `into`, written as `table(column, ...)`; return how many were written.

    It bypasses SQLAlchemy's processing of values, which costs more than storing them. Many rows
    share one statement, since the driver releases the GIL for each statement and in a busy process
    waits to get it back.
    """
    statement = f"INSERT INTO {into} VALUES {{rows}} {conflict}"  # noqa: S608 - values are bound
    return run_chunked(connection, statement, rows)


def run_chunked(connection: sa.Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> int:
    """Run a statement for all rows in order, in chunks that replace its `{rows}`.

    Return how many rows of the database it changed.
    """
    start, size, changed = 0, _LARGEST_CHUNK, 0
    while start < len(rows):
        # from 4 on sizes are powers of 4, so that few different statements are compiled and cached
        while size > len(rows) - start:
            size = size // 4 if size > 4 else len(rows) - start
        chunk = rows[start : start + size]
        start += size
        filled = _filled(statement, len(chunk[0]), size, mark(connection))
        changed += connection.exec_driver_sql(filled, tuple(chain.from_iterable(chunk))).rowcount
    return changed


def changes(connection: sa.Connection) -> int | None:
    """Return how many rows an SQLite connection has changed so far; None on PostgreSQL."""
    if connection.dialect.name != "sqlite":
        return None
    counted: int = connection.connection.driver_connection.total_changes  # type: ignore[union-attr]
    return counted


def mark(connection: sa.Connection) -> str:
    """Return the driver's placeholder for a value."""
    return "%s" if connection.dialect.name == "postgresql" else "?"


@lru_cache(maxsize=64)
def _filled(statement: str, columns: int, rows: int, value: str) -> str:
    row = f"({', '.join([value] * columns)})"
    return statement.format(rows=", ".join([row] * rows))


def hold(connection: sa.Connection, *names: str) -> None:
    """Take a lock on some names until the transaction ends; others that take it wait.

    SQLite has only one writing transaction at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(
            sa.text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"),
            {"name": "\x1f".join(names)},
        )


class NotifyChannel(StrEnum):
    """Channels on which PostgreSQL tells the servers that something of a kind was committed."""

    JOBS = "npcserver_job"
    NOTES = "npcserver_note"


def notify(connection: sa.Connection, channel: NotifyChannel) -> None:
    """Tell all servers once the transaction commits; an SQLite file has one, which knows."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_notify(%s, '')", (channel.value,))


def probe(connection: sa.Connection) -> None:
    """Read something; PostgreSQL has answered already when the pool gave the connection out."""
    if connection.dialect.name != "postgresql":
        connection.exec_driver_sql("SELECT 1 FROM note LIMIT 1").all()


def limit_reads(connection: sa.Connection, worlds: Iterable[str]) -> None:
    """Hide the rows of other worlds from a transaction; does nothing on SQLite.

    The policies are those of migration 0014.
    """
    if connection.dialect.name == "postgresql":
        _set_worlds(connection, "npcserver.worlds", worlds)


def limit_writes(connection: sa.Connection, worlds: Iterable[str] | None) -> None:
    """Refuse changes of other worlds' rows to a transaction of PostgreSQL; None allows all again.

    The policies are those of migration 0016.
    """
    _set_worlds(connection, "npcserver.written_worlds", worlds)


def _set_worlds(connection: sa.Connection, setting: str, worlds: Iterable[str] | None) -> None:
    # The text of no world is not empty, which would stand for all.
    named = "" if worlds is None else "".join(f",{world}" for world in sorted(worlds)) or ","
    connection.exec_driver_sql("SELECT set_config(%s, %s, true)", (setting, named))
