"""Observations stored durably in a second, over gRPC, from many clients at once.

The clients are one process beside the server's, as they would be on a machine of two cores.
"""

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from functools import partial
from importlib.util import find_spec
from statistics import fmean

from npcbench.baseline import group_commit_rate
from npcbench.harness import Result, machine, settings_of_its_own
from npcbench.world import WORLD, bench_world
from npcserver import bootstrap
from npcserver.config import Settings
from npcserver.model.errors import Reason, Unavailable

BATCH = 10
CHARACTERS = 10
WAYS = {"observe_batches": BATCH, "observe_single": 1}
"""How observations are sent, and how many at a time."""
_CLIENTS = "npcbench.observe_clients"
_PATIENCE = 60.0

Counted = Mapping[str, float]


async def run(*, seconds: float = 10.0, clients: int = 100) -> Result:
    """Send observations as fast as they are answered, each way in turn, and write without gRPC.

    A ratio is to plain group commit of the same rows in batches of the same size. Raises
    `Unavailable` if libraries for that are missing.
    """
    if missing := [name for name in ("aiosqlite", "greenlet") if find_spec(name) is None]:
        told = f'{" and ".join(missing)} must be installed for this: pip install -e ".[bench]"'
        raise Unavailable(told, Reason.INTERNAL)
    counts: dict[str, Counted] = {}
    rates: dict[int, list[float]] = {size: [] for size in WAYS.values()}
    with settings_of_its_own() as settings:
        # Alternately, because a shared machine is not as fast in one minute as in the next.
        for way, size in WAYS.items():
            measure = partial(group_commit_rate, seconds=seconds / 2, clients=clients, rows=size)
            rates[size].append(await measure(settings.data / f"before-{way}.db"))
            counts[way] = await _observed(settings, way, seconds, clients)
            rates[size].append(await measure(settings.data / f"after-{way}.db"))
    plain = {size: fmean(rates[size]) for size in sorted(rates)}
    figures: dict[str, float] = {"clients": clients, "batch": BATCH, "seconds": seconds}
    for way, counted in counts.items():
        figures[f"{way}_per_second"] = round(counted["per_second"], 1)
        figures[f"{way}_ack_ms_median"] = counted["median_ms"]
        figures[f"{way}_ack_ms_p99"] = counted["p99_ms"]
    return {
        "name": "observe",
        "machine": machine(),
        "figures": figures,
        "baselines": {
            f"group_commit_by_{size}_per_second": round(rate, 1) for size, rate in plain.items()
        },
        "ratios": {
            way: round(counts[way]["per_second"] / plain[size], 3) for way, size in WAYS.items()
        },
    }


async def _observed(settings: Settings, way: str, seconds: float, clients: int) -> Counted:
    """Serve, let the clients observe, and return their counts."""
    async with bootstrap.running(settings) as here:
        await here.importing.put(bench_world(CHARACTERS, memories=0))
        # The embedder is loaded once in a server's life; that is not to be measured.
        await here.embedder.embed(["A cart rolled over the market."])
        return await _clients(here.port, way, seconds, clients)


async def _clients(port: int, way: str, seconds: float, clients: int) -> Counted:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", _CLIENTS, f"127.0.0.1:{port}", WORLD),
        *(str(seconds), str(clients), str(WAYS[way]), str(CHARACTERS)),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        async with asyncio.timeout(seconds + _PATIENCE):
            output, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise Unavailable("the clients of the benchmark failed; see above", Reason.INTERNAL)
    counted: Counted = json.loads(output)
    return counted
