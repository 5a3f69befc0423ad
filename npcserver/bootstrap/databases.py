"""The database without a server: up to date, in no other server's use, restored, and its keys."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.store import sqlite_files
from npcserver.adapters.store.access import SqlKeyArchive
from npcserver.adapters.store.engine import ServerLock, check_durability, parse_url, writing_engine
from npcserver.adapters.store.migrate import migrate, require_current, require_known
from npcserver.adapters.store.transactions import SingleTransactions
from npcserver.app.access import KeyManagement
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput


async def make_current(settings: Settings) -> None:
    """Make or migrate an SQLite file. Raises `Unavailable` for a PostgreSQL that needs it."""
    if settings.is_embedded:
        settings.data.mkdir(parents=True, exist_ok=True)
        await migrate(settings.database_url)
    else:
        await require_current(settings.database_url)


def require_unserved(settings: Settings) -> None:
    """Raise `NotPossibleNow` where another server uses the SQLite file."""
    if settings.is_embedded and settings.data.is_dir():
        lock = ServerLock(settings.database_url)
        if lock.is_needed:
            lock.acquire(tells=False)
            lock.release(forgets=False)


def restore(settings: Settings, copy: Path) -> Path | None:
    """Put a copy in the place of an SQLite database; return where the one before is, if any.

    Raises `InvalidInput` for a copy that cannot be used, and `NotPossibleNow` while a server runs;
    nothing is changed then.
    """
    if not settings.is_embedded:
        raise InvalidInput(
            "database.url",
            "names a PostgreSQL, which is restored by its own tools: create an empty database, "
            "`pg_restore` or `psql` the dump into it, and run `npcserver migrate`",
        )
    database = Path(parse_url(settings.database_url).database or "")
    sqlite_files.require_whole(copy, database)
    require_known(sqlite_files.revision_of(copy))
    lock = ServerLock(settings.database_url)
    lock.acquire(restores=True)
    aside = sqlite_files.put_in_place(copy, database)
    lock.release()  # a restore that broke off leaves what it wrote, so that no server starts
    return aside


@asynccontextmanager
async def key_management(settings: Settings) -> AsyncGenerator[KeyManagement, None]:
    """Open the keys of a database, beside a server or without one."""
    await make_current(settings)
    engine = writing_engine(parse_url(settings.database_url))
    try:
        check_durability(engine)
        yield KeyManagement(SqlKeyArchive(SingleTransactions(engine)), SystemClock())
    finally:
        engine.dispose()
