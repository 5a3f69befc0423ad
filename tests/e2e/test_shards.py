"""Three shards behind HAProxy, between which a world moves while it is played."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import npcclient
import pytest
from npcclient.playtest.reaching import chosen_world

from npcserver.adapters.store.world_move import MoveStep
from tests.benchmarks.restarts import restarted
from tests.benchmarks.shards import MOVED, WORLDS, Fleet, ShardTalk, moved, running
from tests.conftest import _migrate, variant
from tests.engines.home import ROOT, need
from tests.engines.ports import of_worker
from tests.engines.recipes import why_missing

pytestmark = [
    pytest.mark.slow,
    pytest.mark.engines,
    pytest.mark.postgres,
    pytest.mark.timeout(900),
]
UNHARMED = {"lost": 0, "repeated": 0, "uneven": 0, "errors": {}}
# As the command does it, but that it dies right after a step.
DYING = """
import os, signal, sys
from npcserver.adapters.store.world_move import WorldMove
from npcserver.adapters.store.world_rows import open_shard

def report(step, text):
    if step == sys.argv[6]:
        os.kill(os.getpid(), signal.SIGKILL)

with open_shard(sys.argv[2], sys.argv[3]) as here, open_shard(sys.argv[4], sys.argv[5]) as there:
    WorldMove(here, there, sys.argv[1], report).run()
"""


@pytest.fixture
def databases(new_postgres: Callable[..., str]) -> tuple[str, ...]:
    """Return three migrated databases."""
    need(why_missing("proxies"))
    urls = tuple(new_postgres() for _ in range(3))
    for url in urls:
        _migrate(url)
    return urls


def hosts() -> list[str]:
    worker = of_worker(os.environ.get("PYTEST_XDIST_WORKER", "gw0")).start // 100
    return [f"127.54.{worker % 250}.{number}" for number in (1, 2, 3)]


async def test_a_world_moves_twice_under_talks(databases: tuple[str, ...], tmp_path: Path) -> None:
    """Players in six worlds see no error; nothing is lost, and nothing twice."""
    async with running(databases, tmp_path, hosts(), records=500) as fleet:
        seen = await moved(fleet, talks=6, moves=2)

        assert {name: seen[name] for name in UNHARMED} == UNHARMED
        assert len(seen["held"]) == 2  # `python -m tests.benchmarks.shards` has a bound for them
        assert seen["acknowledged"] > 20
        assert set(seen["refusals"]) <= {"Unavailable WORLD_MOVED"}
        # Past the balancer, each server says where the world is, or has it.
        for server, shard in zip(fleet.servers[:2], ("shard2", "shard3"), strict=True):
            async with npcclient.connect(server.grpc) as npc:
                with pytest.raises(npcclient.Unavailable) as refused:
                    await npc.worlds.get(MOVED)
            told = refused.value
            assert (told.reason, told.metadata["shard"]) == ("WORLD_MOVED", shard)
        async with npcclient.connect(fleet.servers[2].grpc) as npc:
            assert (await npc.worlds.get(MOVED)).world_id == MOVED
        # `npc-playtest chat --world` finds it, whichever worlds the first shard lists.
        async with npcclient.connect(fleet.address, ca=fleet.tls.authority) as npc:
            assert (await chosen_world(npc, MOVED)).world_id == MOVED


@variant
async def test_moves_that_are_killed_harm_nobody(
    databases: tuple[str, ...], tmp_path: Path
) -> None:
    """A move that is killed after any of its steps is run again, while players talk."""
    async with running(databases, tmp_path, hosts()) as fleet:

        async def move() -> tuple[float, float]:
            began = time.monotonic()
            for step, at in zip(MoveStep, cycle((0, 1)), strict=False):
                await asyncio.to_thread(die, fleet, at, 1 - at, step)
                await asyncio.to_thread(fleet.move, MOVED, at, 1 - at)
            return began, time.monotonic()

        ca = fleet.tls.authority
        address = fleet.address
        seen = await restarted(len(WORLDS), 4.0, address, f"https://{address}", move, ca, ShardTalk)

    assert {name: seen[name] for name in UNHARMED} == UNHARMED


def die(fleet: Fleet, source: int, target: int, step: MoveStep) -> None:
    """Begin a move, and kill it after a step."""
    names = (fleet.urls[source], f"shard{source + 1}", fleet.urls[target], f"shard{target + 1}")
    words = [sys.executable, "-c", DYING, MOVED, *names, step]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
