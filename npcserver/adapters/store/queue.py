"""Queries over jobs: requesting, claiming, finishing, failing. Times are moments (see `columns`).

The table holds which jobs are requested, their leases, and their errors. On SQLite, where one
transaction writes at a time, it is the queue as well. On PostgreSQL `line` decides which is next.
"""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.orm import aliased

from npcserver.adapters.store import dialect, queueing
from npcserver.adapters.store.columns import to_moment
from npcserver.adapters.store.leases import new_lease
from npcserver.adapters.store.tables import JobRow, table_of
from npcserver.model.ids import TimelineId
from npcserver.model.job import FailedJob, Job, JobDraft, JobKind, Urgency, precedence, urgency_of

_JOB = table_of(JobRow)
_SECOND = 1_000_000  # of moments
_ALL_BUT_FREE = tuple(kind for kind in JobKind if kind is not JobKind.FREE)
_LET_GO: dict[str, object] = {"lease": None, "ticket": None, "is_wanted_again": False}
_INTO = "job(timeline_id, subject_id, kind, rank, due_at)"
# Jobs of removed timelines are dropped; those of deleted ones too, except for freeing their rows.
_WISH = """
    INSERT INTO {into}
    SELECT wish.* FROM (VALUES {{rows}}) AS wish JOIN timeline ON timeline.id = wish.column1
    WHERE timeline.deleted_at IS NULL OR wish.column3 = 'free'
    ORDER BY wish.column1, wish.column2, wish.column3 {lock}
"""
# Most requests repeat a job that is due already; the last condition keeps them from writing.
_WISHED_BEFORE = """
    ON CONFLICT (timeline_id, subject_id, kind) DO UPDATE SET
        is_wanted_again = job.lease IS NOT NULL,
        attempts = CASE WHEN job.due_at IS NULL THEN 0 ELSE job.attempts END,
        due_at = CASE WHEN job.due_at IS NULL OR excluded.due_at < job.due_at
            THEN excluded.due_at ELSE job.due_at END
    WHERE job.due_at IS NULL OR excluded.due_at < job.due_at
        OR (job.lease IS NOT NULL AND NOT job.is_wanted_again)
"""


def want(
    connection: Connection,
    drafts: Sequence[JobDraft],
    now: int,
    *,
    locked: Collection[TimelineId] = (),
) -> None:
    """Request jobs; an open job is not repeated, only made due sooner.

    A job being worked on is marked to be done again; one that failed for good is revived. `locked`
    are timelines whose rows the caller has locked, so they need no check.
    """
    wishes = {(draft.timeline_id, draft.subject_id, draft.kind): draft for draft in drafts}
    rows = [
        (
            timeline_id,
            subject_id,
            str(kind),
            int(urgency_of(kind)),
            now if draft.due_at is None else to_moment(draft.due_at),
        )
        for (timeline_id, subject_id, kind), draft in wishes.items()
    ]
    # In a fixed order, so that two processes cannot deadlock.
    rows.sort()
    known = [row for row in rows if row[0] in locked]
    dialect.insert_many(connection, _INTO, known, _WISHED_BEFORE)
    lock = "FOR KEY SHARE OF timeline" if queueing.has_line(connection) else ""
    others = [row for row in rows if row[0] not in locked]
    dialect.run_chunked(connection, _WISH.format(into=_INTO, lock=lock) + _WISHED_BEFORE, others)
    if rows and queueing.has_line(connection):
        queueing.line_up(connection, now)


def drop(
    connection: Connection, timeline_id: TimelineId, kinds: Sequence[JobKind] = _ALL_BUT_FREE
) -> None:
    """Delete the jobs of a timeline, by default all but FREE; workers are not notified."""
    dropped = and_(_JOB.c.timeline_id == timeline_id, _JOB.c.kind.in_(map(str, kinds)))
    if queueing.has_line(connection):
        queueing.hold(connection, dropped)
    connection.execute(delete(_JOB).where(dropped))


def claim(connection: Connection, now: int, until: int, only: Urgency | None = None) -> Job | None:
    """Claim the next due job whose subject has no other job in work."""
    lease = {"lease": new_lease(), "lease_until": until, "attempts": _JOB.c.attempts + 1}
    if queueing.has_line(connection):
        taken = queueing.claim(connection, now, lease, only)
        return None if taken is None else _job(taken)
    found = connection.execute(_oldest(only), {"now": now}).all()
    if not found:
        return None
    chosen = max(found, key=lambda row: precedence(Urgency(row.rank), (now - row.due_at) / _SECOND))
    taking = update(_JOB).where(_JOB.c.id == chosen.id).values(lease).returning(*_JOB.c)
    return _job(connection.execute(taking).one())


@cache  # idle workers query each second, and building it takes ten times as long as the query
def _oldest(only: Urgency | None) -> CompoundSelect[int, int, int | None]:
    """Return a query for the job of each urgency, or of one, that has been due longest by `now`."""
    urgencies = (*Urgency,) if only is None else (only,)
    # In a union only subqueries may have a limit.
    return union_all(*(select(_next(urgency).subquery()) for urgency in urgencies))


def _next(urgency: Urgency) -> Select[int, int, int | None]:
    mine, other = aliased(JobRow), aliased(JobRow)
    is_busy = exists().where(
        other.timeline_id == mine.timeline_id,
        other.subject_id == mine.subject_id,
        other.lease.is_not(None),
        other.lease_until > bindparam("now"),
    )
    return (
        select(mine.id, mine.rank, mine.due_at)
        .where(
            mine.ticket.is_(None),
            mine.rank == int(urgency),
            mine.due_at <= bindparam("now"),
            ~is_busy,
        )
        .order_by(mine.due_at, mine.id)
        .limit(1)
    )


def _job(row: Row[Any]) -> Job:
    return Job(
        id=row.id,
        kind=JobKind(row.kind),
        timeline_id=TimelineId(row.timeline_id),
        subject_id=row.subject_id,
        attempts=row.attempts,
        lease=row.lease,
    )


def renew(connection: Connection, job: Job, until: int) -> bool:
    """Extend a lease; return whether the job is still held."""
    renewed = update(_JOB).where(_held(job)).values(lease_until=until).returning(_JOB.c.id)
    return connection.execute(renewed).scalar() is not None


def finish(connection: Connection, job: Job, now: int) -> bool:
    """Remove a finished job; return whether it is due again, as it was requested meanwhile.

    Does nothing if the lease has expired.
    """
    held = _held(job)
    if queueing.has_line(connection):
        queueing.leave(connection, held)
    connection.execute(delete(_JOB).where(held, _JOB.c.is_wanted_again.is_(False)))
    anew = {"due_at": now, "attempts": 0, "error": ""}
    again = update(_JOB).where(held).values(**_LET_GO, **anew).returning(_JOB.c.id)
    return connection.execute(again).scalar() is not None


def fail(connection: Connection, job: Job, error: str, retry_at: int | None, now: int) -> bool:
    """Store the error; the job is due at `retry_at`. Return whether the job is still to be done.

    An empty error means that the job was postponed: no attempt counts, and if it was requested
    again meanwhile it is due at once. Such a request also revives a job whose last attempt failed.
    """
    held = _held(job)
    if queueing.has_line(connection):
        queueing.leave(connection, held)
    changes: dict[str, object] = {"due_at": retry_at}
    if not error:
        changes["attempts"] = 0
        changes["due_at"] = case((_JOB.c.is_wanted_again, now), else_=retry_at)
    if retry_at is None:
        changes = {
            "due_at": case((_JOB.c.is_wanted_again, now), else_=None),
            "attempts": case((_JOB.c.is_wanted_again, 0), else_=_JOB.c.attempts),
        }
    kept = update(_JOB).where(held).values(**_LET_GO, error=error, **changes)
    failed = connection.execute(kept.returning(_JOB.c.due_at)).first()
    return failed is not None and failed.due_at is not None


def pending(connection: Connection, timeline_id: TimelineId | None, now: int) -> int:
    """Count the jobs that are due, being worked on, or waiting for a retry."""
    is_open = or_(_JOB.c.lease.is_not(None), _JOB.c.due_at <= now, _JOB.c.attempts > 0)
    count = select(func.count()).where(_JOB.c.due_at.is_not(None), is_open)
    if timeline_id is not None:
        count = count.where(_JOB.c.timeline_id == timeline_id)
    return connection.execute(count).scalar_one()


def failures(connection: Connection, limit: int) -> tuple[FailedJob, ...]:
    """Return jobs whose last attempt failed, newest jobs first."""
    has_failed = or_(_JOB.c.due_at.is_(None), _JOB.c.error != "")
    found = select(_JOB).where(has_failed).order_by(_JOB.c.id.desc()).limit(limit)
    return tuple(
        FailedJob(
            kind=JobKind(row.kind),
            timeline_id=TimelineId(row.timeline_id),
            subject_id=row.subject_id,
            attempts=row.attempts,
            error=row.error,
            is_final=row.due_at is None,
        )
        for row in connection.execute(found)
    )


def _held(job: Job) -> ColumnElement[bool]:
    return and_(_JOB.c.id == job.id, _JOB.c.lease == job.lease)
