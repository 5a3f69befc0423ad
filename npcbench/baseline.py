"""The baseline of the log's benchmark: the same rows through plain SQLAlchemy with group commit.

It has a queue, one writer, one transaction for all waiting rows, an answer after the commit, and
synchronous=FULL as in the store. It has no sequence numbers, savepoints, idempotency or jobs.
"""

import asyncio
from pathlib import Path
from time import perf_counter

from sqlalchemy import create_engine, insert, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from npcserver.adapters.store.tables import METADATA, RECORD
from npcserver.aio import together
from npcserver.config import sqlite_url

Rows = list[dict[str, object]]
_Queue = asyncio.Queue[tuple[Rows, asyncio.Future[None]]]

SAMPLE_TEXT = "A cart with barrels rolled over the market, and nobody knew whose it was."
SAMPLE_BODY = '{"source":"witnessed","place_id":"market"}'
SUBJECTS = 10


async def group_commit_rate(file: Path, *, seconds: float, clients: int, rows: int) -> float:
    """Return the rows per second that `clients` get acknowledged, in batches of `rows`.

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
