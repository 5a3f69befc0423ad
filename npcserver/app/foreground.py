"""Knows whether the game is waiting for us, so that work that can wait does."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from npcserver.ports.clock import Clock

_LULL_SECONDS = 0.05
_LOOK_SECONDS = 0.02


class Foreground:
    """Counts calls of the game that are under way, and when the last one ended."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._under_way = 0
        self._last = 0.0

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Mark a call of the game as under way."""
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
            self._last = self._clock.monotonic()

    async def lull(self, at_most: float) -> None:
        """Return when the game has been quiet for a moment, after `at_most` seconds anyway."""
        end = self._clock.monotonic() + at_most
        while (now := self._clock.monotonic()) < end:
            if self._under_way == 0 and now - self._last >= _LULL_SECONDS:
                return
            await asyncio.sleep(_LOOK_SECONDS)
