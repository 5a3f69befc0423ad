"""Timelines, and what is visible from a vantage.

A timeline forks from a vantage of its parent and continues the parent's numbers, so within one
lineage a `seq` names exactly one record.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from npcserver.model.ids import SaveId, TimelineId, WorldId


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """One line of play; `forked_at` is the parent's last visible seq, 0 for genesis.

    Its own records are numbered `forked_at + 1 ..= head`; `game_time` is that of its head.
    `language` is that of its players where their words say none, empty for the world's.
    `late_results` counts thoughts refused because the game left the timeline while they were under
    way. `is_corrected` is true if an author may have withdrawn memories in it or before its fork,
    `is_drafted` if one may have drafted something there.
    """

    id: TimelineId
    world_id: WorldId
    parent_id: TimelineId | None = None
    forked_at: int = 0
    head: int = 0
    game_time: datetime
    label: str = ""
    created_at: datetime
    late_results: int = 0
    language: str = ""
    is_corrected: bool = False
    is_drafted: bool = False

    @property
    def vantage(self) -> "Vantage":
        """The vantage at this timeline's head."""
        return Vantage(self.id, self.head)


@dataclass(frozen=True, slots=True, order=True)
class Vantage:
    """A point of view: the timeline's records up to `seq`, and its ancestors' up to the fork."""

    timeline_id: TimelineId
    seq: int


@dataclass(frozen=True, slots=True)
class Segment:
    """The records `first ..= last` of one timeline; never empty."""

    timeline_id: TimelineId
    first: int
    last: int


Lineage = tuple[Segment, ...]
"""Segments oldest first, disjoint and without gaps: seq 1 to the vantage's seq, each once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Save:
    """A named vantage. Saving copies nothing."""

    id: SaveId
    world_id: WorldId
    vantage: Vantage
    name: str
    game_time: datetime
    created_at: datetime


def first_played(timeline_id: str, parents: Mapping[str, str | None]) -> str:
    """Return the timeline with which a playthrough began: the one whose parent is a genesis.

    `parents` has the parent of a timeline and of all its ancestors. A timeline that was loaded from
    a save made before anything happened has the genesis as its parent, and begins another.
    """
    while (parent := parents[timeline_id]) is not None and parents[parent] is not None:
        timeline_id = parent
    return timeline_id


def lineage(vantage: Vantage, timeline: Callable[[TimelineId], Timeline]) -> Lineage:
    """Return the segments visible from `vantage`, oldest first, without empty ones."""
    return tuple(reversed(list(_segments(vantage, timeline))))


def _segments(vantage: Vantage, timeline: Callable[[TimelineId], Timeline]) -> Iterator[Segment]:
    seq = vantage.seq
    next_id: TimelineId | None = vantage.timeline_id
    while next_id is not None and seq > 0:
        current = timeline(next_id)
        if seq > current.forked_at:
            yield Segment(current.id, current.forked_at + 1, seq)
        seq = min(seq, current.forked_at)
        next_id = current.parent_id


def rooted(vantage: Vantage, timeline: Callable[[TimelineId], Timeline]) -> Vantage:
    """Return the same view as a vantage of the timeline that owns its last record.

    A fork made from it skips ancestors that add nothing, so loading one save a thousand times makes
    a thousand siblings and not a chain.
    """
    current = timeline(vantage.timeline_id)
    while vantage.seq <= current.forked_at and current.parent_id is not None:
        current = timeline(current.parent_id)
    return Vantage(current.id, vantage.seq)


def shared(one: Lineage, other: Lineage) -> Vantage | None:
    """Return the last record that two lineages have in common, or None."""
    found: Vantage | None = None
    for mine, theirs in zip(one, other, strict=False):
        if mine.timeline_id != theirs.timeline_id:
            break
        found = Vantage(mine.timeline_id, min(mine.last, theirs.last))
        if mine.last != theirs.last:
            break
    return found


def playthrough(lineage: Lineage, timeline_id: TimelineId) -> TimelineId:
    """Return the first timeline of the lineage that forked from genesis.

    It stays the same when a save of the playthrough is loaded. `timeline_id`, the timeline of the
    vantage, is returned if the lineage holds genesis alone or nothing.
    """
    return lineage[1].timeline_id if len(lineage) > 1 else timeline_id


def owner(lineage: Lineage, seq: int) -> TimelineId | None:
    """Return the timeline that owns record `seq` in this lineage, or None if it is not visible."""
    at = bisect_left(lineage, seq, key=lambda segment: segment.last)
    if at == len(lineage) or seq < lineage[at].first:
        return None
    return lineage[at].timeline_id
