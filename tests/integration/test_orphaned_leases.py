"""Work of a server that was killed is taken up at once, and that of one that lives is not."""

import asyncio
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from npcserver.model.job import Job, JobDraft, JobKind
from tests.conftest import NewDatabase, execute_sql, opened
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, MIRA, seen

DIGEST = JobDraft(JobKind.DIGEST, GENESIS, MIRA)
SOON = timedelta(minutes=1)
PATIENCE = 120.0

_CHILD = """
import asyncio, sys
from datetime import UTC, datetime, timedelta
from npcserver.adapters.store import open_store

async def main(url: str) -> None:
    store = await open_store(url)
    writing = asyncio.create_task(store.run())
    job = await store.jobs.claim(datetime.now(UTC) + timedelta(minutes=1), 3600)
    print(job.kind, flush=True)
    await asyncio.sleep(600)

asyncio.run(main(sys.argv[1]))
"""


async def _held_by_a_child(url: str) -> asyncio.subprocess.Process:
    """Start a process that takes the job, and return once it has."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _CHILD, url), stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    assert await child.stdout.readline() == b"digest\n"
    return child


async def _claimed(url: str) -> Job | None:
    """Return the job that a newly opened store gives out, if any."""
    async with opened(url) as store:
        return await store.jobs.claim(datetime.now(UTC) + SOON, 30)


async def _soon_claimed(claim: Callable[[], Awaitable[Job | None]]) -> Job | None:
    """Claim until a job is given out; PostgreSQL needs a moment to see that a process is dead."""
    ends_at = time.monotonic() + PATIENCE
    job = None
    while job is None and time.monotonic() < ends_at:
        job = await claim()
        await asyncio.to_thread(time.sleep, 0.02)
    return job


async def test_a_job_of_a_killed_server_is_given_out_at_once(database: str) -> None:
    """While it lives nobody else gets its job, and the moment it is dead the next server does."""
    async with opened(database) as store:
        await store_world.set_up(store)
        await store_world.put(store, seen("x"), jobs=(DIGEST,))
    child = await _held_by_a_child(database)

    held = await _claimed(database)
    child.send_signal(signal.SIGKILL)
    await child.wait()
    orphaned = await _soon_claimed(lambda: _claimed(database))

    assert held is None
    assert orphaned is not None
    assert orphaned.attempts == 2


@pytest.mark.postgres
async def test_a_waiting_server_takes_the_job_of_one_that_is_killed(
    new_migrated_postgres: NewDatabase,
) -> None:
    """Nobody can tell of that, so it looks while another server has a job in work."""
    url = new_migrated_postgres()
    async with opened(url) as store:
        await store_world.set_up(store)
        await store_world.put(store, seen("x"), jobs=(DIGEST,))
        child = await _held_by_a_child(url)
        assert await store.jobs.claim(datetime.now(UTC), 30) is None
        child.send_signal(signal.SIGKILL)
        await child.wait()

        async with asyncio.timeout(PATIENCE / 3):
            while (job := await store.jobs.claim(datetime.now(UTC), 30)) is None:
                await store.jobs.wait(PATIENCE, store.jobs.changes)

        assert job.attempts == 2


async def test_a_store_opened_beside_another_takes_nothing_from_it(database: str) -> None:
    """Two stores of one process leave each other's jobs alone."""
    url = database
    async with opened(url) as store:
        await store_world.set_up(store)
        await store_world.put(store, seen("x"), jobs=(DIGEST,))
        mine = await store.jobs.claim(datetime.now(UTC) + SOON, 3600)

        assert mine is not None
        assert await _claimed(url) is None
        assert await store.jobs.renew(mine, datetime.now(UTC), 30)


@pytest.mark.postgres
async def test_a_running_server_takes_up_what_another_leaves(
    new_migrated_postgres: NewDatabase,
) -> None:
    """On PostgreSQL nobody has to start anew for it."""
    url = new_migrated_postgres()
    async with opened(url) as store:
        await store_world.set_up(store)
        await store_world.put(store, seen("x"), jobs=(DIGEST,))
        child = await _held_by_a_child(url)

        async def claim() -> Job | None:
            return await store.jobs.claim(datetime.now(UTC) + SOON, 30)

        held = [await claim() for _ in range(3)]
        child.send_signal(signal.SIGKILL)
        await child.wait()
        orphaned = await _soon_claimed(claim)

        assert held == [None, None, None]
        assert orphaned is not None
        await store.jobs.finish(orphaned)
        assert execute_sql(url, "SELECT count(*) FROM job") == 0
