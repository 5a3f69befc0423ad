"""Work for a timeline that the game leaves: refused, counted, and done for good."""

import asyncio
from datetime import datetime, timedelta

from structlog.testing import capture_logs

from npcserver.app.thoughts.cognition import Cognition
from npcserver.model.errors import Conflict, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.job import Job, JobKind
from npcserver.ports.storage import Append, UnitOfWork
from tests.fakes.pondering import Den, den
from tests.fakes.stage import MIRA, left

LEASE = 3600.0
OFTEN = 0.04
"""A lease that is renewed every hundredth of a second."""
LEFT = Conflict("the game left", Reason.TIMELINE_LEFT)


class Late:
    """A handler whose first thought comes too late."""

    def __init__(self, *faults: Exception) -> None:
        self.faults = list(faults)
        self.done = 0

    async def __call__(self, job: Job) -> None:
        if self.faults:
            raise self.faults.pop(0)
        self.done += 1


async def test_what_comes_after_the_game_left_is_refused_for_good() -> None:
    """It is counted, here and with its timeline, and not thought again."""
    here = await den()
    reflect = Late(LEFT)
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
    here = await den()
    gone = Job(
        id=1, kind=JobKind.REFLECT, timeline_id=TimelineId("tl_gone"), subject_id=MIRA,
        attempts=1, lease="x",
    )  # fmt: skip
    worker = here.worker({JobKind.REFLECT: Late(LEFT)})
    with capture_logs() as logs:
        await worker.do(gone)

    assert [log["event"] for log in logs] == ["late_result_refused"]


async def test_a_thought_whose_job_went_with_the_timeline_is_late() -> None:
    """One that takes long is broken off, and counts like those that came to an end."""
    here = await den()
    begun = asyncio.Event()

    async def think(job: Job) -> None:
        begun.set()
        await asyncio.Event().wait()

    worker = here.worker({JobKind.REFLECT: think}, lease_seconds=OFTEN)
    await here.want(JobKind.REFLECT)
    job = await here.here.store.jobs.claim(_real(here), LEASE)
    assert job is not None
    doing = asyncio.ensure_future(worker.do(job))
    await begun.wait()

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
    here = await den()
    reflect = Late()
    clock = here.here.clock
    worker = Cognition(
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


def _real(here: Den) -> datetime:
    """Return a moment in which everything that was wished for by now is due."""
    return here.clock.now() + timedelta(milliseconds=1)
