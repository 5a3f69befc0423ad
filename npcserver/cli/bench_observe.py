"""How many observations a second are taken in durably, over gRPC, from many clients at once.

The clients are one process beside the server's, as they would be on a machine of two cores.
"""

import asyncio
import json
import os
import sys
from collections.abc import Mapping

from npcserver import bootstrap
from npcserver.cli.bench_observe_baseline import group_commit
from npcserver.cli.bench_world import WORLD, bench_settings, bench_world
from npcserver.cli.benches import Result, machine, settings_of_its_own
from npcserver.config import Settings
from npcserver.model.errors import Reason, Unavailable

BATCH = 10
CHARACTERS = 10
_CLIENTS = "npcserver.cli.bench_observe_clients"
_PATIENCE = 60.0

Counted = Mapping[str, float]


async def run(*, seconds: float = 10.0, clients: int = 100) -> Result:
    """Observe as fast as is answered, in each of the ways there are, and write without gRPC.

    Ratios are to a writer that commits in groups whatever `clients` tasks bring it one row at a
    time, each waiting for its commit; those `to_bare_batches`, to the same with ten rows at a time
    and nothing else to do: no sequence, no witness, no job and no request id to keep.
    """
    with settings_of_its_own() as settings:
        by_row = await group_commit(
            settings.data / "rows.db", seconds=seconds, clients=clients, batch=1
        )
        by_batch = await group_commit(
            settings.data / "batches.db", seconds=seconds, clients=clients, batch=BATCH
        )
        # What follows an observation behind the scenes waits: it is not what is measured here.
        quiet = bench_settings(settings, workers=0)
        batches = await _observed(quiet, "batches", seconds, clients)
        stream = await _observed(quiet, "stream", seconds, clients)
        single = await _observed(quiet, "single", seconds, clients)
    return _result(seconds, clients, (batches, stream, single), (by_row, by_batch))


def _result(
    seconds: float,
    clients: int,
    observed: tuple[Counted, Counted, Counted],
    baselines: tuple[float, float],
) -> Result:
    batches, stream, single = observed
    by_row, by_batch = baselines
    return {
        "name": "observe",
        "machine": machine(),
        "figures": {
            "clients": clients,
            "batch": BATCH,
            "seconds": seconds,
            "observe_batches_per_second": round(batches["per_second"], 1),
            "observe_batches_ack_ms_median": batches["median_ms"],
            "observe_batches_ack_ms_p99": batches["p99_ms"],
            "play_stream_batches_per_second": round(stream["per_second"], 1),
            "play_stream_batches_ack_ms_median": stream["median_ms"],
            "play_stream_batches_ack_ms_p99": stream["p99_ms"],
            "play_stream_single_per_second": round(single["per_second"], 1),
        },
        "baselines": {
            "group_commit_rows_per_second": round(by_row, 1),
            "group_commit_batches_per_second": round(by_batch, 1),
        },
        "ratios": {
            "observe_batches": round(batches["per_second"] / by_row, 3),
            "play_stream_batches": round(stream["per_second"] / by_row, 3),
            "play_stream_single": round(single["per_second"] / by_row, 3),
            "observe_batches_to_bare_batches": round(batches["per_second"] / by_batch, 3),
            "play_stream_batches_to_bare_batches": round(stream["per_second"] / by_batch, 3),
        },
    }


async def _observed(settings: Settings, way: str, seconds: float, clients: int) -> Counted:
    """Serve, let the clients observe, and return what they counted."""
    async with bootstrap.running(settings) as here:
        await here.importing.put(bench_world(CHARACTERS, memories=0))
        return await _clients(here.port, way, seconds, clients)


async def _clients(port: int, way: str, seconds: float, clients: int) -> Counted:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", _CLIENTS, f"127.0.0.1:{port}", WORLD),
        *(way, str(seconds), str(clients), str(BATCH), str(CHARACTERS)),
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
