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
from pathlib import Path
from statistics import fmean
from time import perf_counter

from sqlalchemy import create_engine, insert, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from npcbench.harness import Result, machine, settings_of_its_own
from npcbench.world import WORLD, bench_world
from npcserver import bootstrap
from npcserver.adapters.store.tables import METADATA, RECORD
from npcserver.aio import together
from npcserver.config import Settings, sqlite_url
from npcserver.model.errors import Reason, Unavailable

BATCH = 10
CHARACTERS = 10
WAYS = {"observe_batches": BATCH, "observe_single": 1}
"""How observations are sent, and how many at a time."""
_CLIENTS = "npcbench.observe_clients"
_PATIENCE = 60.0

SAMPLE_TEXT = "A cart with barrels rolled over the market, and nobody knew whose it was."
SAMPLE_BODY = '{"source":"witnessed","place_id":"market"}'
SUBJECTS = 10

Counted = Mapping[str, float]
Rows = list[dict[str, object]]
_Queue = asyncio.Queue[tuple[Rows, asyncio.Future[None]]]


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


async def group_commit_rate(file: Path, *, seconds: float, clients: int, rows: int) -> float:
    """Return the rows per second that `clients` get acknowledged, in batches of `rows`.

    Through plain SQLAlchemy with a queue, one writer, one transaction for all waiting rows, an
    answer after the commit, and synchronous=FULL as in the store. Without sequence numbers,
    savepoints, idempotency and jobs.

    Creates the database `file`, which must not exist. Every client waits for the commit of its rows
    before it sends more.
    """
    engine = create_engine(sqlite_url(file), poolclass=NullPool)
    await asyncio.to_thread(METADATA.create_all, engine)
    asynchronous = create_async_engine(
        sqlite_url(file).replace("sqlite:", "sqlite+aiosqlite:", 1), poolclass=NullPool
    )
    queue: _Queue = asyncio.Queue()
    ends_at = perf_counter() + seconds
    try:
        async with together() as group:
            writing = group.create_task(_write(asynchronous, queue))
            bringing = [
                group.create_task(_bring(queue, each, rows, ends_at)) for each in range(clients)
            ]
            await asyncio.wait(bringing)
            writing.cancel()
    finally:
        await asynchronous.dispose()
    return sum(each.result() for each in bringing) / seconds


async def _bring(queue: _Queue, number: int, rows: int, ends_at: float) -> int:
    """Send rows until the time is over; return how many were durable by then."""
    loop = asyncio.get_running_loop()
    seq = 0
    while True:
        is_durable: asyncio.Future[None] = loop.create_future()
        queue.put_nowait((_rows(f"tl_{number:020}", seq + 1, rows), is_durable))
        await is_durable
        if perf_counter() > ends_at:
            return seq
        seq += rows


async def _write(engine: AsyncEngine, queue: _Queue) -> None:
    """Commit all waiting rows together, then acknowledge them."""
    statement = insert(RECORD)
    async with engine.connect() as connection:
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            await connection.execute(text(f"PRAGMA {pragma}"))
        await connection.rollback()
        while True:
            gathered = [await queue.get()]
            while not queue.empty():
                gathered.append(queue.get_nowait())
            await connection.execute(statement, [row for rows, _ in gathered for row in rows])
            await connection.commit()
            for _, is_durable in gathered:
                is_durable.set_result(None)


def _rows(timeline_id: str, first: int, count: int) -> Rows:
    return [
        {
            "timeline_id": timeline_id,
            "seq": seq,
            "kind": "observation",
            "subject_id": f"c{seq % SUBJECTS}",
            "text": SAMPLE_TEXT,
            "importance": 2,
            "game_time": 0,
            "clock": 0,
            "written_at": 0,
            "turn_id": None,
            "body": SAMPLE_BODY,
        }
        for seq in range(first, first + count)
    ]
