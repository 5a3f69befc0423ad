"""Work that can wait: done once, never lost, never for ever."""

import asyncio
from datetime import datetime, timedelta

import pytest
from structlog.testing import capture_logs

from npcserver.app.thoughts.cognition import Cognition, NotYet
from npcserver.model.errors import Conflict, ModelUnreachable, Reason, Unavailable
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import Job, JobKind
from npcserver.ports.storage import UnitOfWork
from tests.fakes.odd_queues import FailingQueue, LastingQueue
from tests.fakes.pondering import Den, den
from tests.fakes.stage import MIRA, WORLD

LEASE = 3600.0
OFTEN = 0.04
"""A lease that is renewed every hundredth of a second."""
MOVED = Conflict("the mind moved on", Reason.MIND_MOVED)


class Failing:
    """A handler that raises what it is given, one a call, and then does its work."""

    def __init__(self, *faults: Exception) -> None:
        self.faults = list(faults)
        self.done = 0

    async def __call__(self, job: Job) -> None:
        if self.faults:
            raise self.faults.pop(0)
        self.done += 1


async def test_a_job_that_is_broken_off_is_due_again_at_once() -> None:
    """A server that stops gives its jobs back; the next one does not wait for a lease to end."""
    here = await den()
    await here.want()
    job = await here.claim()
    assert job is not None
    with here.here.foreground.busy():  # so that the job waits for a quiet moment
        doing = asyncio.ensure_future(here.cognition.do(job))
        await asyncio.sleep(0)
        doing.cancel()
        await asyncio.wait((doing,))

    assert doing.cancelled()
    assert await here.claim() is not None


@pytest.mark.parametrize(
    "fault",
    [
        ModelUnreachable("refused"),
        Unavailable("locked", Reason.STORAGE_UNAVAILABLE),
        ZeroDivisionError("a mistake of ours"),
    ],
)
async def test_a_failure_costs_a_pause_and_no_worker(fault: Exception) -> None:
    """The job is due again later, whatever it failed with; then it is done."""
    here = await den()
    here.ratings = fault
    await here.want()
    job = await here.claim()
    assert job is not None
    await here.cognition.do(job)

    jobs = here.here.store.jobs
    assert await jobs.claim(here.clock.now(), 60) is None
    here.ratings = None
    assert await here.do_all() == 1
    assert await here.rated() == [(1, 7)]


async def test_what_breaks_again_and_again_is_left_for_an_operator() -> None:
    """A mistake of ours does not keep a worker busy for ever; an endpoint that is away may."""
    broken, away = await den(), await den()
    broken.ratings, away.ratings = ZeroDivisionError(), ModelUnreachable("refused")
    for here in (broken, away):
        await here.want()

    with capture_logs() as logs:
        assert await broken.do_all(most=30) < 30
        assert await away.do_all(most=30) == 30

    assert {log["event"] for log in logs} == {"job_broke", "job_failed"}


async def test_a_thought_the_mind_outran_is_dropped_and_thought_again_at_once() -> None:
    """A conflict is nobody's fault: no pause, no operator; and it is counted."""
    here = await den()
    reflect = Failing(MOVED, Conflict("the timeline moved", Reason.TIMELINE_MOVED))
    worker = here.worker({JobKind.REFLECT: reflect})
    await here.want(JobKind.REFLECT)
    for _ in range(3):
        job = await here.here.store.jobs.claim(_real(here), 60)
        assert job is not None
        await worker.do(job)

    assert reflect.done == 1
    assert worker.dropped == 2
    assert await here.claim() is None


async def test_a_mind_that_never_holds_still_is_given_time() -> None:
    """After some conflicts in a row the next attempt waits, and is made however many there were."""
    here = await den()
    reflect = Failing(*[MOVED] * 14)
    worker = here.worker({JobKind.REFLECT: reflect})
    await here.want(JobKind.REFLECT)
    at_once = 0
    for _ in range(15):
        job = await here.here.store.jobs.claim(_real(here), 60)
        at_once += job is not None
        job = job or await here.claim()
        assert job is not None
        await worker.do(job)

    assert at_once == 4
    assert reflect.done == 1


async def test_a_job_whose_moment_has_not_come_waits_for_it() -> None:
    """It is neither lost nor tried before."""
    here = await den()
    due_at = _real(here) + timedelta(hours=1)
    worker = here.worker({JobKind.SUMMARISE: Failing(NotYet(due_at))})
    await here.want(JobKind.SUMMARISE)
    job = await here.claim()
    assert job is not None
    await worker.do(job)

    jobs = here.here.store.jobs
    assert await jobs.claim(due_at - timedelta(seconds=1), 60) is None
    assert await jobs.claim(due_at, 60) is not None


async def test_work_nobody_here_can_do_is_kept_for_somebody_who_can() -> None:
    """An older server beside a newer one does not throw the newer one's jobs away."""
    here = await den()
    await here.want(JobKind.PLAN)
    with capture_logs() as logs:
        assert await here.do_all(most=1) == 1

    assert [log["event"] for log in logs] == ["job_broke"]
    assert await here.claim() is not None


async def test_a_lease_does_not_run_out_under_a_thought() -> None:
    """However long it takes, nobody else takes the job meanwhile."""
    here = await den()
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def think(job: Job) -> None:
        begun.set()
        await may_end.wait()

    queue = LastingQueue(here.here.store.jobs)
    worker = Cognition(
        queue, {JobKind.REFLECT: think}, clock=here.clock, foreground=here.here.foreground,
        lease_seconds=OFTEN,
    )  # fmt: skip
    await here.want(JobKind.REFLECT)
    job = await queue.claim(_real(here), 60)
    assert job is not None
    doing = asyncio.ensure_future(worker.do(job))
    await begun.wait()
    here.clock.ahead = timedelta(minutes=5)
    queue.renewed.clear()
    async with asyncio.timeout(60):
        await queue.renewed.wait()

    assert await queue.claim(_real(here), 60) is None
    may_end.set()
    await doing
    assert await here.claim() is None


async def test_a_thought_whose_job_was_given_to_another_is_broken_off() -> None:
    """Whoever lost its lease stops spending, and takes nothing from the one who has it."""
    here = await den()
    jobs = here.here.store.jobs
    begun = asyncio.Event()

    async def think(job: Job) -> None:
        begun.set()
        await asyncio.Event().wait()

    worker = here.worker({JobKind.REFLECT: think}, lease_seconds=OFTEN)
    await here.want(JobKind.REFLECT)
    slow = await jobs.claim(_real(here), 60)
    assert slow is not None
    doing = asyncio.ensure_future(worker.do(slow))
    await begun.wait()
    quick = await jobs.claim(_real(here) + timedelta(minutes=2), LEASE)
    async with asyncio.timeout(60):
        await doing

    assert quick is not None
    assert await jobs.renew(quick, _real(here), LEASE)


@pytest.mark.parametrize("kind", [JobKind.DIGEST, JobKind.EMBED])
async def test_work_for_the_deleted_is_dropped(kind: JobKind) -> None:
    """Nobody pays for the thoughts of a character that is gone."""
    here = await den()
    await here.want(kind)

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, CharacterId("mira"))

    await here.here.store.write(delete)

    assert await here.do_all() == 1
    assert here.asked == []


async def test_work_for_a_deleted_timeline_is_dropped() -> None:
    """Also when it goes while the job is being done."""
    here = await den()
    gone = Job(
        id=1, kind=JobKind.DIGEST, timeline_id=TimelineId("tl_gone"), subject_id=MIRA,
        attempts=1, lease="x",
    )  # fmt: skip

    await here.cognition.do(gone)

    assert here.asked == []


@pytest.mark.parametrize(
    "fault", [Unavailable("away", Reason.STORAGE_UNAVAILABLE), ZeroDivisionError("ours")]
)
async def test_a_worker_outlives_its_queue(fault: Exception) -> None:
    """When the queue fails, in whatever way, the worker looks again later."""
    here = await den()
    await here.want()
    queue = FailingQueue(fault)
    cognition = Cognition(
        queue, here.handlers, clock=here.clock, foreground=here.here.foreground,
        lease_seconds=60,
    )  # fmt: skip
    working = asyncio.ensure_future(cognition.work())
    async with asyncio.timeout(60):
        await queue.failed.wait()
        await asyncio.sleep(0)

    assert not working.done()
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working


def _real(here: Den) -> datetime:
    """Return a moment in which everything that was wished for by now is due."""
    return here.clock.now() + timedelta(milliseconds=1)
