"""Answered requests: a repeat gets the first answer, an id reused for something else is refused."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, TextClause, delete, insert, select, text

from npcserver.adapters.store.dialect import execute_many
from npcserver.adapters.store.tables import RequestRow, table_of
from npcserver.model.errors import InvalidInput, Reason
from npcserver.ports.storage import RequestKey

_TABLE = table_of(RequestRow)
_PURGED_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was answered, and the digest of what it asked."""

    digest: str
    text: str


Answers = dict[tuple[str, str], Answer]


def known(connection: Connection, keys: Iterable[RequestKey]) -> Answers:
    """Return the answers of those requests that have one, by (scope, id)."""
    pairs = sorted({(key.scope, key.request_id) for key in keys})
    if not pairs:
        return {}
    values = {f"s{i}": scope for i, (scope, _) in enumerate(pairs)}
    values |= {f"r{i}": request_id for i, (_, request_id) in enumerate(pairs)}
    found = connection.execute(_asked(len(pairs)), values)
    return {(row.scope, row.request_id): Answer(row.digest, row.answer) for row in found}


def answer_to(key: RequestKey, answers: Answers) -> str | None:
    """Return the answer of a repeat, None for a new request.

    Raises `InvalidInput` (REQUEST_ID_REUSED) when the id stood for something else.
    """
    answer = answers.get((key.scope, key.request_id))
    if answer is None:
        return None
    if answer.digest != key.digest:
        raise InvalidInput(
            "request_id",
            f"{key.request_id!r} was used for another request; make a new id for each request",
            Reason.REQUEST_ID_REUSED,
            requestId=key.request_id,
        )
    return answer.text


def row(key: RequestKey, answer: str, now: int) -> dict[str, Any]:
    """Return the row that keeps an answer."""
    return {
        "scope": key.scope,
        "request_id": key.request_id,
        "digest": key.digest,
        "answer": answer,
        "created_at": now,
    }


def keep(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Store answers."""
    if rows:
        execute_many(connection, insert(_TABLE), rows)


def purge(connection: Connection, before: int) -> None:
    """Forget some answers given before a moment; called often, so it does a little each time."""
    old = select(_TABLE.c.created_at).where(_TABLE.c.created_at < before)
    oldest = old.order_by(_TABLE.c.created_at).offset(_PURGED_AT_ONCE).limit(1)
    until = connection.execute(oldest).scalar()
    connection.execute(
        delete(_TABLE).where(_TABLE.c.created_at < (before if until is None else until))
    )


@lru_cache(maxsize=1024)
def _asked(pairs: int) -> TextClause:
    """Join with the pairs: SQLite reads the whole table for `(a, b) IN (...)`."""
    values = ", ".join(f"(:s{i}, :r{i})" for i in range(pairs))
    return text(
        f"WITH asked(scope, request_id) AS (VALUES {values}) "  # noqa: S608 - every value is bound
        "SELECT known.scope, known.request_id, known.digest, known.answer FROM asked "
        "JOIN request AS known ON known.scope = asked.scope "
        "AND known.request_id = asked.request_id"
    )
