"""Who is next on PostgreSQL: between the table of jobs and the line of those that are due.

A row has a ticket while its job stands in line or is worked on. Rows are locked before the line,
always, so that two processes cannot block each other.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Row, select, update

from npcserver.adapters.store import dialect
from npcserver.adapters.store.tables import JobRow, table_of

if TYPE_CHECKING:
    from npcserver.adapters.store.line import Line

# What keeps the line comes with PostgreSQL's extra alone, so it is imported where it is used.

_JOB = table_of(JobRow)
_AT_ONCE = 500
_MAX_GONE = 1000
_MORE_URGENT = {0: 1, 1: 0}  # rank to priority: in line the greater number goes first
_TICKETS = (
    "UPDATE job SET ticket = lined.column2 FROM (VALUES {rows}) AS lined"
    " WHERE job.id = lined.column1"
)
_WAITING = (
    select(_JOB.c.id, _JOB.c.kind, _JOB.c.timeline_id, _JOB.c.subject_id, _JOB.c.rank)
    .where(_JOB.c.ticket.is_(None), _JOB.c.lease.is_(None), _JOB.c.rank.in_(_MORE_URGENT))
    .order_by(_JOB.c.due_at, _JOB.c.id)
    .limit(_AT_ONCE)
    .with_for_update(skip_locked=True)
)
_LOST = (
    select(_JOB.c.id, _JOB.c.ticket)
    .where(_JOB.c.lease.is_not(None))
    .order_by(_JOB.c.id)
    .limit(_AT_ONCE)
    .with_for_update(skip_locked=True)
)


def has_line(connection: Connection) -> bool:
    """Say whether due jobs stand in a line beside the table."""
    return connection.dialect.name == "postgresql"


def line_up(connection: Connection, now: int) -> None:
    """Let those that are due by now join the line, the longest due first."""
    from npcserver.adapters.store.line import Place  # noqa: PLC0415

    found = connection.execute(_WAITING.where(_JOB.c.due_at <= now)).all()
    if not found:
        return
    places = [
        Place(
            number=row.id,
            name=row.kind,
            lock=f"{row.timeline_id}/{row.subject_id}",
            priority=_MORE_URGENT[row.rank],
        )
        for row in found
    ]
    tickets = _line(connection).join(places)
    numbers = [place.number for place in places]
    dialect.run_chunked(connection, _TICKETS, list(zip(numbers, tickets, strict=True)))


def claim(connection: Connection, now: int, lease: Mapping[str, object]) -> Row[Any] | None:
    """Put what is due in line and the lease on whoever is next; return its row."""
    _send_back(connection, now)
    line_up(connection, now)
    line = _line(connection)
    for _ in range(_MAX_GONE):
        following = line.next()
        if following is None:
            return None
        ticket, number = following
        is_next = (_JOB.c.id == number, _JOB.c.ticket == ticket, _JOB.c.lease.is_(None))
        taken = connection.execute(update(_JOB).where(*is_next).values(lease).returning(*_JOB.c))
        row = taken.first()
        if row is not None:
            return row
        line.leave(ticket)  # nobody wishes for it any more
    return None


def leave(connection: Connection, held: ColumnElement[bool]) -> None:
    """Take a job out of the line, if it is held as the condition says."""
    ticket = connection.execute(select(_JOB.c.ticket).where(held).with_for_update()).scalar()
    if ticket is not None:
        _line(connection).leave(ticket)


def _send_back(connection: Connection, now: int) -> None:
    """Let those whose lease ran out stand in line again.

    The line would never let another job of the same lock through: whoever held it may be dead.
    """
    for row in connection.execute(_LOST.where(_JOB.c.lease_until <= now)).all():
        if row.ticket is not None:
            _line(connection).leave(row.ticket)
        lost = _JOB.c.id == row.id
        connection.execute(update(_JOB).where(lost).values(lease=None, ticket=None))


def _line(connection: Connection) -> "Line":
    from npcserver.adapters.store.line import Line  # noqa: PLC0415

    return Line(connection)
