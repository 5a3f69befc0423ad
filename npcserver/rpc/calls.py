"""Counting and cutting off the calls that are being handled."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Calls:
    """Counts running calls, so that nothing they use is closed before they are done.

    `draining` is set when the server shuts down; streams without an end of their own end then.
    `is_cut` says that the grace is over and every call is ended now.
    """

    def __init__(self) -> None:
        self.draining = asyncio.Event()
        self.is_cut = False
        self._limits: dict[asyncio.Timeout, asyncio.Task[Any] | None] = {}
        self._count = 0
        self._none_left = asyncio.Event()
        self._none_left.set()

    @property
    def count(self) -> int:
        """The number of calls being handled, their cleanup included."""
        return self._count

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """Count a call for as long as it is handled."""
        self._count += 1
        self._none_left.clear()
        try:
            yield
        finally:
            self._count -= 1
            if self._count == 0:
                self._none_left.set()

    @contextmanager
    def within(self, limit: asyncio.Timeout) -> Iterator[None]:
        """Register the timeout of a call, so that `cut` can end the call through it."""
        self._limits[limit] = asyncio.current_task()
        if self.is_cut:
            self._cut(limit)
        try:
            yield
        finally:
            del self._limits[limit]

    def cut(self) -> None:
        """End all calls now: each timeout expires, and its caller gets the reason."""
        self.is_cut = True
        for limit in tuple(self._limits):
            self._cut(limit)

    def _cut(self, limit: asyncio.Timeout) -> None:
        task = self._limits[limit]
        # A task that is already being cancelled is cleaning up; a second end would break that.
        if not limit.expired() and (task is None or not task.cancelling()):
            limit.reschedule(asyncio.get_running_loop().time())

    async def none_left(self) -> None:
        """Return when no call is being handled."""
        await self._none_left.wait()
