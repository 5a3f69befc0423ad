"""Queries over the records of a lineage. All run on a lane, on a plain connection.

A query is a union of limited scans, one for each segment and kind, each a seek into an index:
"the newest of these kinds" never reads more than it returns, however long the log. Long lineages
are read in rounds from the near end, and the first rounds usually answer. The SQL is written out
because building a union of 64 selects costs SQLAlchemy more than running it.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnClause, Connection, TextualSelect, column, func, select, text

from npcserver.adapters.store import rows
from npcserver.adapters.store.tables import RecordRow
from npcserver.model.ids import TimelineId
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Lineage, Segment
from npcserver.ports.view import Wanted

COLUMNS = "timeline_id, seq, kind, subject_id, text, importance, game_time, written_at, body"
_COLUMNS: tuple[ColumnClause[Any], ...] = tuple(map(column, COLUMNS.split(", ")))
_SUBJECT = COLUMNS.split(", ").index("subject_id")
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
_SPANS = (2, 8, 64)  # segments looked at in one statement, where all have to be looked at
_MOST_SPANS = _SPANS[-1]
_SEQS = (1, 4, 16, 64, 256, 512)  # seqs asked for in one statement
_IN_CHUNK = _SEQS[-1]
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


def count(
    connection: Connection, lineage: Lineage, seq: int, kinds: Sequence[RecordKind]
) -> dict[str, int]:
    """Return how many records of these kinds with a greater seq each subject has, if any."""
    found: Counter[str] = Counter()
    for segment in lineage[bisect_left(lineage, seq + 1, key=lambda each: each.last) :]:
        wanted = (
            select(RecordRow.subject_id, func.count())
            .where(
                RecordRow.timeline_id == segment.timeline_id,
                RecordRow.kind.in_([kind.value for kind in kinds]),
                RecordRow.seq.between(max(segment.first, seq + 1), segment.last),
            )
            .group_by(RecordRow.subject_id)
        )
        for subject_id, number in connection.execute(wanted):
            found[subject_id] += number
    return dict(found)


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
            chunk = own[start : start + _IN_CHUNK]
            size = next(size for size in _SEQS if len(chunk) <= size)
            padded = chunk + chunk[-1:] * (size - len(chunk))
            values = {f"s{i}": seq for i, seq in enumerate(padded)}
            found += connection.execute(_get(size), {"t": timeline_id, **values}).all()
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


def newest(
    connection: Connection, lineage: Lineage, wanted: Sequence[Wanted]
) -> tuple[dict[str, Record], ...]:
    """Return, for each of what is wanted, the newest record of every subject that has one."""
    found: list[dict[str, Any]] = [{} for _ in wanted]
    ones = tuple(not each.is_prefix for each in wanted)
    asked = {f"k{i}": each.kind.value for i, each in enumerate(wanted)}
    asked |= {f"p{i}": each.subject_id for i, each in enumerate(wanted)}
    for start in range(0, len(lineage) if wanted else 0, _MOST_SPANS):
        spans = lineage[start : start + _MOST_SPANS]  # the oldest first, and later ones win
        size = next(size for size in _SPANS if len(spans) <= size)
        values: dict[str, object] = {**asked}
        for i, segment in enumerate((*spans, *[_NOWHERE] * (size - len(spans)))):
            values |= {f"t{i}": segment.timeline_id, f"a{i}": segment.first, f"b{i}": segment.last}
        for which, *row in connection.execute(_newest(ones, size), values):
            found[which][row[_SUBJECT]] = row
    return tuple(
        {subject_id: rows.record(row) for subject_id, row in each.items()} for each in found
    )


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
def _get(seqs: int) -> TextualSelect:
    wanted = ", ".join(f":s{i}" for i in range(seqs))
    return text(
        f"SELECT {COLUMNS} FROM record WHERE timeline_id = :t AND seq IN ({wanted}) ORDER BY seq"  # noqa: S608 - every value is bound
    ).columns(*_COLUMNS)


@cache
def _union(columns: str, scans: int, order: str, condition: str = "") -> TextualSelect:
    parts = (
        f"SELECT * FROM (SELECT {columns} FROM record WHERE timeline_id = :t{i} AND kind = :k{i} "  # noqa: S608 - every value is bound
        f"AND subject_id = :s AND seq BETWEEN :a{i} AND :b{i}{condition} "
        f"ORDER BY seq {order} LIMIT :n) AS scan{i}"
        for i in range(scans)
    )
    whole = text(f"{' UNION ALL '.join(parts)} ORDER BY seq {order} LIMIT :n")
    return whole.columns(*map(column, columns.split(", ")))  # looked up once, not at each answer


@cache
def _stretch(kinds: int, condition: str) -> TextualSelect:
    """Merge seqs, which the index holds, and not whole rows: that takes three times as long."""
    seqs = _union("seq", kinds, "ASC", condition)
    return text(
        f"SELECT {COLUMNS} FROM record WHERE timeline_id = :t0 "  # noqa: S608 - every value is bound
        f"AND seq IN (SELECT seq FROM ({seqs}) AS wanted) ORDER BY seq"
    ).columns(*_COLUMNS)


@cache
def _newest(ones: tuple[bool, ...], segments: int) -> TextualSelect:
    """Leap from subject to subject in the index instead of reading every record of the kind.

    The leaps begin at the first subject with the prefix `p` and end at the first one without it:
    those that share a prefix lie side by side. For one subject alone there is nothing to leap to.
    """
    wanted = ", ".join(f"({i}, :k{i}, :p{i}, {int(one)})" for i, one in enumerate(ones))
    spans = ", ".join(
        f"(:t{i}, CAST(:a{i} AS BIGINT), CAST(:b{i} AS BIGINT))" for i in range(segments)
    )
    first = "SELECT MIN(subject_id) FROM record WHERE timeline_id = t AND kind = k AND subject_id"
    return text(
        f"WITH RECURSIVE wanted(w, k, p, one) AS (VALUES {wanted}), "  # noqa: S608 - every value is bound
        f"span(t, a, b) AS (VALUES {spans}), own(w, k, p, one, t, a, b, subject) AS ("
        f"SELECT w, k, p, one, t, a, b, ({first} >= p) FROM wanted CROSS JOIN span UNION ALL "
        f"SELECT w, k, p, one, t, a, b, ({first} > subject) FROM own "
        "WHERE one = 0 AND substr(subject, 1, length(p)) = p), "
        "found(w, subject, last) AS (SELECT w, subject, (SELECT MAX(seq) FROM record "
        "WHERE timeline_id = t AND kind = k AND subject_id = subject AND seq BETWEEN a AND b) "
        "FROM own WHERE subject = p OR (one = 0 AND substr(subject, 1, length(p)) = p)), "
        "newest(w, last) AS (SELECT w, MAX(last) FROM found GROUP BY w, subject) "
        f"SELECT w, {COLUMNS} FROM newest JOIN span ON last BETWEEN a AND b "
        "JOIN record ON timeline_id = t AND seq = last"
    ).columns(column("w"), *_COLUMNS)
