"""Things that stand about: furniture, tools, boats, plants (`things.toml` has their pictures)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from npctown.art.canvas import TILE, Canvas

_PICTURES: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("things.toml").read_text(encoding="utf-8")
)


@dataclass(frozen=True, slots=True)
class Thing:
    """A picture of whole tiles; the lowest `base` rows are on the floor, the rest above people.

    `blocked` are the tiles of the base, counted from its upper left, on which nobody can stand.
    """

    canvas: Canvas
    width: int
    height: int
    base: int
    blocked: frozenset[tuple[int, int]]


@cache
def thing(name: str, *, is_flipped: bool = False) -> Thing:
    """Return a thing; `bed:blue` is a bed in blue."""
    kind, _, row = name.partition(":")
    if kind not in _PICTURES:
        raise ValueError(f"things.toml has no picture {kind!r}, which a plan names")
    form = _PICTURES[kind]
    width, height = form["size"]
    canvas = Canvas(width * TILE, height * TILE)
    for stroke in form["draw"]:
        _draw(canvas, stroke, row or form.get("row", "wood"))
    if form.get("line", True):
        canvas.outline()
    canvas = canvas.mirrored() if is_flipped else canvas
    base = form["base"]
    blocks = form.get("blocks", range(width))
    columns = {width - 1 - column if is_flipped else column for column in blocks}
    blocked = frozenset(
        (x, y)
        for y in range(base)
        for x in columns
        if not form.get("walk", False)
        and any(canvas.cut(x * TILE, (height - base + y) * TILE).key())
    )
    return Thing(canvas, width, height, base, blocked)


def _draw(canvas: Canvas, stroke: str, row: str) -> None:
    shape, *numbers, colour = stroke.split()
    x, y, width, height = map(int, numbers)
    colour = row + colour[1:] if colour[0] == "A" else colour
    (canvas.rect if shape == "r" else canvas.ellipse)(x, y, width, height, colour)
