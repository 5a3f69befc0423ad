"""Jobs wait for a lull, are tried again, and are given back when broken off."""

import asyncio
from datetime import datetime, timedelta

import pytest
from structlog.testing import capture_logs

from npcserver.app.thoughts.job_worker import JobNotDue, JobWorker
from npcserver.model.errors import Conflict, ModelUnreachable, Reason, Unavailable
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import Job, JobKind, Urgency
from npcserver.model.record import Draft, Record, RecordKind
from npcserver.model.thought import Conversed
from npcserver.ports.storage import Append, UnitOfWork
from tests.fakes.dialogue_app import new_dialogue_app
from tests.fakes.language_models import settle_tasks
from tests.fakes.memory_store import FailingQueue, HourLeaseQueue
from tests.fakes.store_world import MIRA, WORLD, left, seen
from tests.fakes.thought_app import (
    ThoughtApp,
    YieldingStore,
    heard_draft,
    new_thought_app,
    said_draft,
)

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


class Endless:
    """A handler that never ends by itself."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()

    async def __call__(self, job: Job) -> None:
        self.begun.set()
        await asyncio.Event().wait()


async def test_a_job_that_is_broken_off_is_due_again_at_once() -> None:
    """A server that stops gives its jobs back; the next one does not wait for a lease to end."""
    here = await new_thought_app()
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


async def test_a_worker_ends_when_it_is_cancelled_though_its_job_cannot_be_given_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A queue that breaks while the server stops does not keep its workers running."""
    here, endless = await new_thought_app(), Endless()
    await here.want()
    worker = here.worker({JobKind.DIGEST: endless})

    async def broken(*_: object) -> None:
        raise RuntimeError("the queue is gone")

    working = asyncio.ensure_future(worker.work())
    await endless.begun.wait()
    monkeypatch.setattr(here.here.store.jobs, "fail", broken)
    working.cancel()
    await asyncio.wait((working,), timeout=1)

    assert working.cancelled()


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
    here = await new_thought_app()
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
    broken, away = await new_thought_app(), await new_thought_app()
    broken.ratings, away.ratings = ZeroDivisionError(), ModelUnreachable("refused")
    for here in (broken, away):
        await here.want()

    with capture_logs() as logs:
        assert await broken.do_all(most=30) < 30
        assert await away.do_all(most=30) == 30

    assert {log["event"] for log in logs} == {"job_broke", "job_failed"}


async def test_a_thought_the_mind_outran_is_dropped_and_thought_again_at_once() -> None:
    """A conflict is nobody's fault: no pause, no operator; and it is counted."""
    here = await new_thought_app()
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
    here = await new_thought_app()
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
    here = await new_thought_app()
    due_at = _real(here) + timedelta(hours=1)
    worker = here.worker({JobKind.SUMMARISE: Failing(JobNotDue(due_at))})
    await here.want(JobKind.SUMMARISE)
    job = await here.claim()
    assert job is not None
    await worker.do(job)

    jobs = here.here.store.jobs
    assert await jobs.claim(due_at - timedelta(seconds=1), 60) is None
    assert await jobs.claim(due_at, 60) is not None


async def test_work_nobody_here_can_do_is_kept_for_a_worker_who_can() -> None:
    """An older server beside a newer one does not throw the newer one's jobs away."""
    here = await new_thought_app()
    await here.want(JobKind.PLAN)
    with capture_logs() as logs:
        assert await here.do_all(most=1) == 1

    assert [log["event"] for log in logs] == ["job_broke"]
    assert await here.claim() is not None


async def test_a_lease_does_not_run_out_under_a_thought() -> None:
    """However long it takes, nobody else takes the job meanwhile."""
    here = await new_thought_app()
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def think(job: Job) -> None:
        begun.set()
        await may_end.wait()

    queue = HourLeaseQueue(here.here.store.jobs)
    worker = JobWorker(
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
    """A worker that lost its lease stops spending, and takes nothing from the one who has it."""
    here = await new_thought_app()
    jobs = here.here.store.jobs
    think = Endless()
    worker = here.worker({JobKind.REFLECT: think}, lease_seconds=OFTEN)
    await here.want(JobKind.REFLECT)
    slow = await jobs.claim(_real(here), 60)
    assert slow is not None
    doing = asyncio.ensure_future(worker.do(slow))
    await think.begun.wait()
    quick = await jobs.claim(_real(here) + timedelta(minutes=2), LEASE)
    async with asyncio.timeout(60):
        await doing

    assert quick is not None
    assert await jobs.renew(quick, _real(here), LEASE)


@pytest.mark.parametrize("kind", [JobKind.DIGEST, JobKind.EMBED])
async def test_work_for_the_deleted_is_dropped(kind: JobKind) -> None:
    """Nobody pays for the thoughts of a character that is gone."""
    here = await new_thought_app()
    await here.want(kind)

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, CharacterId("mira"))

    await here.here.store.write(delete)

    assert await here.do_all() == 1
    assert here.asked == []


async def test_work_for_a_deleted_timeline_is_dropped() -> None:
    """Also when it goes while the job is being done."""
    here = await new_thought_app()
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
    here = await new_thought_app()
    await here.want()
    queue = FailingQueue(fault)
    cognition = JobWorker(
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


class CountingQueue(HourLeaseQueue):
    """A queue that counts how often workers look for a job."""

    looks = 0

    async def claim(
        self, now: datetime, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        self.looks += 1
        return await super().claim(now + timedelta(hours=1), lease_seconds)

    async def fail(self, job: Job, error: str, retry_at: datetime | None) -> None:
        await self.jobs.fail(job, error, retry_at)

    @property
    def changes(self) -> int:
        return self.jobs.changes

    async def wait(self, seconds: float, since: int) -> None:
        await self.jobs.wait(seconds, since)


async def test_idle_workers_look_once_for_a_job() -> None:
    """A queue is asked once for each change, however many workers wait."""
    here = await new_thought_app()
    endless = Endless()
    queue = CountingQueue(here.here.store.jobs)
    cognition = JobWorker(
        queue,
        {JobKind.DIGEST: endless},
        clock=here.clock,
        foreground=here.here.foreground,
        lease_seconds=60,
    )
    working = [asyncio.ensure_future(cognition.work()) for _ in range(5)]
    await settle_tasks()
    looks = [queue.looks]
    await here.want()
    async with asyncio.timeout(60):
        await endless.begun.wait()
    await settle_tasks()
    looks.append(queue.looks)
    for one in working:
        one.cancel()
    await asyncio.wait(working)

    assert looks == [1, 3]  # one found a job, the next that there is no other


def _real(here: ThoughtApp) -> datetime:
    """Return a moment in which everything that was wished for by now is due."""
    return here.clock.now() + timedelta(milliseconds=1)


LEFT = Conflict("the game left", Reason.TIMELINE_LEFT)


async def test_what_comes_after_the_game_left_is_refused_for_good() -> None:
    """It is counted, here and with its timeline, and not thought again."""
    here = await new_thought_app()
    reflect = Failing(LEFT)
    worker = here.worker({JobKind.REFLECT: reflect})
    await here.want(JobKind.REFLECT)
    job = await here.claim()
    assert job is not None
    with capture_logs() as logs:
        await worker.do(job)

    async with here.here.store.read() as reader:
        timeline = await reader.timeline(here.here.timeline)
    assert (worker.late, worker.dropped, timeline.late_results) == (1, 0, 1)
    assert [log["event"] for log in logs] == ["late_result_refused"]
    assert await here.claim() is None


async def test_a_late_thought_of_a_deleted_timeline_is_nobodys() -> None:
    """There is nothing to count it with, and that is no failure."""
    here = await new_thought_app()
    gone = Job(
        id=1, kind=JobKind.REFLECT, timeline_id=TimelineId("tl_gone"), subject_id=MIRA,
        attempts=1, lease="x",
    )  # fmt: skip
    worker = here.worker({JobKind.REFLECT: Failing(LEFT)})
    with capture_logs() as logs:
        await worker.do(gone)

    assert [log["event"] for log in logs] == ["late_result_refused"]


async def test_a_thought_whose_job_went_with_the_timeline_is_late() -> None:
    """One that takes long is broken off, and counts like those that came to an end."""
    here = await new_thought_app()
    think = Endless()
    worker = here.worker({JobKind.REFLECT: think}, lease_seconds=OFTEN)
    await here.want(JobKind.REFLECT)
    job = await here.here.store.jobs.claim(_real(here), LEASE)
    assert job is not None
    doing = asyncio.ensure_future(worker.do(job))
    await think.begun.wait()

    async def leave(unit: UnitOfWork) -> None:
        mark = left("sav_1", "tl_2")
        await unit.append(Append(timeline_id=here.here.timeline, drafts=(mark,)))
        await unit.rest(here.here.timeline)

    await here.here.store.write(leave)
    async with asyncio.timeout(60):
        await doing

    async with here.here.store.read() as reader:
        timeline = await reader.timeline(here.here.timeline)
    assert (worker.late, timeline.late_results) == (1, 1)


async def test_a_job_that_went_while_it_waited_for_quiet_is_not_begun() -> None:
    """Nobody thinks for a timeline that was left before the thought began."""
    here = await new_thought_app()
    reflect = Failing()
    clock = here.here.clock
    worker = JobWorker(
        here.here.store.jobs, {JobKind.REFLECT: reflect}, clock=clock,
        foreground=here.here.foreground, lease_seconds=60,
    )  # fmt: skip
    await here.want(JobKind.REFLECT)
    job = await here.claim()
    assert job is not None
    with here.here.foreground.busy():
        doing = asyncio.ensure_future(worker.do(job))
        await asyncio.sleep(0)
        await here.here.store.write(lambda unit: unit.rest(here.here.timeline))
        clock.seconds += 2
        async with asyncio.timeout(60):
            await doing

    assert (reflect.done, worker.late) == (0, 0)


ANSWERS: dict[str, dict[str, object]] = {
    "questions": {"questions": ["Who owes Mira?", "What of the cellar?", "Whom does she trust?"]},
    "insights": {
        "insights": [
            {"insight": "Bram never pays", "because": [1], "importance": 6},
            {"insight": "The cellar is in bad repair", "because": [2], "importance": 4},
        ]
    },
    "summarise": {"for_my_plans": "Mend the door.", "interesting": "Otto paints.", "importance": 5},
    "relate": {
        "affinity": 4,
        "trust": 2,
        "familiarity": 3,
        "view": "Otto is kind.",
        "beliefs": [{"topic": "doors", "text": "Doors should be mended.", "change": 5}],
        "feeling": "joy",
    },
}


async def lived() -> ThoughtApp:
    """Return an app where there is something to rate, to reflect upon and to look back on."""
    here = await new_dialogue_app()
    made = ThoughtApp(here, threshold=10, store=YieldingStore(here.store))
    made.model.says = {**ANSWERS}
    over = Conversed(conversation_id="c", with_id="otto", is_over=True)
    await made.live(
        seen("Bram asked for another loan.", importance=8),
        seen("The cellar door fell off."),
        heard_draft("I paint doors.", by="otto", speaker="Otto"),
        said_draft("Then paint mine.", to="otto"),
        Draft(kind=RecordKind.CONVERSATION, subject_id=MIRA, body=over),
    )
    return made


async def killed(kind: JobKind, turns: int) -> tuple[bool, list[Record]]:
    """Kill a worker after some turns of the loop; return whether it was done, and what is left."""
    here = await lived()
    await here.want(kind)
    job = await here.claim()
    assert job is not None
    doing = asyncio.ensure_future(here.cognition.do(job))
    for _ in range(turns):
        await asyncio.sleep(0)
    was_done = doing.done()
    doing.cancel()
    await asyncio.wait((doing,))
    await here.do_all()
    assert await here.claim() is None
    return was_done, await here.here.records()


@pytest.mark.parametrize(
    "kind", [JobKind.DIGEST, JobKind.REFLECT, JobKind.SUMMARISE, JobKind.RELATE]
)
async def test_wherever_a_thought_is_broken_off_it_ends_as_if_it_had_not_been(
    kind: JobKind,
) -> None:
    """At every await, before and after every commit: the next worker comes to the same records."""
    _, whole = await killed(kind, 10_000)
    turns, was_done = 1, False
    while not was_done:
        was_done, records = await killed(kind, turns)

        assert records == whole, f"killed after {turns} turns"
        turns += 1
    assert turns > 5
