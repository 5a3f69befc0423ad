"""The calls that are being handled right now."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Calls:
    """Counts calls, so that nothing they use is closed before they are done.

    `draining` is set when the server wants to go: streams that have no end of their own end then.
    `is_cut` says that it goes now, whatever is under way.
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
        """How many calls are being handled, cleanup included."""
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
        """Let `cut` end a call, by the limit that it is within."""
        self._limits[limit] = asyncio.current_task()
        if self.is_cut:
            self._cut(limit)
        try:
            yield
        finally:
            del self._limits[limit]

    def cut(self) -> None:
        """End all calls now: each runs into its limit, and tells its caller why."""
        self.is_cut = True
        for limit in tuple(self._limits):
            self._cut(limit)

    def _cut(self, limit: asyncio.Timeout) -> None:
        task = self._limits[limit]
        # What was ended by somebody else cleans up already, and is left alone with that.
        if not limit.expired() and (task is None or not task.cancelling()):
            limit.reschedule(asyncio.get_running_loop().time())

    async def none_left(self) -> None:
        """Return when no call is being handled."""
        await self._none_left.wait()
