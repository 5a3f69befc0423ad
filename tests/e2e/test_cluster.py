"""Three servers behind HAProxy, one of which is killed every few seconds, as players see it."""

import os
from pathlib import Path

import pytest

from tests.benchmarks.cluster import MOST_ERRORS, killed, running
from tests.conftest import NewDatabase
from tests.engines.home import need
from tests.engines.ports import of_worker
from tests.engines.recipes import why_missing

pytestmark = [pytest.mark.engines, pytest.mark.postgres]
SECONDS = float(os.environ.get("NPCSERVER_TEST_CLUSTER_SECONDS", "8"))


@pytest.mark.timeout(300 + 3 * SECONDS)
async def test_kills_harm_nobody(new_migrated_postgres: NewDatabase, tmp_path: Path) -> None:
    """Clients that follow the docs see no error; nothing is lost, and nothing twice."""
    need(why_missing("proxies"))
    worker = of_worker(os.environ.get("PYTEST_XDIST_WORKER", "gw0")).start // 100
    hosts = [f"127.52.{worker % 250}.{number}" for number in (1, 2, 3)]

    async with running(new_migrated_postgres(), tmp_path, hosts) as cluster:
        seen = await killed(cluster, talks=6, seconds=SECONDS, every=3.0)

    unharmed = {"lost": 0, "repeated": 0, "uneven": 0}
    assert seen["kills"] >= 2
    assert {name: seen[name] for name in unharmed} == unharmed
    assert seen["error_rate"] <= MOST_ERRORS, seen["errors"]
