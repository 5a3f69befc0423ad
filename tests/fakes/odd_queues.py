"""Queues of jobs that are not as they should be."""

import asyncio
from datetime import datetime

from npcserver.model.ids import TimelineId
from npcserver.model.job import FailedJob, Job, Urgency
from tests.fakes.memory_jobs import MemoryJobs

_LEASE = 3600.0


class LastingQueue(MemoryJobs):
    """A queue that renews for an hour and tells when it did."""

    def __init__(self, jobs: MemoryJobs) -> None:
        self.jobs = jobs
        self.renewed = asyncio.Event()

    async def claim(
        self, now: datetime, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        return await self.jobs.claim(now, lease_seconds)

    async def renew(self, job: Job, now: datetime, lease_seconds: float) -> bool:
        self.renewed.set()
        return await self.jobs.renew(job, now, _LEASE)

    async def finish(self, job: Job) -> None:
        await self.jobs.finish(job)


class FailingQueue:
    """A queue whose every call fails."""

    def __init__(self, fault: Exception) -> None:
        self._fault = fault
        self.failed = asyncio.Event()

    async def claim(
        self, now: object, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        self.failed.set()
        raise self._fault

    async def renew(self, job: Job, now: object, lease_seconds: float) -> bool:
        raise self._fault

    async def finish(self, job: Job) -> None:
        raise self._fault

    async def fail(self, job: Job, error: str, retry_at: object) -> None:
        raise self._fault

    async def wait(self, seconds: float) -> None:
        raise self._fault

    async def pending(self, timeline_id: TimelineId | None = None) -> int:
        raise self._fault

    async def failures(self, limit: int) -> tuple[FailedJob, ...]:
        raise self._fault
