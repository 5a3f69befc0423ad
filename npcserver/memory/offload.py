"""Running native code in a thread that is never left behind."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Run `work` in a thread and return its result.

    A cancellation is raised only after the work has ended, since it reads or writes arrays whose
    storage the next caller may move.
    """
    future = asyncio.get_running_loop().run_in_executor(None, work)
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait((future,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        future.exception()  # retrieved, so that asyncio logs no warning
        raise cancelled
    return future.result()
