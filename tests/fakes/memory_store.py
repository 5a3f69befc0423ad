"""SQLite on the thread of the loop, faulty queues, and a vector index."""

import asyncio
import shutil
import sqlite3
import tempfile
import weakref
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import datetime
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
from sqlalchemy import Connection, Engine, QueuePool, delete, event, make_url, select, update

from npcserver.adapters.store import SqlStore, turn_journal
from npcserver.adapters.store.engine import parse_url, writing_engine
from npcserver.adapters.store.faults import translated
from npcserver.adapters.store.migrate import migrate
from npcserver.adapters.store.reader_pool import ReaderPool, ReaderThread
from npcserver.adapters.store.store import POLL_SECONDS, ForeignCommits, SqlJobs, utc_now
from npcserver.adapters.store.tables import BEGUN_TURN, JOB
from npcserver.adapters.store.transactions import Transactions
from npcserver.adapters.store.turn_journal import SqlTurnJournal
from npcserver.adapters.store.writer import SqlWork, Writer, WriteRequest, commit_batch
from npcserver.model.job import Job, JobKind, Urgency
from npcserver.ports.broadcast import Broadcast
from npcserver.ports.storage import Append
from npcserver.ports.turn_journal import BegunTurn
from npcserver.ports.turn_leases import TurnLease
from npcserver.ports.vectors import Vectors

P = ParamSpec("P")
T = TypeVar("T")
_NUMBERS = count()
_COMPILED: dict[Any, Any] = {}
"""Compiled statements of all stores; to compile them takes longer than most tests."""


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="npcserver-stores-")  # until this process ends


@cache
def _empty() -> Engine:
    """Return the engine of an empty database, whose file and dialect all stores begin with."""
    url = f"sqlite:///{_folder().name}/empty.db"
    with ThreadPoolExecutor(1) as thread:  # which has no running loop
        thread.submit(lambda: asyncio.run(migrate(url))).result()
    engine = writing_engine(parse_url(url))
    with engine.connect():  # the dialect learns what the database can do
        pass
    engine.dispose()
    return engine


def _open(path: Path, begin: str) -> Engine:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA foreign_keys = 1")
        connection.execute("PRAGMA synchronous = 0")  # no test cuts its power
        return connection

    pool = QueuePool(connect, pool_size=64)  # type: ignore[arg-type]
    url = make_url(f"sqlite:///{path}")
    engine = Engine(pool, _empty().dialect, url, execution_options={"compiled_cache": _COMPILED})
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _close(path: Path, *engines: Engine) -> None:
    for engine in engines:
        engine.dispose()
    path.unlink(missing_ok=True)


class _LoopReader(ReaderThread):
    """Runs queries at once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection = None

    async def run(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        with translated():
            if self._connection is None:
                self._connection = self._engine.connect()
            return query(self._connection, *args, **kwargs)

    def rest(self) -> None:
        self._close()


class _LoopReaders(ReaderPool):
    @asynccontextmanager
    async def lane(self) -> AsyncGenerator[ReaderThread, None]:
        lane = _LoopReader(self._engine)
        try:
            yield lane
        finally:
            lane.rest()


async def _write(writer: Writer, work: Append | SqlWork) -> object:
    """Commit a request at once, as the only one of its transaction."""
    answer = asyncio.get_running_loop().create_future()
    committing = asyncio.get_running_loop().create_future()
    requests = [WriteRequest(work, None, answer)]
    committing.set_result(commit_batch(writer._engine, writer._batch(requests)))
    writer._settle(requests, committing)
    return answer.result()


class HeldJournal(SqlTurnJournal):
    """A journal whose writes wait for `gate`, and fail with `fault` while there is one."""

    def __init__(self, transactions: Transactions) -> None:
        super().__init__(transactions, utc_now)
        self.fault: Exception | None = None
        self.gate = asyncio.Event()
        self.gate.set()

    async def begin(self, turn: BegunTurn, lease: TurnLease | None = None) -> bool:
        await self._hold()
        return await super().begin(turn, lease)

    async def note(self, turn: BegunTurn) -> bool:
        await self._hold()
        return await super().note(turn)

    async def _hold(self) -> None:
        await self.gate.wait()
        if self.fault is not None:
            raise self.fault


class MemoryStore(SqlStore):
    """A store on a new SQLite file, which needs no `run`: it reads and writes where it is called.

    So what a test awaits goes on without other tasks, and none is left when its loop ends.
    """

    turns: HeldJournal

    def __init__(self) -> None:
        path = Path(_folder().name) / f"{next(_NUMBERS)}.db"
        shutil.copy(str(_empty().url.database), path)
        writing, reading = _open(path, "BEGIN IMMEDIATE"), _open(path, "BEGIN")
        readers = _LoopReaders(reading, 1)
        foreign = ForeignCommits(readers, Broadcast(), None, POLL_SECONDS)
        super().__init__(writing, reading, readers, foreign, utc_now, has_policies=False)
        writer = self._writer
        writer._ask = lambda work: _write(writer, work)  # type: ignore[method-assign]
        transactions = self.turns._transactions  # which every archive of this store has
        self.turns = HeldJournal(transactions)
        weakref.finalize(transactions, _close, path, writing, reading)

    @property
    def begun_turns(self) -> dict[str, BegunTurn]:
        """The turns in the journal, by id."""
        with self._reading.connect() as connection:
            found = turn_journal._decoded(connection.execute(select(BEGUN_TURN)).all())
        return {one.turn.turn_id: one for one in found}

    def lose(self, owner: str) -> None:
        """Leave the turns of an owner as if its server had died."""
        own = update(BEGUN_TURN).where(BEGUN_TURN.c.owner == owner)
        with self._writing.begin() as connection:
            connection.execute(own.values(server="gone"))

    @property
    def open_jobs(self) -> set[tuple[str, str, JobKind]]:
        """Timeline, subject and kind of all jobs that are open."""
        columns = select(JOB.c.timeline_id, JOB.c.subject_id, JOB.c.kind)
        with self._reading.connect() as connection:
            rows = connection.execute(columns).all()
        return {(timeline, subject, JobKind(kind)) for timeline, subject, kind in rows}

    def take_job(self, timeline_id: str, subject_id: str, kind: JobKind) -> None:
        """Remove a job as if it were done, if it is open."""
        own = (JOB.c.timeline_id == timeline_id, JOB.c.subject_id == subject_id, JOB.c.kind == kind)
        with self._writing.begin() as connection:
            connection.execute(delete(JOB).where(*own))


class HourLeaseQueue(SqlJobs):
    """A queue that renews for an hour and tells when it did."""

    def __init__(self, jobs: SqlJobs) -> None:
        self.jobs = jobs
        self.renewed = asyncio.Event()

    async def claim(
        self, now: datetime, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        return await self.jobs.claim(now, lease_seconds)

    async def renew(self, job: Job, now: datetime, lease_seconds: float) -> bool:
        self.renewed.set()
        return await self.jobs.renew(job, now, 3600.0)

    async def finish(self, job: Job) -> None:
        await self.jobs.finish(job)


class FailingQueue(SqlJobs):
    """A queue that fails where a worker looks for a job."""

    changes = 0

    def __init__(self, fault: Exception) -> None:
        self._fault = fault
        self.failed = asyncio.Event()

    async def claim(
        self, now: datetime, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        self.failed.set()
        raise self._fault

    async def wait(self, seconds: float, since: int) -> None:
        raise self._fault


class NumpyIndex:
    """Keeps its rows in one array that is copied at every addition."""

    def __init__(self, dimension: int) -> None:
        self._rows: Vectors = np.empty((0, dimension), np.float32)

    @property
    def size(self) -> int:
        return len(self._rows)

    @property
    def nbytes(self) -> int:
        return self._rows.nbytes

    def add(self, vectors: Vectors) -> None:
        self._rows = np.concatenate([self._rows, vectors.astype(np.float32)])

    def reserve(self, rows: int) -> None:
        """Do nothing: each addition copies anyway."""

    def replace(self, rows: Sequence[int], vectors: Vectors) -> None:
        self._rows[list(rows)] = vectors

    def view(self) -> Vectors:
        return self._rows
