"""Stored answers of requests, and the one query with which the request for a turn begins.

A repeat gets the first answer, and a reused id is refused.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from sqlalchemy import Connection, and_, bindparam, delete, exists, select

from npcserver.adapters.store import authored, dialect, rows
from npcserver.adapters.store.tables import BEGUN_TURN, REQUEST, SHELF, TIMELINE, WORLD
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.timeline import Timeline
from npcserver.model.world import WorldRevision
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


_START = (
    select(
        TIMELINE,
        WORLD.c.genesis_id.label("genesis_id"),
        WORLD.c.revision.label("revision"),
        SHELF.c.revision.label("books"),
        REQUEST.c.digest.label("digest"),
        REQUEST.c.answer.label("answer"),
        exists()
        .where(
            BEGUN_TURN.c.timeline_id == TIMELINE.c.id,
            BEGUN_TURN.c.character_id == bindparam("character"),
        )
        .label("is_begun"),
    )
    .join(WORLD, WORLD.c.id == TIMELINE.c.world_id)
    .outerjoin(SHELF, SHELF.c.world_id == TIMELINE.c.world_id)
    .outerjoin(
        REQUEST,
        and_(
            REQUEST.c.scope == bindparam("scope"),
            REQUEST.c.request_id == bindparam("request"),
        ),
    )
    .where(TIMELINE.c.id == bindparam("id"), TIMELINE.c.deleted_at.is_(None))
)


_REVISIONS = (
    select(TIMELINE.c.id, TIMELINE.c.world_id, WORLD.c.genesis_id, WORLD.c.revision)
    .join(WORLD, WORLD.c.id == TIMELINE.c.world_id)
    .where(TIMELINE.c.id.in_(bindparam("ids", expanding=True)), TIMELINE.c.deleted_at.is_(None))
)


@dataclass(frozen=True, slots=True)
class TurnStartRow:
    """A timeline with its present head, and what `TurnStart` says besides."""

    timeline: Timeline
    revision: WorldRevision
    answer: str | None
    is_begun: bool
    books: str


def world_revisions(
    connection: Connection, timeline_ids: Collection[TimelineId]
) -> dict[TimelineId, WorldRevision]:
    """Return the worlds of timelines, as they are now, without those that are not there."""
    found = connection.execute(_REVISIONS, {"ids": sorted(set(timeline_ids))})
    return {
        TimelineId(row.id): WorldRevision(WorldId(row.world_id), row.genesis_id, row.revision)
        for row in found
    }


def read_turn_start(
    connection: Connection,
    timeline_id: TimelineId,
    character_id: CharacterId,
    key: RequestKey | None,
) -> TurnStartRow:
    """Return the start of a turn. Raises `NotFound`, or `InvalidInput` (REQUEST_ID_REUSED)."""
    values: dict[str, str | None] = {"id": timeline_id, "character": character_id}
    values |= {"scope": None, "request": None}
    if key is not None:
        values |= {"scope": key.scope, "request": key.request_id}
    row = connection.execute(_START, values).first()
    if row is None:
        raise authored.missing("timeline", timeline_id)
    timeline = rows.timeline(row)
    answer = None
    if key is not None and row.digest is not None:
        answer = answer_to(key, {(key.scope, key.request_id): (row.digest, row.answer)})
    return TurnStartRow(
        timeline=timeline,
        revision=WorldRevision(timeline.world_id, row.genesis_id, row.revision),
        answer=answer,
        is_begun=bool(row.is_begun),
        books=row.books or "",
    )
