"""Three shards behind HAProxy, and a world that moves between them under talks.

    python -m tests.benchmarks.shards [--talks 12] [--records 100000] [--moves 2] [--json]

Each shard is a server over a database of its own, in one PostgreSQL on this machine. There are six
worlds; the players of `talks` talk, observe and watch in all of them, half over gRPC and half over
Connect. One world has so many records, with vectors. It is moved so often, each time to the next
shard, by the command that operators use, and HAProxy is told over its socket. Meanwhile one more
client writes to it every few milliseconds and repeats nothing.

- `held`: for how long each move held up writes, as the command says.
- `refused`: the longest time between two writes of that client that were acknowledged, around each
  move; it includes what HAProxy and the client need.
- `acknowledged`, `lost`, `repeated`: its writes, and those that the world has not, or twice, and
  what players lost or heard twice (`tests.benchmarks.restarts`).

It fails if anything is lost or repeated, or writes are held for more than a second.
"""

import asyncio
import json
import re
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import npcclient
import numpy as np
from npcclient.calls import Patience
from npcclient.messages import Observation
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool

from npcbench.harness import machine
from npcbench.service_times import own_postgres
from npcserver.adapters.store import open_store
from npcserver.adapters.store.migrate import migrate
from npcserver.cli.settings_args import run_coroutine
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from npcserver.ports.storage import Append
from npcserver.ports.view import MemoryRef
from tests.benchmarks.cluster import RepeatingTalk, servers_on
from tests.benchmarks.options import read_options
from tests.benchmarks.restarts import MODEL, restarted
from tests.engines import proxies
from tests.engines.ports import two_free
from tests.engines.servers import SAMPLE_WORLD, Certificate, Server, certificate
from tests.processes import environment_of, run_forked

HOSTS = "127.53.0."
SHARDS = ("shard1", "shard2", "shard3")
WORLDS = tuple(f"farrowhithe-{number}" for number in range(1, 7))
MOVED = WORLDS[0]
MOST_HELD = 1.0
_DIMENSIONS, _AT_ONCE = 384, 2_000
_TURN_SECONDS = 4.0
_LONGEST_MOVE = 3_600.0
"""Seconds after which a move is one that hangs: it has no limit of its own, and one of 100,000
records that takes 36 seconds takes minutes where twenty programs want the processor."""


class ShardTalk(RepeatingTalk):
    """A player in one of the six worlds."""

    _next = 0

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.world = WORLDS[arguments[0] % len(WORLDS)]


@dataclass(frozen=True, slots=True)
class Fleet:
    """Shards that run, and HAProxy before them."""

    urls: tuple[str, ...]
    servers: tuple[Server, ...]
    folder: Path
    address: str
    tls: Certificate

    def move(self, world_id: str, source: int, target: int, *more: str) -> str:
        """Move a world from one shard to another; return what the command says."""
        around = environment_of(self.folder / "data")
        around |= {"NPCSERVER_DATABASE__URL": self.urls[source]}
        words = ["move-world", world_id, "--to", self.urls[target], "--shard", SHARDS[target]]
        words += ["--from-shard", SHARDS[source], "--map", str(self.folder / proxies.MAP)]
        words += ["--haproxy", str(proxies.admin_socket(self.folder)), *more]
        ended = run_forked(*words, environment=around, timeout=_LONGEST_MOVE)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout


@asynccontextmanager
async def running(
    urls: tuple[str, ...], folder: Path, hosts: list[str], records: int = 0
) -> AsyncGenerator[Fleet, None]:
    """Run a server on each of three migrated databases, with two worlds each, and HAProxy."""
    tls, port = certificate(folder / "tls"), two_free()[0]
    at_proxy = folder / "proxy"
    at_proxy.mkdir(parents=True)
    for number, world_id in enumerate(WORLDS):
        shard = number % len(urls)
        await asyncio.to_thread(_import, world_id, urls[shard], folder)
        with (at_proxy / proxies.MAP).open("a", encoding="utf-8") as lines:
            lines.write(f"{world_id} {SHARDS[shard]}\n")
    if records:
        await fill(urls[0], MOVED, records)
    servers = [servers_on(url, folder, [host])[0] for url, host in zip(urls, hosts, strict=True)]
    async with AsyncExitStack() as ends:
        for server in servers:
            ends.push_async_callback(asyncio.to_thread, server.stop)
            await asyncio.to_thread(server.start)
        with proxies.running("shards", at_proxy, port, hosts, tls):
            yield Fleet(urls, tuple(servers), at_proxy, f"127.0.0.1:{port}", tls)


def _import(world_id: str, url: str, folder: Path) -> None:
    file = folder / f"{world_id}.yaml"
    words = SAMPLE_WORLD.read_text(encoding="utf-8")
    named = re.sub(r"^  id: farrowhithe$", f"  id: {world_id}", words, count=1, flags=re.MULTILINE)
    file.write_text(named, encoding="utf-8")
    around = environment_of(folder / "importing") | {"NPCSERVER_DATABASE__URL": url}
    ended = run_forked("import", str(file), environment=around)
    assert ended.returncode == 0, ended.stderr


async def fill(url: str, world_id: str, records: int) -> None:
    """Give the genesis of a world so many memories, each with a vector."""
    chance = np.random.default_rng(1)
    store = await open_store(url)
    writing = asyncio.create_task(store.run())
    with create_engine(url, poolclass=NullPool).connect() as connection:
        own = text("SELECT genesis_id FROM world WHERE id = :id")
        timeline_id = TimelineId(connection.execute(own, {"id": world_id}).scalar_one())
    for start in range(0, records, _AT_ONCE):
        drafts = tuple(
            Draft(
                RecordKind.OBSERVATION,
                Remembered(source=Source.WITNESSED),
                CharacterId("hester"),
                text=f"Cart {number} came down from the mill with flour for the inn.",
                importance=3,
            )
            for number in range(start, min(records, start + _AT_ONCE))
        )
        done = await store.append(Append(timeline_id, drafts))
        refs = [MemoryRef(timeline_id, seq) for seq in range(done.first, done.last + 1)]
        vectors = chance.normal(size=(len(refs), _DIMENSIONS)).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        await store.write(lambda unit: unit.add_vectors("filled", refs, vectors))  # noqa: B023
    await store.close()
    await writing


@dataclass(slots=True)
class Writes:
    """Writes of a client that repeats nothing: which were acknowledged, and when."""

    texts: list[str] = field(default_factory=list)
    moments: list[float] = field(default_factory=list)
    refusals: dict[str, int] = field(default_factory=dict)

    async def go_on(self, fleet: Fleet) -> None:
        """Write until cancelled."""
        patience = Patience(attempts=1, call=5.0)
        number = 0
        async with npcclient.connect(
            fleet.address, ca=fleet.tls.authority, patience=patience
        ) as npc:
            timeline = await npc.timelines.start(MOVED)
            while True:
                number += 1
                words = f"A gull cries {number} times."
                try:
                    told = [Observation(text=words, place_id="taproom", witness_ids=["wenna"])]
                    await npc.play.observe(timeline, told)
                except npcclient.NpcError as error:
                    name = f"{type(error).__name__} {error.reason}"
                    self.refusals[name] = self.refusals.get(name, 0) + 1
                    await asyncio.sleep(0.01)
                    continue
                self.texts.append(words)
                self.moments.append(time.monotonic())
                await asyncio.sleep(0.01)

    def longest_pause(self, since: float, until: float) -> float:
        """Return the longest time between two acknowledged writes."""
        seen = [since, *(one for one in self.moments if since <= one <= until)]
        return max((two - one for one, two in pairwise(seen)), default=0.0)


async def moved(fleet: Fleet, talks: int, moves: int) -> dict[str, Any]:
    """Move one world from shard to shard under talks; return what was seen."""
    writes, told, pauses = Writes(), [], []
    seconds: list[float] = []

    async def move() -> tuple[float, float]:
        writing = asyncio.create_task(writes.go_on(fleet))
        began = time.monotonic()
        for number in range(moves):
            await asyncio.sleep(_TURN_SECONDS / 2)
            since = time.monotonic()
            source, target = number % len(SHARDS), (number + 1) % len(SHARDS)
            told.append(await asyncio.to_thread(fleet.move, MOVED, source, target))
            seconds.append(round(time.monotonic() - since, 1))
            await asyncio.sleep(_TURN_SECONDS / 2)
            pauses.append(round(writes.longest_pause(since, time.monotonic()), 2))
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing
        return began, time.monotonic()

    https, ca = f"https://{fleet.address}", fleet.tls.authority
    seen = await restarted(talks, _TURN_SECONDS, fleet.address, https, move, ca, ShardTalk)
    url = fleet.urls[moves % len(SHARDS)]
    with create_engine(url, poolclass=NullPool).connect() as connection:
        own = text(
            "SELECT text FROM record WHERE text LIKE 'A gull cries %' AND subject_id='wenna'"
        )
        stored = list(connection.execute(own).scalars())
    return {
        **seen,
        "moves": moves,
        "held": [float(re.findall(r"refused for ([\d.]+) s", one)[-1]) for one in told],
        "refused": pauses,
        "took": seconds,
        "acknowledged": len(writes.texts),
        "refusals": writes.refusals,
        "lost": seen["lost"] + len(set(writes.texts) - set(stored)),
        "repeated": seen["repeated"] + len(stored) - len(set(stored)),
    }


def three_databases(server: str) -> tuple[str, ...]:
    """Make three databases in a PostgreSQL; return their URLs."""
    engine = create_engine(server, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        for name in SHARDS:
            connection.execute(text(f"CREATE DATABASE {name}"))
    urls = [make_url(server).set(database=name) for name in SHARDS]
    return tuple(url.render_as_string(hide_password=False) for url in urls)


async def main() -> None:
    """Print the figures."""
    chosen = read_options(__doc__, talks=12, records=100_000, moves=2)
    hosts = [f"{HOSTS}{number}" for number in (1, 2, 3)]
    with tempfile.TemporaryDirectory(prefix="npc-shards-") as name:
        folder = Path(name)
        with own_postgres(folder / "postgres") as server:
            urls = three_databases(server)
            for url in urls:
                await migrate(url)
            async with running(urls, folder, hosts, chosen.records) as fleet:
                seen = await moved(fleet, chosen.talks, chosen.moves)
    figures = {"machine": machine(), "model": MODEL, **seen} if chosen.json else seen
    print(json.dumps(figures, indent=None if chosen.json else 2))
    if seen["lost"] or seen["repeated"] or max(seen["held"]) > MOST_HELD:
        raise SystemExit(1)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        run_coroutine(main())
