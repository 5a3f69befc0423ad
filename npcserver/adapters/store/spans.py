"""Grouping of short segments, so that many of them cost one statement."""

from collections.abc import Iterable, Iterator

from npcserver.model.timeline import Segment

MOST = 64  # segments in one statement
_SHORT = 512  # records


def is_short(segment: Segment) -> bool:
    """Return whether a segment may be read whole to find some of its records."""
    return segment.last - segment.first < _SHORT


def groups(segments: Iterable[Segment], most: int = MOST) -> Iterator[list[Segment]]:
    """Yield segments in order: a long one alone, and up to `most` short ones together.

    The segments of a group together span no more records than one short segment may.
    """
    group: list[Segment] = []
    width = 0
    for segment in segments:
        width += segment.last - segment.first + 1
        if group and (len(group) == most or width > _SHORT):
            yield group
            group, width = [], segment.last - segment.first + 1
        group.append(segment)
    if group:
        yield group


def cut(segment: Segment, first: int, last: int) -> Segment:
    """Return a segment limited to seqs `first` to `last`."""
    return Segment(segment.timeline_id, max(segment.first, first), min(segment.last, last))
