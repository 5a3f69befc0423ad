"""A readers-writer gate for the arrays of a `MindIndex`: many readers or one writer."""

import asyncio


class Gate:
    """Holding `lock` is required to begin reading and to write.

    Reading continues after the lock is released, writing does not: a writer awaits `quiet()` while
    holding the lock, and as no new reader can begin meanwhile, it waits only for those under way.
    """

    __slots__ = ("_quiet", "_readers", "lock")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self._quiet: asyncio.Event | None = None  # set only while a writer waits
        self._readers = 0

    def begin_reading(self) -> None:
        """Block writers until `end_reading`. Call it while holding the lock."""
        self._readers += 1

    def end_reading(self) -> None:
        """Let a waiting writer continue once the last reader has ended."""
        self._readers -= 1
        if self._readers == 0 and self._quiet is not None:
            self._quiet.set()
            self._quiet = None

    async def quiet(self) -> None:
        """Wait until no one reads."""
        if self._readers > 0:
            self._quiet = asyncio.Event()
            await self._quiet.wait()
