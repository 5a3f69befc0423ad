"""SQL that differs between SQLite and PostgreSQL."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from sqlalchemy import Connection, Table, text
from sqlalchemy.dialects import postgresql, sqlite

_LARGEST_CHUNK = 256  # rows; with the 11 columns of a record far below what drivers can bind


def insert_into(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert that supports conflict clauses."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def insert_new(connection: Connection, table: Table, values: dict[str, Any]) -> bool:
    """Insert a row unless its key exists; return whether it was inserted."""
    statement = insert_into(connection, table).on_conflict_do_nothing()
    options = {"preserve_rowcount": True}
    return connection.execute(statement, values, execution_options=options).rowcount == 1


def insert_many(
    connection: Connection, into: str, rows: Sequence[tuple[Any, ...]], conflict: str = ""
) -> None:
    """Insert rows into `into`, written as `table(column, ...)`.

    It bypasses SQLAlchemy's processing of values, which costs more than storing them. Many rows
    share one statement, since the driver releases the GIL for each statement and in a busy process
    waits to get it back.
    """
    statement = f"INSERT INTO {into} VALUES {{rows}} {conflict}"  # noqa: S608 - values are bound
    run_chunked(connection, statement, rows)


def run_chunked(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Run a statement for all rows in order, in chunks that replace its `{rows}`."""
    start, size = 0, _LARGEST_CHUNK
    while start < len(rows):
        # sizes are powers of 4, so that few different statements are compiled and cached
        while size > len(rows) - start:
            size //= 4
        chunk = rows[start : start + size]
        start += size
        filled = _filled(statement, len(chunk[0]), size, mark(connection))
        connection.exec_driver_sql(filled, tuple(chain.from_iterable(chunk)))


def mark(connection: Connection) -> str:
    """Return the driver's placeholder for a value."""
    return "%s" if connection.dialect.name == "postgresql" else "?"


@lru_cache(maxsize=64)
def _filled(statement: str, columns: int, rows: int, value: str) -> str:
    row = f"({', '.join([value] * columns)})"
    return statement.format(rows=", ".join([row] * rows))


def hold(connection: Connection, *names: str) -> None:
    """Take a lock on some names until the transaction ends; others that take it wait.

    SQLite has only one writing transaction at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"),
            {"name": "\x1f".join(names)},
        )
