"""Caches values that can never change again between reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional, TypeVar

from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Lineage, Timeline

K = TypeVar("K")
V = TypeVar("V")


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


class BoundedCache(dict[K, V]):
    """A dictionary that is emptied where it has too many entries.

    Each step is atomic under the GIL. With a `base`, lookups by `find` fall back to that.
    """

    base: "BoundedCache[K, V] | None" = None

    def __init__(self, most: int) -> None:
        self._most = most

    def find(self, key: K) -> V | None:
        """Return the value of a key, or None if it is unknown."""
        found = self.get(key)
        return self.base.find(key) if found is None and self.base is not None else found

    def keep(self, key: K, value: V) -> None:
        """Store the value of a key."""
        if len(self) > self._most:
            self.clear()
        self[key] = value


class RowCache:
    """The cache of one process, shared by readers and writer.

    Of `timelines` only id, parent, fork and world are reliable. `inherited` are the segments that a
    timeline inherits from its ancestors, and `outlines` what these segments hold. With a `base`,
    new entries are kept out of that.
    """

    def __init__(self, base: Optional["RowCache"] = None) -> None:
        self.timelines = BoundedCache[TimelineId, Timeline](100_000)
        self.inherited = BoundedCache[TimelineId, Lineage](1_000)
        self.outlines = BoundedCache[TimelineId, Outline](500)
        self._embedded = BoundedCache[tuple[TimelineId, str, str], int](10_000)
        self._rated = BoundedCache[tuple[TimelineId, str], tuple[int, int]](10_000)
        if base is not None:
            self.timelines.base = base.timelines
            self.inherited.base = base.inherited
            self.outlines.base = base.outlines

    def forget(self, timeline_id: TimelineId) -> None:
        """Drop what is stored of a timeline that was deleted."""
        for by_timeline in (self.timelines, self.inherited, self.outlines):
            by_timeline.pop(timeline_id, None)
        of_subjects: tuple[dict[Any, Any], ...] = (self._embedded, self._rated)
        for by_subject in of_subjects:
            for key in [key for key in list(by_subject) if key[0] == timeline_id]:
                by_subject.pop(key, None)

    def embedded_up_to(self, space: str, timeline_id: TimelineId, subject_id: str) -> int:
        """Return a seq up to which every memory of the subject there has a vector."""
        return self._embedded.get((timeline_id, subject_id, space), 0)

    def keep_embedded(self, space: str, timeline_id: TimelineId, subject_id: str, seq: int) -> None:
        """Store that every memory up to `seq` has a vector."""
        self._embedded.keep((timeline_id, subject_id, space), seq)

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
        """Store that every memory up to `seq` is rated, as seen from the end of a lineage."""
        if lineage:
            self._rated.keep((lineage[-1].timeline_id, subject_id), (lineage[-1].last, seq))
