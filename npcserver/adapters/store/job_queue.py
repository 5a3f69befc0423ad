"""Queries over jobs: requesting, claiming, finishing and failing them."""

import math
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

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
    tuple_,
    union_all,
    update,
)

from npcserver.adapters.store import dialect
from npcserver.adapters.store.dialect import MOMENTS_PER_SECOND, from_moment, to_moment
from npcserver.adapters.store.leases import abandoned, new_lease
from npcserver.adapters.store.tables import JobRow, table_of
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

if TYPE_CHECKING:
    from npcserver.adapters.store.pg_queue import TicketQueue


# procrastinate is installed only with the PostgreSQL extra, so it is imported where it is used.

_JOB = table_of(JobRow)
_OTHER = _JOB.alias("other")
_LONGEST = 128  # queued jobs of one rank; refilled once half of them are gone
_AT_ONCE = 500
_MAX_GONE = 1000
# In the queue the greater number goes first, and blocks other jobs of the same subject before it.
_PRIORITIES = {int(urgency): int(Urgency.THOUGHT - urgency) for urgency in Urgency}
_TICKETS = (
    "UPDATE job SET ticket = lined.column2 FROM (VALUES {rows}) AS lined"
    " WHERE job.id = lined.column1"
)
_STANDING = (
    select(_JOB.c.rank, func.count().label("waiting"), func.min(_JOB.c.due_at).label("due_at"))
    .where(_JOB.c.ticket.is_not(None), _JOB.c.lease.is_(None))
    .group_by(_JOB.c.rank)
)
# No other job of the same subject is in work, queued before this one, or due before it.
_IS_FIRST = ~exists().where(
    _OTHER.c.timeline_id == _JOB.c.timeline_id,
    _OTHER.c.subject_id == _JOB.c.subject_id,
    or_(
        _OTHER.c.lease.is_not(None),
        and_(_OTHER.c.ticket.is_not(None), _OTHER.c.rank <= _JOB.c.rank),
        and_(
            _OTHER.c.rank == _JOB.c.rank,
            tuple_(_OTHER.c.due_at, _OTHER.c.id) < tuple_(_JOB.c.due_at, _JOB.c.id),
        ),
    ),
)
_WAITING = (
    select(_JOB.c.id, _JOB.c.kind, _JOB.c.timeline_id, _JOB.c.subject_id)
    .where(
        _JOB.c.ticket.is_(None),
        _JOB.c.lease.is_(None),
        _JOB.c.rank == bindparam("rank"),
        _JOB.c.due_at <= bindparam("now"),
        _IS_FIRST,
    )
    .order_by(_JOB.c.due_at, _JOB.c.id)
    .limit(bindparam("free"))
    .with_for_update(skip_locked=True, of=_JOB)
)
_LOST = (
    select(_JOB.c.id, _JOB.c.ticket)
    .where(
        _JOB.c.ticket.is_not(None),
        _JOB.c.lease.is_not(None),
        or_(
            _JOB.c.lease_until <= bindparam("now"),
            _JOB.c.lease.in_(bindparam("abandoned", expanding=True)),
        ),
    )
    .order_by(_JOB.c.id)
    .limit(_AT_ONCE)
    .with_for_update(skip_locked=True)
)


def has_tickets(connection: Connection) -> bool:
    """Return whether due jobs are queued outside the table."""
    return connection.dialect.name == "postgresql"


def enqueue_due(connection: Connection, now: int) -> None:
    """Queue jobs that are due by `now`, longest due first, up to `_LONGEST` of each rank."""
    standing = {row.rank: row.waiting for row in connection.execute(_STANDING)}
    for rank in _PRIORITIES:
        free = _LONGEST - standing.get(rank, 0)
        if free < _LONGEST // 2:
            continue
        found = connection.execute(_WAITING, {"rank": rank, "now": now, "free": free}).all()
        if found:
            _enqueue(connection, rank, found)


def _enqueue(connection: Connection, rank: int, waiting: Sequence[Row[Any, Any, Any, Any]]) -> None:
    from npcserver.adapters.store.pg_queue import Ticket  # noqa: PLC0415

    places = [
        Ticket(
            number=row.id,
            name=row.kind,
            lock=f"{row.timeline_id}/{row.subject_id}",
            rank=rank,
            priority=_PRIORITIES[rank],
        )
        for row in waiting
    ]
    tickets = _ticket_queue(connection).join(places)
    numbers = [place.number for place in places]
    dialect.run_chunked(connection, _TICKETS, list(zip(numbers, tickets, strict=True)))


def claim_ticket(
    connection: Connection, now: int, lease: Mapping[str, object], only: Urgency | None = None
) -> Row[Any] | None:
    """Queue what is due, lease the next job and return its row, or None.

    Ranks are tried in order of the precedence of their longest-due jobs.
    """
    _send_back(connection, now)
    enqueue_due(connection, now)
    standing = [
        (precedence(Urgency(row.rank), (now - row.due_at) / MOMENTS_PER_SECOND), row.rank)
        for row in connection.execute(_STANDING)
        if only in (None, row.rank)
    ]
    for _, rank in sorted(standing, reverse=True):
        taken = _claim_of(connection, rank, lease)
        if taken is not None:
            return taken
    return None


def _claim_of(connection: Connection, rank: int, lease: Mapping[str, object]) -> Row[Any] | None:
    line = _ticket_queue(connection)
    for _ in range(_MAX_GONE):
        following = line.next(rank)
        if following is None:
            return None
        ticket, number = following
        is_next = (_JOB.c.id == number, _JOB.c.ticket == ticket, _JOB.c.lease.is_(None))
        taken = connection.execute(update(_JOB).where(*is_next).values(lease).returning(*_JOB.c))
        row = taken.first()
        if row is not None:
            return row
        line.leave(ticket)  # its row was deleted
    return None


def drop_ticket(connection: Connection, held: ColumnElement[bool]) -> None:
    """Remove the job of a held row from the queue."""
    ticket = connection.execute(select(_JOB.c.ticket).where(held).with_for_update()).scalar()
    if ticket is not None:
        _ticket_queue(connection).leave(ticket)


def lock_tickets(connection: Connection, dropped: ColumnElement[bool]) -> None:
    """Lock jobs that are about to be deleted, and their tickets.

    A process that is just taking one of them has locked its ticket and waits for its row. That job
    keeps its ticket in the queue, and the process finds the row gone and removes it: waiting for
    each other would be a deadlock.
    """
    held = select(_JOB.c.id, _JOB.c.ticket).where(dropped).order_by(_JOB.c.id).with_for_update()
    tickets = [row.ticket for row in connection.execute(held) if row.ticket is not None]
    if tickets:
        free = _ticket_queue(connection).hold(tickets)
        passing = [ticket for ticket in tickets if ticket not in free]
        let_go = update(_JOB).where(_JOB.c.ticket.in_(passing)).values(ticket=None)
        connection.execute(let_go)


def _send_back(connection: Connection, now: int) -> None:
    """Make jobs whose lease expired, or whose server is gone, available again.

    Otherwise the queue would never let another job of the same lock through.
    """
    for row in connection.execute(_LOST, {"now": now, "abandoned": abandoned(connection)}).all():
        _ticket_queue(connection).leave(row.ticket)
        lost = _JOB.c.id == row.id
        connection.execute(update(_JOB).where(lost).values(lease=None, ticket=None))


def _ticket_queue(connection: Connection) -> "TicketQueue":
    from npcserver.adapters.store.pg_queue import TicketQueue  # noqa: PLC0415

    return TicketQueue(connection)


_ALL_BUT_FREE = tuple(kind for kind in JobKind if kind is not JobKind.FREE)
_LET_GO: dict[str, object] = {"lease": None, "ticket": None, "is_wanted_again": False}
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
        (timeline_id, subject_id, str(kind), int(urgency_of(kind)), due, due)
        for (timeline_id, subject_id, kind), draft in wishes.items()
        for due in (now if draft.due_at is None else to_moment(draft.due_at),)
    ]
    # In a fixed order, so that two processes cannot deadlock.
    rows.sort()
    known = [row for row in rows if row[0] in locked]
    dialect.insert_many(connection, _INTO, known, _WISHED_BEFORE)
    lock = "FOR KEY SHARE OF timeline" if has_tickets(connection) else ""
    others = [row for row in rows if row[0] not in locked]
    dialect.run_chunked(connection, _WISH.format(into=_INTO, lock=lock) + _WISHED_BEFORE, others)
    if rows and has_tickets(connection):
        enqueue_due(connection, now)


def drop(
    connection: Connection, timeline_id: TimelineId, kinds: Sequence[JobKind] = _ALL_BUT_FREE
) -> None:
    """Delete the jobs of a timeline, by default all but FREE; workers are not notified."""
    dropped = and_(_JOB.c.timeline_id == timeline_id, _JOB.c.kind.in_(map(str, kinds)))
    if has_tickets(connection):
        lock_tickets(connection, dropped)
    connection.execute(delete(_JOB).where(dropped))


def claim(connection: Connection, now: int, until: int, only: Urgency | None = None) -> Job | None:
    """Claim the next due job whose subject has no other job in work."""
    lease = {"lease": new_lease(), "lease_until": until, "attempts": _JOB.c.attempts + 1}
    if has_tickets(connection):
        taken = claim_ticket(connection, now, lease, only)
        return None if taken is None else _job(taken)
    found = connection.execute(_oldest(only), {"now": now}).all()
    if not found:
        return None
    chosen = max(
        found,
        key=lambda row: precedence(Urgency(row.rank), (now - row.due_at) / MOMENTS_PER_SECOND),
    )
    taking = update(_JOB).where(_JOB.c.id == chosen.id).values(lease).returning(*_JOB.c)
    return _job(connection.execute(taking).one())


def next_due(connection: Connection, now: int) -> float | None:
    """Return the moment when the next job becomes due, infinite if none is waiting.

    None on PostgreSQL, where other servers may leave jobs at any time.
    """
    if has_tickets(connection):
        return None
    is_leased = and_(_JOB.c.lease.is_not(None), _JOB.c.lease_until > now)
    due = select(func.min(case((is_leased, _JOB.c.lease_until), else_=_JOB.c.due_at)))
    found = connection.execute(due).scalar()
    return math.inf if found is None else found


@cache  # idle workers query each second, and building it takes ten times as long as the query
def _oldest(only: Urgency | None) -> CompoundSelect[int, int, int | None]:
    """Return a query for the job of each urgency, or of one, that has been due longest by `now`."""
    urgencies = (*Urgency,) if only is None else (only,)
    # In a union only subqueries may have a limit.
    return union_all(*(select(_next(urgency).subquery()) for urgency in urgencies))


def _next(urgency: Urgency) -> Select[int, int, int | None]:
    mine, other = _JOB.alias().c, _JOB.alias().c
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
    """Remove a finished job; return whether it or another of its subject is due now.

    It is due again if it was requested meanwhile.

    Does nothing if the lease has expired.
    """
    held = _held(job)
    if has_tickets(connection):
        drop_ticket(connection, held)
    connection.execute(delete(_JOB).where(held, _JOB.c.is_wanted_again.is_(False)))
    anew = {"due_at": now, "first_due_at": now, "attempts": 0, "error": ""}
    again = update(_JOB).where(held).values(**_LET_GO, **anew).returning(_JOB.c.id)
    return connection.execute(again).scalar() is not None or _has_due(connection, job, now)


def fail(connection: Connection, job: Job, error: str, retry_at: int | None, now: int) -> bool:
    """Store the error; the job is due at `retry_at`.

    Return whether the job is still to be done, or another of its subject is due now.

    An empty error means that the job was postponed: no attempt counts, and if it was requested
    again meanwhile it is due at once. Such a request also revives a job whose last attempt failed.
    """
    held = _held(job)
    if has_tickets(connection):
        drop_ticket(connection, held)
    changes: dict[str, object] = {"due_at": retry_at}
    if not error:
        changes["attempts"] = 0
        changes["due_at"] = case((_JOB.c.is_wanted_again, now), else_=retry_at)
        changes["first_due_at"] = changes["due_at"]
    if retry_at is None:
        changes = {
            "due_at": case((_JOB.c.is_wanted_again, now), else_=None),
            "first_due_at": case((_JOB.c.is_wanted_again, now), else_=_JOB.c.first_due_at),
            "attempts": case((_JOB.c.is_wanted_again, 0), else_=_JOB.c.attempts),
        }
    kept = update(_JOB).where(held).values(**_LET_GO, error=error, **changes)
    failed = connection.execute(kept.returning(_JOB.c.due_at)).first()
    is_open = failed is not None and failed.due_at is not None
    return is_open or _has_due(connection, job, now)


def _has_due(connection: Connection, job: Job, now: int) -> bool:
    """Return whether a job is due of the subject for which one was in work."""
    due = exists().where(
        _JOB.c.timeline_id == job.timeline_id,
        _JOB.c.subject_id == job.subject_id,
        _JOB.c.due_at <= now,
    )
    return bool(connection.execute(select(due)).scalar())


def pending(connection: Connection, timeline_id: TimelineId | None, now: int) -> int:
    """Count the jobs that are due, being worked on, or waiting for a retry."""
    is_open = or_(_JOB.c.lease.is_not(None), _JOB.c.due_at <= now, _JOB.c.attempts > 0)
    count = select(func.count()).where(_JOB.c.due_at.is_not(None), is_open)
    if timeline_id is not None:
        count = count.where(_JOB.c.timeline_id == timeline_id)
    return connection.execute(count).scalar_one()


def overdue(
    connection: Connection, timeline_id: TimelineId | None, now: int, limit: int
) -> tuple[OverdueJob, ...]:
    """Return the open jobs that are due or being worked on, first due first."""
    found = select(_JOB.c.timeline_id, _JOB.c.kind, _JOB.c.first_due_at).where(
        _JOB.c.due_at.is_not(None), _JOB.c.first_due_at <= now
    )
    if timeline_id is not None:
        found = found.where(_JOB.c.timeline_id == timeline_id)
    return tuple(
        OverdueJob(
            kind=JobKind(row.kind),
            timeline_id=TimelineId(row.timeline_id),
            due_at=from_moment(row.first_due_at),
        )
        for row in connection.execute(found.order_by(_JOB.c.first_due_at).limit(limit))
    )


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
