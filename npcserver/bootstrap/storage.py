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
    """Open what is kept, and nothing else; raises `InvalidInput` where there is no database."""
    async with AsyncExitStack() as stack:
        yield await open_storage(settings, stack, may_create=False)


async def open_storage(
    settings: Settings,
    stack: AsyncExitStack,
    clock: SystemClock | None = None,
    *,
    may_create: bool = True,
) -> SqlStore:
    """Open the database, made or brought up to date where it is a file, until the stack closes.

    The clock agrees with it from then on.
    """
    if may_create and settings.is_embedded:
        settings.data.mkdir(parents=True, exist_ok=True)
    await make_current(settings.database_url, may_create=may_create)
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
