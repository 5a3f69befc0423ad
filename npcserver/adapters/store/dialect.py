"""The few things the two databases say differently."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Insert, Table, Update, text
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


def execute_many(
    connection: Connection, statement: Insert | Update, rows: Sequence[dict[str, Any]]
) -> None:
    """Run a statement once for each row, all rows naming the same plain values.

    Hands them to the driver as they are: SQLAlchemy's look at every value of every row costs
    more than the database needs to store it.
    """
    compiled = statement.compile(dialect=connection.dialect, column_keys=list(rows[0]))
    constants = {name: each for name, each in compiled.params.items() if name not in rows[0]}
    values: Sequence[Any] = [constants | row for row in rows] if constants else list(rows)
    if compiled.positional:
        names = compiled.positiontup or ()
        values = list(map(itemgetter(*names), values))
    connection.exec_driver_sql(compiled.string, values)


def hold(connection: Connection, *names: str) -> None:
    """Keep other processes that hold the same names waiting until this transaction ends.

    SQLite lets one transaction write at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"),
            {"name": "\x1f".join(names)},
        )
