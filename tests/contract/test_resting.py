"""What every store promises about timelines that the game has left."""

from datetime import UTC, datetime

from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.fakes import store_world
from tests.fakes.store_world import (
    GENESIS,
    MIRA,
    AnyStore,
    claim_job,
    grow_timeline,
    put,
    seen,
    take_all_jobs,
)


async def test_resting_lets_go_of_all_work(store: AnyStore) -> None:
    """Also of what somebody works on, who can finish or fail it without harm."""
    await store_world.set_up(store)
    other = await grow_timeline(store, "tl_other", Vantage(GENESIS, 0), 1)
    jobs = [JobDraft(JobKind.PLAN, GENESIS, f"c{i}") for i in range(4)]
    await put(store, seen("x"), jobs=[*jobs, JobDraft(JobKind.PLAN, other, MIRA)])
    claimed = [await claim_job(store) for _ in range(5)]
    held = [job for job in claimed if job is not None and job.timeline_id == GENESIS]
    await put(store, seen("y"), jobs=[JobDraft(JobKind.DIGEST, GENESIS, MIRA)])

    async def rest(unit: UnitOfWork) -> None:
        await unit.rest(GENESIS)

    await store.write(rest)

    assert len(held) == 4
    assert await store.jobs.pending(GENESIS) == 0
    assert await store.jobs.pending(other) == 1
    assert await claim_job(store) is None
    assert not await store.jobs.renew(held[0], datetime.now(UTC), 60)
    await store.jobs.finish(held[0])
    await store.jobs.fail(held[1], "late", datetime.now(UTC))
    await put(store, seen("z"), jobs=jobs)
    assert await take_all_jobs(store) == [(GENESIS, "plan")] * 4


async def test_late_results_are_counted(store: AnyStore) -> None:
    """Each by one; of a timeline that is not there nothing is counted."""
    await store_world.set_up(store)

    async def count(unit: UnitOfWork) -> None:
        await unit.count_late_result(GENESIS)
        await unit.count_late_result(TimelineId("tl_none"))

    await store.write(count)
    await store.write(count)

    async with store.read() as reader:
        assert (await reader.timeline(GENESIS)).late_results == 2
