"""Caches values that can never change again between reads."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Optional

from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Lineage, Timeline

_MAX_TIMELINES = 100_000
_MAX_INHERITED = 1_000
_MAX_OUTLINES = 500
_MAX_FLOORS = 10_000


@dataclass(frozen=True, slots=True)
class KindTrace:
    """The newest record of a kind and subject in a segment, linked to the one before it."""

    place: int
    seq: int
    earlier: Optional["KindTrace"] = None


Outline = Mapping[str, Mapping[str, KindTrace]]
"""The newest trace by kind and subject, over the segments of a lineage.

`KindTrace.place` is the index of the segment in the lineage.
"""


class RowCache:
    """The cache of one process, shared by readers and writer; each step is atomic under the GIL.

    With a `base`, lookups fall back to it, and new entries are kept out of it.
    """

    def __init__(self, base: Optional["RowCache"] = None) -> None:
        self._base = base
        self._timelines: dict[TimelineId, Timeline] = {}
        self._inherited: dict[TimelineId, Lineage] = {}
        self._outlines: dict[TimelineId, Outline] = {}
        self._embedded: dict[tuple[str, TimelineId, str], int] = {}
        self._rated: dict[tuple[TimelineId, str], tuple[int, int]] = {}

    def timeline(self, timeline_id: TimelineId) -> Timeline | None:
        """Return a timeline of which only id, parent, fork and world are reliable, or None."""
        found = self._timelines.get(timeline_id)
        if found is None and self._base is not None:
            return self._base.timeline(timeline_id)
        return found

    def keep_timelines(self, timelines: Iterable[Timeline]) -> None:
        """Store timelines for `timeline`."""
        if len(self._timelines) > _MAX_TIMELINES:
            self._timelines = {}
        self._timelines.update({timeline.id: timeline for timeline in timelines})

    def inherited(self, timeline_id: TimelineId) -> Lineage | None:
        """Return the segments a timeline inherits from its ancestors, or None if unknown."""
        found = self._inherited.get(timeline_id)
        if found is None and self._base is not None:
            return self._base.inherited(timeline_id)
        return found

    def keep_inherited(self, timeline_id: TimelineId, lineage: Lineage) -> None:
        """Store the segments a timeline inherits."""
        if len(self._inherited) > _MAX_INHERITED:
            self._inherited = {}
        self._inherited[timeline_id] = lineage

    def outline(self, timeline_id: TimelineId) -> Outline | None:
        """Return the outline of what a timeline inherits, or None if unknown."""
        found = self._outlines.get(timeline_id)
        if found is None and self._base is not None:
            return self._base.outline(timeline_id)
        return found

    def keep_outline(self, timeline_id: TimelineId, outline: Outline) -> None:
        """Store the outline of what a timeline inherits."""
        if len(self._outlines) > _MAX_OUTLINES:
            self._outlines = {}
        self._outlines[timeline_id] = outline

    def forget(self, timeline_id: TimelineId) -> None:
        """Drop what is stored of a timeline that was deleted."""
        for by_timeline in (self._timelines, self._inherited, self._outlines):
            by_timeline.pop(timeline_id, None)
        for space, own_id, subject_id in list(self._embedded):
            if own_id == timeline_id:
                self._embedded.pop((space, own_id, subject_id), None)
        for own_id, subject_id in list(self._rated):
            if own_id == timeline_id:
                self._rated.pop((own_id, subject_id), None)

    def embedded_up_to(self, space: str, timeline_id: TimelineId, subject_id: str) -> int:
        """Return a seq up to which every memory of the subject there has a vector."""
        return self._embedded.get((space, timeline_id, subject_id), 0)

    def keep_embedded(self, space: str, timeline_id: TimelineId, subject_id: str, seq: int) -> None:
        """Store that every memory up to `seq` has a vector."""
        if len(self._embedded) > _MAX_FLOORS:
            self._embedded = {}
        self._embedded[(space, timeline_id, subject_id)] = seq

    def rated_up_to(self, lineage: Lineage, subject_id: str) -> int:
        """Return a seq up to which every memory in the lineage is rated within the lineage."""
        floor = 0
        for segment in lineage:
            seen_to, rated_to = self._rated.get((segment.timeline_id, subject_id), (0, 0))
            # Stored for a vantage that this lineage includes, so the same ratings are visible here.
            if seen_to <= segment.last:
                floor = max(floor, rated_to)
        return floor

    def keep_rated(self, lineage: Lineage, subject_id: str, seq: int) -> None:
        """Store that every memory up to `seq` is rated, as seen from the lineage's end."""
        if not lineage:
            return
        if len(self._rated) > _MAX_FLOORS:
            self._rated = {}
        self._rated[(lineage[-1].timeline_id, subject_id)] = (lineage[-1].last, seq)
