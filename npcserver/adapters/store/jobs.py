"""The job queue, in the database of the log and through its writer."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from npcserver.adapters.store import queue
from npcserver.adapters.store.columns import to_moment
from npcserver.adapters.store.lanes import Lanes
from npcserver.adapters.store.unit import SqlUnit
from npcserver.adapters.store.writer import Writer
from npcserver.model.ids import TimelineId
from npcserver.model.job import FailedJob, Job, Urgency


class SqlJobs:
    """A queue with at-least-once delivery of one job at a time per (timeline, subject)."""

    def __init__(
        self, writer: Writer, lanes: Lanes, wake: asyncio.Event, now: Callable[[], datetime]
    ) -> None:
        self._writer = writer
        self._lanes = lanes
        self._wake = wake
        self._now = now

    async def claim(
        self, now: datetime, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        """Claim the next due job, or return None."""
        until = to_moment(now + timedelta(seconds=lease_seconds))

        async def work(unit: SqlUnit) -> Job | None:
            return await unit.run(queue.claim, to_moment(now), until, only)

        return await self._writer.work(work)

    async def renew(self, job: Job, now: datetime, lease_seconds: float) -> bool:
        """Extend a lease; return whether the job is still held."""
        until = to_moment(now + timedelta(seconds=lease_seconds))

        async def work(unit: SqlUnit) -> bool:
            return await unit.run(queue.renew, job, until)

        return await self._writer.work(work)

    async def finish(self, job: Job) -> None:
        """Remove a finished job; if it was requested again meanwhile, it is due again."""

        async def work(unit: SqlUnit) -> None:
            if await unit.run(queue.finish, job, unit.now):
                unit.announce_jobs()

        await self._writer.work(work)

    async def fail(self, job: Job, error: str, retry_at: datetime | None) -> None:
        """Store the error; the job is due at `retry_at`, or if that is None kept for inspection."""
        retry = None if retry_at is None else to_moment(retry_at)

        async def work(unit: SqlUnit) -> None:
            if await unit.run(queue.fail, job, error, retry, unit.now):
                unit.announce_jobs()

        await self._writer.work(work)

    async def wait(self, seconds: float) -> None:
        """Return when a job may have become due, at the latest after `seconds`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        self._wake.clear()

    async def pending(self, timeline_id: TimelineId | None = None) -> int:
        """Count the jobs that are due, being worked on, or waiting for a retry."""
        async with self._lanes.lane() as lane:
            return await lane.run(queue.pending, timeline_id, to_moment(self._now()))

    async def failures(self, limit: int) -> tuple[FailedJob, ...]:
        """Return jobs whose last attempt failed, newest jobs first."""
        async with self._lanes.lane() as lane:
            return await lane.run(queue.failures, limit)
