"""What is kept, opened without a server: for commands that only look or set something."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.store import SqlStore, open_store
from npcserver.bootstrap.background import run_in_background
from npcserver.bootstrap.databases import make_current
from npcserver.config import Settings


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[SqlStore, None]:
    """Open what is kept, and nothing else: for commands that only look."""
    async with AsyncExitStack() as stack:
        yield await open_storage(settings, stack)


async def open_storage(
    settings: Settings, stack: AsyncExitStack, clock: SystemClock | None = None
) -> SqlStore:
    """Open the database, brought up to date where it is a file; it is closed with the stack.

    The clock agrees with it from then on.
    """
    await make_current(settings)
    chosen, clock = settings.database, clock or SystemClock()
    store = await open_store(
        settings.database_url,
        read_url=chosen.read_url,
        pool_size=chosen.pool_size,
        poll_seconds=chosen.poll_seconds,
        now=clock.now,
    )
    run_in_background(stack, store.run, "store")
    stack.push_async_callback(store.close)  # drains the writer, so before it is ended
    await clock.agree(store.time)
    if not settings.is_embedded:
        run_in_background(stack, partial(clock.follow, store.time), "clock")
    return store
