"""Facts that can never change again, kept in memory between reads.

Where a timeline forked, and up to which seq nothing is left to embed or rate: the log only grows,
so what was once true of a prefix stays true. Losing any of it costs a longer query, nothing more.
"""

from collections.abc import Iterable

from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Lineage, Timeline

_MAX_TIMELINES = 100_000
_MAX_FLOORS = 10_000


class Facts:
    """Shared by the readers and the writer of one process; each step is atomic under the GIL."""

    def __init__(self) -> None:
        self._timelines: dict[TimelineId, Timeline] = {}
        self._embedded: dict[tuple[str, TimelineId, str], int] = {}
        self._rated: dict[tuple[TimelineId, str], tuple[int, int]] = {}

    def timeline(self, timeline_id: TimelineId) -> Timeline | None:
        """Return a timeline of which only id, parent, fork and world may be relied upon."""
        return self._timelines.get(timeline_id)

    def keep_timelines(self, timelines: Iterable[Timeline]) -> None:
        """Keep where these timelines forked."""
        if len(self._timelines) > _MAX_TIMELINES:
            self._timelines = {}
        self._timelines.update({timeline.id: timeline for timeline in timelines})

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
