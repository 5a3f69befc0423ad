"""Single queries in transactions, methods that are one query each, and notes under a name."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection, Engine, select

from npcserver.adapters.store.dialect import NotifyChannel, insert_new, notify, put
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
    put(connection, NOTE, {"name": name, "value": value})
    notify(connection, NotifyChannel.NOTES)


def first_note(connection: Connection, name: str, value: str) -> str:
    """Store a note unless there is one; return what is stored, the same to all servers."""
    insert_new(connection, NOTE, {"name": name, "value": value})
    return read_note(connection, name) or value


class QueryRunner(Protocol):
    """Runs a query on the connection of a snapshot or unit."""

    async def __call__(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return the query's result. Raises faults, never database errors."""


@dataclass(eq=False)
class Transactions:
    """What runs single queries: reads in a snapshot, and writes that are committed."""

    read: QueryRunner
    write: QueryRunner


def single_transactions(engine: Engine) -> Transactions:
    """Run each query in a transaction of its own, on another thread."""

    async def run(
        query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        def whole() -> T:
            with translated(), engine.begin() as connection:
                return query(connection, *args, **kwargs)

        return await asyncio.to_thread(whole)

    return Transactions(run, run)


def _run_by(
    runner: Callable[[Any], Callable[..., Coroutine[Any, Any, Any]]],
) -> Callable[
    [Callable[Concatenate[Connection, P], T]], Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]
]:
    def as_method(
        query: Callable[Concatenate[Connection, P], T],
    ) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]:
        async def method(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
            found: T = await runner(self)(query, *args, **kwargs)
            return found

        return method

    return as_method


as_method = _run_by(attrgetter("_run"))
"""Returns a query as a method, for classes whose `_run` is a `QueryRunner`."""
as_read = _run_by(attrgetter("_transactions.read"))
"""Returns a query as a method of `Queries` that runs it in a snapshot."""
as_write = _run_by(attrgetter("_transactions.write"))
"""Returns a query as a method of `Queries` that runs it and commits."""


class Queries:
    """Queries that run in transactions of their own."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
