"""The store on SQLite or PostgreSQL: log, job queue, turn journal, prompts."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine, inspect

from npcserver.adapters.store import job_queue, timelines
from npcserver.adapters.store.access import SqlAccounts, SqlKeyArchive
from npcserver.adapters.store.affordance_sets import SqlAffordanceSets, SqlDisclosures
from npcserver.adapters.store.audit import SqlAudit
from npcserver.adapters.store.budget_accounts import SqlSpending
from npcserver.adapters.store.dialect import MOMENTS_PER_SECOND, NotifyChannel, to_moment
from npcserver.adapters.store.engine import (
    check_durability,
    commit_listener,
    has_policies,
    parse_url,
    reading_engine,
    turn_leases,
    writing_engine,
)
from npcserver.adapters.store.erasure import SqlErasure
from npcserver.adapters.store.leases import free_orphans, hold_name
from npcserver.adapters.store.poolers import require_same, require_sessions
from npcserver.adapters.store.prompts import RecentPrompts, SqlPromptArchive
from npcserver.adapters.store.reader import CachedReader, SqlReader, TurnCaches
from npcserver.adapters.store.reader_pool import BorrowedReader, ReaderPool
from npcserver.adapters.store.row_cache import RowCache
from npcserver.adapters.store.tables import JOB
from npcserver.adapters.store.transactions import Queries, Transactions, as_read
from npcserver.adapters.store.turn_journal import SqlTurnJournal
from npcserver.adapters.store.unit_of_work import SqlUnit
from npcserver.adapters.store.world_directory import SqlWorldDirectory
from npcserver.adapters.store.writer import Writer
from npcserver.aio import beside, drop, together
from npcserver.model.errors import Fault
from npcserver.model.ids import TimelineId
from npcserver.model.job import Job, OverdueJob, Urgency
from npcserver.ports.broadcast import Broadcast
from npcserver.ports.storage import Append, Appended
from npcserver.ports.storage_health import StorageHealth
from npcserver.ports.turn_leases import OneServer, TurnLeases

if TYPE_CHECKING:  # its driver may be missing where the database is an SQLite file
    from npcserver.adapters.store.pg_listener import CommitListener
    from npcserver.adapters.store.pg_turn_leases import PgTurnLeases


POLL_SECONDS = 10.0
_POLL_SECONDS_UNTOLD = 0.5  # while PostgreSQL tells nothing


class ForeignCommits:
    """Announces what other processes commit: changed timelines, jobs and notes.

    PostgreSQL tells of it at once, as long as the connection of `listener` stands. Beside that one
    look at the heads of all followed timelines is taken every `poll_seconds`, and every half second
    while there is no such connection. Without a `listener`, as on SQLite, which has one server,
    there is nobody to tell.
    """

    def __init__(
        self,
        lanes: ReaderPool,
        broadcast: Broadcast,
        listener: "CommitListener | None",
        poll_seconds: float,
    ) -> None:
        self._lanes = lanes
        self.broadcast = broadcast
        self._listener = listener
        self._poll_seconds = poll_seconds
        self._turned = asyncio.Event()
        self._waking: asyncio.TimerHandle | None = None
        if listener is not None:
            listener.channels[NotifyChannel.JOBS] = self._others_left_jobs
            listener.channels[NotifyChannel.NOTES] = lambda _: broadcast.announce_notes()

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use the database."""
        return self._listener is not None

    async def run(self) -> None:
        """Announce until cancelled."""
        async with together() as group:
            group.create_task(self._poll())
            if self._listener is not None:
                group.create_task(self._listener.run(self._turn))

    def _others_left_jobs(self, _: str) -> None:
        if self._waking is None:
            loop = asyncio.get_running_loop()
            self._waking = loop.call_later(_OTHERS_JOBS_SECONDS, self._wake_workers)

    def _wake_workers(self) -> None:
        self._waking = None
        self.broadcast.jobs.send()

    def _turn(self, is_told: bool) -> None:  # noqa: FBT001 - as it is called back
        """Note that the listener is connected, or no longer; what was missed is found at once."""
        self.broadcast.is_told = is_told
        self._turned.set()
        self.broadcast.jobs.send()
        self.broadcast.announce_notes()

    async def _poll(self) -> None:
        while True:
            is_untold = self.is_shared and not self.broadcast.is_told
            pause = _POLL_SECONDS_UNTOLD if is_untold else self._poll_seconds
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._turned.wait()
            self._turned.clear()
            followed = sorted(self.broadcast.timelines)
            with suppress(Fault):  # there is time to try again
                if followed:
                    heads = await self._lanes.run(timelines.heads, followed)
                    self.broadcast.announce_heads(heads)


_OTHERS_JOBS_SECONDS = 0.5
"""A server does the jobs that it leaves itself if it can; the others look so much later."""
_LATE_SECONDS = 1.0
"""Between two looks for a job that is due and not to be had, or that nobody would tell of."""
_LOST_SECONDS = 60.0
"""How late a job is found whose notification was lost; each look is a transaction."""

T = TypeVar("T")


class SqlJobs(Queries):
    """A queue with at-least-once delivery of one job at a time per (timeline, subject)."""

    def __init__(
        self,
        writer: Writer,
        transactions: Transactions,
        foreign: ForeignCommits,
        now: Callable[[], datetime],
    ) -> None:
        super().__init__(transactions)
        self._writer = writer
        self._foreign = foreign
        self._wake = foreign.broadcast.jobs
        self._now = now
        self._looked = -1, 0.0  # `changes` at the last look, and the moment when a job is due next
        self._looked_at = 0.0  # by `monotonic`

    async def claim(
        self, now: datetime, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        """Claim the next due job, or return None.

        Nothing is read before the moment that the last look saw, unless a job was left since.
        """
        moment, since = to_moment(now), self._wake.count
        is_fresh = monotonic() < self._looked_at + self._longest
        if is_fresh and self._looked[0] == since and moment < self._looked[1]:
            return None
        until = to_moment(now + timedelta(seconds=lease_seconds))

        async def work(unit: SqlUnit) -> tuple[Job | None, float]:
            job = await unit.run(job_queue.claim, moment, until, only)
            return job, await unit.run(job_queue.next_due, moment)

        job, next_due = await self._writer.work(work)
        self._note(since, next_due)
        return job

    @property
    def _longest(self) -> float:
        """How long what a look saw holds, in seconds."""
        is_told = self._foreign.broadcast.is_told or not self._foreign.is_shared
        return _LOST_SECONDS if is_told else _LATE_SECONDS

    def _note(self, since: int, next_due: float) -> None:
        """Keep what a look saw that began at `since`."""
        self._looked, self._looked_at = (since, next_due), monotonic()

    async def renew(self, job: Job, now: datetime, lease_seconds: float) -> bool:
        """Extend a lease; return whether the job is still held."""
        until = to_moment(now + timedelta(seconds=lease_seconds))
        return await self._transactions.write(job_queue.renew, job, until)

    async def finish(self, job: Job) -> None:
        """Remove a finished job; if it was requested again meanwhile, it is due again."""
        await self._end(job_queue.finish, job)

    async def fail(self, job: Job, error: str, retry_at: datetime | None) -> None:
        """Store the error; the job is due at `retry_at`, or if that is None kept for inspection."""
        await self._end(
            job_queue.fail, job, error, None if retry_at is None else to_moment(retry_at)
        )

    async def _end(self, query: Callable[..., bool], *args: object) -> None:
        since = self._wake.count

        async def work(unit: SqlUnit) -> float:
            if await unit.run(query, *args, unit.now):
                unit.announce_jobs()
            return await unit.run(job_queue.next_due, unit.now)

        next_due = await self._writer.work(work)
        if since == self._wake.count:  # nothing is due now, but later
            self._wake.send()
            self._note(self._wake.count, next_due)

    @property
    def changes(self) -> int:
        """A number that grows whenever a job may have become due by what this process wrote."""
        return self._wake.count

    async def wait(self, seconds: float, since: int) -> None:
        """Return when a job may have become due, at the latest after `seconds`."""
        left = (self._looked[1] - to_moment(self._now())) / MOMENTS_PER_SECOND
        pause = min(max(left, _LATE_SECONDS), self._longest)
        await self._wake.wait(since, min(seconds, pause))

    async def pending(self, timeline_id: TimelineId | None = None) -> int:
        """Count the jobs that are due, being worked on, or waiting for a retry."""
        return await self._transactions.read(job_queue.pending, timeline_id, to_moment(self._now()))

    async def overdue(self, timeline_id: TimelineId | None, limit: int) -> tuple[OverdueJob, ...]:
        """Return the open jobs that are due or being worked on, first due first."""
        return await self._transactions.read(
            job_queue.overdue, timeline_id, lambda: to_moment(self._now()), limit
        )

    failures = as_read(job_queue.failures)


def utc_now() -> datetime:
    """Return the present time in UTC."""
    return datetime.now(UTC)


class SqlStore:
    """Access to all stored data; writes are answered only while `run` is running."""

    def __init__(
        self,
        writing: Engine,
        reading: Engine,
        readers: ReaderPool,
        foreign: ForeignCommits,
        now: Callable[[], datetime],
        *,
        has_policies: bool,
        leases: "PgTurnLeases | None" = None,
    ) -> None:
        self._writing = writing
        self._reading = reading
        self.readers = readers
        self._foreign = foreign
        self.broadcast = foreign.broadcast
        self.health = StorageHealth()
        sent = RecentPrompts()
        self._facts = RowCache()
        self._caches = TurnCaches()
        self._writer = Writer(
            writing, self._facts, self.broadcast, now, sent, has_policies=has_policies
        )
        transactions = Transactions(readers.run, self._writer.query)
        self.jobs = SqlJobs(self._writer, transactions, foreign, now)
        self.turns = SqlTurnJournal(transactions, now)
        self._pg_leases = leases
        self.leases: TurnLeases = leases or OneServer()
        self.prompts = SqlPromptArchive(transactions, sent)
        self.spending = SqlSpending(transactions)
        self.keys = SqlKeyArchive(transactions)
        self.accounts = SqlAccounts(transactions)
        self.affordance_sets = SqlAffordanceSets(transactions)
        self.disclosures = SqlDisclosures(transactions)
        self.audit = SqlAudit(transactions)
        self.erasure = SqlErasure(readers, self._writer, sent)
        self.directory = SqlWorldDirectory(readers, foreign.broadcast, is_shared=foreign.is_shared)
        self._writer.directory = self.directory

    def keep_audit(self) -> None:
        """Write an entry of the audit log with each record for which a model was asked."""
        self._writer.is_audited = True

    @property
    def writes_waiting(self) -> int:
        """How many writes are in no transaction yet."""
        return self._writer.waiting

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[SqlReader, None]:
        """Open a snapshot; it begins with the first read.

        Reads after the block raise `RuntimeError`: they would begin another snapshot on a
        connection that may already be in use by another reader, which would then see old data.
        """
        try:
            async with self.readers.lane() as lane:
                borrowed = BorrowedReader(lane)
                try:
                    yield SqlReader(borrowed, self._facts, self._caches)
                finally:
                    borrowed.is_over = True
        except Fault as fault:
            self.health.note_read(fault)
            raise
        self.health.note_read()

    def from_memory(self) -> CachedReader:
        """Return a reader of what turns have read before, for while the database is away."""
        return CachedReader(self._facts, self._caches)

    async def write(self, work: Callable[[SqlUnit], Awaitable[T]]) -> T:
        """Run `work` in a transaction and return its result after the commit is durable.

        `work` runs on the writer's thread. It may run again from the start if the database undid
        its transaction because of another process.
        """
        return await self._written(self._writer.work(work))

    async def append(self, append: Append) -> Appended:
        """Append records to a timeline; durable on return."""
        return await self._written(self._writer.append(append))

    async def _written(self, writing: Coroutine[Any, Any, T]) -> T:
        try:
            result = await writing
        except Fault as fault:
            self.health.note_write(fault)
            raise
        self.health.note_write()
        return result

    async def run(self) -> None:
        """Process writes, and notice those of other processes, until `close`."""
        going = [beside(self._foreign.run()), beside(self.directory.run())]
        if self._pg_leases is not None:
            going.append(beside(self._pg_leases.run()))
        try:
            await self._writer.run()
        finally:
            await drop(*going)

    async def time(self) -> datetime | None:
        """Return the time of a database that servers share, None of a file."""
        if self._pg_leases is None:
            return None
        return await self.readers.run(_time)

    def forget(self, timeline_id: TimelineId) -> None:
        """Drop what is held in memory of a timeline that was deleted."""
        self._facts.forget(timeline_id)
        self._caches.log.drop(timeline_id)

    async def close(self) -> None:
        """Finish waiting writes, then close the database."""
        await self._writer.close()
        if self._pg_leases is not None:
            await self._pg_leases.close()
        await self.readers.close()
        for engine in (self._reading, self._writing):
            await asyncio.to_thread(engine.dispose)


def _time(connection: Connection) -> datetime:
    moment: datetime = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
    return moment


async def open_store(
    url: str,
    *,
    read_url: str = "",
    pool_size: int = 4,
    poll_seconds: float = POLL_SECONDS,
    now: Callable[[], datetime] = utc_now,
) -> SqlStore:
    """Open the database at `url`, which must be migrated already.

    It is read at `read_url`, such as a pooler that keeps no sessions; empty for `url`. `pool_size`
    snapshots may be open at once. Timelines that are followed are looked at every `poll_seconds`
    for what other processes wrote, besides being told by PostgreSQL. Raises `InvalidInput` for a
    wrong URL, `Unavailable` if the database cannot be reached or would not keep what it commits.
    """
    parsed = parse_url(url)
    writing = writing_engine(parsed)
    broadcast = Broadcast()
    listener = commit_listener(writing, broadcast)  # before the engine connects
    hold_name(writing)
    try:
        is_limiting = await asyncio.to_thread(_prepare, writing)
        reading = reading_engine(parse_url(read_url or url), pool_size, prepares=not read_url)
        if read_url:
            await asyncio.to_thread(require_same, writing, reading)
    except BaseException:
        await asyncio.to_thread(writing.dispose)
        raise
    readers = ReaderPool(reading, pool_size)
    foreign = ForeignCommits(readers, broadcast, listener, poll_seconds)
    leases = turn_leases(writing, broadcast, listener)
    return SqlStore(
        writing, reading, readers, foreign, now, has_policies=is_limiting, leases=leases
    )


def _prepare(writing: Engine) -> bool:
    """Make a database ready; return whether it refuses rows of other worlds to limited callers."""
    require_sessions(writing)
    check_durability(writing)
    if writing.dialect.name != "sqlite":
        return has_policies(writing)
    with writing.begin() as connection:
        if inspect(connection).has_table(JOB.name):  # else reads raise a fault
            free_orphans(connection)
    return False
