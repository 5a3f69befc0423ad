"""Queries over jobs: requesting, claiming, finishing and failing them.

The table of jobs is the queue, on both databases.
"""

import math
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.dml import ReturningUpdate

from npcserver.adapters.store import dialect
from npcserver.adapters.store.dialect import MOMENTS_PER_SECOND, from_moment, to_moment
from npcserver.adapters.store.leases import new_lease, owners_gone, server_name
from npcserver.adapters.store.tables import JOB
from npcserver.model.ids import TimelineId
from npcserver.model.job import (
    FailedJob,
    Job,
    JobDraft,
    JobKind,
    OverdueJob,
    Urgency,
    precedence,
    urgency_of,
)

_MOST_LOSSES = 20  # times in a row that another server takes a job of the same subject first
_LOOK = (
    MOMENTS_PER_SECOND  # one second, after which it is seen that a server with jobs in work is gone
)
_LEASED = sa.select(JOB.c.id, JOB.c.lease, JOB.c.lease_until).where(JOB.c.lease.is_not(None))


def _is_postgresql(connection: sa.Connection) -> bool:
    return connection.dialect.name == "postgresql"


_ALL_BUT_FREE = tuple(kind for kind in JobKind if kind is not JobKind.FREE)
_LET_GO: dict[str, object] = {"lease": None, "is_wanted_again": False}
_INTO = "job(timeline_id, subject_id, kind, rank, due_at, first_due_at)"
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
            THEN excluded.due_at ELSE job.due_at END,
        first_due_at = CASE WHEN job.due_at IS NULL OR excluded.due_at < job.first_due_at
            THEN excluded.due_at ELSE job.first_due_at END
    WHERE job.due_at IS NULL OR excluded.due_at < job.due_at
        OR (job.lease IS NOT NULL AND NOT job.is_wanted_again)
"""


def want(
    connection: sa.Connection,
    drafts: Sequence[JobDraft],
    now: int,
    *,
    locked: Collection[TimelineId] = (),
) -> bool:
    """Request jobs; an open job is not repeated, only made due sooner.

    Return whether that changed anything: if not, workers know of all of them.

    A job being worked on is marked to be done again; one that failed for good is revived. `locked`
    are timelines whose rows the caller has locked, so they need no check.
    """
    wishes = {(draft.timeline_id, draft.subject_id, draft.kind): draft for draft in drafts}
    rows = [
        (timeline_id, subject_id, str(kind), int(urgency_of(kind)), due, due)
        for (timeline_id, subject_id, kind), draft in wishes.items()
        for due in (now if draft.due_at is None else to_moment(draft.due_at),)
    ]
    # In a fixed order, so that two processes cannot deadlock.
    rows.sort()
    known = [row for row in rows if row[0] in locked]
    changed = dialect.insert_many(connection, _INTO, known, _WISHED_BEFORE)
    lock = "FOR KEY SHARE OF timeline" if _is_postgresql(connection) else ""
    others = [row for row in rows if row[0] not in locked]
    wish = _WISH.format(into=_INTO, lock=lock) + _WISHED_BEFORE
    return changed + dialect.run_chunked(connection, wish, others) > 0


def drop(
    connection: sa.Connection, timeline_id: TimelineId, kinds: Sequence[JobKind] = _ALL_BUT_FREE
) -> None:
    """Delete the jobs of a timeline, by default all but FREE; workers are not notified."""
    dropped = sa.and_(JOB.c.timeline_id == timeline_id, JOB.c.kind.in_(map(str, kinds)))
    connection.execute(sa.delete(JOB).where(dropped))


def claim(
    connection: sa.Connection, now: int, until: int, only: Urgency | None = None
) -> Job | None:
    """Claim the next due job whose subject has no other job in work, or return None.

    Urgencies are tried in the order of the precedence of their longest-due jobs.
    """
    _release_lost(connection, now)
    due = connection.execute(_longest_due(only), {"now": now}).all()

    def rank(row: sa.Row[int, int, int | None]) -> float:
        waited = now - (row.due_at or now)
        return precedence(Urgency(row.rank), waited / MOMENTS_PER_SECOND)

    for row in sorted(due, key=rank, reverse=True):
        taken = _take(connection, Urgency(row.rank), now, until)
        if taken is not None:
            return taken
    return None


def _take(connection: sa.Connection, urgency: Urgency, now: int, until: int) -> Job | None:
    values = {"now": now, "taken_by": new_lease(), "until": until}
    for _ in range(_MOST_LOSSES):
        try:
            with connection.begin_nested():
                row = connection.execute(_taking(urgency), values).first()
        except IntegrityError:
            # Another server took another job of the same subject at the same moment: the unique
            # index over jobs in work lets one of the two through.
            continue
        if row is None:
            return None
        return Job(
            id=row.id,
            kind=JobKind(row.kind),
            timeline_id=TimelineId(row.timeline_id),
            subject_id=row.subject_id,
            attempts=row.attempts,
            lease=row.lease,
        )
    return None


def _release_lost(connection: sa.Connection, now: int) -> None:
    held = connection.execute(_LEASED).all()
    gone = owners_gone(connection, {row.lease for row in held})
    lost = [row for row in held if row.lease_until <= now or row.lease in gone]
    if lost:
        is_lost = sa.tuple_(JOB.c.id, JOB.c.lease).in_([(row.id, row.lease) for row in lost])
        connection.execute(sa.update(JOB).where(is_lost).values(lease=None))


def next_due(connection: sa.Connection, now: int) -> float:
    """Return the moment when the next job may become due, infinite if none is waiting.

    While another server has a job in work this is in a second: if it dies, the job is due.
    """
    values = {"now": now, "own": f"{server_name()}/", "look": now + _LOOK}
    found = connection.execute(_first_due(), values).scalar()
    return math.inf if found is None else found


@cache
def _first_due() -> sa.Select[Any]:
    is_leased = sa.and_(JOB.c.lease.is_not(None), JOB.c.lease_until > sa.bindparam("now"))
    own = sa.bindparam("own", type_=sa.String)
    is_own = sa.func.substr(JOB.c.lease, 1, sa.func.length(own)) == own
    look = sa.bindparam("look", type_=sa.BigInteger)
    moment = sa.case(
        (sa.and_(is_leased, is_own), JOB.c.lease_until), (is_leased, look), else_=JOB.c.due_at
    )
    return sa.select(sa.func.min(moment))


@cache  # building it takes ten times as long as the query
def _longest_due(only: Urgency | None) -> sa.CompoundSelect[int, int, int | None]:
    """Return a query for the job of each urgency, or of one, that has been due longest by `now`."""
    urgencies = (*Urgency,) if only is None else (only,)
    # In a union only subqueries may have a limit.
    return sa.union_all(*(sa.select(_next(urgency).subquery()) for urgency in urgencies))


@cache
def _taking(urgency: Urgency) -> ReturningUpdate[Any]:
    """Return a statement that leases the next job of an urgency which no one else is leasing."""
    following = _next(urgency).with_for_update(skip_locked=True).subquery()
    taken = sa.update(JOB).where(JOB.c.id == sa.select(following.c.id).scalar_subquery())
    return taken.values(
        lease=sa.bindparam("taken_by"),
        lease_until=sa.bindparam("until"),
        attempts=JOB.c.attempts + 1,
    ).returning(*JOB.c)


def _next(urgency: Urgency) -> sa.Select[int, int, int | None]:
    mine, other = JOB.alias().c, JOB.alias().c
    is_busy = sa.exists().where(
        other.timeline_id == mine.timeline_id,
        other.subject_id == mine.subject_id,
        other.lease.is_not(None),
    )
    return (
        sa.select(mine.id, mine.rank, mine.due_at)
        .where(
            mine.lease.is_(None),
            mine.rank == int(urgency),
            mine.due_at <= sa.bindparam("now"),
            ~is_busy,
        )
        .order_by(mine.due_at, mine.id)
        .limit(1)
    )


def renew(connection: sa.Connection, job: Job, until: int) -> bool:
    """Extend a lease; return whether the job is still held."""
    return connection.execute(_renewing(), _held(job) | {"until": until}).scalar() is not None


def hold(connection: sa.Connection, job: Job) -> bool:
    """Keep a lease until the end of the transaction; return whether the job is still held."""
    held = sa.select(JOB.c.id).where(*_IS_HELD).with_for_update(read=True)
    return connection.execute(held, _held(job)).scalar() is not None


def finish(connection: sa.Connection, job: Job, now: int) -> bool:
    """Remove a finished job; return whether it or another of its subject is due now.

    It is due again if it was requested meanwhile.

    Does nothing if the lease has expired.
    """
    removing, again = _finishing()
    if connection.execute(removing, _held(job)).rowcount:
        return _has_due(connection, job, now)
    is_again = connection.execute(again, _held(job) | {"now": now}).scalar() is not None
    return is_again or _has_due(connection, job, now)


def fail(connection: sa.Connection, job: Job, error: str, retry_at: int | None, now: int) -> bool:
    """Store the error; the job is due at `retry_at`.

    Return whether it or another of its subject is due now.

    An empty error means that the job was postponed: no attempt counts, and if it was requested
    again meanwhile it is due at once. Such a request also revives a job whose last attempt failed.
    """
    failing = _failing(is_postponed=not error, is_final=retry_at is None)
    values = _held(job) | {"error": error, "retry_at": retry_at, "now": now}
    due_at = connection.execute(failing, values).scalar()
    return (due_at is not None and due_at <= now) or _has_due(connection, job, now)


@cache  # building a statement takes longer than running it
def _renewing() -> ReturningUpdate[Any]:
    renewed = sa.update(JOB).where(*_IS_HELD).values(lease_until=sa.bindparam("until"))
    return renewed.returning(JOB.c.id)


@cache
def _finishing() -> tuple[sa.Delete, ReturningUpdate[Any]]:
    removing = sa.delete(JOB).where(*_IS_HELD, JOB.c.is_wanted_again.is_(False))
    now = sa.bindparam("now", type_=sa.BigInteger)
    anew = {"due_at": now, "first_due_at": now, "attempts": 0, "error": ""}
    again = sa.update(JOB).where(*_IS_HELD).values(**_LET_GO, **anew)
    return removing, again.returning(JOB.c.id)


@cache
def _failing(*, is_postponed: bool, is_final: bool) -> ReturningUpdate[Any]:
    now = sa.bindparam("now", type_=sa.BigInteger)  # in a CASE no column tells the type
    retry_at = sa.bindparam("retry_at", type_=sa.BigInteger)
    is_again = JOB.c.is_wanted_again
    changes: dict[str, object] = {"due_at": retry_at}
    if is_postponed:
        changes["attempts"] = 0
        changes["due_at"] = changes["first_due_at"] = sa.case((is_again, now), else_=retry_at)
    if is_final:
        changes = {
            "due_at": sa.case((is_again, now), else_=None),
            "first_due_at": sa.case((is_again, now), else_=JOB.c.first_due_at),
            "attempts": sa.case((is_again, 0), else_=JOB.c.attempts),
        }
    changes |= {**_LET_GO, "error": sa.bindparam("error")}
    return sa.update(JOB).where(*_IS_HELD).values(**changes).returning(JOB.c.due_at)


def _has_due(connection: sa.Connection, job: Job, now: int) -> bool:
    """Return whether a job is due of the subject for which one was in work."""
    values = {"timeline": job.timeline_id, "subject": job.subject_id, "now": now}
    return bool(connection.execute(_due_of_subject(), values).scalar())


@cache
def _due_of_subject() -> sa.Select[bool]:
    due = sa.exists().where(
        JOB.c.timeline_id == sa.bindparam("timeline"),
        JOB.c.subject_id == sa.bindparam("subject"),
        JOB.c.due_at <= sa.bindparam("now"),
    )
    return sa.select(due)


def pending(connection: sa.Connection, timeline_id: TimelineId | None, now: int) -> int:
    """Count the jobs that are due, being worked on, or waiting for a retry."""
    values = {"now": now} | ({} if timeline_id is None else {"timeline": timeline_id})
    return connection.execute(_open(is_of_one=timeline_id is not None), values).scalar_one()


@cache
def _open(*, is_of_one: bool) -> sa.Select[int]:
    is_open = sa.or_(
        JOB.c.lease.is_not(None), JOB.c.due_at <= sa.bindparam("now"), JOB.c.attempts > 0
    )
    count = sa.select(sa.func.count()).where(JOB.c.due_at.is_not(None), is_open)
    return count.where(JOB.c.timeline_id == sa.bindparam("timeline")) if is_of_one else count


def overdue(
    connection: sa.Connection, timeline_id: TimelineId | None, now: Callable[[], int], limit: int
) -> tuple[OverdueJob, ...]:
    """Return the open jobs that are due or being worked on, first due first."""
    found = sa.select(JOB.c.timeline_id, JOB.c.kind, JOB.c.first_due_at).where(
        JOB.c.due_at.is_not(None)
    )
    if timeline_id is not None:
        found = found.where(JOB.c.timeline_id == timeline_id)
    read = connection.execute(found.order_by(JOB.c.first_due_at).limit(limit)).all()
    # The time is that after the read: a job that followed another at the last moment is due, too.
    ends_at = now()
    return tuple(
        OverdueJob(
            kind=JobKind(row.kind),
            timeline_id=TimelineId(row.timeline_id),
            due_at=from_moment(row.first_due_at),
        )
        for row in read
        if row.first_due_at <= ends_at
    )


def failures(connection: sa.Connection, limit: int) -> tuple[FailedJob, ...]:
    """Return jobs whose last attempt failed, newest jobs first."""
    has_failed = sa.or_(JOB.c.due_at.is_(None), JOB.c.error != "")
    found = sa.select(JOB).where(has_failed).order_by(JOB.c.id.desc()).limit(limit)
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


_IS_HELD = (JOB.c.id == sa.bindparam("job"), JOB.c.lease == sa.bindparam("held_by"))


def _held(job: Job) -> dict[str, Any]:
    return {"job": job.id, "held_by": job.lease}
