"""Queries over the records of a lineage, with an index of the kinds in each segment."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from itertools import islice
from typing import Any

from sqlalchemy import Connection, and_, func, select, tuple_

from npcserver.adapters.store import rows, statements
from npcserver.adapters.store.dialect import batched, to_moment
from npcserver.adapters.store.row_cache import KindTrace, Outline, RowCache
from npcserver.adapters.store.statements import NOWHERE, SPANS, fitting
from npcserver.adapters.store.tables import RECORD, TIMELINE
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Lineage, Segment
from npcserver.ports.view import RecordQuery, SceneRun, TurnPlace

MOST_SEGMENTS = 64  # segments in one statement
_SHORT_SEGMENT = 512  # records


def is_short_segment(segment: Segment) -> bool:
    """Return whether a segment may be read whole to find some of its records."""
    return segment.last - segment.first < _SHORT_SEGMENT


def group_segments(
    segments: Iterable[Segment], most: int = MOST_SEGMENTS
) -> Iterator[list[Segment]]:
    """Yield segments in order: a long one alone, and up to `most` short ones together.

    The segments of a group together span no more records than one short segment may.
    """
    group: list[Segment] = []
    width = 0
    for segment in segments:
        width += segment.last - segment.first + 1
        if group and (len(group) == most or width > _SHORT_SEGMENT):
            yield group
            group, width = [], segment.last - segment.first + 1
        group.append(segment)
    if group:
        yield group


def clip_segment(segment: Segment, first: int, last: int) -> Segment:
    """Return a segment limited to seqs `first` to `last`."""
    return Segment(segment.timeline_id, max(segment.first, first), min(segment.last, last))


_FEW = 8


def is_long_lineage(lineage: Lineage) -> bool:
    """Return whether an outline is worth building."""
    return len(lineage) > _FEW


def segments_near(
    connection: Connection,
    facts: RowCache,
    lineage: Lineage,
    subject_id: str,
    kinds: Sequence[RecordKind],
) -> Iterator[Segment]:
    """Yield, newest first, the segments that may hold records of these kinds and this subject."""
    if not is_long_lineage(lineage):
        yield from reversed(lineage)
        return
    yield lineage[-1]
    outline = outline_of(connection, facts, lineage)
    traces = (outline.get(kind, {}).get(subject_id) for kind in kinds)
    last = len(lineage)
    for place in merge(*map(_places, traces), reverse=True):
        if place < last:
            yield lineage[place]
            last = place


def traces_of(
    outline: Outline, kind: str, subject_id: str, *, is_prefix: bool
) -> dict[str, KindTrace]:
    """Return the newest traces by subject, of one subject or of all with that prefix."""
    traces = outline.get(kind, {})
    if is_prefix:
        return {subject: each for subject, each in traces.items() if subject.startswith(subject_id)}
    return {subject_id: traces[subject_id]} if subject_id in traces else {}


def outline_of(connection: Connection, facts: RowCache, lineage: Lineage) -> Outline:
    """Return the outline of all segments of a lineage but the last, which may still grow."""
    own = lineage[-1].timeline_id
    found = facts.outlines.find(own)
    if found is None:
        known, start = _nearest(facts, lineage)
        found = _extended(connection, known, lineage, start)
        facts.outlines.keep(own, found)
    return found


def _nearest(facts: RowCache, lineage: Lineage) -> tuple[Outline, int]:
    """Return the longest cached outline of the lineage, and how many segments it covers."""
    for place in range(len(lineage) - 2, 0, -1):
        found = facts.outlines.find(lineage[place].timeline_id)
        if found is not None:
            return found, place
    return {}, 0


def _extended(connection: Connection, known: Outline, lineage: Lineage, start: int) -> Outline:
    places: dict[str, int] = {
        lineage[place].timeline_id: place for place in range(start, len(lineage) - 1)
    }
    found = sorted(
        (places[timeline_id], kind, subject_id, seq)
        for timeline_id, kind, subject_id, seq in _contents(connection, lineage[start:-1])
    )
    extended = dict(known)
    copied: dict[str, dict[str, KindTrace]] = {}
    for place, kind, subject_id, seq in found:
        if kind not in copied:
            extended[kind] = copied[kind] = dict(known.get(kind, {}))
        copied[kind][subject_id] = KindTrace(place, seq, copied[kind].get(subject_id))
    return extended


def _contents(
    connection: Connection, segments: Sequence[Segment]
) -> Iterator[tuple[str, str, str, int]]:
    for group in group_segments(segments):
        if is_short_segment(group[0]):
            size = statements.fitting(statements.SPANS, len(group))
            read = statements.contents(size)
        else:
            size, read = 1, statements.contents_of_one()
        for timeline_id, kind, subject_id, last in connection.execute(
            read, statements.bounds(group, size)
        ):
            if last is not None:
                yield timeline_id, kind, subject_id, last


def _places(trace: KindTrace | None) -> Iterator[int]:
    while trace is not None:
        yield trace.place
        trace = trace.earlier


_ROUNDS = (1, 8, 64)  # scans in one statement
_FIRST = 2  # least segments in the first one: a world's genesis and one game
_SEQS = (1, 4, 16, 64, 256, 512)  # seqs per statement
_PLACES = (4, 16, 64, 256)  # records of several timelines per statement
_FEW_OWNERS = 3
_HANDFUL = 64  # records of all subjects that are read faster than sought
LAST = 2**62
"""A seq greater than any record's."""
_OF_SUBJECT = " AND subject_id = :s"
_UNRATED = " AND importance IS NULL"


def tail(
    connection: Connection,
    facts: RowCache,
    lineage: Lineage,
    subject_id: str,
    kinds: Sequence[RecordKind],
    limit: int,
    before: int | None = None,
) -> tuple[Record, ...]:
    """Return the newest records of a subject, newest first, with seq below `before`."""
    end = lineage[-1].last if lineage and before is None else (before or 1) - 1
    near = segments_near(connection, facts, lineage, subject_id, kinds)
    seen = (clip_segment(segment, 1, end) for segment in near if segment.first <= end)
    if limit <= 0 or not kinds:
        return ()
    # In a long lineage each segment of `near` has such a record, so `limit` of them suffice.
    is_long = is_long_lineage(lineage)
    rounds = (
        group_segments(seen, min(MOST_SEGMENTS, limit)) if is_long else _rounds(seen, len(kinds))
    )
    found: list[Any] = []
    for group in rounds:
        missing = limit - len(found)
        if is_long and len(group) > 1:
            found += _gathered(connection, group, subject_id, kinds, missing)
        else:
            read = statements.scans(len(group) * len(kinds), "DESC")
            found += connection.execute(read, _values(group, kinds, subject_id, missing)).all()
        if len(found) >= limit:
            break
    return tuple(rows.record(row) for row in found)


def _gathered(
    connection: Connection,
    segments: Sequence[Segment],
    subject_id: str,
    kinds: Sequence[RecordKind],
    limit: int,
) -> Sequence[Any]:
    size = fitting(SPANS, len(segments))
    values = statements.bounds(segments, size) | _named(kinds) | {"s": subject_id, "n": limit}
    read = statements.gathered(size, len(kinds), _OF_SUBJECT, "DESC")
    return connection.execute(read, values).all()


def has_any(
    connection: Connection,
    segments: Sequence[Segment],
    subject_id: str,
    kinds: Sequence[RecordKind],
) -> bool:
    """Return whether a subject has a record of one of these kinds in one of these segments."""
    for group in _rounds(segments, len(kinds)):
        newest = statements.any_of(len(group) * len(kinds))
        if connection.execute(newest, _values(group, kinds, subject_id, 1)).first() is not None:
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
    """Return the oldest records of a subject in a segment, and the rest of it (None at its end)."""
    if segment.last - segment.first < min(_HANDFUL, limit):
        few = gathered(connection, (segment,), subject_id, kinds, only_unrated=only_unrated)
        return few, None
    read = statements.unrated(len(kinds)) if only_unrated else statements.stretch(len(kinds))
    if connection.dialect.name == "postgresql" and not only_unrated:
        read = statements.stretch_of_pages(len(kinds))
    found = statements.plain_rows(connection, read, _values((segment,), kinds, subject_id, limit))
    records = tuple(rows.record(row) for row in found)
    if len(records) < limit or records[-1].seq == segment.last:
        return records, None
    return records, Segment(segment.timeline_id, records[-1].seq + 1, segment.last)


def gathered(
    connection: Connection,
    segments: Sequence[Segment],
    subject_id: str,
    kinds: Sequence[RecordKind],
    *,
    only_unrated: bool = False,
) -> tuple[Record, ...]:
    """Return the records of a subject in several short segments, oldest first."""
    condition = _OF_SUBJECT + (_UNRATED if only_unrated else "")
    size, read = 1, statements.following(len(kinds), condition)
    if len(segments) > 1:
        size = fitting(SPANS, len(segments))
        read = statements.gathered(size, len(kinds), condition)
    values = statements.bounds(segments, size) | _named(kinds) | {"s": subject_id, "n": LAST}
    found = connection.execute(read, values)
    return tuple(rows.record(row) for row in found)


def after(
    connection: Connection, lineage: Lineage, seq: int, limit: int, kinds: Sequence[RecordKind]
) -> tuple[Record, ...]:
    """Return records of all subjects with a greater seq, oldest first."""
    found: list[Any] = []
    for group in group_segments(_beyond(lineage, seq)):
        size, read = 1, statements.following(len(kinds))
        if len(group) > 1:
            size = fitting(SPANS, len(group))
            read = statements.gathered(size, len(kinds))
        values = statements.bounds(group, size) | _named(kinds) | {"n": limit - len(found)}
        found += connection.execute(read, values).all()
        if len(found) >= limit:
            break
    return tuple(rows.record(row) for row in found)


def count(
    connection: Connection, lineage: Lineage, seq: int, kinds: Sequence[RecordKind]
) -> dict[str, int]:
    """Return, by subject, the number of records of these kinds with a greater seq."""
    found: Counter[str] = Counter()
    for group in group_segments(_beyond(lineage, seq)):
        size = fitting(SPANS, len(group))
        values = statements.bounds(group, size) | _named(kinds)
        for subject_id, number in connection.execute(statements.counted(size, len(kinds)), values):
            found[subject_id] += number
    return dict(found)


def get(connection: Connection, lineage: Lineage, seqs: Sequence[int]) -> tuple[Record, ...]:
    """Return the records with these seqs that the lineage holds, in order of seq."""
    by_owner: dict[TimelineId, list[int]] = {}
    for seq in sorted(set(seqs)):
        place = bisect_left(lineage, seq, key=lambda each: each.last)
        if place < len(lineage) and lineage[place].first <= seq:
            by_owner.setdefault(lineage[place].timeline_id, []).append(seq)
    if len(by_owner) > _FEW_OWNERS:
        return _of_many(connection, [(owner, seq) for owner in by_owner for seq in by_owner[owner]])
    found: list[Any] = []
    for timeline_id, own in by_owner.items():
        for chunk in batched(own, _SEQS[-1]):
            size = fitting(_SEQS, len(chunk))
            padded = chunk + chunk[-1:] * (size - len(chunk))
            values = {f"s{i}": seq for i, seq in enumerate(padded)}
            found += connection.execute(statements.by_seq(size), {"t": timeline_id, **values}).all()
    return _remembered(found)


def turn(connection: Connection, turn_id: str) -> Record | None:
    """Return the record of a turn on any timeline; the caller checks that it is visible."""
    row = connection.execute(statements.of_turn(), {"turn": turn_id}).first()
    return None if row is None else rows.record(row)


def turns_of_world(
    connection: Connection,
    world_id: WorldId,
    part: str,
    before: TurnPlace | None,
    limit: int,
) -> tuple[tuple[Record, str], ...]:
    """Return turns whose bodies have a part, each with the label of its timeline, newest first.

    `part` is looked for in JSON, whatever the case of its ASCII letters.
    """
    like = RECORD.c.body.ilike if connection.dialect.name == "postgresql" else RECORD.c.body.like
    place = (RECORD.c.written_at, RECORD.c.timeline_id, RECORD.c.seq)
    found = (
        select(*place, TIMELINE.c.label)
        .join(TIMELINE, TIMELINE.c.id == RECORD.c.timeline_id)
        .where(TIMELINE.c.world_id == world_id, TIMELINE.c.deleted_at.is_(None))
        .where(RECORD.c.turn_id.is_not(None))
    )
    if part:
        escaped = part.replace("/", "//").replace("%", "/%").replace("_", "/_")
        found = found.where(like(f"%{escaped}%", escape="/"))
    if before is not None:
        written_at, timeline_id, seq = before
        found = found.where(tuple_(*place) < tuple_(to_moment(written_at), timeline_id, seq))
    # Sorted are places alone: a body is as long as hundreds of them.
    newest = found.order_by(*(one.desc() for one in place)).limit(limit).subquery()
    own = (newest.c.timeline_id == RECORD.c.timeline_id, newest.c.seq == RECORD.c.seq)
    columns = (RECORD.c[one] for one in statements.COLUMNS.split(", "))
    whole = select(*columns, newest.c.label).join(newest, and_(*own))
    in_order = connection.execute(whole.order_by(*(one.desc() for one in place)))
    return tuple((rows.record(row[:-1]), row.label) for row in in_order)


def scenes_of_world(connection: Connection, world_id: WorldId, limit: int) -> tuple[SceneRun, ...]:
    """Return where group chats of a world were played, the latest first."""
    first, last = func.min(RECORD.c.seq).label("first"), func.max(RECORD.c.seq).label("last")
    of_play = (RECORD.c.timeline_id, TIMELINE.c.label, TIMELINE.c.deleted_at)
    found = connection.execute(
        select(*of_play, RECORD.c.subject_id, first, last)
        .join(TIMELINE, TIMELINE.c.id == RECORD.c.timeline_id)
        .where(TIMELINE.c.world_id == world_id, RECORD.c.kind == RecordKind.GROUP)
        .group_by(*of_play, RECORD.c.subject_id)
        .order_by(func.max(RECORD.c.written_at).desc(), RECORD.c.timeline_id)
    ).all()
    opened: dict[str, tuple[TimelineId, int]] = {}
    for row in sorted(found, key=lambda each: each.first, reverse=True):
        opened[row.subject_id] = (row.timeline_id, row.first)  # in a branch it began before
    shown = [row for row in found if row.deleted_at is None][:limit]
    places = {(row.timeline_id, row.last) for row in shown}
    places |= {opened[row.subject_id] for row in shown}
    records = {(one.timeline_id, one.seq): one for one in _of_many(connection, sorted(places))}
    return tuple(
        (records.get(opened[row.subject_id]), records[row.timeline_id, row.last], row.label)
        for row in shown
        if (row.timeline_id, row.last) in records
    )


def clock(connection: Connection, timeline_id: TimelineId, seq: int) -> int:
    """Return a timeline's game time at its own record `seq`, in microseconds."""
    own = (RECORD.c.timeline_id == timeline_id, RECORD.c.seq == seq)
    found: int = connection.execute(select(RECORD.c.clock).where(*own)).scalar_one()
    return found


def newest(
    connection: Connection, facts: RowCache, lineage: Lineage, wanted: Sequence[RecordQuery]
) -> tuple[dict[str, Record], ...]:
    """Return the newest records by subject for each of `wanted`."""
    if not is_long_lineage(lineage):
        return _newest(connection, lineage, wanted)
    # the last segment may still grow, so it is read; the outline covers the others
    found = _newest(connection, lineage[-1:], wanted)
    outline = outline_of(connection, facts, lineage)
    earlier: list[dict[str, KindTrace]] = []
    for each, own in zip(wanted, found, strict=True):
        traces = traces_of(outline, each.kind, each.subject_id, is_prefix=each.is_prefix)
        others = {who: trace for who, trace in traces.items() if who not in own}
        missing = max(0, each.most - len(own)) if each.most else len(others)
        latest = sorted(others.items(), key=lambda pair: pair[1].seq, reverse=True)
        earlier.append(dict(latest[:missing]))
    places = {trace.seq: trace.place for traces in earlier for trace in traces.values()}
    owners = [(lineage[places[seq]].timeline_id, seq) for seq in sorted(places)]
    records = {record.seq: record for record in _of_many(connection, owners)}
    return tuple(
        own | {who: records[trace.seq] for who, trace in traces.items() if trace.seq in records}
        for own, traces in zip(found, earlier, strict=True)
    )


def _newest(
    connection: Connection, lineage: Lineage, wanted: Sequence[RecordQuery]
) -> tuple[dict[str, Record], ...]:
    found: list[dict[str, Any]] = [{} for _ in wanted]
    if wanted and lineage:
        ones = tuple(not each.is_prefix for each in wanted)
        size = fitting(SPANS, len(lineage))
        values = statements.bounds(lineage, size) | _named([each.kind for each in wanted])
        values |= {f"p{i}": each.subject_id for i, each in enumerate(wanted)}
        for which, *row in connection.execute(statements.newest(ones, size), values):
            found[which][row[statements.SUBJECT]] = row
    return tuple(
        {who: rows.record(row) for who, row in _touched_last(each, one.most).items()}
        for each, one in zip(found, wanted, strict=True)
    )


def _touched_last(found: dict[str, Any], most: int) -> dict[str, Any]:
    """Return the `most` rows with the greatest seqs; decoding rows costs more than fetching."""
    if not most or len(found) <= most:
        return found
    latest = sorted(found.items(), key=lambda pair: pair[1][statements.SEQ], reverse=True)
    return dict(latest[:most])


def _of_many(
    connection: Connection, places: Sequence[tuple[TimelineId, int]]
) -> tuple[Record, ...]:
    found: list[Any] = []
    for chunk in batched(places, _PLACES[-1]):
        size = fitting(_PLACES, len(chunk))
        values: dict[str, object] = {}
        for i, (timeline_id, seq) in enumerate((*chunk, *[("", 0)] * (size - len(chunk)))):
            values |= {f"t{i}": timeline_id, f"s{i}": seq}
        found += connection.execute(statements.by_place(size), values).all()
    return _remembered(found)


def _remembered(found: Iterable[Any]) -> tuple[Record, ...]:
    """Return the records of rows, without those that were erased: ratings may point at them."""
    records = map(rows.record, found)
    return tuple(one for one in records if one.kind is not RecordKind.FORGOTTEN)


def _beyond(lineage: Lineage, seq: int) -> list[Segment]:
    start = bisect_left(lineage, seq + 1, key=lambda each: each.last)
    return [clip_segment(segment, seq + 1, LAST) for segment in lineage[start:]]


def _rounds(near: Iterable[Segment], kinds: int) -> Iterator[list[Segment]]:
    """Split segments, nearest first, into one group per statement, padded with empty ones."""
    segments = iter(near)
    step = 0
    while kinds > 0:
        size = max(_FIRST if step == 0 else 1, _ROUNDS[step] // kinds)
        step = min(step + 1, len(_ROUNDS) - 1)
        group = list(islice(segments, size))
        if not group:
            return
        yield group + [NOWHERE] * (size - len(group))


def _values(
    segments: Sequence[Segment], kinds: Sequence[RecordKind], subject_id: str, limit: int
) -> dict[str, object]:
    values: dict[str, object] = {"s": subject_id, "n": limit}
    for i, (segment, kind) in enumerate((each, kind) for each in segments for kind in kinds):
        values |= {
            f"t{i}": segment.timeline_id,
            f"k{i}": kind.value,
            f"a{i}": segment.first,
            f"b{i}": segment.last,
        }
    return values


def _named(kinds: Sequence[RecordKind]) -> dict[str, object]:
    return {f"k{i}": kind.value for i, kind in enumerate(kinds)}
