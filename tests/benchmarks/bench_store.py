"""Rows per second of `Store.append`, beside plain SQLAlchemy group commit of the same rows.

python tests/benchmarks/bench_store.py [--clients 100] [--batches 20] [--rows 10]
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

from npcserver.adapters.store import SqlStore, open_store
from npcserver.adapters.store.baseline import SAMPLE_TEXT, group_commit_rate
from npcserver.adapters.store.migrate import migrate
from npcserver.model.ids import PlaceId, TimelineId, WorldId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from npcserver.model.timeline import Timeline
from npcserver.model.world import World
from npcserver.ports.storage import Append, RequestKey, Store, UnitOfWork

START = datetime(2000, 1, 1, 8, 0, tzinfo=UTC)
WORLD = WorldId("bench")


async def append_rate(folder: Path, *, clients: int, batches: int, rows: int) -> float:
    """Return acknowledged rows per second, each batch with a request id and a wish for a digest."""
    url = f"sqlite:///{folder}/store.db"
    await migrate(url)
    store = await open_store(url)
    writing = asyncio.create_task(store.run())
    try:
        return await _rate(store, clients, batches, rows)
    finally:
        await store.close()
        await writing


async def _rate(store: SqlStore, clients: int, batches: int, rows: int) -> float:
    timelines = [TimelineId(f"tl_{number:020}") for number in range(clients)]

    async def set_up(unit: UnitOfWork) -> None:
        await unit.add_world(World(id=WORLD, name="Bench"))
        for timeline_id in timelines:
            await unit.add_timeline(
                Timeline(id=timeline_id, world_id=WORLD, game_time=START, created_at=START)
            )

    await store.write(set_up)
    started = time.perf_counter()
    await asyncio.gather(*(_client(store, each, batches, rows) for each in timelines))
    return clients * batches * rows / (time.perf_counter() - started)


async def _client(store: Store, timeline_id: TimelineId, batches: int, rows: int) -> None:
    body = Remembered(source=Source.WITNESSED, place_id=PlaceId("tavern"))
    draft = Draft(kind=RecordKind.OBSERVATION, body=body, subject_id="klaus", text=SAMPLE_TEXT)
    wish = (JobDraft(JobKind.DIGEST, timeline_id, "klaus"),)
    for batch in range(batches):
        key = RequestKey(timeline_id, f"request-{batch}", "0" * 64)
        await store.append(
            Append(timeline_id=timeline_id, drafts=(draft,) * rows, jobs=wish, key=key)
        )


async def main() -> None:
    """Print medians of three runs that take turns, and their ratio."""
    parser = argparse.ArgumentParser()
    for name, default in (("clients", 100), ("batches", 20), ("rows", 10)):
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
                rates[name].append(await measure(Path(folder), **sizes))
    figures = {name: round(statistics.median(each)) for name, each in rates.items()}
    ratio = round(figures["store"] / figures["group_commit"], 2)
    print(json.dumps({"name": "store", **sizes, "rows_per_second": figures, "ratio": ratio}))


if __name__ == "__main__":
    asyncio.run(main())
