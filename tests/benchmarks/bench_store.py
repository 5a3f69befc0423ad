"""Rows per second of `Store.append`, beside plain SQLAlchemy group commit of the same rows.

python tests/benchmarks/bench_store.py [--clients 100] [--rows 10] [--seconds 3]
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from npcbench.baseline import SAMPLE_TEXT, SUBJECTS, group_commit_rate
from npcserver.adapters.store import SqlStore, open_store
from npcserver.adapters.store.migrate import migrate
from npcserver.model.ids import PlaceId, TimelineId, WorldId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from npcserver.model.timeline import Timeline
from npcserver.model.world import World
from npcserver.ports.storage import Append, RequestKey, Store, UnitOfWork

START = datetime(2000, 1, 1, 8, 0, tzinfo=UTC)
WORLD = WorldId("bench")


async def append_rate(file: Path, *, seconds: float, clients: int, rows: int) -> float:
    """Return acknowledged rows per second, each batch with a request id and wishes for digests."""
    url = f"sqlite:///{file}"
    await migrate(url)
    store = await open_store(url)
    writing = asyncio.create_task(store.run())
    try:
        return await _rate(store, seconds, clients, rows)
    finally:
        await store.close()
        await writing


async def _rate(store: SqlStore, seconds: float, clients: int, rows: int) -> float:
    timelines = [TimelineId(f"tl_{number:020}") for number in range(clients)]

    async def set_up(unit: UnitOfWork) -> None:
        await unit.add_world(World(id=WORLD, name="Bench"))
        for timeline_id in timelines:
            await unit.add_timeline(
                Timeline(id=timeline_id, world_id=WORLD, game_time=START, created_at=START)
            )

    await store.write(set_up)
    ends_at = time.perf_counter() + seconds
    counts = await asyncio.gather(*(_client(store, each, rows, ends_at) for each in timelines))
    return sum(counts) / seconds


async def _client(store: Store, timeline_id: TimelineId, rows: int, ends_at: float) -> int:
    body = Remembered(source=Source.WITNESSED, place_id=PlaceId("market"))
    minds = [f"c{number % SUBJECTS}" for number in range(rows)]
    drafts = tuple(
        Draft(kind=RecordKind.OBSERVATION, body=body, subject_id=mind, text=SAMPLE_TEXT)
        for mind in minds
    )
    wishes = tuple(JobDraft(JobKind.DIGEST, timeline_id, mind) for mind in dict.fromkeys(minds))
    batches = 0
    while True:
        key = RequestKey(timeline_id, f"request-{batches}", "0" * 64)
        await store.append(Append(timeline_id=timeline_id, drafts=drafts, jobs=wishes, key=key))
        if time.perf_counter() > ends_at:
            return batches * rows
        batches += 1


async def main() -> None:
    """Print medians of three runs that take turns, and their ratio."""
    parser = argparse.ArgumentParser()
    for name, default in (("clients", 100), ("rows", 10), ("seconds", 3)):
        parser.add_argument(f"--{name}", type=int, default=default)
    sizes = vars(parser.parse_args())
    rates: dict[str, list[float]] = {"store": [], "group_commit": []}
    measures: dict[str, Callable[..., Awaitable[float]]] = {
        "store": append_rate,
        "group_commit": group_commit_rate,
    }
    for _ in range(3):
        for name, measure in measures.items():
            with tempfile.TemporaryDirectory() as folder:
                rates[name].append(await measure(Path(folder) / "bench.db", **sizes))
    figures = {name: round(statistics.median(each)) for name, each in rates.items()}
    ratio = round(figures["store"] / figures["group_commit"], 2)
    print(json.dumps({"name": "store", **sizes, "rows_per_second": figures, "ratio": ratio}))


if __name__ == "__main__":
    asyncio.run(main())
