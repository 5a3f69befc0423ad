"""Freeing what a deleted timeline leaves behind, bit by bit, so that play never waits for it."""

import asyncio

from npcserver.app.foreground import Foreground
from npcserver.model.job import Job
from npcserver.ports.storage import Store, UnitOfWork

MOST = 2_000
"""Rows freed in one transaction, which takes a few milliseconds."""
_LULL_SECONDS = 1.0
_PAUSE_SECONDS = 0.02  # in which whoever waits to write gets its turn


class Freeing:
    """Does FREE, for a timeline that was deleted."""

    def __init__(self, store: Store, foreground: Foreground, *, most: int = MOST) -> None:
        self._store = store
        self._foreground = foreground
        self._most = most

    async def __call__(self, job: Job) -> None:
        """Free everything of a deleted timeline that nobody sees."""

        async def work(unit: UnitOfWork) -> bool:
            return await unit.free(job.timeline_id, self._most)

        while not await self._store.write(work):
            await asyncio.sleep(_PAUSE_SECONDS)
            await self._foreground.lull(_LULL_SECONDS)
