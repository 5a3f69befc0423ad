"""Queries over jobs: requesting, claiming, finishing and failing them.

The table of jobs is the queue, on both databases.
"""

import math
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from npcserver.adapters.store import dialect
from npcserver.adapters.store.dialect import MOMENTS_PER_SECOND, from_moment, made_of, to_moment
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
# Texts, since to build an expression takes ten times as long as to run it.
_NEXT = """
    SELECT id, rank, due_at FROM job AS mine
    WHERE lease IS NULL AND rank = {rank:d} AND due_at <= :now AND NOT EXISTS (
        SELECT 1 FROM job AS other WHERE other.timeline_id = mine.timeline_id
        AND other.subject_id = mine.subject_id AND other.lease IS NOT NULL)
    ORDER BY due_at, id LIMIT 1
"""
_TAKE = """
    UPDATE job SET lease = :taken_by, lease_until = :until, attempts = attempts + 1
    WHERE id = (SELECT id FROM ({next}) AS following) RETURNING *
"""
_FIRST_DUE = sa.text("""
    SELECT min(CASE WHEN lease IS NULL OR lease_until <= :now THEN due_at
        WHEN substr(lease, 1, length(CAST(:own AS TEXT))) = :own THEN lease_until
        ELSE CAST(:look AS BIGINT) END) FROM job
""")
_DUE_OF_SUBJECT = sa.text("""
    SELECT EXISTS (SELECT 1 FROM job WHERE timeline_id = :timeline AND subject_id = :subject
        AND due_at <= :now)
""")
_OPEN = """
    SELECT count(*) FROM job WHERE due_at IS NOT NULL
    AND (lease IS NOT NULL OR due_at <= :now OR attempts > 0)
"""
_HELD = "WHERE id = :job AND lease = :held_by"
_RENEW = sa.text(f"UPDATE job SET lease_until = :until {_HELD} RETURNING id")  # noqa: S608 - no input
_REMOVE = sa.text(f"DELETE FROM job {_HELD} AND NOT is_wanted_again RETURNING id")  # noqa: S608 - no input
_LET_GO = "UPDATE job SET lease = NULL, is_wanted_again = FALSE, {} " + _HELD + " RETURNING due_at"  # noqa: S608 - no input
_AGAIN = sa.text(_LET_GO.format("due_at = :now, first_due_at = :now, attempts = 0, error = ''"))
_RETRY = sa.text(_LET_GO.format("due_at = :retry_at, error = :error"))
_SOON = "CASE WHEN is_wanted_again THEN :now ELSE :retry_at END"
_POSTPONE = sa.text(
    _LET_GO.format(f"due_at = {_SOON}, first_due_at = {_SOON}, attempts = 0, error = ''")
)
_GIVE_UP = sa.text(
    _LET_GO.format(
        "due_at = CASE WHEN is_wanted_again THEN :now END, "
        "first_due_at = CASE WHEN is_wanted_again THEN :now ELSE first_due_at END, "
        "attempts = CASE WHEN is_wanted_again THEN 0 ELSE attempts END, error = :error"
    )
)
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

    def rank(row: sa.Row[Any]) -> float:
        waited = now - (row.due_at or now)
        return precedence(Urgency(row.rank), waited / MOMENTS_PER_SECOND)

    for row in sorted(due, key=rank, reverse=True):
        taken = _take(connection, Urgency(row.rank), now, until)
        if taken is not None:
            return taken
    return None


def _take(connection: sa.Connection, urgency: Urgency, now: int, until: int) -> Job | None:
    values = {"now": now, "taken_by": new_lease(), "until": until}
    taking = _taking(urgency, "FOR UPDATE SKIP LOCKED" if _is_postgresql(connection) else "")
    for _ in range(_MOST_LOSSES):
        try:
            with connection.begin_nested():
                row = connection.execute(taking, values).first()
        except IntegrityError:
            # Another server took another job of the same subject at the same moment: the unique
            # index over jobs in work lets one of the two through.
            continue
        if row is None:
            return None
        return made_of(Job, row, kind=JobKind(row.kind))
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
    found = connection.execute(_FIRST_DUE, values).scalar()
    return math.inf if found is None else found


@cache
def _longest_due(only: Urgency | None) -> sa.TextClause:
    """Return a query for the job of each urgency, or of one, that has been due longest by `now`."""
    urgencies = (*Urgency,) if only is None else (only,)
    # In a union only subqueries may have a limit.
    each = (f"SELECT * FROM ({_NEXT.format(rank=one)}) AS rank_{one:d}" for one in urgencies)  # noqa: S608 - numbers
    return sa.text(" UNION ALL ".join(each))


@cache
def _taking(urgency: Urgency, lock: str) -> sa.TextClause:
    """Return a statement that leases the next job of an urgency which no one else is leasing."""
    return sa.text(_TAKE.format(next=f"{_NEXT.format(rank=urgency)} {lock}"))


def renew(connection: sa.Connection, job: Job, until: int) -> bool:
    """Extend a lease; return whether the job is still held."""
    return connection.execute(_RENEW, _held(job) | {"until": until}).scalar() is not None


def hold(connection: sa.Connection, job: Job) -> bool:
    """Keep a lease until the end of the transaction; return whether the job is still held."""
    held = sa.select(JOB.c.id).where(JOB.c.id == job.id, JOB.c.lease == job.lease)
    return connection.execute(held.with_for_update(read=True)).scalar() is not None


def finish(connection: sa.Connection, job: Job, now: int) -> bool:
    """Remove a finished job; return whether it or another of its subject is due now.

    It is due again if it was requested meanwhile.

    Does nothing if the lease has expired.
    """
    is_again = False
    if connection.execute(_REMOVE, _held(job)).scalar() is None:
        is_again = connection.execute(_AGAIN, _held(job) | {"now": now}).scalar() is not None
    return is_again or _has_due(connection, job, now)


def fail(connection: sa.Connection, job: Job, error: str, retry_at: int | None, now: int) -> bool:
    """Store the error; the job is due at `retry_at`.

    Return whether it or another of its subject is due now.

    An empty error means that the job was postponed: no attempt counts, and if it was requested
    again meanwhile it is due at once. Such a request also revives a job whose last attempt failed.
    """
    failing, values = _RETRY, _held(job) | {"error": error, "retry_at": retry_at}
    if retry_at is None:
        failing, values = _GIVE_UP, _held(job) | {"error": error, "now": now}
    elif not error:
        failing, values = _POSTPONE, _held(job) | {"retry_at": retry_at, "now": now}
    due_at = connection.execute(failing, values).scalar()
    return (due_at is not None and due_at <= now) or _has_due(connection, job, now)


def _has_due(connection: sa.Connection, job: Job, now: int) -> bool:
    """Return whether a job is due of the subject for which one was in work."""
    values = {"timeline": job.timeline_id, "subject": job.subject_id, "now": now}
    return bool(connection.execute(_DUE_OF_SUBJECT, values).scalar())


def pending(connection: sa.Connection, timeline_id: TimelineId | None, now: int) -> int:
    """Count the jobs that are due, being worked on, or waiting for a retry."""
    values = {"now": now} | ({} if timeline_id is None else {"timeline": timeline_id})
    count = sa.text(_OPEN if timeline_id is None else f"{_OPEN} AND timeline_id = :timeline")
    return int(connection.execute(count, values).scalar_one())


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
        made_of(OverdueJob, row, kind=JobKind(row.kind), due_at=from_moment(row.first_due_at))
        for row in read
        if row.first_due_at <= ends_at
    )


def failures(connection: sa.Connection, limit: int) -> tuple[FailedJob, ...]:
    """Return jobs whose last attempt failed, newest jobs first."""
    has_failed = sa.or_(JOB.c.due_at.is_(None), JOB.c.error != "")
    found = sa.select(JOB).where(has_failed).order_by(JOB.c.id.desc()).limit(limit)
    return tuple(
        made_of(FailedJob, row, kind=JobKind(row.kind), is_final=row.due_at is None)
        for row in connection.execute(found)
    )


def _held(job: Job) -> dict[str, Any]:
    return {"job": job.id, "held_by": job.lease}
