"""Facts that can never change again, kept in memory between reads.

Where a timeline forked and what it inherits, and up to which seq nothing is left to embed or rate:
the log only grows, so what was once true of a prefix stays true. Losing any of it costs a longer
query, nothing more.
"""

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
class Trace:
    """The newest record of a kind and subject in a segment, and the trace in the one before."""

    place: int
    seq: int
    earlier: Optional["Trace"] = None


Outline = Mapping[str, Mapping[str, Trace]]
"""Of a lineage, by kind and subject, the newest of the segments that hold such records.

`Trace.place` is the place of the segment in the lineage.
"""


class Facts:
    """Shared by the readers and the writer of one process; each step is atomic under the GIL.

    With a `base` what is known there is known here, and what is kept here is not kept there.
    """

    def __init__(self, base: Optional["Facts"] = None) -> None:
        self._base = base
        self._timelines: dict[TimelineId, Timeline] = {}
        self._inherited: dict[TimelineId, Lineage] = {}
        self._outlines: dict[TimelineId, Outline] = {}
        self._embedded: dict[tuple[str, TimelineId, str], int] = {}
        self._rated: dict[tuple[TimelineId, str], tuple[int, int]] = {}

    def timeline(self, timeline_id: TimelineId) -> Timeline | None:
        """Return a timeline of which only id, parent, fork and world may be relied upon."""
        found = self._timelines.get(timeline_id)
        if found is None and self._base is not None:
            return self._base.timeline(timeline_id)
        return found

    def keep_timelines(self, timelines: Iterable[Timeline]) -> None:
        """Keep where these timelines forked."""
        if len(self._timelines) > _MAX_TIMELINES:
            self._timelines = {}
        self._timelines.update({timeline.id: timeline for timeline in timelines})

    def inherited(self, timeline_id: TimelineId) -> Lineage | None:
        """Return what a timeline sees of its ancestors."""
        found = self._inherited.get(timeline_id)
        if found is None and self._base is not None:
            return self._base.inherited(timeline_id)
        return found

    def keep_inherited(self, timeline_id: TimelineId, lineage: Lineage) -> None:
        """Keep what a timeline sees of its ancestors."""
        if len(self._inherited) > _MAX_INHERITED:
            self._inherited = {}
        self._inherited[timeline_id] = lineage

    def outline(self, timeline_id: TimelineId) -> Outline | None:
        """Return the outline of what a timeline inherits."""
        found = self._outlines.get(timeline_id)
        if found is None and self._base is not None:
            return self._base.outline(timeline_id)
        return found

    def keep_outline(self, timeline_id: TimelineId, outline: Outline) -> None:
        """Keep the outline of what a timeline inherits."""
        if len(self._outlines) > _MAX_OUTLINES:
            self._outlines = {}
        self._outlines[timeline_id] = outline

    def embedded_up_to(self, space: str, timeline_id: TimelineId, subject_id: str) -> int:
        """Return a seq up to which every memory of the subject there has a vector."""
        return self._embedded.get((space, timeline_id, subject_id), 0)

    def keep_embedded(self, space: str, timeline_id: TimelineId, subject_id: str, seq: int) -> None:
        """Remember that every memory up to `seq` has a vector."""
        if len(self._embedded) > _MAX_FLOORS:
            self._embedded = {}
        self._embedded[(space, timeline_id, subject_id)] = seq

    def rated_up_to(self, lineage: Lineage, subject_id: str) -> int:
        """Return a seq up to which every memory in the lineage is rated within the lineage."""
        floor = 0
        for segment in lineage:
            seen_to, rated_to = self._rated.get((segment.timeline_id, subject_id), (0, 0))
            # Known from a vantage this lineage includes: the same ratings can be seen from here.
            if seen_to <= segment.last:
                floor = max(floor, rated_to)
        return floor

    def keep_rated(self, lineage: Lineage, subject_id: str, seq: int) -> None:
        """Remember that every memory up to `seq` is rated, as seen from the lineage's end."""
        if not lineage:
            return
        if len(self._rated) > _MAX_FLOORS:
            self._rated = {}
        self._rated[(lineage[-1].timeline_id, subject_id)] = (lineage[-1].last, seq)
