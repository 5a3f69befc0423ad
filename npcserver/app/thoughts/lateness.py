"""How far thoughts are behind: jobs that are due and not done, by timeline and purpose."""

import asyncio
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from npcserver.model.errors import NotFound, Unavailable
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobKind, OverdueJob
from npcserver.model.model_use import Purpose
from npcserver.model.record import RecordKind
from npcserver.ports.clock import Clock
from npcserver.ports.jobs import Jobs
from npcserver.ports.storage import Store

_PURPOSES: Mapping[JobKind, Purpose | None] = {
    JobKind.DIGEST: Purpose.RATE,
    JobKind.REFLECT: Purpose.REFLECT,
    JobKind.PLAN: Purpose.PLAN,
    JobKind.DECOMPOSE: Purpose.DECOMPOSE,
    JobKind.REACT: Purpose.REACT,
    JobKind.CONVERSE: Purpose.CONVERSE,
    JobKind.SUMMARISE: Purpose.SUMMARISE,
    JobKind.RELATE: Purpose.RELATE,
    JobKind.PERFORM: Purpose.SPEAK,
    JobKind.LIVE: None,
    JobKind.RESUME: None,
}
"""What players or designers wait for; embedding and freeing rows are housekeeping."""

_JOBS = 5_000
_CLOCK_MOVES = 200
_TIMELINES = 200
_AT_ONCE = timedelta(seconds=1)
"""A job that a move of the clock leaves is due at that move, whichever of the two is told first."""
_STEPS = (60.0, 240.0, 1440.0)
"""Game minutes from which on watchers are told that thoughts are late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PurposeLateness:
    """Thoughts of one purpose that are due and not done; None are the effects of the clock.

    `oldest_seconds` is real time, since the first of them was due. The other figures are game
    minutes: of the median, of 19 in 20, and of the oldest.
    """

    purpose: Purpose | None
    waiting: int
    oldest_seconds: float
    median_minutes: float
    p95_minutes: float
    oldest_minutes: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineLateness:
    """Late thoughts of a timeline, by purpose, the latest first."""

    timeline_id: TimelineId
    by_purpose: tuple[PurposeLateness, ...] = ()

    @property
    def minutes(self) -> float:
        """Game minutes since the oldest was due; 0 where none is late."""
        return max((one.oldest_minutes for one in self.by_purpose), default=0.0)


class ThoughtLateness:
    """Measures on demand. The game time of a moment is read from the moves of the clock."""

    def __init__(self, store: Store, jobs: Jobs, clock: Clock) -> None:
        self._store = store
        self._jobs = jobs
        self._clock = clock

    async def of(self, timeline_id: TimelineId) -> TimelineLateness:
        """Return how late the thoughts of a timeline are. Raises `NotFound`."""
        found = await self._jobs.overdue(timeline_id, _JOBS)
        return await self._measure(timeline_id, found)

    async def latest(self) -> tuple[TimelineLateness, ...]:
        """Return the timelines whose thoughts have been due longest in real time, at most 200."""
        by_timeline: defaultdict[TimelineId, list[OverdueJob]] = defaultdict(list)
        for job in await self._jobs.overdue(None, _JOBS):  # first due first
            by_timeline[job.timeline_id].append(job)
        found = []
        for timeline_id in list(by_timeline)[:_TIMELINES]:
            try:
                found.append(await self._measure(timeline_id, by_timeline[timeline_id]))
            except NotFound:  # deleted meanwhile
                continue
        return tuple(one for one in found if one.by_purpose)

    async def _measure(
        self, timeline_id: TimelineId, jobs: Sequence[OverdueJob]
    ) -> TimelineLateness:
        by_purpose: defaultdict[Purpose | None, list[OverdueJob]] = defaultdict(list)
        for job in jobs:
            if job.kind in _PURPOSES:
                by_purpose[_PURPOSES[job.kind]].append(job)
        if not by_purpose:
            return TimelineLateness(timeline_id=timeline_id)
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            moves = await view.tail("", (RecordKind.CLOCK,), _CLOCK_MOVES)
            times = _GameTimes(
                sorted((one.written_at, one.game_time) for one in moves), await view.game_time()
            )
        now = self._clock.now()
        late = (_late(purpose, jobs, times, now) for purpose, jobs in by_purpose.items())
        ordered = sorted(late, key=lambda one: one.oldest_minutes, reverse=True)
        return TimelineLateness(timeline_id=timeline_id, by_purpose=tuple(ordered))


class SharedLateness:
    """The lateness of timelines for everyone who watches; measured once in `seconds` for all."""

    def __init__(self, lateness: ThoughtLateness, clock: Clock, *, seconds: float = 15.0) -> None:
        self._lateness = lateness
        self._clock = clock
        self._seconds = seconds
        self._known: Mapping[TimelineId, TimelineLateness] = {}
        self._measured_at = -seconds
        self._measuring = asyncio.Lock()

    async def of(self, timeline_id: TimelineId) -> TimelineLateness:
        """Return what was measured last; nothing is late while the database is away."""
        async with self._measuring:
            now = self._clock.monotonic()
            if now - self._measured_at >= self._seconds:
                self._measured_at = now
                with suppress(Unavailable):
                    late = await self._lateness.latest()
                    self._known = {one.timeline_id: one for one in late}
        return self._known.get(timeline_id) or TimelineLateness(timeline_id=timeline_id)


def step_of(late: TimelineLateness) -> int:
    """Return how many of the bounds from which watchers are told have been passed."""
    return bisect_right(_STEPS, late.minutes)


def _late(
    purpose: Purpose | None, jobs: Iterable[OverdueJob], times: "_GameTimes", now: datetime
) -> PurposeLateness:
    due = sorted(job.due_at for job in jobs)
    minutes = sorted(times.minutes_since(moment) for moment in due)
    return PurposeLateness(
        purpose=purpose,
        waiting=len(due),
        oldest_seconds=max((now - due[0]).total_seconds(), 0.0),
        median_minutes=minutes[len(minutes) // 2],
        p95_minutes=minutes[int(0.95 * (len(minutes) - 1) + 0.5)],
        oldest_minutes=minutes[-1],
    )


class _GameTimes(NamedTuple):
    """The real and game times of the last moves of a timeline's clock, and its game time now."""

    moves: Sequence[tuple[datetime, datetime]]
    now: datetime

    def minutes_since(self, moment: datetime) -> float:
        """Return the game minutes from a real moment until now; those known, if it is older."""
        if not self.moves:
            return 0.0
        place = bisect_right(self.moves, moment + _AT_ONCE, key=lambda move: move[0])
        _, then = self.moves[max(place - 1, 0)]
        return max((self.now - then).total_seconds() / 60, 0.0)
