"""Segments taken together, so that many short ones cost one statement."""

from collections.abc import Iterable, Iterator

from npcserver.model.timeline import Segment

MOST = 64  # segments in one statement
_SHORT = 512  # records


def is_short(segment: Segment) -> bool:
    """Say whether a segment may be read from end to end for what is wanted of it."""
    return segment.last - segment.first < _SHORT


def groups(segments: Iterable[Segment], most: int = MOST) -> Iterator[list[Segment]]:
    """Yield segments in order: a long one alone, and up to `most` short ones together.

    Those of a group hold no more records together than a single short one may.
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
    """Return what of a segment lies within bounds."""
    return Segment(segment.timeline_id, max(segment.first, first), min(segment.last, last))
