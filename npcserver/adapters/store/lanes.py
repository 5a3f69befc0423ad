"""Threads with one database connection each, on which queries run and rows are decoded.

A query costs one hop to a thread and back. Through an asyncio driver it costs four or five, 2.5
times the processor time (measured on SQLite), and decoding large results would block the event
loop.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection, Engine

from npcserver.adapters.store.faults import translated

P = ParamSpec("P")
T = TypeVar("T")


class Run(Protocol):
    """Runs a query on the connection of a snapshot or unit."""

    async def __call__(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return the query's result. Raises faults, never database errors."""
        ...


class Lane:
    """One thread that runs what is submitted in order, even for callers that were cancelled."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._connection: Connection | None = None

    async def run(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query in the lane's open transaction, beginning one if there is none."""

        def whole() -> T:
            with translated():
                if self._connection is None:
                    self._connection = self._engine.connect()
                return query(self._connection, *args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._thread, whole)

    def rest(self) -> None:
        """End the transaction after everything submitted has run; returns at once."""
        self._thread.submit(self._close)

    async def close(self) -> None:
        """Finish what was submitted and end the thread."""
        self.rest()
        await asyncio.to_thread(self._thread.shutdown)

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class Borrowed:
    """Runs queries on a borrowed lane until `is_over` is set."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self.is_over = False

    async def __call__(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query. Raises `RuntimeError` after the lane was given back."""
        if self.is_over:
            raise RuntimeError("a snapshot was read after its block; load what it is for inside")
        return await self._lane.run(query, *args, **kwargs)


class Lanes:
    """Up to `size` lanes for readers; the most recently used one is taken first."""

    def __init__(self, engine: Engine, size: int) -> None:
        self._engine = engine
        self._free = asyncio.Semaphore(size)
        self._idle: list[Lane] = []

    @asynccontextmanager
    async def lane(self) -> AsyncGenerator[Lane, None]:
        """Borrow a lane; its transaction ends with the block."""
        async with self._free:
            lane = self._idle.pop() if self._idle else Lane(self._engine, "store-reader")
            try:
                yield lane
            finally:
                lane.rest()
                self._idle.append(lane)

    async def close(self) -> None:
        """Close all idle lanes."""
        while self._idle:
            await self._idle.pop().close()
