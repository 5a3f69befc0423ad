"""Queries over the records of a lineage. All run on a lane, on a plain connection.

A query is a union of limited scans, one for each segment and kind, each a seek into an index:
"the newest of these kinds" never reads more than it returns, however long the log. Long lineages
are read in rounds from the near end, and the first rounds usually answer. The SQL is written out
because building a union of 64 selects costs SQLAlchemy more than running it.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, TextClause, select, text

from npcserver.adapters.store import rows
from npcserver.adapters.store.tables import RecordRow
from npcserver.model.ids import TimelineId
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Lineage, Segment

COLUMNS = "timeline_id, seq, kind, subject_id, text, importance, game_time, written_at, body"
_SELECTED = (
    RecordRow.timeline_id,
    RecordRow.seq,
    RecordRow.kind,
    RecordRow.subject_id,
    RecordRow.text,
    RecordRow.importance,
    RecordRow.game_time,
    RecordRow.written_at,
    RecordRow.body,
)
_ROUNDS = (1, 8, 64)  # scans in one statement; few shapes, so that each is prepared once
_IN_CHUNK = 500
LAST = 2**62
"""A seq that no timeline reaches."""
_NOWHERE = Segment(TimelineId(""), 1, 0)
_UNRATED = " AND importance IS NULL"


def tail(
    connection: Connection,
    lineage: Lineage,
    subject_id: str,
    kinds: Sequence[RecordKind],
    limit: int,
    before: int | None = None,
) -> tuple[Record, ...]:
    """Return the newest records of a subject, newest first, with seq below `before`."""
    end = lineage[-1].last if lineage and before is None else (before or 1) - 1
    near = [_cut(segment, 1, end) for segment in reversed(lineage) if segment.first <= end]
    found: list[Any] = []
    for group in _rounds(near, len(kinds)):
        scans = [(segment, kind) for segment in group for kind in kinds]
        found += connection.execute(
            _union(COLUMNS, len(scans), "DESC"), _values(scans, subject_id, limit - len(found))
        ).all()
        if len(found) >= limit:
            break
    return tuple(rows.record(row) for row in found)


def has_any(
    connection: Connection,
    segments: Sequence[Segment],
    subject_id: str,
    kinds: Sequence[RecordKind],
) -> bool:
    """Say whether a subject has a record of one of these kinds in one of these segments."""
    for group in _rounds(segments, len(kinds)):
        scans = [(segment, kind) for segment in group for kind in kinds]
        newest = _union("seq", len(scans), "DESC")
        if connection.execute(newest, _values(scans, subject_id, 1)).first() is not None:
            return True
    return False


def stretch(
    connection: Connection,
    segment: Segment,
    subject_id: str,
    kinds: Sequence[RecordKind],
    limit: int,
    *,
    only_unrated: bool = False,
) -> tuple[tuple[Record, ...], Segment | None]:
    """Return the oldest records of a subject in a segment, and where to go on, None at its end."""
    condition = _UNRATED if only_unrated else ""
    found = connection.execute(
        _stretch(len(kinds), condition),
        _values([(segment, kind) for kind in kinds], subject_id, limit),
    ).all()
    records = tuple(rows.record(row) for row in found)
    if len(records) < limit or records[-1].seq == segment.last:
        return records, None
    return records, Segment(segment.timeline_id, records[-1].seq + 1, segment.last)


def after(
    connection: Connection, lineage: Lineage, seq: int, limit: int, kinds: Sequence[RecordKind]
) -> tuple[Record, ...]:
    """Return records of all subjects with a greater seq, oldest first."""
    found: list[Any] = []
    for segment in lineage[bisect_left(lineage, seq + 1, key=lambda each: each.last) :]:
        wanted = (
            select(*_SELECTED)
            .where(
                RecordRow.timeline_id == segment.timeline_id,
                RecordRow.seq.between(max(segment.first, seq + 1), segment.last),
            )
            .order_by(RecordRow.seq)
            .limit(limit - len(found))
        )
        if kinds:
            wanted = wanted.where(RecordRow.kind.in_([kind.value for kind in kinds]))
        found += connection.execute(wanted).all()
        if len(found) >= limit:
            break
    return tuple(rows.record(row) for row in found)


def get(connection: Connection, lineage: Lineage, seqs: Sequence[int]) -> tuple[Record, ...]:
    """Return the records with these seqs that the lineage holds, in order of seq."""
    by_owner: dict[TimelineId, list[int]] = {}
    for seq in sorted(set(seqs)):
        place = bisect_left(lineage, seq, key=lambda each: each.last)
        if place < len(lineage) and lineage[place].first <= seq:
            by_owner.setdefault(lineage[place].timeline_id, []).append(seq)
    found: list[Any] = []
    for timeline_id, own in by_owner.items():
        for start in range(0, len(own), _IN_CHUNK):
            wanted = (
                select(*_SELECTED)
                .where(
                    RecordRow.timeline_id == timeline_id,
                    RecordRow.seq.in_(own[start : start + _IN_CHUNK]),
                )
                .order_by(RecordRow.seq)
            )
            found += connection.execute(wanted).all()
    return tuple(rows.record(row) for row in found)


def turn(connection: Connection, turn_id: str) -> Record | None:
    """Return the record of a turn, wherever it is; the caller checks that it can be seen."""
    row = connection.execute(select(*_SELECTED).where(RecordRow.turn_id == turn_id)).first()
    return None if row is None else rows.record(row)


def clock(connection: Connection, timeline_id: TimelineId, seq: int) -> int:
    """Return the game time of a timeline, in microseconds, once its own record `seq` was there."""
    return connection.execute(
        select(RecordRow.clock).where(RecordRow.timeline_id == timeline_id, RecordRow.seq == seq)
    ).scalar_one()


def newest_by_subject(
    connection: Connection, lineage: Lineage, kind: RecordKind, prefix: str = ""
) -> dict[str, Record]:
    """Return the newest record of a kind for each subject that has one and begins with `prefix`."""
    newest: dict[str, int] = {}
    for group in _rounds(list(reversed(lineage)), 1):
        statement = _subjects(len(group))
        values: dict[str, object] = {"k": kind.value, "p": prefix, "n": len(prefix)}
        for i, segment in enumerate(group):
            values |= {f"t{i}": segment.timeline_id, f"a{i}": segment.first, f"b{i}": segment.last}
        for subject_id, seq in connection.execute(statement, values):
            if seq is not None:
                newest[subject_id] = max(seq, newest.get(subject_id, 0))
    found = get(connection, lineage, list(newest.values()))
    return {record.subject_id: record for record in found}


def _cut(segment: Segment, first: int, last: int) -> Segment:
    return Segment(segment.timeline_id, max(segment.first, first), min(segment.last, last))


def _rounds(near: Sequence[Segment], kinds: int) -> Iterator[list[Segment]]:
    """Cut segments, nearest first, into groups for one statement each, padded with empty ones."""
    start, step = 0, 0
    while start < len(near) and kinds > 0:
        size = max(1, _ROUNDS[step] // kinds)
        step = min(step + 1, len(_ROUNDS) - 1)
        group = list(near[start : start + size])
        start += size
        yield group + [_NOWHERE] * (size - len(group))


def _values(
    scans: Sequence[tuple[Segment, RecordKind]], subject_id: str, limit: int
) -> dict[str, object]:
    values: dict[str, object] = {"s": subject_id, "n": limit}
    for i, (segment, kind) in enumerate(scans):
        values |= {
            f"t{i}": segment.timeline_id,
            f"k{i}": kind.value,
            f"a{i}": segment.first,
            f"b{i}": segment.last,
        }
    return values


@cache
def _union(columns: str, scans: int, order: str, condition: str = "") -> TextClause:
    parts = (
        f"SELECT * FROM (SELECT {columns} FROM record WHERE timeline_id = :t{i} AND kind = :k{i} "  # noqa: S608 - every value is bound
        f"AND subject_id = :s AND seq BETWEEN :a{i} AND :b{i}{condition} "
        f"ORDER BY seq {order} LIMIT :n) AS scan{i}"
        for i in range(scans)
    )
    return text(f"{' UNION ALL '.join(parts)} ORDER BY seq {order} LIMIT :n")


@cache
def _stretch(kinds: int, condition: str) -> TextClause:
    """Merge seqs, which the index holds, and not whole rows: that takes three times as long."""
    seqs = _union("seq", kinds, "ASC", condition)
    return text(
        f"SELECT {COLUMNS} FROM record WHERE timeline_id = :t0 "  # noqa: S608 - every value is bound
        f"AND seq IN (SELECT seq FROM ({seqs}) AS wanted) ORDER BY seq"
    )


@cache
def _subjects(segments: int) -> TextClause:
    """Leap from subject to subject in the index instead of reading every record of the kind.

    The leaps begin at the first subject with the prefix and end at the first one without it: those
    that share a prefix lie side by side.
    """
    spans = ", ".join(
        f"(:t{i}, CAST(:a{i} AS BIGINT), CAST(:b{i} AS BIGINT))" for i in range(segments)
    )
    is_wanted = "substr(subject, 1, :n) = :p"
    return text(
        "WITH RECURSIVE span(t, a, b) AS (VALUES " + spans + "), own(t, a, b, subject) AS ("  # noqa: S608 - every value is bound
        "SELECT t, a, b, (SELECT MIN(subject_id) FROM record WHERE timeline_id = t AND kind = :k "
        "AND subject_id >= :p) FROM span UNION ALL "
        "SELECT t, a, b, (SELECT MIN(subject_id) FROM record WHERE timeline_id = t AND kind = :k "
        f"AND subject_id > subject) FROM own WHERE {is_wanted}) "
        "SELECT subject, (SELECT MAX(seq) FROM record WHERE timeline_id = t AND kind = :k "
        f"AND subject_id = subject AND seq BETWEEN a AND b) FROM own WHERE {is_wanted}"
    )
