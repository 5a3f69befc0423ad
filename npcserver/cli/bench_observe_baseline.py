"""What a database does without a server before it: SQLAlchemy, one writer, group commit."""

import asyncio
from pathlib import Path
from time import perf_counter

from sqlalchemy import Column, Index, Integer, MetaData, String, Table, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

_METADATA = MetaData()
_ROWS = Table(
    "observation",
    _METADATA,
    Column("timeline_id", String, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("subject_id", String, nullable=False),
    Column("text", String, nullable=False),
    Column("game_time", String, nullable=False),
    Column("importance", Integer),
    Index("by_subject", "timeline_id", "subject_id", "seq"),
)
Row = dict[str, str | int]
_LARGEST_GROUP = 100


async def group_commit(file: Path, *, seconds: float, clients: int, batch: int) -> float:
    """Return the rows a second that `clients` tasks get acknowledged, in batches, durably.

    Every task waits for the commit of its batch before it brings the next.
    """
    engine = create_async_engine(f"sqlite+aiosqlite:///{file}")
    event.listen(engine.sync_engine, "connect", _make_durable)
    queue: asyncio.Queue[tuple[list[Row], asyncio.Future[None]]] = asyncio.Queue()
    async with engine.begin() as connection:
        await connection.run_sync(_METADATA.create_all)
    ends_at = perf_counter() + seconds
    try:
        async with asyncio.TaskGroup() as group:
            writer = group.create_task(_write(engine, queue))
            counts = await asyncio.gather(
                *(_bring(queue, f"t{number}", batch, ends_at) for number in range(clients))
            )
            writer.cancel()
    finally:
        await engine.dispose()
    return sum(counts) / seconds


async def _bring(
    queue: "asyncio.Queue[tuple[list[Row], asyncio.Future[None]]]",
    timeline_id: str,
    batch: int,
    ends_at: float,
) -> int:
    loop = asyncio.get_running_loop()
    seq = 0
    while perf_counter() < ends_at:
        rows: list[Row] = [
            {
                "timeline_id": timeline_id,
                "seq": seq + at,
                "subject_id": f"c{at}",
                "text": f"A cart with barrels rolled over the market, the {seq + at}th today.",
                "game_time": "2000-01-01T08:00:00",
                "importance": 2,
            }
            for at in range(batch)
        ]
        is_durable: asyncio.Future[None] = loop.create_future()
        queue.put_nowait((rows, is_durable))
        await is_durable
        seq += batch
    return seq


async def _write(
    engine: AsyncEngine, queue: "asyncio.Queue[tuple[list[Row], asyncio.Future[None]]]"
) -> None:
    """Commit whatever is waiting together, and only then answer."""
    while True:
        group = [await queue.get()]
        while len(group) < _LARGEST_GROUP and not queue.empty():
            group.append(queue.get_nowait())
        async with engine.begin() as connection:
            await connection.execute(_ROWS.insert(), [row for rows, _ in group for row in rows])
        for _, is_durable in group:
            is_durable.set_result(None)


def _make_durable(connection: DBAPIConnection, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()
