"""What every queue of jobs tells about itself, and what it puts first."""

from datetime import UTC, datetime, timedelta

import pytest

from npcserver.adapters.store import SqlStore
from npcserver.model.ids import TimelineId
from npcserver.model.job import FailedJob, Job, JobDraft, JobKind, Urgency
from npcserver.model.timeline import Vantage
from tests.fakes import store_world
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import GENESIS, MIRA

AnyStore = MemoryStore | SqlStore
SOON = timedelta(minutes=1)


def now() -> datetime:
    return datetime.now(UTC)


async def _want(store: AnyStore, *jobs: JobDraft) -> None:
    await store.write(lambda unit: unit.want(jobs))


async def _claim(store: AnyStore, at: datetime | None = None) -> Job:
    job = await store.jobs.claim(at or now() + SOON, 30)
    assert job is not None
    return job


async def test_the_urgent_goes_first_of_what_is_due_alike(store: AnyStore) -> None:
    """Time's effects and reactions overtake plans, these talk, and talk what nobody watches."""
    await store_world.set_up(store)
    start = now()
    kinds = (JobKind.REFLECT, JobKind.CONVERSE, JobKind.PLAN, JobKind.REACT, JobKind.DIGEST)
    due = start - timedelta(seconds=10)
    wishes = [JobDraft(kind, GENESIS, f"npc{i}", due) for i, kind in enumerate(kinds)]
    live = JobDraft(JobKind.LIVE, GENESIS, "", start)
    not_yet = JobDraft(JobKind.REACT, GENESIS, "npc9", start + SOON)
    await _want(store, *wishes, live, not_yet)

    done = await _done_in_order(store, start)

    assert set(done[:2]) == {"react", "live"}
    assert done[2:] == ["plan", "converse", "reflect", "digest"]


@pytest.mark.parametrize(
    ("waiting", "overtaken", "minutes"),
    [
        (JobKind.DIGEST, JobKind.CONVERSE, 1),
        (JobKind.CONVERSE, JobKind.PLAN, 5),
        (JobKind.DIGEST, JobKind.PLAN, 9),
        (JobKind.REFLECT, JobKind.REACT, 40),
    ],
)
async def test_what_has_waited_long_goes_before_what_keeps_coming(
    store: AnyStore, waiting: JobKind, overtaken: JobKind, minutes: int
) -> None:
    """However much of the more urgent comes, a job that is due for long is done in between."""
    await store_world.set_up(store)
    start = now()
    await _want(store, JobDraft(waiting, GENESIS, "patient", start - minutes * SOON))
    await _want(store, *(JobDraft(overtaken, GENESIS, f"npc{i}", start) for i in range(5)))

    assert (await _done_in_order(store, start))[0] == waiting


async def test_a_worker_of_one_urgency_leaves_all_else_alone(store: AnyStore) -> None:
    """Talks and thoughts that hold every other worker cannot keep time's effects waiting."""
    await store_world.set_up(store)
    start = now()
    others = (JobKind.CONVERSE, JobKind.PLAN, JobKind.DIGEST, JobKind.PERFORM)
    await _want(store, *(JobDraft(kind, GENESIS, f"npc{kind}", start) for kind in others))
    assert await store.jobs.claim(start, 30, Urgency.TIME) is None

    await _want(store, JobDraft(JobKind.LIVE, GENESIS, "", start))
    live = await store.jobs.claim(start, 30, Urgency.TIME)

    assert live is not None
    assert live.kind is JobKind.LIVE
    assert await store.jobs.claim(start, 30, Urgency.TIME) is None
    await store.jobs.finish(live)
    assert set(await _done_in_order(store, start)) == set(others)


async def _done_in_order(store: AnyStore, at: datetime) -> list[str]:
    done: list[str] = []
    while (job := await store.jobs.claim(at, 30)) is not None:
        done.append(job.kind)
        await store.jobs.finish(job)
    return done


async def test_pending_counts_what_is_left_to_think(store: AnyStore) -> None:
    """Due, worked on and to be tried again count; done, hopeless and for later do not."""
    await store_world.set_up(store)
    fork = await store_world.start(store, "tl_1", Vantage(GENESIS, 0))
    await _want(
        store,
        JobDraft(JobKind.DIGEST, GENESIS, MIRA),
        JobDraft(JobKind.DIGEST, GENESIS, "otto"),
        JobDraft(JobKind.DIGEST, fork, MIRA),
        JobDraft(JobKind.SUMMARISE, GENESIS, "ida", now() + 60 * SOON),
    )
    counted = [await store.jobs.pending(), await store.jobs.pending(GENESIS)]

    worked_on = await _claim(store)
    counted.append(await store.jobs.pending())
    await store.jobs.fail(worked_on, "model is down", now() + 60 * SOON)
    counted.append(await store.jobs.pending())
    await store.jobs.fail(await _claim(store), "hopeless", None)
    counted.append(await store.jobs.pending())
    await store.jobs.finish(await _claim(store))
    counted.append(await store.jobs.pending())

    assert counted == [3, 2, 3, 3, 2, 1]
    assert await store.jobs.pending(TimelineId("tl_none")) == 0


async def test_failures_can_be_read(store: AnyStore) -> None:
    """Each says what failed how often and why, the youngest first; success wipes the slate."""
    await store_world.set_up(store)
    await _want(store, JobDraft(JobKind.REFLECT, GENESIS, MIRA))
    retry_at = now() + 5 * SOON
    await store.jobs.fail(await _claim(store), "no route", retry_at)
    await store.jobs.fail(await _claim(store, retry_at), "no route to the model", retry_at)
    await _want(store, JobDraft(JobKind.PLAN, GENESIS, "otto"))
    await store.jobs.fail(await _claim(store), "ValueError; see the log", None)

    failures = await store.jobs.failures(10)
    youngest = await store.jobs.failures(1)
    await store.jobs.finish(await _claim(store, retry_at))

    final = FailedJob(
        kind=JobKind.PLAN,
        timeline_id=GENESIS,
        subject_id="otto",
        attempts=1,
        error="ValueError; see the log",
        is_final=True,
    )
    passing = FailedJob(
        kind=JobKind.REFLECT,
        timeline_id=GENESIS,
        subject_id=MIRA,
        attempts=2,
        error="no route to the model",
        is_final=False,
    )
    assert failures == (final, passing)
    assert youngest == (final,)
    assert await store.jobs.failures(10) == (final,)
