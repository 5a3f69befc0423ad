"""The store on SQLite or PostgreSQL."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TypeVar

from sqlalchemy import Engine, inspect

from npcserver.adapters.store.engine import (
    check_durability,
    parse_url,
    reading_engine,
    writing_engine,
)
from npcserver.adapters.store.facts import Facts
from npcserver.adapters.store.jobs import SqlJobs
from npcserver.adapters.store.lanes import Borrowed, Lanes
from npcserver.adapters.store.leases import free_orphans, hold_name
from npcserver.adapters.store.reader import SqlReader
from npcserver.adapters.store.tables import JobRow
from npcserver.adapters.store.template_archive import SqlTemplateArchive
from npcserver.adapters.store.turns import SqlTurnJournal
from npcserver.adapters.store.unit import SqlUnit
from npcserver.adapters.store.writer import Writer
from npcserver.ports.storage import Append, Appended

T = TypeVar("T")


def utc_now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


class SqlStore:
    """The one door to what is kept. `run` has to run for writes to be answered."""

    def __init__(
        self,
        writing: Engine,
        reading: Engine,
        pool_size: int,
        wake: asyncio.Event,
        now: Callable[[], datetime],
    ) -> None:
        self._writing = writing
        self._reading = reading
        self._lanes = Lanes(reading, pool_size)
        self._facts = Facts()
        self._writer = Writer(writing, self._facts, wake, now)
        self._jobs = SqlJobs(self._writer, self._lanes, wake, now)
        self._turns = SqlTurnJournal(self._writer, self._lanes)
        self._templates = SqlTemplateArchive(self._writer, self._lanes)

    @property
    def jobs(self) -> SqlJobs:
        """The jobs wished for through this store."""
        return self._jobs

    @property
    def turns(self) -> SqlTurnJournal:
        """The turns that are being spoken."""
        return self._turns

    @property
    def templates(self) -> SqlTemplateArchive:
        """The prompt templates that prompts were made from."""
        return self._templates

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[SqlReader, None]:
        """Open a snapshot to read from; it begins with the first read.

        Reads after the block raise `RuntimeError`: they would begin another snapshot on a
        connection that by then may be somebody else's, who would see the past.
        """
        async with self._lanes.lane() as lane:
            borrowed = Borrowed(lane)
            try:
                yield SqlReader(borrowed, self._facts)
            finally:
                borrowed.is_over = True

    async def write(self, work: Callable[[SqlUnit], Awaitable[T]]) -> T:
        """Run `work` in a transaction and return its result after the commit is durable.

        `work` runs on the writer's thread. It may run again from the start when the database
        undid its transaction because of another process.
        """
        return await self._writer.work(work)

    async def append(self, append: Append) -> Appended:
        """Put records on a timeline; durable when this returns."""
        return await self._writer.append(append)

    async def run(self) -> None:
        """Write what is asked for, until `close`."""
        await self._writer.run()

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        await self._writer.close()
        await self._lanes.close()
        await asyncio.to_thread(self._dispose)

    def _dispose(self) -> None:
        self._reading.dispose()
        self._writing.dispose()


async def open_store(
    url: str,
    *,
    pool_size: int = 4,
    wake: asyncio.Event | None = None,
    now: Callable[[], datetime] = utc_now,
) -> SqlStore:
    """Open the database at `url`, which has to be migrated already.

    `pool_size` snapshots may be open at once. `wake` is set when jobs were committed. Raises
    `InvalidInput` for a wrong URL, `Unavailable` when the database cannot be reached or would not
    keep what it commits.
    """
    parsed = parse_url(url)
    writing = writing_engine(parsed)
    hold_name(writing)
    try:
        await asyncio.to_thread(_prepare, writing)
    except BaseException:
        await asyncio.to_thread(writing.dispose)
        raise
    reading = reading_engine(parsed, pool_size)
    return SqlStore(writing, reading, pool_size, wake or asyncio.Event(), now)


def _prepare(writing: Engine) -> None:
    check_durability(writing)
    if writing.dialect.name != "sqlite":
        return
    with writing.begin() as connection:
        if inspect(connection).has_table(JobRow.__tablename__):  # else whoever reads is told
            free_orphans(connection)
