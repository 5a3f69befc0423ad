"""Small tools for concurrent work that keep errors and cancellation plain."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Coroutine
from typing import Any, TypeVar

A = TypeVar("A")
B = TypeVar("B")


async def both(first: Coroutine[Any, Any, A], second: Coroutine[Any, Any, B]) -> tuple[A, B]:
    """Run two coroutines side by side; the first failure is raised bare and cancels the other."""
    try:
        async with asyncio.TaskGroup() as group:
            one, two = group.create_task(first), group.create_task(second)
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return one.result(), two.result()


async def until(stop: asyncio.Event, items: AsyncGenerator[A, None]) -> AsyncGenerator[A, None]:
    """Yield what `items` yields until it ends or `stop` is set; then what is pending is cancelled."""
    stopped = asyncio.ensure_future(stop.wait())
    try:
        while not stop.is_set():
            pending = asyncio.ensure_future(_next(items))
            try:
                await asyncio.wait((pending, stopped), return_when=asyncio.FIRST_COMPLETED)
            finally:
                if not pending.done():
                    pending.cancel()
                    await asyncio.wait((pending,))
            if pending.cancelled():
                return
            found, item = pending.result()
            if not found:
                return
            yield item  # type: ignore[misc]
    finally:
        stopped.cancel()
        await items.aclose()


async def _next(items: AsyncGenerator[A, None]) -> tuple[bool, A | None]:
    try:
        return True, await anext(items)
    except StopAsyncIteration:
        return False, None


async def within(seconds: float, work: Awaitable[A]) -> A:
    """Await `work` for at most `seconds`; raises `TimeoutError` after that."""
    async with asyncio.timeout(seconds):
        return await work
