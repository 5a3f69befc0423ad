"""Scheduling on PostgreSQL: moves due jobs from the job table into procrastinate's queue.

A row has a ticket while its job is queued or worked on. The queue is kept short, with only those
jobs of each subject that could be next: to find the next job procrastinate compares all queued jobs
with each other, which took 24 s the first time at 20,000 (PostgreSQL without statistics) and takes
2 ms at 200. Rows are always locked before the queue, so that two processes cannot deadlock.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    tuple_,
    update,
)

from npcserver.adapters.store import dialect
from npcserver.adapters.store.leases import abandoned
from npcserver.adapters.store.tables import JobRow, table_of
from npcserver.model.job import Urgency, precedence

if TYPE_CHECKING:
    from npcserver.adapters.store.line import Line

# procrastinate is installed only with the PostgreSQL extra, so it is imported where it is used.

_JOB = table_of(JobRow)
_OTHER = _JOB.alias("other")
_LONGEST = 128  # queued jobs of one rank; refilled once half of them are gone
_AT_ONCE = 500
_MAX_GONE = 1000
# In the queue the greater number goes first, and blocks other jobs of the same subject before it.
_PRIORITIES = {int(urgency): int(Urgency.THOUGHT - urgency) for urgency in Urgency}
_SECOND = 1_000_000  # of moments
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
    .limit(bindparam("room"))
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


def has_line(connection: Connection) -> bool:
    """Return whether due jobs are queued outside the table."""
    return connection.dialect.name == "postgresql"


def line_up(connection: Connection, now: int) -> None:
    """Queue jobs that are due by `now`, longest due first, up to `_LONGEST` of each rank."""
    standing = {row.rank: row.waiting for row in connection.execute(_STANDING)}
    for rank in _PRIORITIES:
        room = _LONGEST - standing.get(rank, 0)
        if room < _LONGEST // 2:
            continue
        found = connection.execute(_WAITING, {"rank": rank, "now": now, "room": room}).all()
        if found:
            _join(connection, rank, found)


def _join(connection: Connection, rank: int, waiting: Sequence[Row[Any, Any, Any, Any]]) -> None:
    from npcserver.adapters.store.line import Place  # noqa: PLC0415

    places = [
        Place(
            number=row.id,
            name=row.kind,
            lock=f"{row.timeline_id}/{row.subject_id}",
            rank=rank,
            priority=_PRIORITIES[rank],
        )
        for row in waiting
    ]
    tickets = _line(connection).join(places)
    numbers = [place.number for place in places]
    dialect.run_chunked(connection, _TICKETS, list(zip(numbers, tickets, strict=True)))


def claim(
    connection: Connection,
    now: int,
    lease: Mapping[str, object],
    only: Urgency | None = None,
) -> Row[Any] | None:
    """Queue what is due, lease the next job and return its row, or None.

    Ranks are tried in order of the precedence of their longest-due jobs.
    """
    _send_back(connection, now)
    line_up(connection, now)
    standing = [
        (precedence(Urgency(row.rank), (now - row.due_at) / _SECOND), row.rank)
        for row in connection.execute(_STANDING)
        if only in (None, row.rank)
    ]
    for _, rank in sorted(standing, reverse=True):
        taken = _claim_of(connection, rank, lease)
        if taken is not None:
            return taken
    return None


def _claim_of(connection: Connection, rank: int, lease: Mapping[str, object]) -> Row[Any] | None:
    line = _line(connection)
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


def leave(connection: Connection, held: ColumnElement[bool]) -> None:
    """Remove the job of a held row from the queue."""
    ticket = connection.execute(select(_JOB.c.ticket).where(held).with_for_update()).scalar()
    if ticket is not None:
        _line(connection).leave(ticket)


def hold(connection: Connection, dropped: ColumnElement[bool]) -> None:
    """Lock jobs that are about to be deleted, and their tickets.

    A process that is just taking one of them has locked its ticket and waits for its row. That job
    keeps its ticket in the queue, and the process finds the row gone and removes it: waiting for
    each other would be a deadlock.
    """
    held = select(_JOB.c.id, _JOB.c.ticket).where(dropped).order_by(_JOB.c.id).with_for_update()
    tickets = [row.ticket for row in connection.execute(held) if row.ticket is not None]
    if tickets:
        free = _line(connection).hold(tickets)
        passing = [ticket for ticket in tickets if ticket not in free]
        let_go = update(_JOB).where(_JOB.c.ticket.in_(passing)).values(ticket=None)
        connection.execute(let_go)


def _send_back(connection: Connection, now: int) -> None:
    """Make jobs whose lease expired, or whose server is gone, available again.

    Otherwise the queue would never let another job of the same lock through.
    """
    for row in connection.execute(_LOST, {"now": now, "abandoned": abandoned(connection)}).all():
        _line(connection).leave(row.ticket)
        lost = _JOB.c.id == row.id
        connection.execute(update(_JOB).where(lost).values(lease=None, ticket=None))


def _line(connection: Connection) -> "Line":
    from npcserver.adapters.store.line import Line  # noqa: PLC0415

    return Line(connection)
