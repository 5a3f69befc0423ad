"""The worker of background jobs, which waits for quiet moments, and how far thoughts are behind."""

import asyncio
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

import structlog

from npcserver.aio import attended, to_the_end, within
from npcserver.app.background_work import JOB_IN_WORK, Foreground, StaleResults
from npcserver.model.errors import (
    Conflict,
    Fault,
    JobLost,
    ModelFault,
    NotFound,
    OverLimit,
    Reason,
    Unavailable,
)
from npcserver.model.ids import TimelineId
from npcserver.model.job import Job, JobKind, OverdueJob, Urgency
from npcserver.model.model_use import Purpose
from npcserver.model.record import RecordKind
from npcserver.ports.clock import Clock
from npcserver.ports.jobs import Jobs
from npcserver.ports.observer import NO_OBSERVER, JobResult, Observer, span
from npcserver.ports.storage import Store

_LULL_SECONDS = 1.0  # longest wait for a quiet moment
_LONG_LULL_SECONDS = 0.25  # after such a wait the lease is checked again
_PAUSE_SECONDS = 1.0  # after a failure of the queue
_FULL_SECONDS = 0.1  # between two looks of a worker for whom other servers leave no place
_WAIT_SECONDS = 30.0  # by which a change of the clock is noticed
_GIVE_BACK_SECONDS = 2.0
_CLAIM_SECONDS = 10.0
_RENEWALS = 4  # in the time of one lease, so that a late one is in time
_FIRST_PAUSE = timedelta(seconds=2)
_LONGEST_PAUSE = timedelta(minutes=5)
_PASSING = (Unavailable, OverLimit, ModelFault)
_MOST_ATTEMPTS = 10
_AT_ONCE = 3
"""Attempts that are repeated at once after a `Conflict`; later ones are delayed."""
_log = structlog.get_logger(__name__)


class JobNotDue(Exception):  # noqa: N818 - no failure: its moment has not come
    """Raised by a handler whose job is to run at `due_at` and not before."""

    def __init__(self, due_at: datetime) -> None:
        super().__init__(due_at.isoformat())
        self.due_at = due_at


class JobHandler(Protocol):
    """Runs jobs of one kind: loads, thinks, saves.

    A job may run twice, or be broken off anywhere: results are saved in one transaction, under
    fences, and a second run finds nothing left to do.
    """

    async def __call__(self, job: Job) -> None:
        """Run a job.

        Raises `Conflict` when the character's state changed in the meantime, or when the game left
        the timeline (TIMELINE_LEFT) so that the result is not wanted any more, `NotFound` when it
        is gone, `JobNotDue` when the job is to wait, and any other `Fault` to have it retried after
        a pause.
        """
        ...


class JobWorker:
    """Runs the jobs that play leaves behind, one for each character at a time.

    `late_results` counts results that came after the game left their timeline. `places` returns how
    many jobs of any urgency may run at present, None for as many as there are workers.
    """

    def __init__(
        self,
        jobs: Jobs,
        handlers: Mapping[JobKind, JobHandler],
        *,
        clock: Clock,
        foreground: Foreground,
        lease_seconds: float,
        late_results: StaleResults | None = None,
        observer: Observer = NO_OBSERVER,
    ) -> None:
        self._jobs = jobs
        self._handlers = handlers
        self._clock = clock
        self._foreground = foreground
        self._lease_seconds = lease_seconds
        self._late_results = late_results
        self._observer = observer
        self._looking: dict[Urgency | None, asyncio.Lock] = {}
        self._running = 0
        self.places: Callable[[], int] | None = None
        self.dropped = 0
        """Thoughts that were dropped and retried because the character's state had changed."""
        self.late = 0
        """Thoughts that were dropped because the game had left their timeline."""

    async def work(self, only: Urgency | None = None) -> None:
        """Run jobs, of one urgency or of all, until cancelled; of several workers one looks."""
        await self._work((only,))

    async def work_in_order(self) -> None:
        """Run jobs, the most urgent first and each by when it was requested, until cancelled.

        How long they have waited changes nothing, so the same requests are always done in the same
        order.
        """
        await self._work((*Urgency,))

    async def _work(self, urgencies: Sequence[Urgency | None]) -> None:
        looking = self._looking.setdefault(urgencies[0], asyncio.Lock())
        places = self.places if urgencies == (None,) else None
        while True:
            try:
                async with looking:
                    # it is other servers that change the number of places
                    while places is not None and self._running >= places():  # noqa: ASYNC110
                        await asyncio.sleep(_FULL_SECONDS)
                    changes = self._jobs.changes
                    while (job := await self._next(urgencies)) is None:
                        await self._jobs.wait(_WAIT_SECONDS, changes)
                        changes = self._jobs.changes
                self._running += places is not None
                try:
                    await self.do(job)
                finally:
                    self._running -= places is not None
            except Fault as fault:
                _log.warning("jobs_unavailable", error=fault)
                await asyncio.sleep(_PAUSE_SECONDS)
            except Exception:  # noqa: BLE001 - with its workers gone nobody would ever think again
                _log.exception("jobs_unavailable")
                await asyncio.sleep(_PAUSE_SECONDS)

    async def _next(self, urgencies: Sequence[Urgency | None]) -> Job | None:
        for each in urgencies:
            if (job := await self._claimed(each)) is not None:
                return job
        return None

    async def _claimed(self, only: Urgency | None) -> Job | None:
        """Claim a job; one claimed while the worker is being stopped is given back."""
        taken: list[Job] = []

        async def claim() -> None:
            job = await self._jobs.claim(self._clock.now(), self._lease_seconds, only)
            taken.extend([] if job is None else [job])

        try:
            await to_the_end(_CLAIM_SECONDS, claim())
        except BaseException:
            # The queue may have leased a job to this worker although the claim was cancelled.
            for lost in taken:
                await self._give_back(lost)
            raise
        return taken[0] if taken else None

    async def do(self, job: Job) -> None:
        """Run one job; a failure is stored with it, and it is due again after a pause.

        After some attempts a failure that is not temporary is left for an operator to read. Raises
        `Unavailable` when the queue itself fails; the job is then due when its lease has expired.
        """
        is_settled = False
        began = self._clock.monotonic()
        try:
            result = await self._try(job)
            is_settled = True
        finally:
            if not is_settled:
                await self._give_back(job)
        self._observer.job_ended(job.kind, result, self._clock.monotonic() - began)

    async def _try(self, job: Job) -> JobResult:
        result = JobResult.FAILED
        try:
            if not await self._is_begun(job):
                return JobResult.LOST
            began = self._clock.now()
            is_done = await attended(
                self._handled(job), lambda: self._still_held(job), self._lease_seconds / _RENEWALS
            )
            result = JobResult.DONE if is_done else await self._lose(job, began)
        except NotFound:  # the timeline or character was deleted
            await self._jobs.finish(job)
            result = JobResult.GONE
        except JobLost as fault:
            _log.warning("lease_lost", kind=job.kind, subject=job.subject_id, why=fault)
            result = JobResult.LOST
        except JobNotDue as wish:  # no failure: there is no error to store
            await self._jobs.fail(job, "", wish.due_at)
            result = JobResult.NOT_DUE
        except Conflict as conflict:
            if conflict.reason is Reason.TIMELINE_LEFT:
                await self._refuse(job)
                result = JobResult.LEFT
            else:
                await self._drop(job, conflict)
                result = JobResult.CHANGED
        except Fault as fault:
            _log.warning("job_failed", kind=job.kind, subject=job.subject_id, error=fault)
            await self._fail(job, fault.message, is_passing=isinstance(fault, _PASSING))
        except Exception as error:  # noqa: BLE001 - it is kept with the job, and in the log
            _log.exception("job_broke", kind=job.kind, subject=job.subject_id)
            await self._fail(job, f"{type(error).__name__}; see the log", is_passing=False)
        else:
            await self._jobs.finish(job)
        return result

    async def _is_begun(self, job: Job) -> bool:
        """Wait for a quiet moment; return whether the job is still held after it."""
        began = self._clock.monotonic()
        await self._foreground.lull(_LULL_SECONDS)
        is_soon = self._clock.monotonic() - began < _LONG_LULL_SECONDS
        return is_soon or await self._still_held(job)

    async def _handled(self, job: Job) -> bool:
        handler = self._handlers.get(job.kind)
        if handler is None:
            raise LookupError(f"nobody here does jobs of the kind {job.kind}")
        in_work = JOB_IN_WORK.set(job)
        try:
            with span("job", kind=job.kind, timeline=job.timeline_id):
                await handler(job)
        finally:
            JOB_IN_WORK.reset(in_work)
        return True

    async def _still_held(self, job: Job) -> bool:
        try:
            is_held = await self._jobs.renew(job, self._clock.now(), self._lease_seconds)
        except Fault as fault:  # if another takes it too, the fences let only one save
            _log.warning("lease_not_renewed", kind=job.kind, error=fault)
            return True
        if not is_held:
            _log.warning("lease_lost", kind=job.kind, subject=job.subject_id)
        return is_held

    async def _give_back(self, job: Job) -> None:
        """Make a job that was broken off due at once, without waiting for its lease."""
        with suppress(Exception):  # what broke it off, such as a cancellation, goes on its way
            failing = self._jobs.fail(job, "broken off", self._clock.now())
            await within(_GIVE_BACK_SECONDS, failing)

    async def _lose(self, job: Job, began: datetime) -> JobResult:
        """Handle a lost lease: another worker has the job, or the game has left its timeline."""
        late = self._late_results
        if late is not None and await late.was_left(job.timeline_id, began):
            await self._refuse(job)
            return JobResult.LEFT
        return JobResult.LOST

    async def _refuse(self, job: Job) -> None:
        """Drop the result of a job for good: the game has left its timeline."""
        self.late += 1
        _log.info(
            "late_result_refused", kind=job.kind, subject=job.subject_id, timeline=job.timeline_id
        )
        if self._late_results is not None:
            await self._late_results.count(job.timeline_id)
        await self._jobs.finish(job)

    async def _drop(self, job: Job, conflict: Conflict) -> None:
        """Retry a thought whose character has changed: at once at first, then after pauses."""
        self.dropped += 1
        _log.info("thought_dropped", kind=job.kind, subject=job.subject_id, reason=conflict.reason)
        pause = _pause(job.attempts - _AT_ONCE) if job.attempts > _AT_ONCE else timedelta(0)
        await self._jobs.fail(job, conflict.message, self._clock.now() + pause)

    async def _fail(self, job: Job, error: str, *, is_passing: bool) -> None:
        is_hopeless = not is_passing and job.attempts >= _MOST_ATTEMPTS
        retry_at = self._clock.now() + _pause(job.attempts)
        await self._jobs.fail(job, error, None if is_hopeless else retry_at)


def _pause(attempts: int) -> timedelta:
    return min(_LONGEST_PAUSE, _FIRST_PAUSE * (1 << min(attempts, 10)))


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
_SAME_MOMENT = timedelta(seconds=1)
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
        place = bisect_right(self.moves, moment + _SAME_MOMENT, key=lambda move: move[0])
        _, then = self.moves[max(place - 1, 0)]
        return max((self.now - then).total_seconds() / 60, 0.0)
