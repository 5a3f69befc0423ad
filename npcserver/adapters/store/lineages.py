"""Forks of timelines, and the lineage of a vantage.

What a timeline inherits never changes, so it is computed once: of a lineage of a thousand segments
a later lookup builds only the last one.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Select, and_, bindparam, select
from sqlalchemy.orm import aliased

from npcserver.adapters.store import rows
from npcserver.adapters.store.authored import no_timeline
from npcserver.adapters.store.facts import Facts
from npcserver.adapters.store.tables import TimelineRow, table_of
from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Lineage, Segment, Timeline, Vantage, rooted

_TIMELINE = table_of(TimelineRow)


def _ancestors(*, up_to_owner: bool) -> Select[Any]:
    """Select a timeline and its ancestors, all or those up to the owner of a seq."""
    own = select(_TIMELINE.c.id, _TIMELINE.c.parent_id, _TIMELINE.c.forked_at)
    line = own.where(_TIMELINE.c.id == bindparam("id")).cte("line", recursive=True)
    parent = aliased(TimelineRow)
    is_next = parent.id == line.c.parent_id
    if up_to_owner:
        is_next = and_(is_next, line.c.forked_at >= bindparam("seq"))
    line = line.union_all(select(parent.id, parent.parent_id, parent.forked_at).join(line, is_next))
    return select(_TIMELINE).join(line, line.c.id == _TIMELINE.c.id)


_ANCESTRY = _ancestors(up_to_owner=False)
_PASSED_OVER = _ancestors(up_to_owner=True)


def lineage_of(
    connection: Connection, facts: Facts, vantage: Vantage, timeline: Timeline
) -> Lineage:
    """Return the segments visible from a vantage; `timeline` is the vantage's own."""
    if vantage.seq <= 0:
        return ()
    facts.keep_timelines((timeline,))
    known = _ancestor(connection, facts)
    own = known(rooted(vantage, known).timeline_id)
    inherited = _inherited(facts, known, own)
    return (*inherited, Segment(own.id, own.forked_at + 1, vantage.seq))


def root_of(connection: Connection, vantage: Vantage) -> TimelineId:
    """Return the timeline that owns the last record of a vantage, found by one query."""
    values = {"id": vantage.timeline_id, "seq": vantage.seq}
    passed = {row.id: rows.timeline(row) for row in connection.execute(_PASSED_OVER, values)}
    return rooted(vantage, passed.__getitem__).timeline_id


def _inherited(
    facts: Facts, known: Callable[[TimelineId], Timeline], timeline: Timeline
) -> Lineage:
    """Return the segments a timeline inherits from its ancestors."""
    segments: list[Segment] = []
    current, base = timeline, facts.inherited(timeline.id)
    while base is None and current.parent_id is not None and current.forked_at > 0:
        fork = Vantage(current.parent_id, current.forked_at)
        current = known(rooted(fork, known).timeline_id)
        segments.append(Segment(current.id, current.forked_at + 1, fork.seq))
        base = facts.inherited(current.id)
    if not segments:
        return base or ()
    inherited = (*(base or ()), *reversed(segments))
    facts.keep_inherited(timeline.id, inherited)
    return inherited


def _ancestor(connection: Connection, facts: Facts) -> Callable[[TimelineId], Timeline]:
    """Return a lookup of timelines; one query fetches a whole unknown ancestry."""

    def known(timeline_id: TimelineId) -> Timeline:
        found = facts.timeline(timeline_id)
        if found is None:
            ancestry = connection.execute(_ANCESTRY, {"id": timeline_id})
            facts.keep_timelines(tuple(rows.timeline(row) for row in ancestry))
            found = facts.timeline(timeline_id)
        if found is None:
            raise no_timeline(timeline_id)
        return found

    return known
