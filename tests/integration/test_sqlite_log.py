"""SQLite's write-ahead log is brought back to size, and nobody waits for that."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import make_url

from npcserver.adapters.store import SqlStore, open_store
from tests.conftest import NewDatabase
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, put, seen

PATIENCE = 120.0
LARGE = 1_000_000


class Clock:
    """Tells the time that a test sets."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


@asynccontextmanager
async def written(url: str, clock: Clock) -> AsyncGenerator[SqlStore, None]:
    """Open a store whose log has grown large."""
    store = await open_store(url, now=clock)
    writing = asyncio.create_task(store.run())
    try:
        await store_world.set_up(store)
        for _ in range(4):
            await put(store, *(seen("x" * 10_000) for _ in range(50)))
        yield store
    finally:
        await store.close()
        await writing


def size(url: str) -> int:
    return Path(f"{make_url(url).database}-wal").stat().st_size


def shrunk(url: str) -> bool:
    """Wait until the log is empty, for as long as that may take at worst."""
    ends_at = time.monotonic() + PATIENCE
    while size(url) and time.monotonic() < ends_at:
        time.sleep(0.05)
    return size(url) == 0


async def test_the_log_is_brought_back_to_size_every_minute(
    new_migrated_sqlite: NewDatabase,
) -> None:
    """Whoever writes more than a minute after the last time has it emptied."""
    url, clock = new_migrated_sqlite(), Clock()
    async with written(url, clock) as store:
        before = size(url)
        clock.time += timedelta(minutes=2)
        await put(store, seen("one more"))

        assert before > LARGE
        assert await asyncio.to_thread(shrunk, url)


async def test_the_log_shrinks_once_nobody_reads_from_it(new_migrated_sqlite: NewDatabase) -> None:
    """A long look holds it up, and neither writing nor other looks wait for it."""
    url, clock = new_migrated_sqlite(), Clock()
    async with written(url, clock) as store:
        async with store.read() as reader:
            head = (await reader.timeline(GENESIS)).head
            clock.time += timedelta(minutes=2)
            for _ in range(3):
                await put(store, seen("written meanwhile"))
                async with store.read() as other:
                    assert (await other.timeline(GENESIS)).head > head
            assert (await reader.timeline(GENESIS)).head == head
            assert size(url) > LARGE

        assert await asyncio.to_thread(shrunk, url)
