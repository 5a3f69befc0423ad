"""Two servers on one PostgreSQL that delete, fork, free and rest at the same time."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from contextlib import AsyncExitStack

import pytest

from npcserver.adapters.store import SqlStore
from npcserver.model.errors import NotFound
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.conftest import NewDatabase, opened
from tests.fakes import store_world
from tests.fakes.store_world import (
    GENESIS,
    add_save,
    claim_job,
    delete_save,
    delete_timeline,
    free_rows,
    grow_timeline,
    put,
    rows_left,
    run_free_jobs,
    seen,
    store_vectors,
    texts_at,
)

pytestmark = pytest.mark.postgres
ROUNDS = 6


@pytest.fixture
async def servers(new_migrated_postgres: NewDatabase) -> AsyncGenerator[list[SqlStore], None]:
    """Two stores on the same database."""
    url = new_migrated_postgres()
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(opened(url)) for _ in range(2)]


async def _at_once(*attempts: Awaitable[object]) -> list[object]:
    """Run attempts side by side; they may be too late, and nothing else may go wrong."""
    results = await asyncio.gather(*attempts, return_exceptions=True)
    wrong = [r for r in results if isinstance(r, BaseException) and not isinstance(r, NotFound)]
    assert wrong == []
    return results


async def test_appends_and_deletes_race(servers: list[SqlStore]) -> None:
    """What one server appends while the other deletes goes with the timeline, or is refused."""
    one, other = servers
    await store_world.set_up(one)
    for number in range(ROUNDS):
        left = await grow_timeline(one, f"tl_{number}", Vantage(GENESIS, 0), 1)
        wish = [JobDraft(JobKind.PLAN, left, f"c{i}") for i in range(3)]

        await _at_once(
            *(put(one, seen(f"{i}"), to=left, jobs=wish) for i in range(5)),
            delete_timeline(other, left),
            store_vectors(one, left, [1, 2]),
        )
        await run_free_jobs(other)  # which left the job; others learn of it a moment later

        assert await rows_left(one, left) == (0, 0, 0)
    assert await one.jobs.pending() == 0


async def test_forks_and_frees_race(servers: list[SqlStore]) -> None:
    """A load that was answered sees everything; one that was not leaves nothing behind."""
    one, other = servers
    await store_world.set_up(one)
    for number in range(ROUNDS):
        left = await grow_timeline(one, f"tl_{number}", Vantage(GENESIS, 0), 6)
        await add_save(one, f"sv_{number}", Vantage(left, 6))
        await delete_timeline(one, left)
        await run_free_jobs(one)

        forked, *_ = await _at_once(
            store_world.start(one, f"tl_{number}_fork", Vantage(left, 6)),
            delete_save(other, f"sv_{number}"),
            free_rows(other, left, 100),
        )
        await run_free_jobs(other)

        if isinstance(forked, NotFound):
            assert await rows_left(one, left) == (0, 0, 0)
        else:
            fork = TimelineId(f"tl_{number}_fork")
            assert len(await texts_at(other, Vantage(fork, 6))) == 6
            await delete_timeline(other, fork)
            await run_free_jobs(other)
            assert await rows_left(one, left) == (0, 0, 0)


async def test_the_last_two_that_rest_on_a_timeline_go_at_once(servers: list[SqlStore]) -> None:
    """Anyone who comes second sees that the other is gone, so nothing is left."""
    one, other = servers
    await store_world.set_up(one)
    for number in range(ROUNDS):
        left = await grow_timeline(one, f"tl_{number}", Vantage(GENESIS, 0), 3)
        child = await grow_timeline(one, f"tl_{number}_child", Vantage(left, 2), 2)
        await add_save(one, f"sv_{number}", Vantage(left, 3))

        await _at_once(
            delete_timeline(one, left),
            delete_save(other, f"sv_{number}"),
            delete_timeline(other, child),
        )
        await _at_once(run_free_jobs(one), run_free_jobs(other))
        await run_free_jobs(one)

        assert [await rows_left(one, each) for each in (left, child)] == [(0, 0, 0)] * 2


async def test_resting_races_with_workers(servers: list[SqlStore]) -> None:
    """Workers that claim and finish meanwhile find no job of the timeline afterwards."""
    one, other = servers
    await store_world.set_up(one)
    jobs = [JobDraft(JobKind.PLAN, GENESIS, f"c{i}") for i in range(30)]

    async def rest(unit: UnitOfWork) -> None:
        await unit.rest(GENESIS)

    async def work(store: SqlStore) -> None:
        for _ in range(10):
            job = await claim_job(store)
            if job is not None:
                await store.jobs.finish(job)

    for _ in range(ROUNDS):
        await put(one, seen("x"), jobs=jobs)
        await _at_once(work(other), work(one), one.write(rest))
        assert await other.jobs.pending(GENESIS) == 0
        assert await claim_job(other) is None


async def test_a_job_that_frees_its_own_timeline_is_finished_without_harm(
    servers: list[SqlStore],
) -> None:
    """Its row is gone by then, and its place in line; the line moves on."""
    one, other = servers
    await store_world.set_up(one)
    left = await grow_timeline(one, "tl_left", Vantage(GENESIS, 0), 1)
    await delete_timeline(one, left)
    job = await claim_job(one)
    assert job is not None

    assert await free_rows(one, left, 10)
    assert not await one.jobs.renew(job, store_world.START, 60)
    await one.jobs.finish(job)
    await other.jobs.fail(job, "again", None)

    assert await claim_job(other) is None
    await put(other, seen("x"), jobs=[JobDraft(JobKind.PLAN, GENESIS, "c1")])
    assert await claim_job(other) is not None
    assert await one.jobs.failures(10) == ()
