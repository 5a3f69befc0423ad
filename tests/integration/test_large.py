"""Characters with many memories among those of many others, on a server that has just begun."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from npcbench.statements import reading_statements
from npcserver.adapters.store import open_store
from npcserver.adapters.store.migrate import migrate
from npcserver.config import sqlite_url
from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Segment
from tests.benchmarks import large
from tests.conftest import DATABASES


@pytest.mark.parametrize("kind", DATABASES)
async def test_a_cold_recall_is_measured_beside_the_bare_read(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """The first recall takes longer than the next, and a start has its processor time."""
    file = tmp_path / "large.db"
    url = sqlite_url(file) if kind == "sqlite" else request.getfixturevalue("new_postgres")()
    found = await large.measured(url, tmp_path / "server", 3_000, 10, 500, rounds=1)

    assert found["cold"] == 500
    assert found["ready_processor_s"] > 0
    assert 0 < found["warm_recall_ms"] < found["cold_recall_ms"]
    assert found["bare_ms"] > 0


@pytest.mark.parametrize("space", ["space", "hashing@512/own"])
async def test_vectors_of_a_character_are_not_sought_among_those_of_all(
    space: str, tmp_path: Path
) -> None:
    """SQLite, which has no statistics, looks up each by its seq: ten times as fast in a crowd."""
    file = tmp_path / "empty.db"
    await migrate(sqlite_url(file))
    store = await open_store(sqlite_url(file))
    with reading_statements() as read:
        async with store.read() as reader:
            await reader.vector_rows(space, Segment(TimelineId("tl"), 1, 10_000), "c0")
    await store.close()
    (statement,) = (one.text for one in read if "memory_vector" in one.text)
    with closing(sqlite3.connect(file)) as plain:
        values = [""] * statement.count("?")
        plan = [row[3] for row in plain.execute(f"EXPLAIN QUERY PLAN {statement}", values)]

    assert any("timeline_id=? AND seq=? AND space=?" in step for step in plan), plan
