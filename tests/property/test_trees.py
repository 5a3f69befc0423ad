"""Random trees of everything a game and its characters do, beside an oracle that shares nothing."""

import os

import pytest

from npcserver.adapters.store import SqlStore
from tests.benchmarks.trees import grow

STEPS = int(os.environ.get("NPCSERVER_TEST_TREES", "150"))
SEEDS = range(2 if STEPS > 150 else 1)


@pytest.mark.timeout(1500)
@pytest.mark.parametrize("seed", SEEDS)
async def test_nothing_leaks_and_nothing_is_lost(
    sql_store: SqlStore, database: str, seed: int
) -> None:
    """Saving, loading, speaking, thinking and deleting leave each moment with its own life."""
    found = await grow(sql_store, database, steps=STEPS, seed=seed)

    assert (found["leaks"], found["losses"]) == (0, 0)
    assert found["saves_restored_exactly"]
    assert found["embeddings_by_loads"] == 0
    assert found["deleted_that_show"] == 0
    assert found["rows_freed_entirely"]
