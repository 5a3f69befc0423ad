"""Jobs that two servers on one PostgreSQL share."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.store import SqlStore
from npcserver.adapters.store.writer import SqlWork
from npcserver.app.background_work import Foreground, not_left_fence
from npcserver.app.thoughts.job_worker import JobWorker
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.ports.storage import Append
from tests.conftest import NewDatabase, execute_sql, opened
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, MIRA

pytestmark = pytest.mark.postgres

SOON = timedelta(minutes=1)
PATIENCE = 50.0  # less than the time after which what was not told is looked for
KINDS = (JobKind.DIGEST, JobKind.REACT, JobKind.PLAN, JobKind.CONVERSE)


def now() -> datetime:
    return datetime.now(UTC)


async def test_jobs_of_a_deleted_world_are_gone(new_migrated_postgres: NewDatabase) -> None:
    """Waiting or being worked on, nothing of them stays to hold up others."""
    url = new_migrated_postgres()
    async with opened(url) as store:
        await store_world.set_up(store)
        wishes = [JobDraft(JobKind.DIGEST, GENESIS, MIRA), JobDraft(JobKind.PLAN, GENESIS, "otto")]
        await store.write(lambda unit: unit.want(wishes))
        job = await store.jobs.claim(now(), 30)
        assert job is not None

        await store.write(lambda unit: unit.delete_world(store_world.WORLD))
        await store.jobs.finish(job)

        assert execute_sql(url, "SELECT count(*) FROM job") == 0


async def next_job(store: SqlStore) -> Job:
    """Return the next job as a worker does, which waits to be woken."""
    since = store.jobs.changes
    async with asyncio.timeout(PATIENCE):
        while (job := await store.jobs.claim(now(), 30)) is None:
            await store.jobs.wait(PATIENCE, since)
            since = store.jobs.changes
    return job


async def until_told(*stores: SqlStore) -> None:
    async with asyncio.timeout(PATIENCE):
        while not all(one.broadcast.is_told for one in stores):  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.01)


async def test_a_job_wakes_the_workers_of_other_servers_and_they_read_nothing_before(
    new_migrated_postgres: NewDatabase,
) -> None:
    """Also one that is due later; each look is a transaction, and there are a few."""
    url = new_migrated_postgres()
    async with opened(url) as one, opened(url) as two:
        await store_world.set_up(one)
        await until_told(one, two)
        looks = 0
        claims = two.jobs._writer.work

        async def counted(work: SqlWork) -> object:
            nonlocal looks
            looks += 1
            return await claims(work)

        two.jobs._writer.work = counted  # type: ignore[assignment, method-assign]
        waiting = asyncio.ensure_future(next_job(two))
        await asyncio.sleep(3)
        idle_looks = looks

        due_at = now() + timedelta(seconds=4)
        later = JobDraft(JobKind.PLAN, GENESIS, MIRA, due_at=due_at)
        await one.write(lambda unit: unit.want([later]))
        job = await waiting

        assert job.kind is JobKind.PLAN
        assert due_at <= now() < due_at + timedelta(seconds=20)
        assert idle_looks <= 2  # the second one after the connection was there
        assert looks - idle_looks <= 4


async def test_a_server_that_is_told_nothing_looks_each_second(
    new_migrated_postgres: NewDatabase,
) -> None:
    """While its connection is being made again."""
    url = new_migrated_postgres()
    async with opened(url) as one, opened(url) as two:
        await store_world.set_up(one)
        await until_told(one, two)
        assert await two.jobs.claim(now(), 30) is None
        two.broadcast.is_told = False
        waiting = asyncio.ensure_future(next_job(two))
        await asyncio.sleep(0.1)
        two.broadcast.jobs.send = lambda: None  # type: ignore[method-assign]

        await one.write(lambda unit: unit.want([JobDraft(JobKind.DIGEST, GENESIS, MIRA)]))

        async with asyncio.timeout(30):
            assert (await waiting).kind is JobKind.DIGEST


async def test_servers_do_each_job_once_and_one_of_a_mind_at_a_time(
    new_migrated_postgres: NewDatabase,
) -> None:
    """Two servers, four workers each, and minds that have several jobs due at one moment."""
    url = new_migrated_postgres()
    async with opened(url) as one, opened(url) as two:
        await store_world.set_up(one)
        wishes = [JobDraft(kind, GENESIS, f"npc{i}") for i in range(60) for kind in KINDS]
        await one.write(lambda unit: unit.want(wishes))
        busy: set[tuple[str, str]] = set()
        done: list[tuple[str, str, str]] = []
        overlaps: list[tuple[str, str]] = []

        async def work(store: SqlStore) -> None:
            while (job := await store.jobs.claim(now() + SOON, 300)) is not None:
                mind = (job.timeline_id, job.subject_id)
                if mind in busy:
                    overlaps.append(mind)
                busy.add(mind)
                await asyncio.sleep(0)
                busy.discard(mind)
                await store.jobs.finish(job)
                done.append((*mind, job.kind))

        await asyncio.gather(*(work(store) for store in (one, two) for _ in range(4)))
        # Anyone who found nothing while the other server was choosing stopped early.
        await work(one)

        assert overlaps == []
        assert len(done) == len(set(done)) == len(wishes)
        assert await two.jobs.pending() == 0


async def test_a_thought_is_not_stored_once_another_server_has_its_job(
    new_migrated_postgres: NewDatabase,
) -> None:
    """As of a server that was frozen for longer than its lease; until then it is."""
    url = new_migrated_postgres()
    async with opened(url) as frozen, opened(url) as other:
        await store_world.set_up(frozen)
        await frozen.write(lambda unit: unit.want([JobDraft(JobKind.DIGEST, GENESIS, MIRA)]))
        taken: list[Job | None] = []

        async def think(job: Job) -> None:
            del job
            await frozen.append(thought("in time"))
            taken.append(await other.jobs.claim(now() + 2 * SOON, 30))
            await frozen.append(thought("late"))

        def thought(text: str) -> Append:
            return Append(GENESIS, (store_world.seen(text),), fences=(not_left_fence(0),))

        worker = JobWorker(
            frozen.jobs,
            {JobKind.DIGEST: think},
            clock=SystemClock(),
            foreground=Foreground(SystemClock()),
            lease_seconds=60,
        )
        job = await frozen.jobs.claim(now(), 60)
        assert job is not None
        await worker.do(job)

        assert len(taken) == 1
        assert taken[0] is not None
        assert await other.jobs.renew(taken[0], now(), 30)
        assert (worker.dropped, await other.jobs.failures(9)) == (0, ())
        texts = "SELECT string_agg(text, ',') FROM record WHERE text IN ('in time', 'late')"
        assert execute_sql(url, texts) == "in time"
