"""The only writer of this process: it combines requests into shared commits."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar, cast

from sqlalchemy import Engine

from npcserver.adapters.store.columns import to_moment
from npcserver.adapters.store.commit import Batch, Committed, Failed, Request, commit
from npcserver.adapters.store.engine import shrink_log, vacuum, vacuum_seconds
from npcserver.adapters.store.facts import Facts
from npcserver.adapters.store.unit import SqlUnit
from npcserver.model.errors import OverLimit, Reason, Unavailable
from npcserver.ports.storage import Append, Appended

T = TypeVar("T")

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


@dataclass(frozen=True, slots=True)
class _Asked:
    request: Request
    answer: asyncio.Future[object]


class Writer:
    """Queues requests and commits them in order, as many at a time as are waiting.

    While one transaction is being committed the next one fills up. A request is answered only after
    its commit. A request cancelled before its batch starts is skipped; later it is still written.
    """

    def __init__(
        self, engine: Engine, facts: Facts, wake: asyncio.Event, now: Callable[[], datetime]
    ) -> None:
        self._engine = engine
        self._facts = facts
        self._wake = wake
        self._now = now
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._queue: deque[_Asked] = deque()
        self._asked = asyncio.Event()
        self._ended = asyncio.Event()
        self._is_running = False
        self._is_closing = False
        self._purged_at = now()
        self._wants_shrinking = False
        self._wrote_at = 0.0  # on the loop's clock, like the next one
        self._vacuum_at: float | None = None  # latest time; None if nothing was freed

    async def append(self, append: Append) -> Appended:
        """Append together with other requests; durable on return."""
        return cast("Appended", await self._ask(append))

    async def work(self, work: Callable[[SqlUnit], Awaitable[T]]) -> T:
        """Run a unit of work; durable on return."""
        return cast("T", await self._ask(work))

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
            self._refuse_the_rest()
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

    async def _ask(self, request: Request) -> object:
        if self._is_closing:
            raise _closed()
        if len(self._queue) >= _MAX_WAITING:
            raise OverLimit(
                f"{_MAX_WAITING} writes are waiting for the disk; try again in a moment",
                Reason.OVER_LIMIT,
                retry_after=1.0,
            )
        answer = asyncio.get_running_loop().create_future()
        self._queue.append(_Asked(request, answer))
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
        """Return the seconds until the pending vacuum is to run."""
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
        committing = loop.run_in_executor(self._thread, commit, self._engine, batch)
        try:
            await asyncio.wait((committing,))
        finally:
            # Even if cancelled, wait for the commit under way and answer its callers.
            if not committing.done():
                await asyncio.wait((committing,))
            self._settle(asked, committing)

    def _take(self) -> list[_Asked]:
        asked: list[_Asked] = []
        drafts = 0
        while self._queue and len(asked) < _MAX_REQUESTS and drafts < _MAX_DRAFTS:
            one = self._queue.popleft()
            if one.answer.done():
                continue
            asked.append(one)
            if isinstance(one.request, Append):
                drafts += len(one.request.drafts)
        return asked

    def _batch(self, asked: list[_Asked]) -> Batch:
        now = self._now()
        purge = None
        if now - self._purged_at > _PURGED_EVERY:
            self._purged_at, purge = now, to_moment(now - _ANSWERS_KEPT)
            self._wants_shrinking = True
        return Batch([one.request for one in asked], to_moment(now), self._facts, purge)

    def _settle(self, asked: list[_Asked], committing: asyncio.Future[Committed]) -> None:
        committed = committing.result()
        for one, outcome in zip(asked, committed.outcomes, strict=True):
            if one.answer.done():
                continue
            if isinstance(outcome, Failed):
                one.answer.set_exception(outcome.error)
            else:
                one.answer.set_result(outcome)
        if committed.has_jobs:
            self._wake.set()
        self._wrote_at = asyncio.get_running_loop().time()
        if committed.has_freed:
            self._wants_shrinking = True
            if self._vacuum_at is None:
                self._vacuum_at = self._wrote_at + _LATEST * vacuum_seconds(self._engine)

    def _refuse_the_rest(self) -> None:
        while self._queue:
            one = self._queue.popleft()
            if not one.answer.done():
                one.answer.set_exception(_closed())


def _closed() -> Unavailable:
    return Unavailable(
        "the server is shutting down; try again once it is back", Reason.SHUTTING_DOWN
    )
