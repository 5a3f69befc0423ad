"""Queries over jobs: wishing, claiming, finishing, failing. Times are moments (see `columns`)."""

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, case, delete, exists, select, update
from sqlalchemy.orm import aliased

from npcserver.adapters.store import dialect
from npcserver.adapters.store.columns import to_moment
from npcserver.adapters.store.tables import JobRow, table_of
from npcserver.model.ids import TimelineId
from npcserver.model.job import Job, JobDraft, JobKind

_JOB = table_of(JobRow)
_MAX_LOSSES = 20
_INTO = "job(timeline_id, subject_id, kind, due_at)"
# Most wishes repeat one that is due already; those do not even touch the row.
_WISHED_BEFORE = """
    ON CONFLICT (timeline_id, subject_id, kind) DO UPDATE SET
        is_wanted_again = job.lease IS NOT NULL,
        attempts = CASE WHEN job.due_at IS NULL THEN 0 ELSE job.attempts END,
        due_at = CASE WHEN job.due_at IS NULL OR excluded.due_at < job.due_at
            THEN excluded.due_at ELSE job.due_at END
    WHERE job.due_at IS NULL OR excluded.due_at < job.due_at
        OR (job.lease IS NOT NULL AND NOT job.is_wanted_again)
"""


def want(connection: Connection, drafts: Sequence[JobDraft], now: int) -> None:
    """Wish for work. An open wish is not repeated, only made due sooner.

    One that somebody works on is marked to be done again; one that failed for good is revived.
    """
    wishes = {(draft.timeline_id, draft.subject_id, draft.kind): draft for draft in drafts}
    rows = [
        (
            timeline_id,
            subject_id,
            str(kind),
            now if draft.due_at is None else to_moment(draft.due_at),
        )
        for (timeline_id, subject_id, kind), draft in wishes.items()
    ]
    # In one order, so that two processes cannot block each other.
    rows.sort()
    dialect.insert_many(connection, _INTO, rows, _WISHED_BEFORE)


def claim(connection: Connection, now: int, until: int) -> Job | None:
    """Take the job that is due longest among subjects nobody works for.

    Another process may take a job of the same subject between the look and the lock; then the
    next best is tried.
    """
    other = aliased(JobRow)
    is_busy = exists().where(
        other.timeline_id == JobRow.timeline_id,
        other.subject_id == JobRow.subject_id,
        other.lease.is_not(None),
        other.lease_until > now,
    )
    candidate = (
        select(JobRow.id, JobRow.timeline_id, JobRow.subject_id)
        .where(JobRow.due_at <= now, ~is_busy)
        .order_by(JobRow.due_at, JobRow.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    for _ in range(_MAX_LOSSES):
        found = connection.execute(candidate).first()
        if found is None:
            return None
        dialect.hold(connection, "job", found.timeline_id, found.subject_id)
        lease = secrets.token_hex(8)
        taken = connection.execute(
            update(JobRow)
            .where(JobRow.id == found.id, ~is_busy)
            .values(lease=lease, lease_until=until, attempts=JobRow.attempts + 1)
            .returning(*_JOB.c)
        ).first()
        if taken is not None:
            return _job(taken)
    return None


def _job(row: Row[Any]) -> Job:
    return Job(
        id=row.id,
        kind=JobKind(row.kind),
        timeline_id=TimelineId(row.timeline_id),
        subject_id=row.subject_id,
        attempts=row.attempts,
        lease=row.lease,
    )


def finish(connection: Connection, job: Job, now: int) -> bool:
    """Remove a job that is done; say whether it is due again because it was wished for meanwhile.

    A lease that ran out has nothing to finish.
    """
    held = and_(_JOB.c.id == job.id, _JOB.c.lease == job.lease)
    connection.execute(delete(_JOB).where(held, _JOB.c.is_wanted_again.is_(False)))
    again = connection.execute(
        update(_JOB)
        .where(held)
        .values(lease=None, is_wanted_again=False, due_at=now, attempts=0, error="")
        .returning(_JOB.c.id)
    )
    return again.scalar() is not None


def fail(connection: Connection, job: Job, error: str, retry_at: int | None, now: int) -> bool:
    """Keep the error, due again at `retry_at`; say whether the job is still to be done.

    A wish made meanwhile is a reason to begin anew when this was the last attempt.
    """
    held = and_(_JOB.c.id == job.id, _JOB.c.lease == job.lease)
    changes: dict[str, object] = {"due_at": retry_at}
    if retry_at is None:
        changes = {
            "due_at": case((_JOB.c.is_wanted_again, now), else_=None),
            "attempts": case((_JOB.c.is_wanted_again, 0), else_=_JOB.c.attempts),
        }
    failed = connection.execute(
        update(_JOB)
        .where(held)
        .values(lease=None, error=error, is_wanted_again=False, **changes)
        .returning(_JOB.c.due_at)
    ).first()
    return failed is not None and failed.due_at is not None
