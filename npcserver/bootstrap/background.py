"""Work that runs for as long as the house stands."""

import asyncio
from collections.abc import Awaitable
from contextlib import AsyncExitStack

import structlog

_log = structlog.get_logger(__name__)


def background(stack: AsyncExitStack, work: Awaitable[None], name: str) -> None:
    """Run `work` until the stack unwinds; a failure is logged."""
    task = asyncio.create_task(_logged(work, name), name=name)

    async def end() -> None:
        task.cancel()
        await asyncio.wait((task,))

    stack.push_async_callback(end)


async def _logged(work: Awaitable[None], name: str) -> None:
    try:
        await work
    except Exception:  # noqa: BLE001 - nobody awaits it; the log is where it stops
        _log.exception("background_work_broke", work=name)
