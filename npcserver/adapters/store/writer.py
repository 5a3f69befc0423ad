"""The only writer of this process: gathers requests into shared commits."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Concatenate, ParamSpec, TypeVar, cast

from sqlalchemy import Connection, Engine

from npcserver.adapters.store import audit, requests
from npcserver.adapters.store.dialect import NotifyChannel, changes, notify, to_moment
from npcserver.adapters.store.engine import shrink_log, vacuum, vacuum_seconds
from npcserver.adapters.store.faults import (
    ends_transaction,
    is_worth_repeating,
    savepoint,
    translate,
)
from npcserver.adapters.store.log_append import LimitedAppend, append_all
from npcserver.adapters.store.prompts import RecentPrompts
from npcserver.adapters.store.reader_pool import run_to_end
from npcserver.adapters.store.row_cache import RowCache
from npcserver.adapters.store.unit_of_work import SqlUnit, Transaction
from npcserver.adapters.store.world_directory import SqlWorldDirectory
from npcserver.model.errors import Fault, OutcomeUnknown, OverLimit, Reason, Unavailable
from npcserver.ports.author import writing_author
from npcserver.ports.broadcast import Broadcast, TimelineChanges
from npcserver.ports.storage import Append, Appended, writable_worlds

P = ParamSpec("P")
T = TypeVar("T")
SqlWork = Callable[[SqlUnit], Awaitable[object]]
_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """What is to be written, the worlds in which it may write (None for all), and its answer."""

    work: Append | SqlWork
    worlds: frozenset[str] | None
    answer: asyncio.Future[object]
    author_id: str = ""


@dataclass(frozen=True, slots=True)
class RequestFailure:
    """The error of a request, which left no changes."""

    error: Exception


@dataclass(frozen=True, slots=True)
class CommitBatch:
    """The requests of one transaction, at time `now`; answers older than `purge` are deleted.

    It `waits_briefly` for locks while a world is held: what writes to that one is refused, and the
    others go on.
    """

    requests: Sequence[WriteRequest]
    now: int
    facts: RowCache
    sent: RecentPrompts
    purge: int | None = None
    is_audited: bool = False
    waits_briefly: bool = False


@dataclass(frozen=True, slots=True)
class CommitOutcome:
    """The outcomes of a committed batch, in the order of its requests."""

    outcomes: Sequence[object]
    has_jobs: bool = False
    has_freed: bool = False
    changes: TimelineChanges = field(default_factory=TimelineChanges)
    has_written: bool = False


def commit_batch(engine: Engine, batch: CommitBatch) -> CommitOutcome:
    """Run and commit a batch; a failing database fails every request of the batch."""
    attempt = 1
    while True:
        try:
            return _commit_once(engine, batch)
        except Exception as error:  # noqa: BLE001 - it is passed to the caller of each request
            if attempt == _ATTEMPTS or not _is_worth_repeating(error):
                return CommitOutcome([RequestFailure(_as_fault(error))] * len(batch.requests))
        attempt += 1


def _commit_once(engine: Engine, batch: CommitBatch) -> CommitOutcome:
    is_complete = False
    try:
        with engine.begin() as connection:
            outcome = _run(connection, batch)
            is_complete = True
    except Exception as error:
        fault = translate(error)
        # What fails before the commit is undone. A commit whose answer is lost may be kept.
        if is_complete and isinstance(fault, Unavailable) and not _is_worth_repeating(error):
            raise OutcomeUnknown(fault.message, fault.reason) from error
        raise
    return outcome


def _run(connection: Connection, batch: CommitBatch) -> CommitOutcome:
    changed = changes(connection)
    if batch.waits_briefly:
        connection.exec_driver_sql(_BRIEFLY)
    is_alone = len(batch.requests) == 1
    transaction = Transaction(connection, batch.now, batch.facts, batch.sent, is_alone=is_alone)
    transaction.audited = [] if batch.is_audited else None
    outcomes: list[object] = []
    appends: list[LimitedAppend] = []
    for request in batch.requests:
        if isinstance(request.work, Append):
            appends.append((request.work, request.worlds))
            continue
        outcomes += _append(transaction, appends)
        appends = []
        transaction.limit(request.worlds)
        transaction.author_id = request.author_id
        outcomes.append(_work(transaction, request.work))
    outcomes += _append(transaction, appends)
    if batch.purge is not None:
        transaction.limit(None)
        requests.purge(connection, batch.purge)
    if transaction.audited:
        transaction.limit(None)
        audit.write(connection, transaction.audited, batch.now)
    if transaction.has_jobs:
        notify(connection, NotifyChannel.JOBS)
    return CommitOutcome(
        outcomes,
        transaction.has_jobs,
        transaction.has_freed,
        transaction.changes,
        has_written=changed is None or changes(connection) != changed,
    )


def _append(transaction: Transaction, appends: Sequence[LimitedAppend]) -> list[object]:
    """Append in bulk; if the database refuses the bulk, one by one, so only the bad one fails."""
    if not appends:
        return []
    # Callers of many worlds share the statements, so `append_all` compares the worlds.
    transaction.limit(None)
    connection, now, sent = transaction.connection, transaction.now, transaction.sent
    audited = transaction.audited
    appended = _isolated(transaction, lambda: append_all(connection, appends, now, sent, audited))
    if isinstance(appended, RequestFailure):
        if len(appends) > 1:
            return [result for one in appends for result in _append(transaction, (one,))]
        return [appended]
    results, has_jobs = appended
    transaction.has_jobs |= has_jobs
    for (append, _), result in zip(appends, results, strict=True):
        if isinstance(result, Appended):
            transaction.note(append, result)
    return [RequestFailure(result) if isinstance(result, Fault) else result for result in results]


def _work(transaction: Transaction, work: SqlWork) -> object:
    unit = SqlUnit(transaction)
    return _isolated(transaction, lambda: run_to_end(work(unit)))


def _isolated(transaction: Transaction, action: Callable[[], T]) -> T | RequestFailure:
    """Run under a savepoint. Raises only errors that end the whole transaction.

    The only request of a transaction needs none: any error of it undoes the transaction.
    """
    if transaction.is_alone:
        return action()
    connection, audited = transaction.connection, transaction.audited
    known = 0 if audited is None else len(audited)
    try:
        with savepoint(connection):
            return action()
    except Exception as error:
        if ends_transaction(error):
            raise
        if audited is not None:
            del audited[known:]
        return RequestFailure(_as_fault(error))


def _is_worth_repeating(error: Exception) -> bool:
    return is_worth_repeating(error.__cause__ or error)


def _as_fault(error: Exception) -> Exception:
    return translate(error) or error


_BRIEFLY = "SET LOCAL lock_timeout = '50ms'"
_MAX_REQUESTS = 512  # per transaction: enough for throughput, few enough for latency
_MAX_DRAFTS = 4_000
_MAX_WAITING = 20_000
_ANSWERS_KEPT = timedelta(hours=48)
_PURGED_EVERY = timedelta(minutes=1)
_SHRUNK_AGAIN_SECONDS = 1.0  # if a reader of SQLite's log prevented it
_QUIET = 10  # idle time before a vacuum, in multiples of its duration
_LATEST = 100  # longest delay of a short vacuum, in multiples of its duration
_SHORT_SECONDS = 2.0
_VACUUMED_AGAIN_SECONDS = 600.0  # if the disk had too little space


class Writer:
    """Queues requests and commits them in order, as many at a time as are waiting.

    While one transaction is being committed the next one fills up. A request is answered only after
    its commit. A request cancelled before its batch starts is skipped; later it is still written.
    """

    def __init__(
        self,
        engine: Engine,
        facts: RowCache,
        broadcast: Broadcast,
        now: Callable[[], datetime],
        sent: RecentPrompts,
        *,
        has_policies: bool = False,
    ) -> None:
        """`has_policies` if the database refuses rows of worlds in which a caller may not write."""
        self._engine = engine
        self._has_policies = has_policies
        self._facts = facts
        self._broadcast = broadcast
        self._now = now
        self._sent = sent
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._queue: deque[WriteRequest] = deque()
        self._asked = asyncio.Event()
        self._ended = asyncio.Event()
        self._is_running = False
        self._is_closing = False
        self.is_audited = False
        self.directory: SqlWorldDirectory | None = None
        self._purged_at = now()
        self._wants_shrinking = False
        self._wrote_at = 0.0  # on the loop's clock, like the next one
        self._vacuum_at: float | None = None  # latest time; None if nothing was freed

    @property
    def waiting(self) -> int:
        """How many requests are in no transaction yet."""
        return len(self._queue)

    async def append(self, append: Append) -> Appended:
        """Append together with other requests; durable on return."""
        return cast("Appended", await self._ask(append))

    async def work(self, work: Callable[[SqlUnit], Awaitable[T]]) -> T:
        """Run a unit of work; durable on return."""
        return cast("T", await self._ask(work))

    async def query(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query in a unit of work; durable on return."""
        return await self.work(lambda unit: unit.run(query, *args, **kwargs))

    async def run(self) -> None:
        """Commit requests until `close` is called. To be run once."""
        self._is_running = True
        try:
            while True:
                await self._wait()
                self._asked.clear()
                while self._queue:
                    await self._commit_next()
                is_last = self._is_closing
                if self._vacuum_at is not None and self._due() <= 0:
                    await self._vacuum()
                if self._wants_shrinking:
                    await self._shrink()
                if is_last:
                    return
        finally:
            self._is_closing = True
            while self._queue:
                one = self._queue.popleft()
                if not one.answer.done():
                    one.answer.set_exception(_closed())
            self._ended.set()

    async def close(self) -> None:
        """Refuse new requests, commit the waiting ones, and end `run`."""
        self._is_closing = True
        self._asked.set()
        if self._is_running:
            await self._ended.wait()
        else:
            await self.run()
        await asyncio.to_thread(self._thread.shutdown)

    async def _ask(self, work: Append | SqlWork) -> object:
        if self._is_closing:
            raise _closed()
        if len(self._queue) >= _MAX_WAITING:
            raise OverLimit(
                f"{_MAX_WAITING} writes are waiting for the disk; try again in a moment",
                Reason.OVER_LIMIT,
                retry_after=1.0,
            )
        answer = asyncio.get_running_loop().create_future()
        worlds = writable_worlds() if self._has_policies else None
        self._queue.append(WriteRequest(work, worlds, answer, writing_author()))
        self._asked.set()
        return await answer

    async def _wait(self) -> None:
        """Return once there is a request, or SQLite's files need maintenance."""
        waits = [_SHRUNK_AGAIN_SECONDS] if self._wants_shrinking else []
        if self._vacuum_at is not None:
            waits.append(max(0.0, self._due()))
        with suppress(TimeoutError):
            async with asyncio.timeout(min(waits, default=None)):
                await self._asked.wait()

    async def _shrink(self) -> None:
        """Truncate SQLite's log, which also removes deleted rows from the disk."""
        loop = asyncio.get_running_loop()
        is_done = await loop.run_in_executor(self._thread, shrink_log, self._engine)
        self._wants_shrinking = not is_done

    def _due(self) -> float:
        now, seconds = asyncio.get_running_loop().time(), vacuum_seconds(self._engine)
        quiet = self._wrote_at + _QUIET * seconds - now
        if self._vacuum_at is None or seconds > _SHORT_SECONDS:
            return quiet
        # a short vacuum does not wait forever; a long one (above) waits for idle time
        return 0.0 if self._is_closing else min(quiet, self._vacuum_at - now)

    async def _vacuum(self) -> None:
        """Remove copies of deleted rows from SQLite's file."""
        loop = asyncio.get_running_loop()
        is_done = await loop.run_in_executor(self._thread, vacuum, self._engine)
        self._wrote_at = loop.time() + (0.0 if is_done else _VACUUMED_AGAIN_SECONDS)
        self._vacuum_at = None if is_done else self._wrote_at
        self._wants_shrinking = True

    async def _commit_next(self) -> None:
        asked = self._take()
        batch = self._batch(asked)
        loop = asyncio.get_running_loop()
        committing = loop.run_in_executor(self._thread, commit_batch, self._engine, batch)
        try:
            await asyncio.wait((committing,))
        finally:
            # Even if cancelled, wait for the commit under way and answer its callers.
            if not committing.done():
                await asyncio.wait((committing,))
            self._settle(asked, committing)

    def _take(self) -> list[WriteRequest]:
        asked: list[WriteRequest] = []
        drafts = 0
        while self._queue and len(asked) < _MAX_REQUESTS and drafts < _MAX_DRAFTS:
            one = self._queue.popleft()
            if one.answer.done():
                continue
            asked.append(one)
            if isinstance(one.work, Append):
                drafts += len(one.work.drafts)
        return asked

    def _batch(self, asked: list[WriteRequest]) -> CommitBatch:
        now = self._now()
        purge = None
        if now - self._purged_at > _PURGED_EVERY:
            self._purged_at, purge = now, to_moment(now - _ANSWERS_KEPT)
            self._wants_shrinking = True
        return CommitBatch(
            asked,
            to_moment(now),
            self._facts,
            self._sent,
            purge,
            is_audited=self.is_audited,
            waits_briefly=self.directory is not None and self.directory.is_holding,
        )

    def _settle(self, asked: list[WriteRequest], committing: asyncio.Future[CommitOutcome]) -> None:
        committed = committing.result()
        for one, outcome in zip(asked, committed.outcomes, strict=True):
            if one.answer.done():
                continue
            if isinstance(outcome, RequestFailure):
                one.answer.set_exception(outcome.error)
            else:
                one.answer.set_result(outcome)
        if committed.has_jobs:
            self._broadcast.jobs.send()
        self._broadcast.announce_changes(committed.changes)
        if committed.has_written:
            self._wrote_at = asyncio.get_running_loop().time()
        if committed.has_freed:
            self._wants_shrinking = True
            if self._vacuum_at is None:
                self._vacuum_at = self._wrote_at + _LATEST * vacuum_seconds(self._engine)


def _closed() -> Unavailable:
    return Unavailable(
        "the server is shutting down; try again once it is back", Reason.SHUTTING_DOWN
    )
