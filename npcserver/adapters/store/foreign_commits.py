"""Notices what other processes commit to the timelines that are followed in this one."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from npcserver.adapters.store import timelines
from npcserver.adapters.store.reader_pool import ReaderPool
from npcserver.aio import together
from npcserver.model.errors import Fault
from npcserver.model.ids import TimelineId
from npcserver.ports.broadcast import Broadcast

if TYPE_CHECKING:  # its driver may be missing where the database is an SQLite file
    from npcserver.adapters.store.pg_listener import CommitListener

POLL_SECONDS = 10.0
_POLL_SECONDS_UNTOLD = 0.5  # while PostgreSQL tells nothing


class ForeignCommits:
    """Announces the timelines that other processes changed.

    PostgreSQL tells of them as they are committed, as long as the connection of `listener` stands.
    Beside that one look at the heads of all followed timelines is taken every `poll_seconds`, and
    every half second while there is no such connection. Without a `listener`, as on SQLite, which
    has one server, there is nobody to tell.
    """

    def __init__(
        self,
        lanes: ReaderPool,
        broadcast: Broadcast,
        listener: "CommitListener | None",
        poll_seconds: float,
    ) -> None:
        self._lanes = lanes
        self.broadcast = broadcast
        self._listener = listener
        self._poll_seconds = poll_seconds
        self._is_told = listener is None
        self._turned = asyncio.Event()

    async def run(self) -> None:
        """Announce until cancelled."""
        async with together() as group:
            group.create_task(self._poll())
            if self._listener is not None:
                group.create_task(self._listener.run(self._tell, self._turn))

    def _tell(self, timeline_id: TimelineId) -> None:
        # Whether the game has left it or it is deleted is not told.
        self.broadcast.announce(timeline_id, is_end=True)

    def _turn(self, is_told: bool) -> None:  # noqa: FBT001 - as it is called back
        """Note that the listener is connected, or no longer; what was missed is found at once."""
        self._is_told = is_told
        self._turned.set()

    async def _poll(self) -> None:
        while True:
            pause = self._poll_seconds if self._is_told else _POLL_SECONDS_UNTOLD
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._turned.wait()
            self._turned.clear()
            followed = sorted(self.broadcast.timelines)
            with suppress(Fault):  # there is time to try again
                if followed:
                    async with self._lanes.lane() as lane:
                        self.broadcast.announce_heads(await lane.run(timelines.heads, followed))
