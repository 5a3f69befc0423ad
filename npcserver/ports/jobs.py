"""Work that can wait, as a worker sees it. Jobs are wished for in a `UnitOfWork` or an `Append`."""

from datetime import datetime
from typing import Protocol

from npcserver.model.job import Job


class Jobs(Protocol):
    """A queue that gives out one job per (timeline, subject) at a time, at least once."""

    async def claim(self, now: datetime, lease_seconds: float) -> Job | None:
        """Take the job that is due longest, or None. Its lease runs out after `lease_seconds`."""
        ...

    async def finish(self, job: Job) -> None:
        """Remove a job that is done; if it was wished for again meanwhile, it is due again."""
        ...

    async def fail(self, job: Job, error: str, retry_at: datetime | None) -> None:
        """Keep the error; the job is due again at `retry_at`, or stays for reading when None."""
        ...

    async def wait(self, seconds: float) -> None:
        """Return when a job may have become due, after `seconds` at the latest."""
        ...
