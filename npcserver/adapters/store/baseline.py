"""What the log is measured against: the same rows by plain SQLAlchemy with group commit.

A queue, one writer, one transaction for all that has gathered, an answer after the commit, and
synchronous=FULL as in the store; nothing else. No numbers are given out, no request is kept apart
from its neighbours, none is recognised when it comes again, and no job is wished for.
"""

import asyncio
import time
from pathlib import Path

from sqlalchemy import create_engine, insert, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from npcserver.adapters.store.tables import Base, RecordRow, table_of

Rows = list[dict[str, object]]
_Queue = asyncio.Queue[tuple[Rows, asyncio.Future[None]]]

SAMPLE_TEXT = "Klaus pours a second cup and asks whether the mill is still running at night."
SAMPLE_BODY = '{"source":"witnessed","place_id":"tavern"}'


async def group_commit_rate(folder: Path, *, clients: int, batches: int, rows: int) -> float:
    """Return acknowledged rows per second when `clients` each write `batches` of `rows` in turn.

    Makes a database in `folder`, which has to be empty.
    """
    path = folder / "baseline.db"
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    await asyncio.to_thread(Base.metadata.create_all, engine)
    asynchronous = create_async_engine(f"sqlite+aiosqlite:///{path}", poolclass=NullPool)
    queue: _Queue = asyncio.Queue()
    started = time.perf_counter()
    try:
        await asyncio.gather(
            _write(asynchronous, queue, clients * batches),
            *(_client(queue, number, batches, rows) for number in range(clients)),
        )
    finally:
        await asynchronous.dispose()
    return clients * batches * rows / (time.perf_counter() - started)


async def _client(queue: _Queue, number: int, batches: int, rows: int) -> None:
    for batch in range(batches):
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.put_nowait((_rows(f"tl_{number:020}", batch * rows + 1, rows), answer))
        await answer


async def _write(engine: AsyncEngine, queue: _Queue, expected: int) -> None:
    statement = insert(table_of(RecordRow))
    async with engine.connect() as connection:
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            await connection.execute(text(f"PRAGMA {pragma}"))
        await connection.rollback()
        while expected > 0:
            gathered = [await queue.get()]
            while not queue.empty():
                gathered.append(queue.get_nowait())
            await connection.execute(statement, [row for rows, _ in gathered for row in rows])
            await connection.commit()
            for _, answer in gathered:
                answer.set_result(None)
            expected -= len(gathered)


def _rows(timeline_id: str, first: int, count: int) -> Rows:
    return [
        {
            "timeline_id": timeline_id,
            "seq": seq,
            "kind": "observation",
            "subject_id": "klaus",
            "text": SAMPLE_TEXT,
            "importance": None,
            "game_time": 0,
            "clock": 0,
            "written_at": 0,
            "turn_id": None,
            "body": SAMPLE_BODY,
        }
        for seq in range(first, first + count)
    ]
