"""What every queue of jobs promises: its order, and what it tells about itself."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from npcserver.adapters.store import SqlStore
from npcserver.model.ids import TimelineId
from npcserver.model.job import FailedJob, Job, JobDraft, JobKind, Urgency
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Append
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, MIRA, put, seen

DIGEST = JobDraft(JobKind.DIGEST, GENESIS, MIRA)
EMBED = JobDraft(JobKind.EMBED, GENESIS, MIRA)
SOON = timedelta(minutes=1)


def now() -> datetime:
    return datetime.now(UTC)


async def _claim(store: SqlStore, at: datetime | None = None) -> Job:
    job = await store.jobs.claim(at or now() + SOON, 30)
    assert job is not None
    return job


async def test_a_wish_comes_with_the_records_that_cause_it(store: SqlStore) -> None:
    """The job is there after the append, and only once however often it is wished for."""
    await store_world.set_up(store)
    for _ in range(3):
        await put(store, seen("x"), jobs=(DIGEST, DIGEST))

    job = await _claim(store)
    another = await store.jobs.claim(now() + SOON, 30)

    assert (job.kind, job.timeline_id, job.subject_id) == (JobKind.DIGEST, GENESIS, MIRA)
    assert job.attempts == 1
    assert another is None


async def test_a_refused_append_wishes_for_nothing(store: SqlStore) -> None:
    """A repeat and a fence that fails leave the queue as it was."""
    await store_world.set_up(store)
    await put(store, seen("x"), request=store_world.key("r1"))
    fenced = Append(timeline_id=GENESIS, drafts=(), jobs=(DIGEST,), expected_head=9)

    await put(store, seen("x"), request=store_world.key("r1"), jobs=(DIGEST,))
    await asyncio.gather(store.append(fenced), return_exceptions=True)

    assert await store.jobs.claim(now() + SOON, 30) is None


async def test_one_job_per_subject_at_a_time(store: SqlStore) -> None:
    """The second kind waits for the first to end; another subject does not."""
    await store_world.set_up(store)
    other = JobDraft(JobKind.DIGEST, GENESIS, "otto")
    await store.write(lambda unit: unit.want((DIGEST, EMBED, other)))

    first, second = await _claim(store), await _claim(store)

    assert {first.subject_id, second.subject_id} == {MIRA, "otto"}
    assert await store.jobs.claim(now() + SOON, 30) is None
    await store.jobs.finish(first)
    await store.jobs.finish(second)
    third = await _claim(store)
    assert third.subject_id == MIRA
    assert third.kind != (first if first.subject_id == MIRA else second).kind
    await store.jobs.finish(third)
    assert await store.jobs.claim(now() + SOON, 30) is None


async def test_the_longest_due_goes_first_and_not_before_its_time(store: SqlStore) -> None:
    """Order follows `due_at`; what is due later is left alone; a sooner wish brings it forward."""
    await store_world.set_up(store)
    start = now()
    late = JobDraft(JobKind.DIGEST, GENESIS, "late", start + 60 * SOON)
    early = JobDraft(JobKind.DIGEST, GENESIS, "early", start - 2 * SOON)
    middle = JobDraft(JobKind.DIGEST, GENESIS, "middle", start - SOON)
    await store.write(lambda unit: unit.want((late, middle, early)))

    claimed = [await store.jobs.claim(start, 30) for _ in range(3)]
    sooner = JobDraft(JobKind.DIGEST, GENESIS, "late", start - SOON)
    await store.write(lambda unit: unit.want((sooner,)))
    brought_forward = await store.jobs.claim(start, 30)

    assert [job and job.subject_id for job in claimed] == ["early", "middle", None]
    assert brought_forward is not None
    assert brought_forward.subject_id == "late"


async def test_a_wish_while_the_job_runs_is_not_lost(store: SqlStore) -> None:
    """The job is due again once it has finished."""
    await store_world.set_up(store)
    await put(store, seen("x"), jobs=(DIGEST,))
    job = await _claim(store)
    await put(store, seen("y"), jobs=(DIGEST,))

    assert await store.jobs.claim(now() + SOON, 30) is None
    await store.jobs.finish(job)
    again = await _claim(store)
    await store.jobs.finish(again)

    assert again.attempts == 1
    assert await store.jobs.claim(now() + SOON, 30) is None


async def test_a_lease_that_ran_out_is_given_to_another(store: SqlStore) -> None:
    """Anyone who comes late can neither finish nor fail what another has now."""
    await store_world.set_up(store)
    await put(store, seen("x"), jobs=(DIGEST,))
    slow = await _claim(store)
    later = now() + 10 * SOON

    quick = await _claim(store, later)
    await store.jobs.finish(slow)
    await store.jobs.fail(slow, "late", None)

    assert (quick.id, quick.attempts) == (slow.id, 2)
    assert quick.lease != slow.lease
    assert await store.jobs.claim(later, 30) is None
    last = await _claim(store, later + SOON)
    assert last.id == slow.id


async def test_a_failed_job_comes_back_at_its_time(store: SqlStore) -> None:
    """Attempts are counted; without a time it stays away until it is wished for again."""
    await store_world.set_up(store)
    await put(store, seen("x"), jobs=(DIGEST,))
    retry_at = now() + 30 * SOON

    await store.jobs.fail(await _claim(store), "model is down", retry_at)
    assert await store.jobs.claim(retry_at - SOON, 30) is None
    second = await _claim(store, retry_at)
    await store.jobs.fail(second, "still down", None)

    assert second.attempts == 2
    assert await store.jobs.claim(retry_at + 1000 * SOON, 30) is None
    await put(store, seen("y"), jobs=(DIGEST,))
    assert (await _claim(store)).attempts == 1


async def test_a_job_that_was_put_off_has_not_failed(store: SqlStore) -> None:
    """It is due at its time and not before, is no failure, and its attempts count from anew."""
    await store_world.set_up(store)
    await put(store, seen("x"), jobs=(DIGEST,))
    later = now() + 30 * SOON
    await store.jobs.fail(await _claim(store), "", later)

    assert await store.jobs.claim(later - SOON, 30) is None
    assert await store.jobs.failures(9) == ()
    assert await store.jobs.pending() == 0
    assert (await _claim(store, later)).attempts == 1


async def test_a_wish_during_the_last_attempt_is_a_new_beginning(store: SqlStore) -> None:
    """Failing for good does not swallow what was wished for meanwhile."""
    await store_world.set_up(store)
    await put(store, seen("x"), jobs=(DIGEST,))
    job = await _claim(store)
    await put(store, seen("y"), jobs=(DIGEST,))

    await store.jobs.fail(job, "gave up", None)

    assert (await _claim(store)).attempts == 1


async def test_many_workers_never_share_a_subject(store: SqlStore) -> None:
    """Twenty claims at once over five subjects give out five jobs."""
    await store_world.set_up(store)
    drafts = [
        JobDraft(kind, GENESIS, f"npc{i}")
        for i in range(5)
        for kind in (JobKind.DIGEST, JobKind.EMBED)
    ]
    await store.write(lambda unit: unit.want(drafts))

    claimed = await asyncio.gather(*(store.jobs.claim(now() + SOON, 30) for _ in range(20)))

    subjects = [job.subject_id for job in claimed if job is not None]
    assert sorted(subjects) == [f"npc{i}" for i in range(5)]


async def test_waiting_ends_when_a_job_is_wished_for(store: SqlStore) -> None:
    """A worker does not sleep through a wish, made before or after it lay down."""
    await store_world.set_up(store)
    await put(store, seen("x"), jobs=(DIGEST,))
    async with asyncio.timeout(60):
        await store.jobs.wait(600, since=0)

        looked = store.jobs.changes
        waiting = [asyncio.create_task(store.jobs.wait(600, looked)) for _ in range(3)]
        await asyncio.sleep(0)
        await store.write(lambda unit: unit.want((EMBED,)))
        await asyncio.gather(*waiting)
        await store.jobs.wait(600, looked)

    assert await store.jobs.claim(now() + SOON, 30) is not None


async def test_a_wish_for_what_is_due_wakes_nobody(store: SqlStore) -> None:
    """Workers know of a job that is due already; one that is due sooner than before is news."""
    await store_world.set_up(store)
    await put(store, seen("x"), jobs=(replace(DIGEST, due_at=now() + SOON),))
    planned = store.jobs.changes
    await put(store, seen("y"), jobs=(DIGEST,))
    wished = store.jobs.changes

    await put(store, seen("z"), jobs=(DIGEST,))
    await store.write(lambda unit: unit.want((DIGEST,)))

    assert planned < wished == store.jobs.changes


async def test_a_job_that_ended_late_is_found_when_it_is_due(store: SqlStore) -> None:
    """What was put off until later is not looked for before, and found then."""
    await store_world.set_up(store)
    await put(store, seen("x"), jobs=(DIGEST,))
    job = await _claim(store)
    await store.jobs.fail(job, "", now() + 3 * SOON)

    assert await store.jobs.claim(now() + SOON, 30) is None
    assert (await _claim(store, now() + 4 * SOON)).id == job.id


async def test_waiting_ends_when_a_job_becomes_due(store: SqlStore) -> None:
    """Nothing is written meanwhile: a postponed job is found once its time has come."""
    await store_world.set_up(store)
    later = replace(DIGEST, due_at=now() + timedelta(seconds=0.2))
    await store.write(lambda unit: unit.want((later,)))
    async with asyncio.timeout(60):
        while True:
            changes = store.jobs.changes
            job = await store.jobs.claim(now(), 30)
            if job is not None:
                break
            await store.jobs.wait(600, changes)

    assert job.kind is DIGEST.kind


async def test_waiting_ends_when_the_subject_is_free(store: SqlStore) -> None:
    """A job that waits for another of its subject can be claimed once that one has ended."""
    await store_world.set_up(store)
    await store.write(lambda unit: unit.want((DIGEST, EMBED)))
    first = await store.jobs.claim(now() + SOON, 600)
    assert first is not None
    changes = store.jobs.changes
    assert await store.jobs.claim(now() + SOON, 600) is None
    waiting = asyncio.create_task(store.jobs.wait(600, changes))
    async with asyncio.timeout(60):
        await store.jobs.finish(first)
        await waiting

    assert await store.jobs.claim(now() + SOON, 600) is not None


async def test_waiting_ends_by_itself(store: SqlStore) -> None:
    """Nothing happens, and the worker looks again after its time."""
    async with asyncio.timeout(60):
        await store.jobs.wait(0.01, store.jobs.changes)

    woken = 0

    async def keep_waiting() -> None:
        nonlocal woken
        while True:
            await store.jobs.wait(60, store.jobs.changes)
            woken += 1

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(keep_waiting(), 0.2)
    assert woken < 5, "more than the news of making the store, which may still arrive"


async def test_jobs_of_a_deleted_world_are_gone(store: SqlStore) -> None:
    """Nobody is sent to think for a character that no longer exists."""
    await store_world.set_up(store)
    fork = await store_world.start(store, "tl_1", Vantage(GENESIS, 0))
    await put(store, seen("x"), to=fork, jobs=(JobDraft(JobKind.DIGEST, fork, MIRA),))

    await store.write(lambda unit: unit.delete_world(store_world.WORLD))

    assert await store.jobs.claim(now() + SOON, 30) is None


async def test_a_wish_while_a_job_is_put_off_is_done_at_once(store: SqlStore) -> None:
    """Who puts off a job cannot know of what was wished for meanwhile."""
    await store_world.set_up(store)
    await put(store, seen("x"), jobs=(DIGEST,))
    job = await _claim(store)
    await put(store, seen("y"), jobs=(DIGEST,))

    await store.jobs.fail(job, "", now() + 1000 * SOON)

    assert (await _claim(store)).attempts == 1


async def _want(store: SqlStore, *jobs: JobDraft) -> None:
    await store.write(lambda unit: unit.want(jobs))


async def test_the_urgent_goes_first_of_what_is_due_alike(store: SqlStore) -> None:
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
    store: SqlStore, waiting: JobKind, overtaken: JobKind, minutes: int
) -> None:
    """However much of the more urgent comes, a job that is due for long is done in between."""
    await store_world.set_up(store)
    start = now()
    await _want(store, JobDraft(waiting, GENESIS, "patient", start - minutes * SOON))
    await _want(store, *(JobDraft(overtaken, GENESIS, f"npc{i}", start) for i in range(5)))

    assert (await _done_in_order(store, start))[0] == waiting


async def test_a_worker_of_one_urgency_leaves_all_else_alone(store: SqlStore) -> None:
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


async def _done_in_order(store: SqlStore, at: datetime) -> list[str]:
    done: list[str] = []
    while (job := await store.jobs.claim(at, 30)) is not None:
        done.append(job.kind)
        await store.jobs.finish(job)
    return done


async def test_pending_counts_what_is_left_to_think(store: SqlStore) -> None:
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


async def test_a_job_that_is_requested_during_the_look_is_overdue(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wait for the last job does not miss the one that it leads to."""
    await store_world.set_up(store)
    read = store.jobs._transactions.read

    async def read_late(*args: Any) -> Any:
        await _want(store, DIGEST)
        return await read(*args)

    monkeypatch.setattr(store.jobs._transactions, "read", read_late)

    (found,) = await store.jobs.overdue(GENESIS, 10)
    assert found.kind is DIGEST.kind


async def test_an_overdue_job_stays_as_old_as_when_it_was_first_due(store: SqlStore) -> None:
    """A failure makes it due later and not younger; work that was put off begins anew."""
    await store_world.set_up(store)
    first = now() - 3 * SOON
    plan = JobDraft(JobKind.PLAN, GENESIS, "bram", now() + 1000 * SOON)
    old = JobDraft(JobKind.DIGEST, GENESIS, MIRA, first)
    await put(store, seen("x"), jobs=(old, plan))

    job = await _claim(store, now())
    await store.jobs.fail(job, "model is down", now() + 30 * SOON)
    (late,) = await store.jobs.overdue(GENESIS, 10)
    assert (late.kind, abs(late.due_at - first) < timedelta(milliseconds=1)) == (job.kind, True)
    assert await store.jobs.overdue(TimelineId("tl_other"), 10) == ()
    assert await store.jobs.overdue(None, 10) == (late,)

    again = await _claim(store, now() + 31 * SOON)
    await store.jobs.fail(again, "", now() + 40 * SOON)  # put off
    assert await store.jobs.overdue(None, 10) == ()


async def test_failures_can_be_read(store: SqlStore) -> None:
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
