"""What a server costs while nothing happens, in transactions and processor time."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import npcclient
import pytest
from sqlalchemy import make_url

from tests.benchmarks.idle_streams import opened, processor_seconds
from tests.conftest import TRIES_VARIANTS, NewDatabase, execute_sql
from tests.engines.servers import SAMPLE_WORLD, Server, living
from tests.processes import environment_of, run_forked

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

IDLE_SECONDS, WATCHED_SECONDS = (30.0, 20.0) if TRIES_VARIANTS else (20.0, 10.0)
WATCHERS = 1_000
CHECKPOINT_SECONDS = 10.0
REST_SECONDS = 12.0  # in which PostgreSQL's processes count what they have done
OPENED_SECONDS = 4.0  # in which what watchers began with is over
PATIENCE = 60.0
_ENDED = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = :name"
_DUE_SOON = "SELECT count(*) FROM job WHERE due_at < (extract(epoch FROM now()) + 60) * 1000000"


@pytest.fixture
def quiet_postgres(new_migrated_postgres: NewDatabase) -> Iterator[str]:
    """URL of a migrated database that nothing vacuums, since that takes transactions."""
    url = new_migrated_postgres()
    for value in ("off", "DEFAULT"):
        execute_sql(url, f"ALTER SYSTEM SET autovacuum = {value}")
        execute_sql(url, "SELECT pg_reload_conf()")
        if value == "off":
            yield url


async def server_with_world(folder: Path, url: str) -> Server:
    settings = {"NPCSERVER_DATABASE__URL": url, "NPCSERVER_COGNITION__LULL_SECONDS": "0.1"}
    words = ("import", str(SAMPLE_WORLD))
    around = environment_of(folder) | settings
    imported = await asyncio.to_thread(run_forked, *words, environment=around)
    assert imported.returncode == 0, imported.stderr
    return Server(folder, world=None, settings=settings)


async def timeline_with_a_talk(server: Server, url: str) -> str:
    """Return a timeline in which a line was said, and thought over."""
    async with npcclient.connect(server.grpc) as npc:
        timeline = await npc.timelines.start("farrowhithe")
        async with npc.play.say(timeline, "hester", "Good evening!", speaker="Ann") as turn:
            async for _ in turn:
                pass
    async with asyncio.timeout(PATIENCE):
        while await asyncio.to_thread(execute_sql, url, _DUE_SOON):  # noqa: ASYNC110 - a process
            await asyncio.sleep(0.5)
    return timeline.timeline_id


def ended(url: str) -> int:
    """Return how many transactions have ended in a database; asked from another one."""
    parsed = make_url(url)
    elsewhere = parsed.set(database="postgres").render_as_string(hide_password=False)
    return int(str(execute_sql(elsewhere, _ENDED, name=parsed.database)))


async def test_an_idle_server_takes_hardly_a_transaction_and_hardly_a_processor(
    tmp_path: Path, quiet_postgres: str
) -> None:
    """Jobs and notes wake those who wait for them; what else looks for something does so rarely.

    With a thousand quiet watchers the checkpoints, which each gets now and then, are most of it.
    """
    async with living(await server_with_world(tmp_path, quiet_postgres)) as server:
        timeline = await timeline_with_a_talk(server, quiet_postgres)
        await asyncio.sleep(REST_SECONDS)
        before, began = ended(quiet_postgres), processor_seconds(server.pid)
        await asyncio.sleep(IDLE_SECONDS)
        transactions = (ended(quiet_postgres) - before) / IDLE_SECONDS
        core = (processor_seconds(server.pid) - began) / IDLE_SECONDS

        streams, close = await opened(server, WATCHERS, [timeline])
        await asyncio.sleep(OPENED_SECONDS)
        before, began = streams.checkpoints, processor_seconds(server.pid)
        await asyncio.sleep(WATCHED_SECONDS)
        watched_core = (processor_seconds(server.pid) - began) / WATCHED_SECONDS
        checkpoints = streams.checkpoints - before
        await close()

    assert transactions <= 0.2
    assert core <= 0.005
    assert streams.lost == 0
    assert checkpoints >= WATCHERS * WATCHED_SECONDS / CHECKPOINT_SECONDS / 2
    assert watched_core <= 0.02, (core, watched_core)
