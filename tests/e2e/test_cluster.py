"""Three servers behind HAProxy, one of which is killed every few seconds, as players see it."""

import os
from pathlib import Path

import pytest

from tests.benchmarks.cluster import HARMS, MOST_ERRORS, killed, running
from tests.conftest import NewDatabase
from tests.engines.home import need
from tests.engines.ports import of_worker
from tests.engines.recipes import why_missing

pytestmark = [pytest.mark.slow, pytest.mark.engines, pytest.mark.postgres]
SECONDS = float(os.environ.get("NPCSERVER_TEST_CLUSTER_SECONDS", "8"))


@pytest.mark.timeout(300 + 3 * SECONDS)
async def test_kills_harm_nobody(new_migrated_postgres: NewDatabase, tmp_path: Path) -> None:
    """Clients that follow the docs see no error; nothing is lost, and nothing twice."""
    need(why_missing("proxies"))
    worker = of_worker(os.environ.get("PYTEST_XDIST_WORKER", "gw0")).start // 100
    hosts = [f"127.52.{worker % 250}.{number}" for number in (1, 2, 3)]

    url = new_migrated_postgres()
    async with running(url, tmp_path, hosts) as cluster:
        seen = await killed(cluster, url, talks=6, seconds=SECONDS, every=3.0)

    assert seen["kills"] >= 2
    assert {name: seen[name] for name in HARMS} == dict.fromkeys(HARMS, 0)
    assert seen["thoughts"] > 0
    assert seen["error_rate"] <= MOST_ERRORS, seen["errors"]
