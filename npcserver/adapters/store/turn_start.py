"""The one query with which a turn begins: its timeline, and whether anything else has changed."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, and_, bindparam, exists, select

from npcserver.adapters.store import authored, rows
from npcserver.adapters.store.answered_requests import answer_to
from npcserver.adapters.store.tables import BEGUN_TURN, REQUEST, SHELF, TIMELINE, WORLD
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.timeline import Timeline
from npcserver.model.world import WorldRevision
from npcserver.ports.storage import RequestKey

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


def read(
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
        raise authored.no_timeline(timeline_id)
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
