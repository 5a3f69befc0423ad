"""SQLite's files: the log is brought back to size, and what was deleted is nowhere."""

import asyncio
import os
import random
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, make_url

from npcserver.adapters.store import SqlStore, open_store
from npcserver.adapters.store.engine import (
    ServerLock,
    parse_url,
    shrink_log,
    vacuum,
    vacuum_seconds,
    writing_engine,
)
from npcserver.adapters.store.migrate import migrate
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput
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
    """Anyone who writes more than a minute after the last time has it emptied."""
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


DELETED, KEPT = b"Zanzibarquux", b"Quuxibarzan"
VACUUM_PATIENCE = 60.0


def bytes_of(url: str) -> bytes:
    """Return the database file and its log, which is no more once the server has stopped."""
    files = [Path(f"{make_url(url).database}{end}") for end in ("", "-wal")]
    return b"".join(path.read_bytes() for path in files if path.exists())


def fill_and_delete(engine: Engine) -> None:
    """Add rows in no order of their keys, so that pages are split, and delete half of them."""
    chance = random.Random(3)
    with closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        cursor.execute("CREATE TABLE word (id TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID")
        for row in range(2_000):
            text = (KEPT, DELETED)[row % 2].decode() * chance.randrange(1, 60)
            cursor.execute("INSERT INTO word VALUES (?, ?)", (f"{chance.random()}", text))
        cursor.execute("DELETE FROM word WHERE text LIKE ?", (f"{DELETED.decode()}%",))
        cursor.close()
    shrink_log(engine)


def test_a_vacuum_removes_what_deleting_leaves(tmp_path: Path) -> None:
    """Split pages keep copies that `secure_delete` does not reach; they go, and the rest stays."""
    url = make_url(f"sqlite:///{tmp_path / 'words.db'}")
    engine = writing_engine(url)
    try:
        fill_and_delete(engine)
        left, kept = (Path(str(url.database)).read_bytes().count(word) for word in (DELETED, KEPT))

        assert left > 0
        assert vacuum_seconds(engine) > 0
        assert vacuum(engine)
        assert shrink_log(engine)
        assert Path(str(url.database)).read_bytes().count(DELETED) == 0
        assert 0 < Path(str(url.database)).read_bytes().count(KEPT) <= kept
    finally:
        engine.dispose()


def test_a_vacuum_that_cannot_be_says_so(tmp_path: Path) -> None:
    """Anyone who holds the file keeps it as it is, and the server goes on without."""
    url = make_url(f"sqlite:///{tmp_path / 'words.db'}")
    engine, other = writing_engine(url), writing_engine(url)
    try:
        fill_and_delete(engine)
        with closing(engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA busy_timeout = 10")
        with other.begin():
            assert not vacuum(engine)
        assert vacuum(engine)
    finally:
        engine.dispose()
        other.dispose()


def gone(url: str) -> bool:
    """Wait until no byte of what was deleted is left, for as long as that may take at worst."""
    ends_at = time.monotonic() + VACUUM_PATIENCE
    while DELETED in bytes_of(url) and time.monotonic() < ends_at:
        time.sleep(0.05)
    return DELETED not in bytes_of(url)


@pytest.mark.parametrize("stops", [False, True])
async def test_a_store_vacuums_after_a_deletion(
    new_migrated_sqlite: NewDatabase, *, stops: bool
) -> None:
    """It does so while nobody writes, or when it is closed before that."""
    url = new_migrated_sqlite()
    store = await open_store(url)
    writing = asyncio.create_task(store.run())
    try:
        await store_world.set_up(store)
        engine = writing_engine(make_url(url))
        await asyncio.to_thread(fill_and_delete, engine)
        engine.dispose()
        await put(store, seen("what is written alone changes nothing"))
        assert DELETED in bytes_of(url)

        await store.write(lambda unit: unit.delete_world(store_world.WORLD))
        assert stops or await asyncio.to_thread(gone, url)
    finally:
        await store.close()
        await writing
    assert DELETED not in bytes_of(url)


@pytest.mark.parametrize(
    "name",
    [
        "d?x=1",
        "d%20a",
        "d%3Fa",
        "a#b",
        "a&b;c",
        "a b ",
        "größe 海",
        'it\'s "x"',
        "a+b",
        "a@b:c",
        "[x]",
    ],
)
async def test_the_database_lies_in_its_folder_whatever_that_is_called(
    tmp_path: Path, name: str
) -> None:
    """A path has characters that mean something else in a URL."""
    settings = Settings(data=tmp_path / name)
    settings.data.mkdir()

    await migrate(settings.database_url)
    store = await open_store(settings.database_url)
    await store.close()
    lock = ServerLock(settings.database_url)
    lock.acquire()
    lock.release()

    assert os.listdir(tmp_path) == [name]  # noqa: PTH208
    assert {"npcserver.db", "npcserver.db.lock"} <= set(os.listdir(settings.data))  # noqa: PTH208


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("sqlite:////x/d?x=1/npc.db", "write %3F for a ?"),
        ("postgresql://me:p@ss@host/db", "write %40"),
    ],
)
def test_a_url_that_would_be_misread_is_refused(url: str, told: str) -> None:
    """What SQLAlchemy would ignore, or take for a host, is told."""
    with pytest.raises(InvalidInput, match=told):
        parse_url(url)
