"""Runs a coroutine on the thread of a connection, where every query answers at once."""

from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


def run_to_end(work: Awaitable[T]) -> T:
    """Drive work that awaits nothing but its reader or unit, here and now, with no event loop."""

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
