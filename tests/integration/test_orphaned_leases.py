"""Work of a process that was killed is taken up at once where only this machine can hold it."""

import asyncio
import signal
import sys
from datetime import UTC, datetime, timedelta

from npcserver.model.job import Job, JobDraft, JobKind
from tests.conftest import NewDatabase, opened
from tests.fakes import stage
from tests.fakes.stage import GENESIS, MIRA, seen

DIGEST = JobDraft(JobKind.DIGEST, GENESIS, MIRA)
SOON = timedelta(minutes=1)

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


async def test_a_job_of_a_killed_process_is_given_out_at_once(
    new_migrated_sqlite: NewDatabase,
) -> None:
    """While the process lives nobody else gets its job, and the moment it is dead somebody does."""
    url = new_migrated_sqlite()
    async with opened(url) as store:
        await stage.set_up(store)
        await stage.put(store, seen("x"), jobs=(DIGEST,))
    child = await _held_by_a_child(url)

    held = await _claimed(url)
    child.send_signal(signal.SIGKILL)
    await child.wait()
    orphaned = await _claimed(url)

    assert held is None
    assert orphaned is not None
    assert orphaned.attempts == 2


async def test_a_store_opened_beside_another_takes_nothing_from_it(
    new_migrated_sqlite: NewDatabase,
) -> None:
    """Two stores of one process leave each other's jobs alone."""
    url = new_migrated_sqlite()
    async with opened(url) as store:
        await stage.set_up(store)
        await stage.put(store, seen("x"), jobs=(DIGEST,))
        mine = await store.jobs.claim(datetime.now(UTC) + SOON, 3600)

        assert mine is not None
        assert await _claimed(url) is None
        assert await store.jobs.renew(mine, datetime.now(UTC), 30)
