"""How late thoughts are, in real and in game time, by timeline and purpose."""

import asyncio
from contextlib import aclosing
from datetime import UTC, datetime, timedelta

import pytest

from npcserver.app.thoughts.job_worker import SharedLateness, ThoughtLateness, step_of
from npcserver.app.timeline_watch import (
    LatenessChange,
    LogFollower,
    TimelineWatch,
    WatchedRecord,
    WatchRequest,
)
from npcserver.model.errors import NotFound, Reason, Unavailable
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind, OverdueJob
from npcserver.model.model_use import Purpose
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import GENESIS, MIRA, START, clock, put, seen, set_up

SECONDS_AGO = 30
REAL = timedelta(seconds=SECONDS_AGO)


class HandClock:
    """A clock whose monotonic time is set by hand; the time of day is the real one."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return self.seconds


async def behind(minutes: int, *kinds: JobKind) -> MemoryStore:
    """Return a store whose jobs were due 30 s before the game's clock moved on."""
    store = MemoryStore()
    await set_up(store)
    await put(store, clock(START))
    due_at = datetime.now(UTC) + timedelta(seconds=2) - REAL
    jobs = tuple(JobDraft(kind, GENESIS, f"{MIRA}{at}", due_at) for at, kind in enumerate(kinds))
    await put(store, seen("A bell rang."), jobs=jobs)
    await put(store, clock(START + timedelta(minutes=minutes)))
    return store


def lateness_of(store: MemoryStore, watch: HandClock | None = None) -> ThoughtLateness:
    return ThoughtLateness(store, store.jobs, watch or HandClock())


async def test_late_thoughts_are_told_by_purpose_in_game_minutes() -> None:
    """The effects of the clock have no purpose; embedding is not counted."""
    store = await behind(90, JobKind.PLAN, JobKind.PLAN, JobKind.LIVE, JobKind.EMBED)

    late = await lateness_of(store).of(GENESIS)

    assert {(one.purpose, one.waiting) for one in late.by_purpose} == {(Purpose.PLAN, 2), (None, 1)}
    assert {one.oldest_minutes for one in late.by_purpose} == {90.0}
    assert all(SECONDS_AGO > one.oldest_seconds > 20 for one in late.by_purpose)
    assert (late.minutes, step_of(late)) == (90.0, 1)


async def test_nothing_is_late_where_nothing_is_due() -> None:
    """A job for later is not late, nor is a timeline without jobs; an unknown one is an error."""
    store = MemoryStore()
    await set_up(store)
    later = JobDraft(JobKind.PLAN, GENESIS, MIRA, datetime.now(UTC) + timedelta(hours=1))
    await put(store, seen("x"), jobs=(later,))

    late = await lateness_of(store).of(GENESIS)

    assert (late.by_purpose, late.minutes, step_of(late)) == ((), 0.0, 0)
    assert await lateness_of(store).latest() == ()


async def test_a_retry_does_not_make_a_thought_new() -> None:
    """While a model is away its jobs fail and are due later: they stay as late as they are."""
    store = await behind(90, JobKind.PLAN)
    job = await store.jobs.claim(datetime.now(UTC), 30)
    assert job is not None
    await store.jobs.fail(job, "the model is away", datetime.now(UTC) + timedelta(hours=1))

    assert (await lateness_of(store).of(GENESIS)).minutes == 90.0


async def test_the_latest_timelines_are_named_and_deleted_ones_are_not() -> None:
    """Metrics show them; a timeline that goes while it is measured is left out."""
    store = await behind(90, JobKind.REFLECT)

    class Jobs:
        async def overdue(self, _: object, limit: int) -> tuple[OverdueJob, ...]:
            gone = OverdueJob(
                kind=JobKind.PLAN,
                timeline_id=TimelineId("tl_gone"),
                due_at=datetime.now(UTC) - REAL,
            )
            return (gone, *await store.jobs.overdue(None, limit))

    found = await ThoughtLateness(store, Jobs(), HandClock()).latest()  # type: ignore[arg-type]

    assert [(one.timeline_id, one.minutes) for one in found] == [(GENESIS, 90.0)]
    with pytest.raises(NotFound):
        await ThoughtLateness(store, Jobs(), HandClock()).of(TimelineId("tl_gone"))  # type: ignore[arg-type]


async def test_a_watcher_is_told_when_thoughts_fall_behind_and_catch_up() -> None:
    """Once each, at the position that it has seen; not again while nothing changes."""
    store = await behind(90, JobKind.PLAN)
    watch = HandClock()
    shared = SharedLateness(lateness_of(store, watch), watch)
    watching = TimelineWatch(LogFollower(store), lateness=shared)
    told: list[float] = []
    from_now = WatchRequest(timeline_id=GENESIS, after_seq=3)
    async with asyncio.timeout(60), aclosing(watching.watch(from_now)) as news:

        async def read_until(text: str) -> None:
            await put(store, seen(text))
            async for item in news:
                if isinstance(item, LatenessChange):
                    told.append(item.lateness.minutes)
                elif isinstance(item, WatchedRecord) and item.record.text == text:
                    return

        await read_until("One.")
        await read_until("Two.")  # what is late comes behind the first record
        await read_until("Three.")
        assert told == [90.0]
        job = await store.jobs.claim(datetime.now(UTC), 30)
        assert job is not None
        await store.jobs.finish(job)
        watch.seconds += 20
        await read_until("Four.")
        await read_until("Five.")
    assert told == [90.0, 0.0]


async def test_all_watchers_share_one_measurement() -> None:
    """All ask, the database is asked once in 15 seconds; away, it is no fault of theirs."""
    store = await behind(90, JobKind.PLAN)
    watch = HandClock()
    asked: list[float] = []

    class Counting(ThoughtLateness):
        async def latest(self) -> tuple:  # type: ignore[type-arg]
            asked.append(watch.seconds)
            if len(asked) == 2:
                raise Unavailable("the database is away", Reason.STORAGE_UNAVAILABLE)
            return await super().latest()

    shared = SharedLateness(Counting(store, store.jobs, watch), watch)
    for second in (0, 1, 14, 16, 17):
        watch.seconds = float(second)
        assert (await shared.of(GENESIS)).minutes == 90.0
    assert asked == [0.0, 16.0]
