"""Background tasks that run as long as what they belong to."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import structlog

_log = structlog.get_logger(__name__)

Work = Callable[[], Awaitable[None]]


def run_in_background(stack: AsyncExitStack, work: Work, name: str) -> None:
    """Call and await `work` until the stack unwinds; a failure is logged.

    `work` is called inside the task: a task that is cancelled before its first step would leave
    behind a coroutine that nothing awaits.
    """

    async def logged() -> None:
        try:
            await work()
        except Exception:  # noqa: BLE001 - nothing awaits the task, so the failure is logged here
            _log.exception("background_work_broke", work=name)

    task = asyncio.create_task(logged(), name=name)

    async def end() -> None:
        task.cancel()
        await asyncio.wait((task,))

    stack.push_async_callback(end)
