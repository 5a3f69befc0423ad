"""The first recall of a character after a start, from an SQLite file, and the size of that file."""

import asyncio
import gc
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

from npcbench.harness import Result, machine
from npcbench.recall_log import SUBJECT, TIMELINE, WORLD, BenchEmbedder, BenchLog
from npcserver.adapters.store import SqlStore, open_store
from npcserver.adapters.store.migrate import migrate
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.config import sqlite_url
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.score_profiles import DEFAULT, PAPER_V2, Profile
from npcserver.memory.stream import OWN, MemoryStream, space_name
from npcserver.model.record import Draft, Record
from npcserver.model.timeline import Timeline
from npcserver.model.world import DEFAULT_START, World
from npcserver.ports.storage import Append, UnitOfWork
from npcserver.ports.view import MemoryRef

K = 10
_CHUNK = 2_000
_PROFILES = {"default": DEFAULT, "paper_v2": PAPER_V2}


def run(
    sizes: Sequence[int] = (10_000, 100_000),
    *,
    rounds: int = 3,
    progress: Callable[[str], None] = lambda _: None,
) -> Result:
    """Measure one character with each number of memories; JSON-able.

    The file was written just before, so it is read from the page cache. Every round begins with an
    empty stream; the least time is printed beside the median.
    """
    return asyncio.run(_run(sizes, rounds, progress))


async def _run(sizes: Sequence[int], rounds: int, progress: Callable[[str], None]) -> Result:
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="npcserver-bench-") as folder:
        for size in sizes:
            progress(f"writing {size:,} memories")
            file = Path(folder, f"{size}.db")
            log = BenchLog(size, seed=0)
            empty = await _written(file, log)
            label = f"{size // 1000}k" if size % 1000 == 0 else str(size)
            grown = await _size(file) - empty
            figures[f"bytes_on_disk_per_memory_{label}"] = round(grown / size, 1)
            for name, profile in _PROFILES.items():
                progress(f"recalling out of {size:,} memories")
                seconds = sorted([await _first(file, log.cue(0), profile) for _ in range(rounds)])
                figures[f"first_recall_{name}_{label}_ms_least"] = round(1e3 * seconds[0], 1)
                figures[f"first_recall_{name}_{label}_ms_median"] = round(
                    1e3 * seconds[rounds // 2], 1
                )
    return {"name": "cold", "machine": machine(), "figures": figures}


async def _written(file: Path, log: BenchLog) -> int:
    """Store the memories with their vectors; return the bytes of the empty database."""
    await migrate(sqlite_url(file))
    empty = await _size(file)
    store = await open_store(sqlite_url(file))
    writing = asyncio.create_task(store.run())
    try:
        await _fill(store, log)
    finally:
        await store.close()
        await writing
    return empty


async def _size(file: Path) -> int:
    return await asyncio.to_thread(os.path.getsize, file)


async def _fill(store: SqlStore, log: BenchLog) -> None:
    async def set_up(unit: UnitOfWork) -> None:
        await unit.add_world(World(id=WORLD, name="Bench"))
        timeline = Timeline(
            id=TIMELINE, world_id=WORLD, game_time=DEFAULT_START, created_at=DEFAULT_START
        )
        await unit.add_timeline(timeline)

    await store.write(set_up)
    space = space_name(BenchEmbedder(), OWN)
    for start in range(0, log.size, _CHUNK):
        records = log.records[start : start + _CHUNK]
        await store.append(Append(timeline_id=TIMELINE, drafts=tuple(map(_draft, records))))
        refs = [MemoryRef(TIMELINE, record.seq) for record in records]

        async def embed(unit: UnitOfWork, start: int = start, refs: list[MemoryRef] = refs) -> None:
            await unit.add_vectors(space, refs, log.own[start : start + len(refs)])

        await store.write(embed)


def _draft(record: Record) -> Draft:
    return Draft(
        kind=record.kind,
        body=record.body,
        subject_id=record.subject_id,
        text=record.text,
        game_time=record.game_time,
        importance=record.importance,
    )


async def _first(file: Path, cue: Cue, profile: Profile) -> float:
    """Return the seconds of a recall by a stream that has read nothing yet."""
    store = await open_store(sqlite_url(file))
    writing = asyncio.create_task(store.run())
    try:
        stream = MemoryStream(FaissIndex, BenchEmbedder(), budget_bytes=1 << 34)
        async with store.read() as reader:
            view = await reader.head(TIMELINE)
            gc.freeze()  # as the server does after its start
            began = perf_counter()
            await stream.recall(reader, view, WORLD, SUBJECT, cue, K, profile)
            return perf_counter() - began
    finally:
        await store.close()
        await writing
