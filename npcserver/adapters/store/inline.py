"""Running of coroutines without an event loop, on the thread of a connection."""

from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


def run_to_end(work: Awaitable[T]) -> T:
    """Run a coroutine that awaits nothing but its reader or unit, and return its result.

    Raises `RuntimeError` if it awaits anything else.
    """

    async def whole() -> T:
        return await work

    steps = whole()
    try:
        steps.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    finally:
        steps.close()
    raise RuntimeError("a unit of work may await nothing but its unit; load first, then write")
