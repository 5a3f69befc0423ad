"""A fake queue of jobs."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from npcserver.model.ids import TimelineId
from npcserver.model.job import FailedJob, Job, JobDraft, JobKind, Urgency, precedence, urgency_of


@dataclass
class Row:
    id: int
    draft: JobDraft
    due_at: datetime | None
    lease: str = ""
    lease_until: datetime = datetime(1, 1, 1, tzinfo=UTC)
    is_wanted_again: bool = False
    attempts: int = 0
    error: str = ""


class MemoryJobs:
    """Gives out one job per (timeline, subject) at a time."""

    def __init__(self, wake: asyncio.Event) -> None:
        self._wake = wake
        self._rows: dict[tuple[str, str, JobKind], Row] = {}
        self._made = 0

    def want(self, drafts: Sequence[JobDraft]) -> None:
        for draft in drafts:
            due_at = draft.due_at or datetime.now(UTC)
            key = (draft.timeline_id, draft.subject_id, draft.kind)
            row = self._rows.get(key)
            if row is None:
                self._made += 1
                self._rows[key] = Row(self._made, draft, due_at)
                continue
            row.is_wanted_again = bool(row.lease)
            if row.due_at is None:
                row.due_at, row.attempts = due_at, 0
            row.due_at = min(row.due_at, due_at)
        if drafts:
            self._wake.set()

    @property
    def open(self) -> tuple[tuple[str, str, JobKind], ...]:
        """Timeline, subject and kind of all that is open."""
        return tuple(self._rows)

    def take(self, job: tuple[str, str, JobKind]) -> None:
        """Remove a job as if it were done, if it is open."""
        self._rows.pop(job, None)

    def forget(self, timelines: set[str]) -> None:
        self._rows = {key: row for key, row in self._rows.items() if key[0] not in timelines}

    def drop(self, timelines: set[str]) -> None:
        self._rows = {
            key: row
            for key, row in self._rows.items()
            if key[0] not in timelines or key[2] is JobKind.FREE
        }

    async def claim(
        self, now: datetime, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        busy = {
            (row.draft.timeline_id, row.draft.subject_id)
            for row in self._rows.values()
            if row.lease and row.lease_until > now
        }
        due = [
            (-_precedence(row, now), row.due_at, row.id, row)
            for row in self._rows.values()
            if row.due_at is not None
            and row.due_at <= now
            and only in (None, urgency_of(row.draft.kind))
            and (row.draft.timeline_id, row.draft.subject_id) not in busy
        ]
        if not due:
            return None
        row = min(due, key=lambda each: each[:3])[3]
        row.attempts += 1
        row.lease = f"{row.id}.{row.attempts}.{now.timestamp()}"
        row.lease_until = now + timedelta(seconds=lease_seconds)
        return Job(
            id=row.id,
            kind=row.draft.kind,
            timeline_id=row.draft.timeline_id,
            subject_id=row.draft.subject_id,
            attempts=row.attempts,
            lease=row.lease,
        )

    async def renew(self, job: Job, now: datetime, lease_seconds: float) -> bool:
        row = self._held(job)
        if row is not None:
            row.lease_until = now + timedelta(seconds=lease_seconds)
        return row is not None

    async def finish(self, job: Job) -> None:
        row = self._held(job)
        if row is None:
            return
        if row.is_wanted_again:
            row.lease, row.is_wanted_again, row.attempts, row.error = "", False, 0, ""
            row.due_at = datetime.now(UTC)
            self._wake.set()
        else:
            del self._rows[(job.timeline_id, job.subject_id, job.kind)]

    async def fail(self, job: Job, error: str, retry_at: datetime | None) -> None:
        row = self._held(job)
        if row is None:
            return
        if row.is_wanted_again and (retry_at is None or not error):
            row.attempts, retry_at = 0, datetime.now(UTC)
        row.attempts = row.attempts if error else 0
        row.lease, row.is_wanted_again, row.error, row.due_at = "", False, error, retry_at
        self._wake.set()

    async def pending(self, timeline_id: TimelineId | None = None) -> int:
        now = datetime.now(UTC)
        return sum(
            row.due_at is not None and bool(row.lease or row.due_at <= now or row.attempts)
            for row in self._rows.values()
            if timeline_id in (None, row.draft.timeline_id)
        )

    async def failures(self, limit: int) -> tuple[FailedJob, ...]:
        failed = [row for row in self._rows.values() if row.error or row.due_at is None]
        failed.sort(key=lambda row: row.id, reverse=True)
        return tuple(
            FailedJob(
                kind=row.draft.kind,
                timeline_id=row.draft.timeline_id,
                subject_id=row.draft.subject_id,
                attempts=row.attempts,
                error=row.error,
                is_final=row.due_at is None,
            )
            for row in failed[:limit]
        )

    async def wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        self._wake.clear()

    def _held(self, job: Job) -> Row | None:
        row = self._rows.get((job.timeline_id, job.subject_id, job.kind))
        return row if row is not None and row.lease == job.lease else None


def _precedence(row: Row, now: datetime) -> float:
    waited = now - (row.due_at or now)
    return precedence(urgency_of(row.draft.kind), waited.total_seconds())
