"""A server on a million memories: how soon it is ready, and how soon a character remembers.

    python -m tests.benchmarks.large [--memories 1000000] [--characters 1000] [--cold 10000]
        [--rounds 3] [--database sqlite,postgres] [--json]

One timeline has all memories, those of all characters mixed; the first character has `cold` of
them. The server's own writer stores them, some thousand in a transaction, each with its
vector of 512 numbers. In each round a server starts in a process of its own, and the first
character, of whom it has nothing in memory, recalls ten memories over gRPC; another one, who has a
share of the rest, recalled before, so that whatever a process does once is done. Medians of the
rounds:

- `ready_s`: from the start of the process until `/healthz/ready` says so. `ready_processor_s`: the
  server's processor time by then, which hardly depends on what else the machine does.
- `cold_recall_ms`: the recall of the first character. `warm_recall_ms`: the same once more.
  `cold_processor_ms`: the server's processor time in the first of the two.
- `bare_ms`, the baseline: the same vectors, and nothing else, read from the same database by plain
  SQL, made floats by NumPy, added to a flat FAISS index and searched for the nearest ten.

`beside_ms` is how much longer the cold recall takes than the baseline, which reads no texts.
`written_s` is how long storing took, and `bytes` what a memory takes in the database. It fails if a
median is beyond a bar: ready in 5 s, and 150 ms beside the baseline.
"""

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import faiss
import httpx2
import npcclient
import numpy as np
import sqlalchemy as sa

from npcbench.harness import machine
from npcbench.recall_log import BenchLog
from npcbench.service_times import own_postgres
from npcbench.world import WORLD, bench_settings, bench_world
from npcmodels.embed.hash_embedder import HashingEmbedder
from npcserver import bootstrap
from npcserver.adapters.store.engine import reading_engine
from npcserver.adapters.store.migrate import migrate
from npcserver.adapters.store.statements import plain_rows
from npcserver.cli.settings_args import run_coroutine
from npcserver.config import DatabaseSettings, EmbedderSettings, Settings
from npcserver.memory.stream import OWN, space_name
from npcserver.model.ids import TimelineId
from npcserver.model.record import Draft
from npcserver.ports.storage import Append, Store, UnitOfWork
from npcserver.ports.view import MemoryRef
from tests.benchmarks.options import quieten_log, read_options
from tests.benchmarks.overload import seconds_used
from tests.engines.servers import Server

READY_SECONDS, BESIDE_MILLISECONDS = 5.0, 150.0
_CHUNK = 2_000
_K = 10
_SPACE = space_name(HashingEmbedder(), OWN)
_BARE = sa.text(
    "WITH own(seq) AS MATERIALIZED (SELECT seq FROM record WHERE timeline_id = :timeline "
    "AND kind IN ('observation', 'utterance') AND subject_id = 'c0') "
    "SELECT v.data, v.scale FROM own CROSS JOIN memory_vector AS v "
    "WHERE v.timeline_id = :timeline AND v.seq = own.seq AND v.space = :space ORDER BY v.seq"
)


def subjects(memories: int, characters: int, cold: int) -> list[str]:
    """Return whose each memory is: the first character's are spread evenly among the others'."""
    every = memories // cold
    return [
        f"c{0 if number % every == 0 else 1 + number % (characters - 1)}"
        for number in range(memories)
    ]


async def fill(url: str, owners: Sequence[str], characters: int, cold: int) -> str:
    """Store a world and the memories of its characters; return their timeline."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            data=Path(folder),
            database=DatabaseSettings(url=url),
            embedder=EmbedderSettings(name="hashing"),
        )
        quiet = bench_settings(settings, workers=0)
        await migrate(settings.database_url)
        async with bootstrap.running(quiet, serve=False) as here:
            await here.importing.put(bench_world(characters, 0))
            async with here.store.read() as reader:
                timeline_id = (await reader.world(WORLD)).genesis_id
            await store_memories(here.store, timeline_id, owners, BenchLog(cold, seed=0))
            # so that the server that starts does not look for what another embedder has made
            await here.store.write(lambda unit: unit.keep_note("embedder", _SPACE))
    return timeline_id


async def store_memories(
    store: Store, timeline_id: TimelineId, owners: Sequence[str], log: BenchLog
) -> None:
    """Append a memory for each of some owners, and store their vectors."""
    for start in range(0, len(owners), _CHUNK):
        chunk = range(start, min(start + _CHUNK, len(owners)))
        drafts = [
            Draft(
                kind=record.kind,
                body=record.body,
                subject_id=owners[number],
                text=record.text,
                game_time=record.game_time,
                importance=record.importance,
            )
            for number in chunk
            for record in (log.records[number % log.size],)
        ]
        stored = await store.append(Append(timeline_id, tuple(drafts)))
        refs = [MemoryRef(timeline_id, seq) for seq in range(stored.first, stored.last + 1)]
        rows = np.array(chunk) % log.size

        async def embed(unit: UnitOfWork) -> None:
            await unit.add_vectors(_SPACE, refs, log.own[rows])  # noqa: B023 - awaited below

        await store.write(embed)


def bare(url: str, timeline_id: str, cold: int) -> float:
    """Return the milliseconds of the baseline; the connection is there before."""
    engine = reading_engine(sa.make_url(url), 1)
    with engine.connect() as connection:
        connection.execute(sa.text("SELECT 1"))
        began = time.perf_counter()
        rows = plain_rows(connection, _BARE, {"space": _SPACE, "timeline": timeline_id})
        codes = np.frombuffer(b"".join(row[0] for row in rows), np.int8).reshape(len(rows), -1)
        vectors = codes * np.array([row[1] for row in rows], np.float32)[:, None]
        index = faiss.IndexFlatIP(vectors.shape[1])
        index.add(vectors)
        index.search(vectors[:1], _K)
        took = time.perf_counter() - began
    engine.dispose()
    assert len(rows) == cold, f"{len(rows)} memories instead of {cold}"
    return 1e3 * took


async def is_ready(client: httpx2.AsyncClient) -> bool:
    """Return whether a server says that it is ready."""
    return (await client.get("/healthz/ready")).status_code == 200


async def recall(url: str, folder: Path, timeline_id: str, cold: int) -> dict[str, float]:
    """Start a server, let a character recall, and end it."""
    settings = {"NPCSERVER_DATABASE__URL": url}
    server = Server(folder, model="offline", settings=settings, world=None, afresh=True)
    began = time.monotonic()
    await asyncio.to_thread(server.start)
    try:
        async with httpx2.AsyncClient(base_url=server.http) as client:
            while not await is_ready(client):  # noqa: ASYNC110 - it is in another process
                await asyncio.sleep(0.02)
        ready, used = time.monotonic() - began, [seconds_used(server.pid)]
        async with npcclient.connect(server.grpc) as npc:
            took = []
            for character in ("c1", "c0", "c0"):
                began = time.perf_counter()
                found = await npc.memories.recall(
                    timeline_id, character, "What do you know of word7 and word123?", limit=_K
                )
                took.append(1e3 * (time.perf_counter() - began))
                used.append(seconds_used(server.pid))
                assert len(found) == _K
    finally:
        await asyncio.to_thread(server.stop)
    baseline = await asyncio.to_thread(bare, url, timeline_id, cold)
    return {
        "ready_s": ready,
        "ready_processor_s": used[0],
        "cold_recall_ms": took[1],
        "cold_processor_ms": 1e3 * (used[2] - used[1]),
        "warm_recall_ms": took[2],
        "bare_ms": baseline,
        "beside_ms": took[1] - baseline,
    }


async def measured(
    url: str, folder: Path, memories: int, characters: int, cold: int, rounds: int
) -> dict[str, Any]:
    """Fill an empty database; return the medians of the rounds, and the least and most of each."""
    began = time.monotonic()
    owners = subjects(memories, characters, cold)
    timeline_id = await fill(url, owners, characters, cold)
    written = time.monotonic() - began
    found = [await recall(url, folder, timeline_id, owners.count("c0")) for _ in range(rounds)]
    columns = {name: sorted(one[name] for one in found) for name in found[0]}
    return {
        "memories": memories,
        "characters": characters,
        "cold": owners.count("c0"),
        "written_s": round(written, 1),
        "bytes": round(await asyncio.to_thread(size, url) / memories),
        **{name: round(statistics.median(values), 2) for name, values in columns.items()},
        "spread": {
            name: [round(values[0], 2), round(values[-1], 2)] for name, values in columns.items()
        },
    }


def size(url: str) -> int:
    """Return the bytes of a database."""
    if url.startswith("sqlite"):
        path = sa.make_url(url).database or ""
        return sum(file.stat().st_size for file in Path(path).parent.glob(f"{Path(path).name}*"))
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        counted = connection.execute(sa.text("SELECT pg_database_size(current_database())"))
        found = int(counted.scalar_one())
    engine.dispose()
    return found


async def main() -> None:
    """Print the figures of each kind of database."""
    chosen = read_options(
        __doc__,
        memories=1_000_000,
        characters=1_000,
        cold=10_000,
        rounds=3,
        database="sqlite,postgres",
    )
    quieten_log()
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="npc-large-") as name, ExitStack() as ends:
        folder = Path(name)
        for kind in chosen.database.split(","):
            url = f"sqlite:///{folder}/large.db"
            if kind == "postgres":
                url = ends.enter_context(own_postgres(folder / "postgres"))
            figures[kind] = await measured(
                url,
                folder / kind / "server",
                chosen.memories,
                chosen.characters,
                chosen.cold,
                chosen.rounds,
            )
            if not chosen.json:
                print(kind, json.dumps(figures[kind], indent=2), flush=True)
    if chosen.json:
        print(json.dumps({"machine": machine(), **figures}))
    beyond = any(
        one["ready_s"] > READY_SECONDS or one["beside_ms"] > BESIDE_MILLISECONDS
        for one in figures.values()
    )
    if beyond:
        raise SystemExit(1)


if __name__ == "__main__":
    run_coroutine(main())
