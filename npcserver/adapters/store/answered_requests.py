"""Stored answers of requests: a repeat gets the first answer, a reused id is refused."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain

from sqlalchemy import Connection, bindparam, delete, select

from npcserver.adapters.store import dialect
from npcserver.adapters.store.tables import REQUEST
from npcserver.model.ids import TimelineId
from npcserver.ports.storage import RequestKey

_INTO = "request(scope, request_id, digest, answer, created_at, timeline_id)"
_DONE = "true"  # the answer of calls without a result
_PURGED_AT_ONCE = 10_000

Row = tuple[str, str, str, str, int, str | None]
"""A row of the table, in the order of `_INTO`."""


Answers = dict[tuple[str, str], tuple[str, str]]
"""By scope and id of a request: its digest, and the answer."""


def known(connection: Connection, keys: Iterable[RequestKey]) -> Answers:
    """Return the answers of the requests that have one, by (scope, id)."""
    pairs = sorted({(key.scope, key.request_id) for key in keys})
    if not pairs:
        return {}
    statement = _asked(len(pairs), dialect.mark(connection))
    found = connection.exec_driver_sql(statement, tuple(chain.from_iterable(pairs)))
    return {(scope, request_id): (digest, answer) for scope, request_id, digest, answer in found}


def answer_to(key: RequestKey, answers: Answers) -> str | None:
    """Return the answer of a repeat, None for a new request.

    Raises `InvalidInput` (REQUEST_ID_REUSED) if the id belongs to another request.
    """
    digest, answer = answers.get((key.scope, key.request_id), (key.digest, None))
    key.check(digest)
    return answer


def row(key: RequestKey, answer: str, now: int, began: TimelineId | None = None) -> Row:
    """Return the row for an answer; `began` is the timeline that the request started, if any."""
    return key.scope, key.request_id, key.digest, answer, now, began


def keep(connection: Connection, rows: Sequence[Row]) -> None:
    """Store answers."""
    dialect.insert_many(connection, _INTO, rows)


def purge(connection: Connection, before: int) -> None:
    """Delete some answers older than `before`; called often, so it is limited each time."""
    old = select(REQUEST.c.created_at).where(REQUEST.c.created_at < before)
    oldest = old.order_by(REQUEST.c.created_at).offset(_PURGED_AT_ONCE).limit(1)
    until = connection.execute(oldest).scalar()
    connection.execute(
        delete(REQUEST).where(REQUEST.c.created_at < (before if until is None else until))
    )


def forget(connection: Connection, timeline_id: TimelineId, most: int) -> int:
    """Delete up to `most` answers about a timeline, and return their number.

    Answers that contain no result stay, so that a repeated deletion gets its own answer.
    """
    keys = select(REQUEST.c.scope, REQUEST.c.request_id)
    found: list[dict[str, str]] = []
    for column in (REQUEST.c.scope, REQUEST.c.timeline_id):
        about = keys.where(column == timeline_id, REQUEST.c.answer != _DONE)
        rows = connection.execute(about.limit(most - len(found)))
        found += [{"of": row.scope, "named": row.request_id} for row in rows]
    if found:
        own = (REQUEST.c.scope == bindparam("of"), REQUEST.c.request_id == bindparam("named"))
        connection.execute(delete(REQUEST).where(*own), found)
    return len(found)


@lru_cache(maxsize=1024)
def _asked(pairs: int, value: str) -> str:
    """Return a query for answers; a join, since SQLite scans the table for `(a, b) IN (...)`."""
    values = ", ".join([f"({value}, {value})"] * pairs)
    return (
        f"WITH asked(scope, request_id) AS (VALUES {values}) "  # noqa: S608 - every value is bound
        "SELECT known.scope, known.request_id, known.digest, known.answer FROM asked "
        "JOIN request AS known ON known.scope = asked.scope "
        "AND known.request_id = asked.request_id"
    )
