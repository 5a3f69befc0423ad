"""Queries over all timelines of a world at once: drafts of a subject, and who played there."""

import json
import re
from itertools import groupby
from operator import attrgetter

from sqlalchemy import Connection, and_, column, func, select, text

from npcserver.adapters.store.tables import RECORD, TIMELINE
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.record import RecordKind, subject_key
from npcserver.ports.view import BranchDrafts

_ENDED = {
    RecordKind.DRAFT: '{"persona":null',
    RecordKind.BOOK_DRAFT: '{"book":null',
    RecordKind.AFFORDANCE_DRAFT: '{"affordance":null',
}
"""How the body of a draft that is over begins: fields are stored in their order."""
_BEGINNING = 1_000
"""Characters of a turn's body among which is who spoke: the second of its fields."""
_SPEAKER = re.compile(r'"speaker_id":("(?:[^"\\]|\\.)*")')


def list_branch_drafts(
    connection: Connection, world_id: WorldId, kind: RecordKind, subject_id: str
) -> tuple[BranchDrafts, ...]:
    """Return all timelines of a world, deleted ones too, with the drafts of a subject on each.

    A fork comes after the timeline that it was forked from.
    """
    drafted = and_(
        RECORD.c.timeline_id == TIMELINE.c.id,
        RECORD.c.kind == str(kind),
        RECORD.c.subject_id == subject_id,
    )
    # A fork stands on the timeline that owns its last record, so it is forked later than that.
    order = (TIMELINE.c.parent_id.is_not(None), TIMELINE.c.forked_at, TIMELINE.c.id, RECORD.c.seq)
    own = (TIMELINE.c.id, TIMELINE.c.parent_id, TIMELINE.c.forked_at, TIMELINE.c.deleted_at)
    ended = _ENDED[kind]
    begins = func.substr(RECORD.c.body, 1, len(ended)).label("begins")
    found = connection.execute(
        select(*own, RECORD.c.seq, begins)
        .select_from(TIMELINE.outerjoin(RECORD, drafted))
        .where(TIMELINE.c.world_id == world_id)
        .order_by(*order)
    )
    return tuple(
        BranchDrafts(
            id=TimelineId(timeline_id),
            parent_id=rows[0].parent_id,
            forked_at=rows[0].forked_at,
            is_deleted=rows[0].deleted_at is not None,
            drafts=tuple((row.seq, row.begins != ended) for row in rows if row.seq is not None),
        )
        for timeline_id, group in groupby(found, attrgetter("id"))
        for rows in (list(group),)
    )


# Turns and relations by a loose index scan, as in `statements.newest`: a seek for each subject,
# however many its records. Movements are read one by one, which is five times as quick as a seek
# for each of fifty characters, and those of characters are left out where they are read.
_FIRST = (
    "SELECT MIN(subject_id) FROM record WHERE timeline_id = {t} AND kind = {k} AND subject_id {is_}"
)
_PEOPLE = text(
    "WITH RECURSIVE wanted(k, p) AS (VALUES (:turn, ''), (:relation, :known)), "  # noqa: S608 - every value is bound
    "own(t, k, p, subject) AS ("
    f"SELECT id, k, p, ({_FIRST.format(t='id', k='k', is_='>= p')}) FROM timeline "
    "CROSS JOIN wanted WHERE world_id = :world UNION ALL "
    f"SELECT t, k, p, ({_FIRST.format(t='t', k='k', is_='> subject')}) FROM own "
    "WHERE substr(subject, 1, length(p)) = p) "
    "SELECT t, k, subject, CASE WHEN k = :turn THEN (SELECT substr(body, 1, :size) FROM record "
    "WHERE timeline_id = t AND kind = k AND subject_id = subject ORDER BY seq DESC LIMIT 1) END "
    "AS body FROM own WHERE substr(subject, 1, length(p)) = p UNION ALL "
    "SELECT DISTINCT id, kind, subject_id, '' FROM timeline JOIN record ON timeline_id = id "
    "WHERE world_id = :world AND kind = :moved AND subject_id NOT IN "
    "(SELECT id FROM character WHERE world_id = :world)"
).columns(*map(column, ("t", "k", "subject", "body")))


def list_people(
    connection: Connection, world_id: WorldId, character_id: str
) -> dict[TimelineId, set[str]]:
    """Return the ids of those who were on each timeline of a world itself, players among them.

    Players who moved, who spoke last with each character, and whom the character knows.
    """
    known = subject_key(character_id, "")
    kinds = {
        "moved": str(RecordKind.PRESENCE),
        "turn": str(RecordKind.TURN),
        "relation": str(RecordKind.RELATION),
    }
    values = {**kinds, "known": known, "world": world_id, "size": _BEGINNING}
    found: dict[TimelineId, set[str]] = {}
    for timeline_id, kind, subject, body in connection.execute(_PEOPLE, values):
        person = subject.removeprefix(known)
        if kind == kinds["turn"]:
            spoke = _SPEAKER.search(body or "")
            person = json.loads(spoke[1]) if spoke else ""
        found.setdefault(timeline_id, set()).add(person)
    return found
