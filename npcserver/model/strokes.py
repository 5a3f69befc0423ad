"""Layers of a day: intervals of minutes, of which later ones cover earlier ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from npcserver.model.day import LONGEST_BLOCK
from npcserver.model.ids import PlaceId

SHORTEST = 10
"""Minutes; a shorter remainder between two intervals is joined to the one before it."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """An activity from one minute of the day to another."""

    start: int
    end: int
    activity: str
    place_id: PlaceId | None


def layered(base: Stroke, strokes: Sequence[Stroke]) -> list[Stroke]:
    """Return what is visible of `strokes` over `base`, last on top, without a gap.

    Only the time of `base` counts; pieces longer than `LONGEST_BLOCK` are cut.
    """
    top = [base] * (base.end - base.start)
    for stroke in strokes:
        first, last = max(stroke.start, base.start), min(stroke.end, base.end)
        for minute in range(first, last):
            top[minute - base.start] = stroke
    pieces: list[Stroke] = []
    begun = 0
    for index in range(1, len(top) + 1):
        if index < len(top) and top[index] is top[begun]:
            continue
        start, end, stroke = base.start + begun, base.start + index, top[begun]
        if pieces and end - start < SHORTEST:
            pieces[-1] = replace(pieces[-1], end=end)
        else:
            pieces.append(replace(stroke, start=start, end=end))
        begun = index
    return [
        replace(piece, start=start, end=end)
        for piece in pieces
        for start, end in parts(piece.start, piece.end)
    ]


def parts(start: int, end: int) -> list[tuple[int, int]]:
    """Cut an interval of minutes into nearly equal parts, none longer than a block may be."""
    count = max(-(-(end - start) // LONGEST_BLOCK), 1)
    cuts = [start - (start - end) * part // count for part in range(1, count)]
    # Cuts fall on multiples of five minutes from the start.
    edges = [start, *(start - (start - cut) // 5 * 5 for cut in cuts), end]
    return [(first, last) for first, last in pairwise(edges) if last > first]
