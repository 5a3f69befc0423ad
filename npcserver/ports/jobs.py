"""The queue of jobs that play leaves behind, as the application sees it."""

from datetime import datetime
from typing import Protocol

from npcserver.model.ids import TimelineId
from npcserver.model.job import FailedJob, Job, OverdueJob, Urgency


class Jobs(Protocol):
    """A queue with at-least-once delivery of one job at a time per (timeline, subject)."""

    async def claim(
        self, now: datetime, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        """Claim a due job with a lease of `lease_seconds`, or return None.

        Within one urgency the job that has been due longest goes first; across urgencies the one
        with the greatest `precedence`, which grows with the time a job has been due. With `only`,
        jobs of other urgencies are not claimed.
        """

    async def renew(self, job: Job, now: datetime, lease_seconds: float) -> bool:
        """Extend a lease to `lease_seconds` from now; return whether the job is still held.

        It is not if the lease ran out and another worker took the job.
        """

    async def finish(self, job: Job) -> None:
        """Remove a finished job; if it was requested again meanwhile, it is due again."""

    async def fail(self, job: Job, error: str, retry_at: datetime | None) -> None:
        """Store the error; the job is due again at `retry_at`, or if None is kept for inspection.

        An empty error means that the job was postponed: no attempt counts, and if it was requested
        again meanwhile it is due at once.
        """

    @property
    def changes(self) -> int:
        """A number that grows whenever a job may have become due by what this process wrote."""

    async def wait(self, seconds: float, since: int) -> None:
        """Return when a job may have become due, at the latest after `seconds`.

        `since` is the value of `changes` before the caller looked for a job.
        """

    async def pending(self, timeline_id: TimelineId | None = None) -> int:
        """Count the jobs that are due, being worked on, or waiting for a retry.

        Of one timeline or of all. 0 means that no thinking is left for the present: jobs that
        failed for good, and jobs requested for or postponed to a later time, do not count.
        """

    async def overdue(self, timeline_id: TimelineId | None, limit: int) -> tuple[OverdueJob, ...]:
        """Return the jobs that are due, being worked on, or waiting for a retry, first due first.

        Of one timeline or of all.
        """

    async def failures(self, limit: int) -> tuple[FailedJob, ...]:
        """Return jobs whose last attempt failed, newest jobs first."""
