"""Checks of fences: a thought is stored only if no newer record invalidates it."""

from collections.abc import Sequence

from sqlalchemy import Connection

from npcserver.adapters.store import authored, dialect, lineages, log
from npcserver.adapters.store.facts import Facts
from npcserver.model.errors import Conflict, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.record import RecordKind
from npcserver.model.timeline import Segment
from npcserver.ports.storage import Fence


def holds(connection: Connection, timeline_id: TimelineId, forked_at: int, fence: Fence) -> bool:
    """Return whether no stored record of the fence's subject and kinds is newer than its seq.

    The caller has locked the timeline, so the answer stays true until the commit.
    """
    own = Segment(timeline_id, max(forked_at, fence.seq) + 1, log.LAST)
    lineage = [own]
    if fence.seq < forked_at:
        # Made before the fork: the ancestors' records up to the fork count as well.
        fork = authored.timeline(connection, timeline_id)
        lineage = [
            Segment(seen.timeline_id, max(seen.first, fence.seq + 1), seen.last)
            for seen in lineages.lineage_of(connection, Facts(), fork.vantage, fork)
            if seen.last > fence.seq
        ]
    return not log.has_any(connection, lineage, fence.subject_id, fence.kinds)


def is_of_left(fence: Fence) -> bool:
    """Return whether a fence only requires that the game has not left the timeline."""
    return fence.kinds == (RecordKind.LEFT,) and not fence.subject_id


def left(connection: Connection, timeline_ids: Sequence[TimelineId]) -> dict[TimelineId, int]:
    """Return the seq of the last LEFT record of those of some locked timelines that have one."""
    if not timeline_ids:
        return {}
    values = ", ".join([dialect.mark(connection)] * len(timeline_ids))
    found = connection.exec_driver_sql(
        f"SELECT timeline_id, MAX(seq) FROM record WHERE timeline_id IN ({values}) "  # noqa: S608 - every value is bound
        f"AND kind = '{RecordKind.LEFT}' AND subject_id = '' GROUP BY timeline_id",
        tuple(timeline_ids),
    )
    return {TimelineId(timeline_id): int(seq) for timeline_id, seq in found}


def broken(timeline_id: TimelineId, fence: Fence) -> Conflict:
    """Return the refusal of an append whose fence does not hold."""
    if is_of_left(fence):
        return Conflict(
            f"the game left timeline {timeline_id!r} after {fence.seq}, where this was thought "
            "from; it is let go",
            Reason.TIMELINE_LEFT,
            timelineId=timeline_id,
        )
    return Conflict(
        f"the mind of {fence.subject_id!r} has moved on since {fence.seq}; think again",
        Reason.MIND_MOVED,
        timelineId=timeline_id,
        subjectId=fence.subject_id,
    )
