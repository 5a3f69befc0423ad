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
    """Return the present time in UTC."""
    return datetime.now(UTC)


class SqlStore:
    """Access to all stored data; writes are answered only while `run` is running."""

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
        """The job queue of this database."""
        return self._jobs

    @property
    def turns(self) -> SqlTurnJournal:
        """The journal of turns in progress."""
        return self._turns

    @property
    def templates(self) -> SqlTemplateArchive:
        """The archive of prompt templates."""
        return self._templates

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[SqlReader, None]:
        """Open a snapshot; it begins with the first read.

        Reads after the block raise `RuntimeError`: they would begin another snapshot on a
        connection that may already be in use by another reader, which would then see old data.
        """
        async with self._lanes.lane() as lane:
            borrowed = Borrowed(lane)
            try:
                yield SqlReader(borrowed, self._facts)
            finally:
                borrowed.is_over = True

    async def write(self, work: Callable[[SqlUnit], Awaitable[T]]) -> T:
        """Run `work` in a transaction and return its result after the commit is durable.

        `work` runs on the writer's thread. It may run again from the start if the database undid
        its transaction because of another process.
        """
        return await self._writer.work(work)

    async def append(self, append: Append) -> Appended:
        """Append records to a timeline; durable on return."""
        return await self._writer.append(append)

    async def run(self) -> None:
        """Process writes until `close`."""
        await self._writer.run()

    async def close(self) -> None:
        """Finish waiting writes, then close the database."""
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
    """Open the database at `url`, which must be migrated already.

    `pool_size` snapshots may be open at once. `wake` is set when jobs were committed. Raises
    `InvalidInput` for a wrong URL, `Unavailable` if the database cannot be reached or would not
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
        if inspect(connection).has_table(JobRow.__tablename__):  # else reads raise a fault
            free_orphans(connection)
