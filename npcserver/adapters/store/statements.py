"""SQL texts for reading the log: few shapes, so that each is prepared once.

Building a union of 64 selects costs SQLAlchemy more than running it. Segments are given by the
parameters `t0`, `a0` and `b0` (timeline, first and last seq), `t1` and so on; a shape takes a fixed
number of them, and unused ones are `NOWHERE`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnClause, Connection, Executable, TextualSelect, column, text

from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Segment

COLUMNS = "timeline_id, seq, kind, subject_id, text, importance, game_time, written_at, body"
_COLUMNS: tuple[ColumnClause[Any], ...] = tuple(map(column, COLUMNS.split(", ")))
SUBJECT = COLUMNS.split(", ").index("subject_id")
SEQ = COLUMNS.split(", ").index("seq")
IN_BINARY = {"in_binary": True}
"""Option of a statement whose rows PostgreSQL sends as they are, and not as text."""
SPANS = (2, 8, 64)
"""Numbers of segments that the shapes take."""
NOWHERE = Segment(TimelineId(""), 1, 0)
_OWN_SEGMENT = "timeline_id = :t0 AND seq BETWEEN :a0 AND :b0"


def fitting(sizes: Sequence[int], wanted: int) -> int:
    """Return the smallest of `sizes` that is at least `wanted`."""
    return next(size for size in sizes if wanted <= size)


def bounds(segments: Sequence[Segment], size: int) -> dict[str, object]:
    """Return the parameters of segments for a shape that takes `size` of them."""
    values: dict[str, object] = {}
    for i, segment in enumerate((*segments, *[NOWHERE] * (size - len(segments)))):
        values |= {f"t{i}": segment.timeline_id, f"a{i}": segment.first, f"b{i}": segment.last}
    return values


def plain_rows(
    connection: Connection, statement: Executable, values: Mapping[str, object]
) -> Sequence[Any]:
    """Return all rows as the driver gives them, for thousands of them.

    Plain tuples of numbers and texts are no work for the garbage collector. PostgreSQL sends bytes
    in half the time if they need not become text.
    """
    with connection.execute(statement, values, execution_options=IN_BINARY) as result:
        return result.cursor.fetchall()


@cache
def by_seq(seqs: int) -> TextualSelect:
    """Select the records with the seqs `s0`, `s1` ... of the timeline `t`."""
    wanted = ", ".join(f":s{i}" for i in range(seqs))
    return text(
        f"SELECT {COLUMNS} FROM record WHERE timeline_id = :t AND seq IN ({wanted}) ORDER BY seq"  # noqa: S608 - every value is bound
    ).columns(*_COLUMNS)


@cache
def by_place(records: int) -> TextualSelect:
    """Select the records with the seqs `s0`, `s1` ... of the timelines `t0`, `t1` ..."""
    wanted = ", ".join(f"(:t{i}, CAST(:s{i} AS BIGINT))" for i in range(records))
    return text(
        f"WITH wanted(t, s) AS (VALUES {wanted}) SELECT {COLUMNS} FROM wanted "  # noqa: S608 - every value is bound
        "JOIN record ON timeline_id = t AND seq = s ORDER BY seq"
    ).columns(*_COLUMNS)


@cache
def of_turn() -> TextualSelect:
    """Select the record of the turn `turn`."""
    return text(f"SELECT {COLUMNS} FROM record WHERE turn_id = :turn").columns(*_COLUMNS)  # noqa: S608 - every value is bound


@cache
def scans(count: int, order: str) -> TextualSelect:
    """Select up to `n` records of the subject `s`, of the kinds `k0`, `k1` ... in segments.

    The inner query reads only the index. If whole rows were selected there, SQLite would read every
    row of the timeline, of which few may be of a rare kind.
    """
    return text(
        f"WITH wanted(t, s) AS ({_found(count, order)}) SELECT {COLUMNS} FROM wanted "  # noqa: S608 - every value is bound
        f"JOIN record ON timeline_id = t AND record.seq = wanted.s ORDER BY seq {order}"
    ).columns(*_COLUMNS)


@cache
def any_of(count: int) -> TextualSelect:
    """Select the newest seq of those that `scans` selects."""
    return text(_found(count, "DESC")).columns(column("timeline_id"), column("seq"))


@cache
def stretch(kinds: int) -> TextualSelect:
    """Select up to `n` records of the subject `s`, of some kinds in one segment, oldest first."""
    return text(
        f"SELECT {COLUMNS} FROM record WHERE timeline_id = :t0 "  # noqa: S608 - every value is bound
        f"AND seq IN (SELECT seq FROM ({_found(kinds, 'ASC')}) AS wanted) ORDER BY seq"
    ).columns(*_COLUMNS)


@cache
def stretch_of_pages(kinds: int) -> TextualSelect:
    """Select what `stretch` selects, on PostgreSQL, in a third of its time.

    Rows are read in the order of their pages. `OFFSET 0` hides the limit from the planner, which
    could look for the subject's rows among those of all others.
    """
    return text(
        f"SELECT * FROM (SELECT {COLUMNS} FROM record WHERE {_OWN_SEGMENT}{_of_kinds(kinds)} "  # noqa: S608 - every value is bound
        "AND subject_id = :s OFFSET 0) AS own ORDER BY seq LIMIT :n"
    ).columns(*_COLUMNS)


@cache
def unrated(kinds: int) -> TextualSelect:
    """Select those records of `stretch` that have no importance of their own."""
    each = (
        f"SELECT seq FROM record WHERE timeline_id = :t{i} AND kind = :k{i} AND subject_id = :s "  # noqa: S608 - every value is bound
        f"AND seq BETWEEN :a{i} AND :b{i}"
        for i in range(kinds)
    )
    return text(
        f"SELECT {COLUMNS} FROM record WHERE timeline_id = :t0 AND importance IS NULL "  # noqa: S608 - every value is bound
        f"AND seq IN ({' UNION ALL '.join(each)}) ORDER BY seq LIMIT :n"
    ).columns(*_COLUMNS)


def _found(count: int, order: str) -> str:
    parts = (
        f"SELECT * FROM (SELECT timeline_id, seq FROM record WHERE timeline_id = :t{i} "  # noqa: S608 - every value is bound
        f"AND kind = :k{i} AND subject_id = :s AND seq BETWEEN :a{i} AND :b{i} "
        f"ORDER BY seq {order} LIMIT :n) AS scan{i}"
        for i in range(count)
    )
    return f"{' UNION ALL '.join(parts)} ORDER BY seq {order} LIMIT :n"


@cache
def following(kinds: int, condition: str = "") -> TextualSelect:
    """Select up to `n` records of a segment, oldest first; of all kinds if `kinds` is 0."""
    return text(
        f"SELECT {COLUMNS} FROM record WHERE {_OWN_SEGMENT}{_of_kinds(kinds)}{condition} "  # noqa: S608 - every value is bound
        "ORDER BY seq LIMIT :n"
    ).columns(*_COLUMNS)


@cache
def gathered(segments: int, kinds: int, condition: str = "", order: str = "ASC") -> TextualSelect:
    """Select up to `n` records of some segments, in order; of all kinds if `kinds` is 0."""
    return text(
        f"WITH {_spans(segments)} SELECT {COLUMNS} FROM span "  # noqa: S608 - every value is bound
        f"JOIN record ON timeline_id = t AND seq BETWEEN a AND b{_of_kinds(kinds)}{condition} "
        f"ORDER BY seq {order} LIMIT :n"
    ).columns(*_COLUMNS)


@cache
def counted(segments: int, kinds: int) -> TextualSelect:
    """Count the records of some kinds in some segments, by subject."""
    return text(
        f"WITH {_spans(segments)} SELECT subject_id, COUNT(*) AS number FROM span "  # noqa: S608 - every value is bound
        f"JOIN record ON timeline_id = t AND seq BETWEEN a AND b{_of_kinds(kinds)} "
        "GROUP BY subject_id"
    ).columns(column("subject_id"), column("number"))


@cache
def newest(ones: tuple[bool, ...], segments: int) -> TextualSelect:
    """Select the newest records by subject, with an index seek per subject (a loose index scan).

    The recursion starts at the first subject with the prefix `p` and ends after the last one, since
    subjects with a common prefix are adjacent. For a single subject (`one`) there is no recursion.
    """
    wanted = ", ".join(f"({i}, :k{i}, :p{i}, {int(one)})" for i, one in enumerate(ones))
    first = "SELECT MIN(subject_id) FROM record WHERE timeline_id = t AND kind = k AND subject_id"
    return text(
        f"WITH RECURSIVE wanted(w, k, p, one) AS (VALUES {wanted}), "  # noqa: S608 - every value is bound
        f"{_spans(segments)}, own(w, k, p, one, t, a, b, subject) AS ("
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


@cache
def contents(segments: int) -> TextualSelect:
    """Select the newest seq of each kind and subject in each of some short segments."""
    return text(
        f"WITH {_spans(segments)} SELECT t, kind, subject_id, MAX(seq) AS last FROM span "  # noqa: S608 - every value is bound
        "JOIN record ON timeline_id = t AND seq BETWEEN a AND b GROUP BY t, kind, subject_id"
    ).columns(*map(column, ("t", "kind", "subject_id", "last")))


@cache
def contents_of_one() -> TextualSelect:
    """Select the same as `contents` from a long segment, by a loose index scan."""
    own = "FROM record WHERE timeline_id = :t0"
    order = "ORDER BY kind, subject_id, seq LIMIT 1"
    return text(
        "WITH RECURSIVE own(kind, subject) AS ("  # noqa: S608 - every value is bound
        f"SELECT * FROM (SELECT kind, subject_id {own} {order}) AS first UNION ALL "
        "SELECT next.kind, next.subject_id FROM own JOIN record AS next ON next.timeline_id = :t0 "
        f"AND next.seq = (SELECT seq {own} AND (kind, subject_id) > (own.kind, own.subject) "
        f"{order})) SELECT :t0 AS t, kind, subject, (SELECT MAX(seq) {own} "
        "AND record.kind = own.kind AND subject_id = own.subject AND seq BETWEEN :a0 AND :b0) "
        "AS last FROM own"
    ).columns(*map(column, ("t", "kind", "subject", "last")))


def _spans(segments: int) -> str:
    each = (f"(:t{i}, CAST(:a{i} AS BIGINT), CAST(:b{i} AS BIGINT))" for i in range(segments))
    return f"span(t, a, b) AS (VALUES {', '.join(each)})"


def _of_kinds(kinds: int) -> str:
    return f" AND kind IN ({', '.join(f':k{i}' for i in range(kinds))})" if kinds else ""
