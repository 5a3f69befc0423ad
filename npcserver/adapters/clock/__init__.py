"""The system's clock."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import structlog

from npcserver.model.errors import Fault

_OFF_AT_MOST = timedelta(seconds=1)  # clocks that a time service keeps differ by less
_LOOK_SECONDS = 60.0
_log = structlog.get_logger(__name__)


class SystemClock:
    """The time of this machine, or that of a database which several servers share.

    Moments at which jobs are due and leases end are compared among servers, whose clocks may be
    wrong.
    """

    def __init__(self) -> None:
        self._ahead = timedelta(0)

    def now(self) -> datetime:
        """Return the present moment in UTC."""
        return datetime.now(UTC) + self._ahead

    def monotonic(self) -> float:
        """Return seconds on a clock that never runs backwards."""
        return time.monotonic()

    async def agree(self, shared: Callable[[], Awaitable[datetime | None]]) -> None:
        """Go by a shared clock from now on where that of this machine is off by more than a second.

        None stands for a database without other servers.
        """
        began = self.now()
        there = await shared()
        off = timedelta(0) if there is None else there - began - (self.now() - began) / 2
        if abs(off) > _OFF_AT_MOST:
            self._ahead += off
            _log.warning("clock_differs", seconds=round(self._ahead.total_seconds(), 1))

    async def follow(self, shared: Callable[[], Awaitable[datetime | None]]) -> None:
        """Agree again each minute, for clocks that are set; never ends."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            with suppress(Fault):
                await self.agree(shared)
