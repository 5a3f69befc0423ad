"""A rolling restart under talks: clients that follow the docs see no error."""

import os
from pathlib import Path

import pytest

from tests.benchmarks.restarts import over_postgres, over_sqlite
from tests.conftest import NewDatabase

TALKS = int(os.environ.get("NPCSERVER_TEST_RESTARTED_TALKS", "8"))
SECONDS = 4.0
UNHARMED = {"talks": TALKS, "errors": {}, "lost": 0, "repeated": 0, "uneven": 0}


async def test_one_server_follows_the_other_on_a_file(tmp_path: Path) -> None:
    """The second waits for the lock, and callers for the second."""
    seen = await over_sqlite(tmp_path, TALKS, SECONDS, afresh=False)

    assert {name: seen[name] for name in UNHARMED} == UNHARMED
    assert seen["turns"] >= 2 * TALKS


@pytest.mark.postgres
async def test_servers_overlap_on_a_postgresql(
    new_migrated_postgres: NewDatabase, tmp_path: Path
) -> None:
    """The first is not ready any more while it lingers, and new connections go to the second."""
    seen = await over_postgres(tmp_path, new_migrated_postgres(), TALKS, SECONDS, afresh=False)

    assert {name: seen[name] for name in UNHARMED} == UNHARMED
    assert seen["turns"] >= 2 * TALKS
