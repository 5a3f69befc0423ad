"""The line of due jobs on PostgreSQL: what holds between our table and procrastinate's."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from npcserver.adapters.store import SqlStore
from npcserver.model.job import JobDraft, JobKind
from npcserver.ports.storage import UnitOfWork
from tests.conftest import NewDatabase, execute_sql, opened
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, MIRA, put, seen

pytestmark = pytest.mark.postgres

SOON = timedelta(minutes=1)
DIGEST = JobDraft(JobKind.DIGEST, GENESIS, MIRA)
IN_LINE = "SELECT coalesce(string_agg(status::text, ' '), '') FROM procrastinate_jobs"


def now() -> datetime:
    return datetime.now(UTC)


async def test_a_wish_stands_in_line_when_it_commits(new_migrated_postgres: NewDatabase) -> None:
    """Undone with its cause, there with its cause, gone when it is done."""
    url = new_migrated_postgres()

    async def undone(unit: UnitOfWork) -> None:
        await unit.want((DIGEST,))
        raise RuntimeError("never mind")

    async with opened(url) as store:
        await store_world.set_up(store)
        with pytest.raises(RuntimeError, match="never mind"):
            await store.write(undone)
        states = [execute_sql(url, IN_LINE)]
        await put(store, seen("x"), jobs=(DIGEST,))
        states.append(execute_sql(url, IN_LINE))
        job = await store.jobs.claim(now(), 30)
        assert job is not None
        states.append(execute_sql(url, IN_LINE))
        await store.jobs.finish(job)
        states.append(execute_sql(url, IN_LINE))

    assert states == ["", "todo", "doing", ""]


async def test_what_is_due_later_holds_up_nobody(new_migrated_postgres: NewDatabase) -> None:
    """A delay and a retry of a mind wait outside the line, and its other jobs go on."""
    url = new_migrated_postgres()
    async with opened(url) as store:
        await store_world.set_up(store)
        later = JobDraft(JobKind.REACT, GENESIS, MIRA, now() + 60 * SOON)
        await store.write(lambda unit: unit.want((later, DIGEST)))
        digest = await store.jobs.claim(now(), 30)
        assert digest is not None
        await store.jobs.fail(digest, "model is down", now() + 60 * SOON)
        await store.write(lambda unit: unit.want((JobDraft(JobKind.PLAN, GENESIS, MIRA),)))

        plan = await store.jobs.claim(now(), 30)

        assert (digest.kind, plan and plan.kind) == (JobKind.DIGEST, JobKind.PLAN)
        assert execute_sql(url, IN_LINE) == "doing"


async def test_jobs_of_a_deleted_world_leave_the_line(new_migrated_postgres: NewDatabase) -> None:
    """Waiting or being worked on, nothing of them stays to hold up anybody."""
    url = new_migrated_postgres()
    async with opened(url) as store:
        await store_world.set_up(store)
        await store.write(lambda unit: unit.want((DIGEST, JobDraft(JobKind.PLAN, GENESIS, "otto"))))
        job = await store.jobs.claim(now(), 30)
        assert job is not None

        await store.write(lambda unit: unit.delete_world(store_world.WORLD))
        await store.jobs.finish(job)

        assert execute_sql(url, IN_LINE) == ""


async def test_a_line_that_was_meddled_with_mends_itself(
    new_migrated_postgres: NewDatabase,
) -> None:
    """Tickets that vanish and tickets of nobody cost a lease at most, and no job."""
    url = new_migrated_postgres()
    async with opened(url) as store:
        await store_world.set_up(store)
        await store.write(lambda unit: unit.want((DIGEST,)))
        job = await store.jobs.claim(now(), 30)
        assert job is not None
        execute_sql(url, "DELETE FROM procrastinate_jobs")
        execute_sql(
            url,
            "INSERT INTO procrastinate_jobs (queue_name, task_name, lock)"
            " VALUES ('npcserver-3', 'digest', 'tl_gone/nobody')",
        )

        await store.jobs.fail(job, "model is down", now())
        again = await store.jobs.claim(now() + SOON, 30)

        assert again is not None
        assert (again.id, again.attempts) == (job.id, 2)
        assert execute_sql(url, IN_LINE) == "doing"


async def test_many_more_than_the_line_holds_are_all_done(
    new_migrated_postgres: NewDatabase,
) -> None:
    """Two servers work off a crowd: each job once, no mind by two at a time, none forgotten."""
    url = new_migrated_postgres()
    async with opened(url) as one, opened(url) as two:
        await store_world.set_up(one)
        wishes = [JobDraft(JobKind.DIGEST, GENESIS, f"npc{i}") for i in range(280)]
        wishes += [JobDraft(JobKind.REACT, GENESIS, f"npc{i}") for i in range(40)]
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
        # Anyone who found nothing while the other server was choosing went home early.
        await work(one)

        assert overlaps == []
        assert len(done) == len(set(done)) == len(wishes)
        assert (await two.jobs.pending(), execute_sql(url, IN_LINE)) == (0, "")
