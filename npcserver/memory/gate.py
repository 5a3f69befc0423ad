"""Who may touch the arrays of a mind: many that read, or one that writes."""

import asyncio


class Gate:
    """Holders of `lock` are alone with each other; only they may begin to read or to write.

    Reading outlasts the lock, writing does not: whoever wants to write awaits `quiet()` while
    holding the lock, and since nobody else can begin to read meanwhile, it comes soon.
    """

    __slots__ = ("_quiet", "_readers", "lock")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self._quiet: asyncio.Event | None = None  # only there while somebody waits for it
        self._readers = 0

    def begin_reading(self) -> None:
        """Keep writers out until `end_reading`. Call it while holding the lock."""
        self._readers += 1

    def end_reading(self) -> None:
        """Let writers in once everybody has ended."""
        self._readers -= 1
        if self._readers == 0 and self._quiet is not None:
            self._quiet.set()
            self._quiet = None

    async def quiet(self) -> None:
        """Wait until nobody reads."""
        if self._readers > 0:
            self._quiet = asyncio.Event()
            await self._quiet.wait()
