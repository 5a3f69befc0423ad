"""Three servers on one PostgreSQL behind HAProxy with TLS, on this machine and without containers.

    python -m tests.benchmarks.cluster --serve 1 [--model offline]
    python -m tests.benchmarks.cluster [--talks 50] [--seconds 300] [--every 5] [--replicas 3]
        [--seed 1] [--model NAME] [--json]

With `--serve 1` it runs until Ctrl-C or SIGTERM, and says where. Otherwise players talk, observe
and watch through HAProxy, half over gRPC and half over Connect, while every few seconds one server,
chosen at random, is killed with SIGKILL and started again, and HAProxy in the beginning. Two
players talk with one character in a timeline: one by the HAProxy of `deploy/`, which has a server
for each timeline, the other by one that sends each call to the next server. Each watches through
two servers, of which at least one is not that of the timeline. The clients have their default
`Patience`, and repeat a turn that breaks off after its first words under the same request id. The
figures are those of `tests.benchmarks.restarts`, and besides:

- `kills`, and `error_rate`: errors that clients raised, as a share of all calls;
- `overlapping`: turns of a character whose prompt lacks the turn that was stored just before them;
  one that was cut off before its first word has no prompt;
- `thoughts`, and `thoughts_twice`: those that are stored twice with one prompt, and memories that
  were rated twice.

It fails if more than one call in a thousand raised an error, if anything is lost or doubled, or a
turn overlaps.
"""

import asyncio
import json
import random
import shutil
import signal
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import npcclient

from npcbench.harness import machine
from npcbench.service_times import own_postgres
from npcserver.adapters.store import open_store
from npcserver.adapters.store.migrate import migrate
from npcserver.cli.settings_args import run_coroutine
from npcserver.model.ids import WorldId
from npcserver.model.record import Rated, RecordKind, TurnTaken
from npcserver.model.thought import Thought
from tests.benchmarks.options import read_options
from tests.benchmarks.restarts import (
    MODEL,
    SETTINGS,
    TALKERS,
    Seen,
    Talk,
    import_sample_world,
    restarted,
)
from tests.engines import proxies
from tests.engines.ports import two_free
from tests.engines.prometheus import watching
from tests.engines.servers import Certificate, Server, certificate

HOSTS = "127.51.0."
"""Addresses of loopback, one for each server: the files of `deploy/` name its ports."""


METRICS_PORT = 9464
MOST_ERRORS = 0.001
HARMS = ("lost", "repeated", "uneven", "missed", "doubled", "overlapping", "thoughts_twice")
_ALL = 1_000_000
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


class SharedTalk(RepeatingTalk):
    """A player of two who talk with one character, through any servers."""

    def __init__(
        self,
        number: int,
        of: int,
        address: str,
        seen: Seen,
        ca: Path | None,
        *,
        cluster: "Cluster",
        timelines: dict[int, asyncio.Future[str]],
    ) -> None:
        super().__init__(number, of, address, seen, ca)
        self._number = number
        self._who = TALKERS[number // 2 % len(TALKERS)]
        self._cluster = cluster
        self._timelines = timelines

    @asynccontextmanager
    async def _watchers(
        self, npc: npcclient.NpcClient
    ) -> AsyncGenerator[list[npcclient.NpcClient], None]:
        servers = self._cluster.servers
        chosen = [servers[(self._number + more) % len(servers)] for more in range(2)]
        async with (
            npcclient.connect(chosen[0].grpc) as one,
            npcclient.connect(chosen[1].http) as two,
        ):
            yield [one, two]

    async def _timeline(self, npc: npcclient.NpcClient) -> str:
        """Return the timeline of the two, which the first of them begins."""
        pair = self._number // 2
        if pair not in self._timelines:
            self._timelines[pair] = asyncio.get_running_loop().create_future()
            self._timelines[pair].set_result(await super()._timeline(npc))
        return await self._timelines[pair]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Servers that run, and HAProxy before them."""

    servers: tuple[Server, ...]
    address: str
    any_server: str
    """That of a HAProxy which sends each call to the next server."""
    tls: Certificate
    balancers: tuple[proxies.RunningProxy, ...]


def servers_on(url: str, folder: Path, hosts: list[str], model: str = MODEL) -> tuple[Server, ...]:
    """Return servers that are not started, each at an address of its own."""
    settings = {
        **SETTINGS,
        "NPCSERVER_COGNITION__WORKERS": "2",
        "NPCSERVER_COGNITION__LEASE_SECONDS": "5",
        "NPCSERVER_EMBEDDER__NAME": "hashing",
        "NPCSERVER_DATABASE__URL": url,
        "NPCSERVER_SERVER__LINGER_SECONDS": "3",
        "NPCSERVER_METRICS__PORT": str(METRICS_PORT),
    }
    grpc, http = proxies.PORTS
    return tuple(
        Server(
            folder / host,
            model=model,
            settings={
                **settings,
                "NPCSERVER_SERVER__HOST": host,
                "NPCSERVER_METRICS__HOST": host,
            },
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
    tls, ports = certificate(folder / "tls"), two_free()
    await asyncio.to_thread(import_sample_world, url, folder)
    async with AsyncExitStack() as ends:
        servers = servers_on(url, folder, hosts, model)
        ends.push_async_callback(_all_do, [server.stop for server in servers])
        await _all_do([server.start for server in servers])
        balancers = []
        for port, is_by_turns in zip(ports, (False, True), strict=True):
            where = folder / f"haproxy-{port}"
            balancer = proxies.running("haproxy", where, port, hosts, tls, is_by_turns=is_by_turns)
            balancers.append(ends.enter_context(balancer))
        address, any_server = (f"127.0.0.1:{port}" for port in ports)
        yield Cluster(servers, address, any_server, tls, tuple(balancers))


async def _all_do(works: Sequence[Callable[[], object]]) -> None:
    await asyncio.gather(*(asyncio.to_thread(work) for work in works))


async def counted(url: str) -> dict[str, Any]:
    """Return which turns overlap, and how many thoughts there are, and are there twice."""
    overlaps, thoughts, twice = list[str](), 0, 0
    store = await open_store(url)
    try:
        async with store.read() as reader:
            found = [one.id for one in await reader.timelines(WorldId("farrowhithe"), _ALL, "")]
        for timeline_id in found:
            async with store.read() as reader:
                view = await reader.head(timeline_id)
                kinds = (RecordKind.TURN, RecordKind.THOUGHT, RecordKind.RATING)
                records = await view.after(0, _ALL, kinds)
            last: dict[str, int] = {}
            done = Counter[tuple[object, ...]]()
            for one in records:
                if isinstance(one.body, TurnTaken):
                    vantage, before = one.body.receipt.vantage_seq, last.get(one.subject_id, 0)
                    if vantage < before and one.body.delivered[:-1]:
                        overlaps.append(f"{one.body.turn_id} at {one.seq}: {vantage} < {before}")
                    last[one.subject_id] = one.seq
                elif isinstance(one.body, Thought):
                    thoughts += 1
                    if one.body.prompt_digest:
                        done[one.subject_id, one.body.purpose, one.body.prompt_digest] += 1
                elif isinstance(one.body, Rated) and not one.body.evidence:
                    done.update((one.subject_id, seq) for seq, _ in one.body.ratings)
            twice += sum(times - 1 for times in done.values())
    finally:
        await store.close()
    return {
        "overlapping": len(overlaps),
        "overlaps": overlaps,
        "thoughts": thoughts,
        "thoughts_twice": twice,
    }


async def killed(
    cluster: Cluster, url: str, talks: int, seconds: float, every: float, seed: int = 1
) -> dict[str, Any]:
    """Kill one server after the other under so many talks; return what their players saw.

    After the first two kills a HAProxy is started again, too.
    """
    chance, kills = random.Random(seed), 0

    async def kill() -> tuple[float, float]:
        nonlocal kills
        began = time.monotonic()
        while (at := time.monotonic()) < began + seconds:
            await asyncio.to_thread(chance.choice(cluster.servers).restart)
            for balancer in cluster.balancers[kills : kills + 1]:
                await asyncio.to_thread(balancer.restart)
            kills += 1
            await asyncio.sleep(max(0.0, at + every - time.monotonic()))
        return began, time.monotonic()

    kind = partial(SharedTalk, cluster=cluster, timelines={})
    https, ca = f"https://{cluster.any_server}", cluster.tls.authority
    seen = await restarted(talks, 4.0, cluster.address, https, kill, ca, kind)
    errors = sum(seen["errors"].values())
    calls = seen["turns"] + seen["observations"] + errors
    rate = round(errors / calls, 5)
    return {**seen, **await counted(url), "kills": kills, "error_rate": rate}


def metrics_of(cluster: Cluster) -> list[str]:
    """Return where each server shows its metrics."""
    return [f"{server.grpc.partition(':')[0]}:{METRICS_PORT}" for server in cluster.servers]


async def serve(cluster: Cluster) -> None:
    """Say where the cluster is, and wait for Ctrl-C."""
    print(f"gRPC and HTTP with TLS: {cluster.address}, certificate {cluster.tls.authority}")
    for server in cluster.servers:
        print(f"a server: {server.grpc}, process {server.pid}, log {server.folder}/serve.log")
    print(f"npc-playtest chat {cluster.address} --ca {cluster.tls.authority}", flush=True)
    with tempfile.TemporaryDirectory() as name, watching(Path(name), metrics_of(cluster)) as at:
        print(f"Prometheus: {at or 'it is not installed here'}", flush=True)
        await asyncio.Event().wait()


async def main() -> None:
    """Serve, or print the figures."""
    task = asyncio.current_task()
    if task is not None:  # `timeout` and `make` both send it; the second must not break cleaning up
        ends = partial(lambda own: own.cancelling() or own.cancel(), task)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ends)
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
                    cluster, url, chosen.talks, chosen.seconds, chosen.every, chosen.seed
                )
    figures = {"machine": machine(), **seen} if chosen.json else seen
    print(json.dumps(figures, indent=None if chosen.json else 2))
    if seen["error_rate"] > MOST_ERRORS or any(seen[name] for name in HARMS):
        raise SystemExit(1)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        run_coroutine(main())
