"""`npcserver check` tells of thoughts given up, and how much the model can be shown."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from npcserver.adapters.store import open_store
from npcserver.adapters.store.migrate import migrate
from npcserver.aio import together
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
from npctools.cli import checks
from tests.fakes.model_servers import NAME, ModelServer, serve_model
from tests.fakes.odd_endpoints import ROWS
from tests.fakes.odd_turns import serve_oddity


async def told(llm: ModelServer, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the rows about the context, with the advice below them."""
    settings = Settings(
        data=folder,
        model=ModelSettings(name=f"openai:{NAME}", base_url=llm.base_url),
        embedder=EmbedderSettings(name="hashing"),
        server=ServerSettings(port=0),
    )
    assert await checks.check(settings) == 0
    rows = capsys.readouterr().out.splitlines()
    place = next(at for at, row in enumerate(rows) if row.split()[:2] == ["context", "ok"])
    return "\n".join(row for row in rows[place : place + 2] if "port" not in row.split()[:1])


async def test_silent_cut_is_told_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An Ollama that cuts prompts below what it tells is found out, and its setting named."""
    async with serve_model("Ollama", context=2048, claimed=16384) as llm:
        row = await told(llm, tmp_path, capsys)

    assert "Ollama's /api/ps tells 16384, but longer prompts lose their beginning" in row
    assert "OLLAMA_CONTEXT_LENGTH=16384" in row
    assert "num_ctx" in row


async def test_small_context_is_told_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A context that is honest but small is told, and how to enlarge it."""
    async with serve_model("llama.cpp", context=2048) as llm:
        row = await told(llm, tmp_path, capsys)

    assert "2048 tokens for prompt and answer (llama.cpp's /props)" in row
    assert "--ctx-size" in row


async def test_ample_context_needs_no_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a long prompt was read whole, that is said and nothing is advised."""
    async with serve_model("Ollama", context=16384) as llm:
        row = await told(llm, tmp_path, capsys)

    assert "16384 tokens for prompt and answer (Ollama's /api/ps); a prompt of 8192" in row
    assert "prompts of up to 8192 tokens" in row
    assert "→" not in row


async def test_refused_length_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A server of which nothing is known and that refuses a long prompt is told of as such."""
    async with serve_model("plain", context=4096, silent=False) as llm:
        llm.kind = "LM Studio"
        llm.claimed = 16384
        row = await told(llm, tmp_path, capsys)

    assert "LM Studio's /api/v0/models tells 16384, but a longer prompt was refused" in row
    assert "larger context length" in row


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("refuses the system role", "it refuses the system role"),
        ("refuses schemas, by name", "it refuses a JSON schema (rate ratings)"),
        ("no [DONE]", "first word after"),
    ],
)
async def test_what_an_endpoint_refuses_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, told: str
) -> None:
    """What questions are asked without is in the row of the model, and nothing else is."""
    (oddity,) = [one for one in ROWS if one.name == name]
    async with serve_oddity(oddity) as endpoint:
        settings = Settings(
            data=tmp_path,
            model=ModelSettings(name="openai:m", base_url=endpoint.base_url),
            embedder=EmbedderSettings(name="hashing"),
            server=ServerSettings(port=0),
        )
        await checks.check(settings)

    shown = capsys.readouterr().out
    assert told in shown
    assert ("it refuses" in shown) == ("it refuses" in told)


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
