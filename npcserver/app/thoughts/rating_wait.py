"""Which memories wait for a rating, and until when, so that one question rates many of them.

Until then a memory counts as `NEUTRAL_IMPORTANCE`. What waits is in the log and in its job; what
is kept here only lets the game's clock call it up to the minute, and may be lost.
"""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime, timedelta

from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Record, Remembered, Source
from npcserver.ports.clock import Clock

LONGEST = timedelta(minutes=30)
"""Game time that a memory waits for its rating at most."""
LONGEST_REAL = timedelta(minutes=5)
"""Real time that it waits at most, where the game's clock stands still or another server has it."""
_MINDS = 10_000


class RatingWait:
    """Decides when memories are rated: `rated_from` of a character, or the oldest has waited."""

    def __init__(self, clock: Clock, rated_from: int) -> None:
        self._clock = clock
        self._rated_from = rated_from
        self._due: OrderedDict[tuple[TimelineId, str], datetime] = OrderedDict()

    def until(
        self, timeline_id: TimelineId, subject_id: str, unrated: Sequence[Record], now: datetime
    ) -> datetime | None:
        """Return until when (real time) these memories of a character wait; None: no longer.

        `now` is game time. What an author gave comes all at once, and never waits.
        """
        self._due.pop((timeline_id, subject_id), None)
        if len(unrated) >= self._rated_from or any(map(_is_authored, unrated)):
            return None
        oldest = min(record.game_time for record in unrated)
        ends_at = min(record.written_at for record in unrated) + LONGEST_REAL
        if now - oldest >= LONGEST or self._clock.now() >= ends_at:
            return None
        self._due[timeline_id, subject_id] = oldest + LONGEST
        while len(self._due) > _MINDS:
            self._due.popitem(last=False)
        return ends_at

    def ended(self, timeline_id: TimelineId, now: datetime) -> tuple[JobDraft, ...]:
        """Return the wishes to rate what has waited long enough at a game time."""
        found = [
            subject_id
            for (timeline, subject_id), due_at in self._due.items()
            if timeline == timeline_id and due_at <= now
        ]
        return tuple(JobDraft(JobKind.DIGEST, timeline_id, one) for one in sorted(found))


def _is_authored(record: Record) -> bool:
    return isinstance(record.body, Remembered) and record.body.source is Source.AUTHORED
