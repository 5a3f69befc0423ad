"""Three servers on one PostgreSQL behind HAProxy with TLS, on this machine and without containers.

    python -m tests.benchmarks.cluster --serve 1 [--model offline]
    python -m tests.benchmarks.cluster [--talks 50] [--seconds 300] [--every 5] [--replicas 3]
        [--seed 1] [--model NAME] [--json]

With `--serve 1` it runs until Ctrl-C, and says where. Otherwise players talk, observe and watch
through HAProxy, half over gRPC and half over Connect, while every few seconds one server, chosen at
random, is killed with SIGKILL and started again. The clients have their default `Patience`, and
repeat a turn that breaks off after its first words under the same request id. The figures are those
of `tests.benchmarks.restarts`, and besides:

- `kills`, and `error_rate`: errors that clients raised, as a share of all calls.

It fails if more than one call in a thousand raised an error, or anything is lost or doubled.
"""

import asyncio
import json
import random
import shutil
import tempfile
import time
import uuid
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import npcclient

from npcbench.harness import machine
from npcserver.adapters.store.migrate import migrate
from npcserver.cli.settings_args import run_coroutine
from tests.benchmarks.options import read_options
from tests.benchmarks.restarts import (
    MODEL,
    SETTINGS,
    Talk,
    import_sample_world,
    own_postgres,
    restarted,
)
from tests.engines import proxies
from tests.engines.ports import two_free
from tests.engines.servers import Certificate, Server, certificate

HOSTS = "127.51.0."
"""Addresses of loopback, one for each server: the files of `deploy/` name its ports."""


MOST_ERRORS = 0.001
_REPEATS = 8


class RepeatingTalk(Talk):
    """A player whose game repeats a turn that breaks off, as docs/reliability.md tells it to."""

    async def _turn(self, npc: npcclient.NpcClient, timeline: str, request_id: str = "") -> None:
        request_id = uuid.uuid4().hex
        for attempt in range(_REPEATS):
            try:
                return await super()._turn(npc, timeline, request_id)
            except (npcclient.Unavailable, npcclient.Conflict) as error:
                is_taken_over = error.reason == "CHARACTER_BUSY"
                if isinstance(error, npcclient.Conflict) and not is_taken_over:
                    raise
                await asyncio.sleep(0.2 * (attempt + 1))
        return await super()._turn(npc, timeline, request_id)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Servers that run, and HAProxy before them."""

    servers: tuple[Server, ...]
    address: str
    tls: Certificate


def servers_on(url: str, folder: Path, hosts: list[str], model: str = MODEL) -> tuple[Server, ...]:
    """Return servers that are not started, each at an address of its own."""
    settings = {
        **SETTINGS,
        "NPCSERVER_DATABASE__URL": url,
        "NPCSERVER_SERVER__LINGER_SECONDS": "3",
        "NPCSERVER_METRICS__PORT": "0",
    }
    grpc, http = proxies.PORTS
    return tuple(
        Server(
            folder / host,
            model=model,
            settings={**settings, "NPCSERVER_SERVER__HOST": host},
            grpc=f"{host}:{grpc}",
            http=f"http://{host}:{http}",
        )
        for host in hosts
    )


@asynccontextmanager
async def running(
    url: str, folder: Path, hosts: list[str], model: str = MODEL
) -> AsyncGenerator[Cluster, None]:
    """Run servers on a migrated database, with the sample world, and HAProxy before them."""
    tls, port = certificate(folder / "tls"), two_free()[0]
    await asyncio.to_thread(import_sample_world, url, folder)
    async with AsyncExitStack() as ends:
        servers = servers_on(url, folder, hosts, model)
        for server in servers:
            ends.push_async_callback(asyncio.to_thread, server.stop)
            await asyncio.to_thread(server.start)
        with proxies.running("haproxy", folder / "haproxy", port, hosts, tls):
            yield Cluster(servers, f"127.0.0.1:{port}", tls)


async def killed(
    cluster: Cluster, talks: int, seconds: float, every: float, seed: int = 1
) -> dict[str, Any]:
    """Kill one server after the other under so many talks; return what their players saw."""
    chance, kills = random.Random(seed), 0

    async def kill() -> tuple[float, float]:
        nonlocal kills
        began = time.monotonic()
        while (at := time.monotonic()) < began + seconds:
            await asyncio.to_thread(chance.choice(cluster.servers).restart)
            kills += 1
            await asyncio.sleep(max(0.0, at + every - time.monotonic()))
        return began, time.monotonic()

    https = f"https://{cluster.address}"
    ca = cluster.tls.authority
    seen = await restarted(talks, 4.0, cluster.address, https, kill, ca, RepeatingTalk)
    errors = sum(seen["errors"].values())
    calls = seen["turns"] + seen["observations"] + errors
    return {**seen, "kills": kills, "error_rate": round(errors / calls, 5)}


async def serve(cluster: Cluster) -> None:
    """Say where the cluster is, and wait for Ctrl-C."""
    print(f"gRPC and HTTP with TLS: {cluster.address}, certificate {cluster.tls.authority}")
    for server in cluster.servers:
        print(f"a server: {server.grpc}, process {server.pid}, log {server.folder}/serve.log")
    print(f"npc-playtest chat {cluster.address} --ca {cluster.tls.authority}", flush=True)
    await asyncio.Event().wait()


async def main() -> None:
    """Serve, or print the figures."""
    chosen = read_options(
        __doc__, serve=0, talks=50, seconds=300.0, every=5.0, replicas=3, seed=1, model=MODEL
    )
    if not shutil.which("haproxy"):
        raise SystemExit("HAProxy is not here; run: python -m tests.engines.provision proxies")
    hosts = [f"{HOSTS}{number}" for number in range(1, chosen.replicas + 1)]
    with tempfile.TemporaryDirectory(prefix="npc-cluster-") as name:
        folder = Path(name)
        with own_postgres(folder / "postgres") as url:
            await migrate(url)
            async with running(url, folder, hosts, chosen.model) as cluster:
                if chosen.serve:
                    await serve(cluster)
                seen = await killed(
                    cluster, chosen.talks, chosen.seconds, chosen.every, chosen.seed
                )
    figures = {"machine": machine(), **seen} if chosen.json else seen
    print(json.dumps(figures, indent=None if chosen.json else 2))
    if seen["error_rate"] > MOST_ERRORS or seen["lost"] or seen["repeated"] or seen["uneven"]:
        raise SystemExit(1)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        run_coroutine(main())
