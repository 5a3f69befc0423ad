"""A long timeline is deleted from PostgreSQL under talks, with tables whole or partitioned.

    python -m tests.benchmarks.deletion [--records 100000] [--talks 4] [--seconds 20]
        [--partitions 0,16] [--url postgresql+psycopg://...] [--json]

A timeline has so many records, each with its vector and every tenth with a prompt; a second
one, which stays, has as many. `talks` players talk on timelines of their own with a model that
answers at once, for `seconds` alone, and then while the server frees the first timeline. With
`partitions` the tables of records, vectors and prompts are partitioned by hash of the timeline into
so many; 0 leaves them whole. `url` is of a PostgreSQL; by default one of our own begins.

- `freed_s`: from the call until no row is left. `alone_ms`, `beside_ms` and `after_ms`: median,
  95th percentile and most of whole turns before, during and after it.
- `mb`: the tables and indexes full, after the rows are gone and vacuumed, and after a third
  timeline of the same size was written: whether space is used again.
- `vacuum_s`: how long the vacuum took, which autovacuum does by itself.
- `planning_ms`: of the statement that reads a mind's vectors, without a prepared plan.
- `writing_s`: how long the third timeline took, in seconds.
"""

import asyncio
import json
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import npcclient
import sqlalchemy as sa

from npcbench.harness import machine
from npcbench.recall_log import BenchLog
from npcbench.service_times import own_postgres
from npcserver.adapters.store import open_store
from npcserver.adapters.store.migrate import migrate
from npcserver.cli.settings_args import run_coroutine
from npcserver.model.ids import TimelineId
from tests.benchmarks.large import store_memories
from tests.benchmarks.options import quieten_log, read_options
from tests.benchmarks.overload import share_of
from tests.benchmarks.restarts import TALKERS, import_sample_world
from tests.engines.servers import Server

WORLD = "farrowhithe"
TABLES = ("record", "memory_vector", "prompt")
_SIZE = "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables WHERE relname ~ :names"
_NAMES = f"^({'|'.join(TABLES)})(_[0-9]+)?$"
_PROMPTS = """
INSERT INTO prompt (timeline_id, seq, written_at, size, body)
SELECT timeline_id, seq, written_at, 2000, decode(repeat(md5(seq::text), 60), 'hex')
FROM record WHERE timeline_id = :timeline AND seq % 10 = 0
"""
_LEFT = "SELECT count(*) FROM {} WHERE timeline_id = :timeline"
_MIND = """
EXPLAIN (SUMMARY) SELECT v.seq, v.data FROM record AS r JOIN memory_vector AS v
ON v.timeline_id = r.timeline_id AND v.seq = r.seq WHERE r.timeline_id = 'tl_1'
AND r.kind IN ('observation', 'utterance') AND r.subject_id = 'c0' AND v.space = 'a'
"""


class Database:
    """Plain SQL on the database, each statement committed by itself."""

    def __init__(self, url: str) -> None:
        self._engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")

    def run(self, statement: str, **values: object) -> Any:
        """Return the first value, or None where the statement has no rows."""
        with self._engine.connect() as connection:
            result = connection.execute(sa.text(statement), values)
            return result.scalar() if result.returns_rows else None

    def partition(self, partitions: int) -> None:
        """Let the tables, which are empty, have partitions by hash of the timeline."""
        for table in TABLES:
            self.run(f"ALTER TABLE {table} RENAME TO {table}_whole")
            self.run(
                f"CREATE TABLE {table} (LIKE {table}_whole INCLUDING ALL) "
                "PARTITION BY HASH (timeline_id)"
            )
            for number in range(partitions):
                self.run(
                    f"CREATE TABLE {table}_{number} PARTITION OF {table} "
                    f"FOR VALUES WITH (MODULUS {partitions}, REMAINDER {number})"
                )
            self.run(f"DROP TABLE {table}_whole CASCADE")

    def megabytes(self) -> int:
        """Return how large the tables are with their indexes."""
        return round(int(self.run(_SIZE, names=_NAMES)) / 1e6)

    def left(self, timeline: str) -> int:
        """Return how many rows a timeline has."""
        return sum(int(self.run(_LEFT.format(table), timeline=timeline)) for table in TABLES)

    def planning_ms(self) -> float:
        """Return the median milliseconds of planning."""

        def once() -> float:
            with self._engine.connect() as connection:
                rows = [row[0] for row in connection.execute(sa.text(_MIND))]
            planned = next(row for row in rows if row.startswith("Planning Time"))
            return float(planned.split()[2])

        return round(statistics.median(once() for _ in range(20)), 2)


async def write(url: str, database: Database, log: BenchLog, timeline: str, records: int) -> None:
    """Store records of four characters, their vectors and prompts."""
    store = await open_store(url)
    writing = asyncio.create_task(store.run())
    try:
        owners = [TALKERS[number % len(TALKERS)] for number in range(records)]
        await store_memories(store, TimelineId(timeline), owners, log)
    finally:
        await store.close()
        await writing
    await asyncio.to_thread(database.run, _PROMPTS, timeline=timeline)


class Talks:
    """Players who talk without a pause, and how long their turns take."""

    def __init__(self, npc: npcclient.NpcClient) -> None:
        self._npc = npc
        self.took: list[float] = []

    async def talk(self, number: int) -> None:
        """Talk until it is cancelled."""
        timeline = await self._npc.timelines.start(WORLD)
        while True:
            began = time.perf_counter()
            who = TALKERS[number % len(TALKERS)]
            async with self._npc.play.say(timeline, who, "Good day to you!", speaker="Ann") as turn:
                async for _ in turn:
                    pass
            self.took.append(1e3 * (time.perf_counter() - began))
            await asyncio.sleep(0.05)

    def figures(self) -> dict[str, float]:
        """Return median, 95th percentile, most and number of the turns since the last call."""
        took, self.took = sorted(self.took), []
        return {
            "median": round(statistics.median(took), 1),
            "p95": round(share_of(took, 0.95), 1),
            "most": round(took[-1], 1),
            "turns": len(took),
        }


async def measured(
    url: str, folder: Path, partitions: int, records: int, talks: int, seconds: float
) -> dict[str, Any]:
    """Fill an empty database, delete a timeline under talks, and fill it again."""
    await migrate(url)
    database, log = Database(url), BenchLog(min(records, 10_000), seed=0)
    if partitions:
        await asyncio.to_thread(database.partition, partitions)
    await asyncio.to_thread(import_sample_world, url, folder)
    server = Server(
        folder / "server",
        settings={"NPCSERVER_DATABASE__URL": url},
        world=None,
    )
    await asyncio.to_thread(server.start)
    try:
        async with npcclient.connect(server.grpc) as npc:
            gone, stays, third = [(await npc.timelines.start(WORLD)).timeline_id for _ in range(3)]
            for timeline in (gone, stays):
                await write(url, database, log, timeline, records)
            await asyncio.to_thread(database.run, "VACUUM ANALYZE")
            sizes = [await asyncio.to_thread(database.megabytes)]
            found = Talks(npc)
            talking = [asyncio.ensure_future(found.talk(number)) for number in range(talks)]
            await asyncio.sleep(2)
            found.took.clear()
            await asyncio.sleep(seconds)
            alone = found.figures()
            began = time.monotonic()
            await npc.timelines.delete_timeline(gone)
            while await asyncio.to_thread(database.left, gone):  # noqa: ASYNC110 - in another process
                await asyncio.sleep(0.2)
            freed, beside = time.monotonic() - began, found.figures()
            await asyncio.sleep(seconds)
            after = found.figures()
            for one in talking:
                one.cancel()
            await asyncio.wait(talking)
        began = time.monotonic()
        await asyncio.to_thread(database.run, "VACUUM")
        vacuumed = time.monotonic() - began
        sizes.append(await asyncio.to_thread(database.megabytes))
        began = time.monotonic()
        await write(url, database, log, third, records)
        written = time.monotonic() - began
        sizes.append(await asyncio.to_thread(database.megabytes))
    finally:
        await asyncio.to_thread(server.stop)
    return {
        "partitions": partitions,
        "records": records,
        "freed_s": round(freed, 1),
        "alone_ms": alone,
        "beside_ms": beside,
        "after_ms": after,
        "mb": sizes,
        "vacuum_s": round(vacuumed, 1),
        "writing_s": round(written, 1),
        "planning_ms": await asyncio.to_thread(database.planning_ms),
    }


async def main() -> None:
    """Print the figures with each number of partitions."""
    chosen = read_options(
        __doc__, records=100_000, talks=4, seconds=20.0, partitions="0,16", url=""
    )
    quieten_log()
    figures: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="npc-deletion-") as name, ExitStack() as ends:
        folder = Path(name)
        root = sa.make_url(chosen.url or ends.enter_context(own_postgres(folder / "postgres")))
        for partitions in map(int, chosen.partitions.split(",")):
            database = f"deletion_{partitions}"
            Database(root.render_as_string(hide_password=False)).run(f"CREATE DATABASE {database}")
            figures.append(
                await measured(
                    root.set(database=database).render_as_string(hide_password=False),
                    folder / database,
                    partitions,
                    chosen.records,
                    chosen.talks,
                    chosen.seconds,
                )
            )
            if not chosen.json:
                print(json.dumps(figures[-1]), flush=True)
    if chosen.json:
        print(json.dumps({"machine": machine(), "runs": figures}))


if __name__ == "__main__":
    run_coroutine(main())
