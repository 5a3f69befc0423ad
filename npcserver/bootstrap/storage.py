"""What is kept, opened without a server: for commands that only look or set something."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from npcserver.adapters.store import SqlStore, open_store, sqlite_files
from npcserver.adapters.store.engine import ServerLock, parse_url
from npcserver.adapters.store.migrate import migrate, require_current, require_known
from npcserver.bootstrap.background import run_in_background
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput


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
async def opened(settings: Settings) -> AsyncGenerator[SqlStore, None]:
    """Open what is kept, and nothing else: for commands that only look."""
    async with AsyncExitStack() as stack:
        yield await open_storage(settings, stack)


async def open_storage(settings: Settings, stack: AsyncExitStack) -> SqlStore:
    """Open the database, brought up to date where it is a file; it is closed with the stack."""
    if settings.is_embedded:
        settings.data.mkdir(parents=True, exist_ok=True)
        await migrate(settings.database_url)
    else:
        await require_current(settings.database_url)
    chosen = settings.database
    store = await open_store(
        settings.database_url, pool_size=chosen.pool_size, poll_seconds=chosen.poll_seconds
    )
    run_in_background(stack, store.run, "store")
    stack.push_async_callback(store.close)  # drains the writer, so before it is ended
    return store
