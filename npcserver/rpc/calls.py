"""The calls that are being handled right now."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Calls:
    """Counts calls, so that nothing they use is closed before they are done.

    `draining` is set when the server wants to go: streams that have no end of their own end then.
    """

    def __init__(self) -> None:
        self.draining = asyncio.Event()
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

    async def none_left(self) -> None:
        """Return when no call is being handled."""
        await self._none_left.wait()
