"""What is kept, opened without a server: for commands that only look or set something."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from npcserver.adapters.store import SqlStore, open_store
from npcserver.bootstrap.background import run_in_background
from npcserver.bootstrap.databases import make_current
from npcserver.config import Settings


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[SqlStore, None]:
    """Open what is kept, and nothing else: for commands that only look."""
    async with AsyncExitStack() as stack:
        yield await open_storage(settings, stack)


async def open_storage(settings: Settings, stack: AsyncExitStack) -> SqlStore:
    """Open the database, brought up to date where it is a file; it is closed with the stack."""
    await make_current(settings)
    chosen = settings.database
    store = await open_store(
        settings.database_url, pool_size=chosen.pool_size, poll_seconds=chosen.poll_seconds
    )
    run_in_background(stack, store.run, "store")
    stack.push_async_callback(store.close)  # drains the writer, so before it is ended
    return store
