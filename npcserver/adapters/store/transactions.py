"""Runs single queries in transactions: those that a store shares, or each in one of its own."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine

from npcserver.adapters.store.faults import translated

if TYPE_CHECKING:  # they import all that a store keeps
    from npcserver.adapters.store.reader_pool import ReaderPool
    from npcserver.adapters.store.unit_of_work import SqlUnit
    from npcserver.adapters.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")


class SharedTransactions:
    """Reads in the snapshots of a pool, and writes with a writer, which gathers commits."""

    def __init__(self, writer: "Writer", lanes: "ReaderPool") -> None:
        self._writer = writer
        self._lanes = lanes

    async def read(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return what a query reads in a snapshot."""
        async with self._lanes.lane() as lane:
            return await lane.run(query, *args, **kwargs)

    async def write(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query in a unit of work."""

        async def work(unit: "SqlUnit") -> T:
            return await unit.run(query, *args, **kwargs)

        return await self._writer.work(work)


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


Transactions: TypeAlias = SharedTransactions | SingleTransactions
"""Runs queries; raises faults, never database errors."""


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
