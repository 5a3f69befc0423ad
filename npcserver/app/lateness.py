"""Thoughts that come too late: the game left their timeline while they were being thought."""

from contextlib import suppress
from datetime import datetime

from npcserver.model.errors import NotFound
from npcserver.model.ids import TimelineId
from npcserver.model.record import RecordKind
from npcserver.ports.storage import Fence, Store, UnitOfWork

_OF_THE_TIMELINE = ""


def unless_left(seq: int) -> Fence:
    """Return the fence that the game has not left the timeline since a thought began at `seq`.

    It goes before all others: of a thought that is late, nothing else is of interest.
    """
    return Fence(_OF_THE_TIMELINE, (RecordKind.LEFT,), seq)


class LateResults:
    """Counts, for each timeline that was left, the thoughts that came too late."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def count(self, timeline_id: TimelineId) -> None:
        """Count one; of a timeline that was deleted since, nobody counts anything."""

        async def work(unit: UnitOfWork) -> None:
            await unit.count_late_result(timeline_id)

        with suppress(NotFound):
            await self._store.write(work)

    async def was_left(self, timeline_id: TimelineId, since: datetime) -> bool:
        """Say whether the game has left a timeline since a moment of real time."""
        with suppress(NotFound):
            async with self._store.read() as reader:
                view = await reader.head(timeline_id)
                left = await view.latest(RecordKind.LEFT, _OF_THE_TIMELINE)
            return left is not None and left.timeline_id == timeline_id and left.written_at >= since
        return False
