"""Native work in a thread, never left running behind."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Run `work` in a thread and return its result.

    When cancelled it waits for the work to end before the cancellation goes on: the work reads
    or writes arrays whose storage the next caller may move.
    """
    future = asyncio.get_running_loop().run_in_executor(None, work)
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait((future,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        future.exception()  # seen, so that nothing complains that it was not
        raise cancelled
    return future.result()
