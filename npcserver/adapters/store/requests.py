"""Answered requests: a repeat gets the first answer, an id reused for something else is refused."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, tuple_

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
    pairs = {(key.scope, key.request_id) for key in keys}
    if not pairs:
        return {}
    found = connection.execute(
        select(_TABLE.c.scope, _TABLE.c.request_id, _TABLE.c.digest, _TABLE.c.answer).where(
            tuple_(_TABLE.c.scope, _TABLE.c.request_id).in_(sorted(pairs))
        )
    )
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
        connection.execute(insert(_TABLE), rows)


def purge(connection: Connection, before: int) -> None:
    """Forget some answers given before a moment; called often, so it does a little each time."""
    old = (
        select(_TABLE.c.scope, _TABLE.c.request_id)
        .where(_TABLE.c.created_at < before)
        .order_by(_TABLE.c.created_at)
        .limit(_PURGED_AT_ONCE)
    )
    connection.execute(delete(_TABLE).where(tuple_(_TABLE.c.scope, _TABLE.c.request_id).in_(old)))
