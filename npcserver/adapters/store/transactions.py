"""Single queries in transactions, methods that are one query each, and notes under a name."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection, Engine, select

from npcserver.adapters.store.dialect import NotifyChannel, insert_into, notify
from npcserver.adapters.store.faults import translated
from npcserver.adapters.store.tables import NOTE

P = ParamSpec("P")
T = TypeVar("T")


def read_note(connection: Connection, name: str) -> str | None:
    """Return the note with a name, or None."""
    return connection.execute(select(NOTE.c.value).where(NOTE.c.name == name)).scalar()


def read_notes(connection: Connection, prefix: str) -> dict[str, str]:
    """Return the notes whose names begin with a prefix, by name."""
    named = select(NOTE.c.name, NOTE.c.value).where(NOTE.c.name.startswith(prefix, autoescape=True))
    return {row.name: row.value for row in connection.execute(named.order_by(NOTE.c.name))}


def keep_note(connection: Connection, name: str, value: str) -> None:
    """Store a note under a name, replacing an earlier one; all servers are told."""
    statement = insert_into(connection, NOTE)
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=["name"], set_={"value": statement.excluded.value}
        ),
        {"name": name, "value": value},
    )
    notify(connection, NotifyChannel.NOTES)


def first_note(connection: Connection, name: str, value: str) -> str:
    """Store a note unless there is one; return what is stored, the same to all servers."""
    statement = insert_into(connection, NOTE).on_conflict_do_nothing(index_elements=["name"])
    connection.execute(statement, {"name": name, "value": value})
    return read_note(connection, name) or value


class Transactions(Protocol):
    """Runs queries; raises faults, never database errors."""

    async def read(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return what a query reads in a snapshot."""

    async def write(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query and commit."""


class SingleTransactions:
    """Runs each query in a transaction of its own, on another thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def write(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query and commit."""

        def whole() -> T:
            with translated(), self._engine.begin() as connection:
                return query(connection, *args, **kwargs)

        return await asyncio.to_thread(whole)

    read = write


def as_read(
    query: Callable[Concatenate[Connection, P], T],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]:
    """Return a query as a method that runs it in a snapshot, for classes with `_transactions`."""

    async def method(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        found: T = await self._transactions.read(query, *args, **kwargs)
        return found

    return method


def as_write(
    query: Callable[Concatenate[Connection, P], T],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]:
    """Return a query as a method that runs it and commits, for classes with `_transactions`."""

    async def method(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        found: T = await self._transactions.write(query, *args, **kwargs)
        return found

    return method
