"""Work that can wait, as a worker sees it. Jobs are wished for in a `UnitOfWork` or an `Append`."""

from datetime import datetime
from typing import Protocol

from npcserver.model.ids import TimelineId
from npcserver.model.job import FailedJob, Job, Urgency


class Jobs(Protocol):
    """A queue that gives out one job per (timeline, subject) at a time, at least once."""

    async def claim(
        self, now: datetime, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        """Take a job that is due, or None. Its lease runs out after `lease_seconds`.

        Of one urgency that is due longest goes first, of several the one with the greatest
        `precedence`, which grows with the time a job has been due. With `only`, jobs of other
        urgencies are left alone.
        """
        ...

    async def renew(self, job: Job, now: datetime, lease_seconds: float) -> bool:
        """Make a lease run out later, `lease_seconds` from now; say whether the job is still held.

        It is not when the lease ran out and somebody else took the job.
        """
        ...

    async def finish(self, job: Job) -> None:
        """Remove a job that is done; if it was wished for again meanwhile, it is due again."""
        ...

    async def fail(self, job: Job, error: str, retry_at: datetime | None) -> None:
        """Keep the error; the job is due again at `retry_at`, or stays for reading when None.

        Without an error it did not fail but was put off: no attempt counts, and if it was wished
        for again meanwhile it is due at once.
        """
        ...

    async def wait(self, seconds: float) -> None:
        """Return when a job may have become due, after `seconds` at the latest."""
        ...

    async def pending(self, timeline_id: TimelineId | None = None) -> int:
        """Count the jobs that are due, being worked on, or waiting for their next attempt.

        Of one timeline or of all. When it is 0 nothing is left to think for the present: neither
        what failed for good counts, nor what was wished for or put off to a later time.
        """
        ...

    async def failures(self, limit: int) -> tuple[FailedJob, ...]:
        """Return jobs whose last attempt failed, the youngest jobs first."""
        ...
