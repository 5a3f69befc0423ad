"""Whether the game is waiting for a call, and whether it has left a timeline."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime

from npcserver.model.errors import NotFound
from npcserver.model.ids import TimelineId
from npcserver.model.job import Job
from npcserver.model.record import RecordKind
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Fence, Store

_LULL_SECONDS = 0.05
_LOOK_SECONDS = 0.02


class Foreground:
    """Counts calls of the game that are under way, and notes when the last one ended."""

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
        """Return once no call has run for `_LULL_SECONDS`, after `at_most` seconds anyway."""
        end = self._clock.monotonic() + at_most
        while (now := self._clock.monotonic()) < end:
            if self._under_way == 0 and now - self._last >= _LULL_SECONDS:
                return
            await asyncio.sleep(_LOOK_SECONDS)


_OF_THE_TIMELINE = ""
JOB_IN_WORK: ContextVar[Job | None] = ContextVar("job_in_work", default=None)
"""The job that the present task does, so that its results are stored only while it is held."""


def not_left_fence(seq: int) -> Fence:
    """Return the fence that the game has not left the timeline since a thought began at `seq`.

    And that the job in work, if there is one, is not another worker's by now. It is checked before
    all other fences, since it decides which error is raised.
    """
    return Fence(_OF_THE_TIMELINE, (RecordKind.LEFT,), seq, JOB_IN_WORK.get())


class StaleResults:
    """Counts, for each timeline that was left, the results that came too late."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def count(self, timeline_id: TimelineId) -> None:
        """Count one; ignored for a timeline that was deleted since."""
        with suppress(NotFound):
            await self._store.write(lambda unit: unit.count_late_result(timeline_id))

    async def was_left(self, timeline_id: TimelineId, since: datetime) -> bool:
        """Return whether the game has left a timeline since a moment of real time."""
        with suppress(NotFound):
            async with self._store.read() as reader:
                view = await reader.head(timeline_id)
                left = await view.latest(RecordKind.LEFT, _OF_THE_TIMELINE)
            return left is not None and left.timeline_id == timeline_id and left.written_at >= since
        return False
