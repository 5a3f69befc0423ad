"""Work that runs for as long as the house stands."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import structlog

_log = structlog.get_logger(__name__)


Work = Callable[[], Awaitable[None]]


def background(stack: AsyncExitStack, work: Work, name: str) -> None:
    """Call and await `work` until the stack unwinds; a failure is logged.

    It is called in the task, since a task that is cancelled before its first step would leave a
    coroutine behind that nobody awaits.
    """
    task = asyncio.create_task(_logged(work, name), name=name)

    async def end() -> None:
        task.cancel()
        await asyncio.wait((task,))

    stack.push_async_callback(end)


async def _logged(work: Work, name: str) -> None:
    try:
        await work()
    except Exception:  # noqa: BLE001 - nobody awaits it; the log is where it stops
        _log.exception("background_work_broke", work=name)
