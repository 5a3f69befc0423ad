"""`npcserver check` tells of thoughts that were given up."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from npcserver.adapters.store import open_store
from npcserver.adapters.store.migrate import migrate
from npcserver.aio import together
from npcserver.cli import checks
from npcserver.config import (
    CognitionSettings,
    EmbedderSettings,
    ModelSettings,
    ServerSettings,
    Settings,
)
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.timeline import Timeline
from npcserver.model.world import World
from npcserver.ports.storage import UnitOfWork

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def _give_up(url: str) -> None:
    """Leave a plan in the database that nobody could think."""
    store = await open_store(url)
    async with together() as group:
        running = group.create_task(store.run())

        async def wish(unit: UnitOfWork) -> None:
            await unit.add_world(World(id=WorldId("w"), name="W", genesis_id=TimelineId("tl")))
            await unit.add_timeline(
                Timeline(id=TimelineId("tl"), world_id=WorldId("w"), game_time=NOW, created_at=NOW)
            )
            await unit.want([JobDraft(JobKind.PLAN, TimelineId("tl"), "nora", NOW)])

        await store.write(wish)
        job = await store.jobs.claim(datetime.now(UTC), 60)
        assert job is not None
        await store.jobs.fail(job, "the model has gone fishing", None)
        await store.close()
        running.cancel()


async def test_thoughts_that_were_given_up_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A healthy database has none; one that was given up fails the check, with kind and cause."""
    settings = Settings(
        data=tmp_path,
        model=ModelSettings(name="offline"),
        embedder=EmbedderSettings(name="hashing"),
        cognition=CognitionSettings(workers=0),
        server=ServerSettings(port=0),
    )
    await migrate(settings.database_url)

    healthy = await checks.check(settings)
    before = capsys.readouterr().out
    await _give_up(settings.database_url)
    broken = await checks.check(settings)
    after = capsys.readouterr().out

    assert "none given up" in before
    assert "plan of nora: the model has gone fishing" in after
    assert (healthy, broken) == (0, 1)
