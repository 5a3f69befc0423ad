"""Queries over memories: unrated ones, ones without a vector, and the vectors."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import numpy as np
import sqlalchemy as sa
import structlog
from numpy.typing import NDArray

from npcserver.adapters.store import dialect, log, vector_format
from npcserver.adapters.store.log import clip_segment, group_segments
from npcserver.adapters.store.row_cache import RowCache
from npcserver.adapters.store.statements import fitting, plain_rows
from npcserver.adapters.store.tables import RECORD, TIMELINE, VECTOR, WORLD
from npcserver.adapters.store.vector_format import Stored
from npcserver.model.ids import TimelineId
from npcserver.model.record import MEMORY_KINDS, Rated, Record, RecordKind
from npcserver.model.timeline import Lineage, Segment
from npcserver.ports.vectors import Vectors, dimension_of
from npcserver.ports.view import MemoryRef, MemoryRows

_CHUNK = 2000
_FEW_TIMELINES = 3
_PLACES = (16, 64, 256)  # memories of several timelines per statement
_NOTHING = MemoryRef(TimelineId(""), 0)
ROW_KINDS = (*MEMORY_KINDS, RecordKind.TURN, RecordKind.RATING, RecordKind.CORRECTION)
"""The kinds of memories, and of what amends them."""


def memory_rows(
    connection: sa.Connection, segment: Segment, subject_id: str, chunk: int
) -> tuple[MemoryRows, Segment | None]:
    """Return the first memories and amendments of a segment, and the rest of the segment."""
    records, rest = log.stretch(connection, segment, subject_id, ROW_KINDS, chunk)
    return sorted_out(records), rest


def sorted_out(records: Sequence[Record]) -> MemoryRows:
    """Return records of `ROW_KINDS` as memories and amendments."""
    memories = tuple(record for record in records if record.kind in MEMORY_KINDS)
    amendments = tuple(record for record in records if record.kind not in MEMORY_KINDS)
    return MemoryRows(memories, amendments)


def unrated(
    connection: sa.Connection, facts: RowCache, lineage: Lineage, subject_id: str, limit: int
) -> tuple[Record, ...]:
    """Return the oldest memories that have no rating within the lineage."""
    floor = facts.rated_up_to(lineage, subject_id)
    rated = {
        seq
        for record in _from(connection, lineage, floor, subject_id, (RecordKind.RATING,))
        if isinstance(record.body, Rated)
        for seq, _ in record.body.ratings
    }
    found: list[Record] = []
    for record in _from(connection, lineage, floor, subject_id, MEMORY_KINDS, only_unrated=True):
        if record.seq not in rated:
            found.append(record)
        if len(found) >= limit:
            break
    if lineage and limit > 0:
        reached = found[0].seq - 1 if found else lineage[-1].last
        facts.keep_rated(lineage, subject_id, reached)
    return tuple(found)


def _from(
    connection: sa.Connection,
    lineage: Lineage,
    floor: int,
    subject_id: str,
    kinds: Sequence[RecordKind],
    *,
    only_unrated: bool = False,
) -> Iterator[Record]:
    for group in group_segments(
        [clip_segment(each, floor + 1, log.LAST) for each in lineage if each.last > floor]
    ):
        if len(group) > 1:
            yield from log.gathered(connection, group, subject_id, kinds, only_unrated=only_unrated)
            continue
        rest: Segment | None = group[0]
        while rest is not None:
            records, rest = log.stretch(
                connection, rest, subject_id, kinds, _CHUNK, only_unrated=only_unrated
            )
            yield from records


def lacking_vectors(
    connection: sa.Connection,
    facts: RowCache,
    space: str,
    timeline_id: TimelineId,
    subject_id: str,
    limit: int,
) -> tuple[Record, ...]:
    """Return the oldest memories on the timeline itself that have no vector in the space."""
    fork = connection.execute(_FORK, {"t": timeline_id}).first()
    if fork is None or limit <= 0:
        return ()
    floor = max(fork.forked_at, facts.embedded_up_to(space, timeline_id, subject_id))
    seqs = connection.execute(
        _lacking(), {"t": timeline_id, "s": subject_id, "a": floor + 1, "space": space, "n": limit}
    ).scalars()
    own = (Segment(timeline_id, fork.forked_at + 1, fork.head),)
    found = log.get(connection, own, list(seqs))
    facts.keep_embedded(space, timeline_id, subject_id, found[0].seq - 1 if found else fork.head)
    return found


# Built once, since that takes longer than to run them.
_VECTORS = sa.select(VECTOR.c.seq, VECTOR.c.data, VECTOR.c.scale).where(
    VECTOR.c.timeline_id == sa.bindparam("t"),
    VECTOR.c.seq.in_(sa.bindparam("seqs", expanding=True)),
    VECTOR.c.space == sa.bindparam("space"),
)
_FORK = sa.select(TIMELINE.c.forked_at, TIMELINE.c.head).where(TIMELINE.c.id == sa.bindparam("t"))
_HELD = (
    sa.select(TIMELINE.c.id, TIMELINE.c.deleted_at, WORLD.c.vector_format)
    .join(WORLD)
    .where(TIMELINE.c.id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(TIMELINE.c.id)
    .with_for_update(read=True, key_share=True, of=TIMELINE)
)


def vectors(
    connection: sa.Connection, space: str, refs: Sequence[MemoryRef]
) -> tuple[NDArray[np.bool_], Vectors]:
    """Return which refs have a vector, and the vectors (zeros if none)."""
    by_timeline: dict[TimelineId, list[int]] = {}
    for ref in refs:
        by_timeline.setdefault(ref.timeline_id, []).append(ref.seq)
    if len(by_timeline) > _FEW_TIMELINES:
        return _as_asked(space, refs, _of_many(connection, space, refs))
    data: dict[MemoryRef, Stored] = {}
    for timeline_id, seqs in by_timeline.items():
        for chunk in dialect.batched(seqs):
            values = {"t": timeline_id, "seqs": chunk, "space": space}
            found = connection.execute(_VECTORS, values)
            data |= {MemoryRef(timeline_id, seq): (blob, scale) for seq, blob, scale in found}
    return _as_asked(space, refs, data)


def _of_many(
    connection: sa.Connection, space: str, refs: Sequence[MemoryRef]
) -> dict[MemoryRef, Stored]:
    data: dict[MemoryRef, Stored] = {}
    for chunk in dialect.batched(refs, _PLACES[-1]):
        size = fitting(_PLACES, len(chunk))
        values: dict[str, object] = {"space": space}
        for i, ref in enumerate((*chunk, *[_NOTHING] * (size - len(chunk)))):
            values |= {f"t{i}": ref.timeline_id, f"s{i}": ref.seq}
        for timeline_id, seq, blob, scale in connection.execute(_vectors_at(size), values):
            data[MemoryRef(timeline_id, seq)] = blob, scale
    return data


@cache
def _vectors_at(places: int) -> sa.TextClause:
    """Select the vectors in `space` of the seqs `s0`, `s1` ... of the timelines `t0`, `t1` ..."""
    wanted = ", ".join(f"(:t{i}, CAST(:s{i} AS BIGINT))" for i in range(places))
    return sa.text(
        f"WITH wanted(t, s) AS (VALUES {wanted}) SELECT t, s, data, scale FROM wanted "  # noqa: S608 - every value is bound
        "JOIN memory_vector ON timeline_id = t AND seq = s AND space = :space"
    )


def _as_asked(
    space: str, refs: Sequence[MemoryRef], data: dict[MemoryRef, Stored]
) -> tuple[NDArray[np.bool_], Vectors]:
    there = [ref for ref in refs if ref in data]
    sound, found = vector_format.read_sound([data[ref] for ref in there], dimension_of(space))
    if not sound.all():
        broken = [ref for ref, is_sound in zip(there, sound, strict=True) if not is_sound]
        _warn(space, {ref: data.pop(ref) for ref in broken})
    has = np.array([ref in data for ref in refs], dtype=np.bool_)
    values = np.zeros((len(refs), found.shape[1]), dtype=np.float32)
    values[has] = found
    return has, values


def _warn(space: str, broken: Mapping[MemoryRef, Stored]) -> None:
    """Log vectors that cannot be read; they count as missing."""
    ref, row = next(iter(broken.items()))
    structlog.get_logger(__name__).warning(
        "broken_vectors",
        table="memory_vector",
        space=space,
        count=len(broken),
        first=f"{ref.timeline_id}.{ref.seq}",
        problem=vector_format.problem_of(row, dimension_of(space)),
        advice="nothing is to be done; they are embedded anew after the next turn",
        meanwhile="the memories are recalled by words, importance and recency",
    )


def vector_rows(
    connection: sa.Connection, space: str, segment: Segment, subject_id: str
) -> tuple[NDArray[np.int64], Vectors]:
    """Return the seqs (ascending) and vectors of a subject's memories in a segment."""
    values = {
        "t": segment.timeline_id,
        "s": subject_id,
        "a": segment.first,
        "b": segment.last,
        "space": space,
    }
    dimension = dimension_of(space)
    if connection.dialect.name == "sqlite" and dimension is not None:
        joined = connection.execute(_joined_vectors(), values).one()
        if (read := vector_format.read_joined(joined, dimension)) is not None:
            return read
    found = plain_rows(connection, _vectors_of(), values)
    seqs = np.fromiter((row[0] for row in found), np.int64, len(found))
    rows = [(data, scale) for _, data, scale in found]
    sound, vectors = vector_format.read_sound(rows, dimension)
    if not sound.all():
        broken = np.flatnonzero(~sound).tolist()
        _warn(space, {MemoryRef(segment.timeline_id, found[i][0]): rows[i] for i in broken})
    return seqs[sound], vectors


def broken_vectors(
    connection: sa.Connection,
    facts: RowCache,
    space: str,
    timeline_id: TimelineId,
    subject_id: str,
) -> tuple[MemoryRef, ...]:
    """Return a subject's memories on the timeline itself whose vectors cannot be read.

    Afterwards all memories are looked through again for what lacks a vector.
    """
    facts.keep_embedded(space, timeline_id, subject_id, 0)
    broken: list[MemoryRef] = []
    first: int | None = 1
    while first is not None:
        rows = plain_rows(
            connection,
            _vectors_of(_CHUNK),
            {"t": timeline_id, "s": subject_id, "a": first, "b": log.LAST, "space": space},
        )
        kept = [(data, scale) for _, data, scale in rows]
        sound, _ = vector_format.read_sound(kept, dimension_of(space))
        broken += [MemoryRef(timeline_id, rows[i][0]) for i in np.flatnonzero(~sound).tolist()]
        first = rows[-1][0] + 1 if len(rows) == _CHUNK else None
    return tuple(broken)


def drop_vectors(connection: sa.Connection, space: str, refs: Sequence[MemoryRef]) -> None:
    """Delete vectors."""
    own = sa.tuple_(VECTOR.c.timeline_id, VECTOR.c.seq)
    for chunk in dialect.batched(refs):
        places = [(ref.timeline_id, ref.seq) for ref in chunk]
        connection.execute(sa.delete(VECTOR).where(VECTOR.c.space == space, own.in_(places)))


def add_vectors(
    connection: sa.Connection, space: str, refs: Sequence[MemoryRef], vectors: Vectors
) -> None:
    """Store vectors of existing records; an existing vector is kept."""
    forms, there = _formats(connection, refs)
    rows: list[dict[str, object]] = []
    for form in {*forms.values()}:
        own = [i for i, ref in enumerate(refs) if forms.get(ref.timeline_id) == form]
        for i, (data, scale) in zip(own, vector_format.stored(vectors[own], form), strict=True):
            ref = refs[i]
            place = {"timeline_id": ref.timeline_id, "seq": ref.seq, "space": space}
            rows += [{**place, "data": data, "scale": scale}] if ref in there else []
    if rows:
        statement = dialect.insert_into(connection, VECTOR)
        connection.execute(statement.on_conflict_do_nothing(), rows)


def _formats(
    connection: sa.Connection, refs: Sequence[MemoryRef]
) -> tuple[dict[TimelineId, str], set[MemoryRef]]:
    """Return each timeline's format of vectors, and which records exist; locks the timelines."""
    held = connection.execute(_HELD, {"ids": [*{ref.timeline_id for ref in refs}]})
    found = {row.id: row for row in held}
    open_ids = {timeline_id for timeline_id, row in found.items() if row.deleted_at is None}
    there = {ref for ref in refs if ref.timeline_id in open_ids}
    deleted = [ref for ref in refs if ref not in there]
    own = (RECORD.c.timeline_id, RECORD.c.seq)
    for chunk in dialect.batched(deleted):
        places = [(ref.timeline_id, ref.seq) for ref in chunk]
        kept = connection.execute(sa.select(*own).where(sa.tuple_(*own).in_(places)))
        there |= {MemoryRef(*row) for row in kept}
    return {timeline_id: row.vector_format for timeline_id, row in found.items()}, there


def minds(
    connection: sa.Connection, limit: int, after: tuple[TimelineId, str] | None = None
) -> tuple[tuple[TimelineId, str], ...]:
    """Return the (timeline, subject) pairs that own memories, in order, after a pair."""
    pair = (RECORD.c.timeline_id, RECORD.c.subject_id)
    deleted = sa.select(TIMELINE.c.id).where(TIMELINE.c.deleted_at.is_not(None))
    page = sa.select(*pair).where(
        RECORD.c.kind.in_(kind.value for kind in MEMORY_KINDS),
        RECORD.c.timeline_id.not_in(deleted),
    )
    if after is not None:
        page = page.where(sa.tuple_(*pair) > sa.tuple_(*map(sa.literal, after)))
    found = connection.execute(page.distinct().order_by(*pair).limit(limit))
    return tuple((timeline_id, subject_id) for timeline_id, subject_id in found)


@cache
def _lacking() -> sa.TextClause:
    parts = (
        f"SELECT * FROM (SELECT seq FROM record AS r WHERE timeline_id = :t AND kind = :k{i} "  # noqa: S608 - every value is bound
        "AND subject_id = :s AND seq >= :a AND NOT EXISTS (SELECT 1 FROM memory_vector AS v "
        "WHERE v.timeline_id = r.timeline_id AND v.seq = r.seq AND v.space = :space) "
        f"ORDER BY seq LIMIT :n) AS scan{i}"
        for i in range(len(MEMORY_KINDS))
    )
    return sa.text(f"{' UNION ALL '.join(parts)} ORDER BY seq LIMIT :n").bindparams(*_kinds())


@cache
def _joined_vectors() -> sa.TextClause:
    """Select what `_vectors_of` selects as one row for `read_joined`.

    For each row Python's driver of SQLite gives up the GIL, and waits to have it back from a thread
    that computes, as the one that takes in the texts does at the same time.
    """
    columns = (
        "group_concat(v.seq), group_concat(v.scale), min(length(v.data)), max(length(v.data)), "
        "group_concat(hex(v.data), '')"
    )
    return _own_vectors(columns, "")


@cache
def _vectors_of(limit: int | None = None) -> sa.TextClause:
    most = "" if limit is None else f" LIMIT {limit}"
    return _own_vectors("v.seq, v.data, v.scale", f"ORDER BY v.seq{most}")


def _own_vectors(columns: str, end: str) -> sa.TextClause:
    kinds = ", ".join(f":k{i}" for i in range(len(MEMORY_KINDS)))
    # Otherwise SQLite looks for them among those of all subjects, and PostgreSQL reads records.
    return sa.text(
        "WITH own(seq) AS MATERIALIZED (SELECT seq FROM record WHERE timeline_id = :t "  # noqa: S608 - every value is bound
        f"AND kind IN ({kinds}) AND subject_id = :s AND seq BETWEEN :a AND :b) "
        f"SELECT {columns} FROM own CROSS JOIN memory_vector AS v "
        f"WHERE v.timeline_id = :t AND v.seq = own.seq AND v.space = :space {end}"
    ).bindparams(*_kinds())


def _kinds() -> list[sa.BindParameter[str]]:
    return [sa.bindparam(f"k{i}", kind.value) for i, kind in enumerate(MEMORY_KINDS)]
