"""Outlines of long lineages, so that queries read only segments that have an answer.

A player who loads a thousand times has a lineage of a thousand segments, and most queries concern
few of them. An outline lists these for each kind and subject: it covers what a timeline inherits,
which never changes, grows by one segment with each load, and is cached.
"""

from collections.abc import Iterator, Sequence
from heapq import merge

from sqlalchemy import Connection

from npcserver.adapters.store import statements
from npcserver.adapters.store.facts import Facts, Outline, Trace
from npcserver.adapters.store.spans import groups, is_short
from npcserver.model.record import RecordKind
from npcserver.model.timeline import Lineage, Segment

_FEW = 8


def is_long(lineage: Lineage) -> bool:
    """Return whether an outline is worth building."""
    return len(lineage) > _FEW


def near(
    connection: Connection,
    facts: Facts,
    lineage: Lineage,
    subject_id: str,
    kinds: Sequence[RecordKind],
) -> Iterator[Segment]:
    """Yield, newest first, the segments that may hold records of these kinds and this subject."""
    if not is_long(lineage):
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


def traces_of(outline: Outline, kind: str, subject_id: str, *, is_prefix: bool) -> dict[str, Trace]:
    """Return the newest traces by subject, of one subject or of all with that prefix."""
    traces = outline.get(kind, {})
    if is_prefix:
        return {subject: each for subject, each in traces.items() if subject.startswith(subject_id)}
    return {subject_id: traces[subject_id]} if subject_id in traces else {}


def outline_of(connection: Connection, facts: Facts, lineage: Lineage) -> Outline:
    """Return the outline of all segments of a lineage but the last, which may still grow."""
    own = lineage[-1].timeline_id
    found = facts.outline(own)
    if found is None:
        known, start = _nearest(facts, lineage)
        found = _extended(connection, known, lineage, start)
        facts.keep_outline(own, found)
    return found


def _nearest(facts: Facts, lineage: Lineage) -> tuple[Outline, int]:
    """Return the longest cached outline of the lineage, and how many segments it covers."""
    for place in range(len(lineage) - 2, 0, -1):
        found = facts.outline(lineage[place].timeline_id)
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
    copied: dict[str, dict[str, Trace]] = {}
    for place, kind, subject_id, seq in found:
        if kind not in copied:
            extended[kind] = copied[kind] = dict(known.get(kind, {}))
        copied[kind][subject_id] = Trace(place, seq, copied[kind].get(subject_id))
    return extended


def _contents(
    connection: Connection, segments: Sequence[Segment]
) -> Iterator[tuple[str, str, str, int]]:
    for group in groups(segments):
        if is_short(group[0]):
            size = statements.fitting(statements.SPANS, len(group))
            read = statements.contents(size)
        else:
            size, read = 1, statements.contents_of_one()
        for timeline_id, kind, subject_id, last in connection.execute(
            read, statements.bounds(group, size)
        ):
            if last is not None:
                yield timeline_id, kind, subject_id, last


def _places(trace: Trace | None) -> Iterator[int]:
    while trace is not None:
        yield trace.place
        trace = trace.earlier
