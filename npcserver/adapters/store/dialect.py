"""The few things the two databases say differently."""

from typing import Any

from sqlalchemy import Connection, Table, text
from sqlalchemy.dialects import postgresql, sqlite


def insert_into(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert that can say what to do about a row that is there already."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def insert_new(connection: Connection, table: Table, values: dict[str, Any]) -> bool:
    """Insert a row unless its key is taken; say whether it was free."""
    statement = insert_into(connection, table).on_conflict_do_nothing()
    options = {"preserve_rowcount": True}
    return connection.execute(statement, values, execution_options=options).rowcount == 1


def hold(connection: Connection, *names: str) -> None:
    """Keep other processes that hold the same names waiting until this transaction ends.

    SQLite lets one transaction write at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"),
            {"name": "\x1f".join(names)},
        )
