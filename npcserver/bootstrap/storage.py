"""What is kept, opened without a server: for commands that only look or set something."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from npcserver.adapters.store import SqlStore, open_store
from npcserver.adapters.store.engine import ServerLock
from npcserver.adapters.store.migrate import migrate, require_current
from npcserver.bootstrap.background import run_in_background
from npcserver.config import Settings


def require_unserved(settings: Settings) -> None:
    """Raise `NotPossibleNow` where another server uses the SQLite file."""
    if settings.is_embedded and settings.data.is_dir():
        lock = ServerLock(settings.database_url)
        if lock.is_needed:
            lock.acquire()
            lock.release()


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
