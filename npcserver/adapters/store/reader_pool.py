"""Threads with a database connection each, on which queries run and rows are decoded."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine

from npcserver.adapters.store import dialect
from npcserver.adapters.store.faults import translated
from npcserver.ports.storage import visible_worlds

T = TypeVar("T")
READER_THREAD = "store-reader"
"""Beginning of the names of the threads on which readers run."""
_LINGERS = 0.05
"""Seconds that a transaction may stay open after its block; it holds no lock on rows."""


def run_to_end(work: Awaitable[T]) -> T:
    """Run a coroutine that awaits nothing but its reader or unit, and return its result.

    Raises `RuntimeError` if it awaits anything else.
    """

    async def whole() -> T:
        return await work

    steps = whole()
    try:
        steps.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    finally:
        steps.close()
    raise RuntimeError("a unit of work may await nothing but its unit; load first, then write")


P = ParamSpec("P")


class ReaderThread:
    """One thread that runs what is submitted in order, even for callers that were cancelled."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._connection: Connection | None = None
        self._number = self._opened = 0  # of the transaction that is wanted, and of the open one
        self._closing: asyncio.TimerHandle | None = None

    async def run(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query in the lane's open transaction, beginning one if there is none.

        A transaction shows the worlds that are visible where it begins.
        """
        worlds, number = visible_worlds(), self._number

        def whole() -> T:
            with translated():
                if self._opened != number:
                    self._close()
                if self._connection is None:
                    self._connection, self._opened = self._engine.connect(), number
                    if worlds is not None:
                        dialect.limit_reads(self._connection, worlds)
                return query(self._connection, *args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._thread, whole)

    def rest(self) -> None:
        """End the transaction after everything submitted has run; returns at once.

        The next one ends it where it begins soon, which saves a hop to the thread.
        """
        self._number += 1
        if self._closing is None:
            self._closing = asyncio.get_running_loop().call_later(_LINGERS, self._end)

    async def close(self) -> None:
        """Finish what was submitted and end the thread."""
        if self._closing is not None:
            self._closing.cancel()
        self._thread.submit(self._close)
        await asyncio.to_thread(self._thread.shutdown)

    def _end(self) -> None:
        self._closing = None
        self._thread.submit(self._close_old, self._number)

    def _close_old(self, number: int) -> None:
        if self._opened < number:
            self._close()

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class BorrowedReader:
    """Runs queries on a borrowed lane until `is_over` is set."""

    def __init__(self, lane: ReaderThread) -> None:
        self._lane = lane
        self.is_over = False

    async def __call__(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query. Raises `RuntimeError` after the lane was given back."""
        if self.is_over:
            raise RuntimeError("a snapshot was read after its block; load what it is for inside")
        return await self._lane.run(query, *args, **kwargs)


class ReaderPool:
    """Up to `size` lanes for readers; the most recently used one is taken first."""

    def __init__(self, engine: Engine, size: int) -> None:
        self._engine = engine
        self._free = asyncio.Semaphore(size)
        self._idle: list[ReaderThread] = []
        self.size = size
        self.asked = 0
        """Readers that have a lane or wait for one."""

    @asynccontextmanager
    async def lane(self) -> AsyncGenerator[ReaderThread, None]:
        """Borrow a lane; its transaction ends with the block."""
        self.asked += 1
        try:
            async with self._free:
                lane = self._idle.pop() if self._idle else ReaderThread(self._engine, READER_THREAD)
                try:
                    yield lane
                finally:
                    lane.rest()
                    self._idle.append(lane)
        finally:
            self.asked -= 1

    async def run(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query in a snapshot of its own."""
        async with self.lane() as lane:
            return await lane.run(query, *args, **kwargs)

    async def close(self) -> None:
        """Close all idle lanes."""
        while self._idle:
            await self._idle.pop().close()
