"""Geometry of small plots. The templates draw it as inline SVG, which escapes every text in it.

Drawn here and not by a library: the pages need two kinds of plot that take their colours from the
page (dark mode, print), need no script, and come out the same every time. A chart of three points
by pygal 3.1, the one well-kept library in pure Python, is 18 kB with colours of its own, a random
id and the day's date in it; matplotlib is ten times the rest of what is installed.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 360, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 108, 12, 26
_LABEL_GAP = 13.0
SPARK_WIDTH, SPARK_HEIGHT = 56, 22
_STEPS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Values at the places of the x axis; the last ones may be missing."""

    name: str
    colour: int
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A mark on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A drawn series; its name is at (`label_x`, `label_y`), and `leader` is the line to it."""

    name: str
    colour: int
    points: str
    dots: tuple[tuple[float, float, str], ...]
    label_x: float
    label_y: float
    leader: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """A chart of `WIDTH` by `HEIGHT` units; each curve's name is at its end."""

    width: int
    height: int
    left: float
    right: float
    bottom: float
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    curves: tuple[Curve, ...]


def line_chart(
    series: Sequence[Series], places: Sequence[str], *, floor: float | None = 0.0
) -> LineChart:
    """Return the geometry of some series; the y axis begins at `floor`, None: where it fits."""
    values = [value for one in series for value in one.values]
    y_values = _axis(values, floor)
    low, high = y_values[0], y_values[-1]
    right, bottom = WIDTH - _RIGHT, HEIGHT - _BOTTOM

    def x_of(place: int) -> float:
        return round(_LEFT + (right - _LEFT) * (place / max(1, len(places) - 1)), 1)

    def y_of(value: float) -> float:
        return round(bottom - (bottom - _TOP) * (value - low) / (high - low), 1)

    drawn = [one for one in series if one.values]
    ends = spread([y_of(one.values[-1]) for one in drawn], _LABEL_GAP, _TOP, bottom)
    return LineChart(
        width=WIDTH,
        height=HEIGHT,
        left=_LEFT,
        right=right,
        bottom=bottom,
        x_ticks=tuple(Tick(at=x_of(at), label=name) for at, name in enumerate(places)),
        y_ticks=tuple(Tick(at=y_of(value), label=_number(value)) for value in y_values),
        curves=tuple(
            _curve(
                one,
                [(x_of(at), y_of(value)) for at, value in enumerate(one.values)],
                (right + 14.0, end),
            )
            for one, end in zip(drawn, ends, strict=True)
        ),
    )


def sparkline(values: Sequence[float], low: float, high: float) -> str:
    """Return the points of a line of `SPARK_WIDTH` by `SPARK_HEIGHT`; a single value is level."""
    drawn = list(values) * 2 if len(values) == 1 else list(values)
    step = (SPARK_WIDTH - 4) / max(1, len(drawn) - 1)
    return " ".join(
        f"{2 + at * step:.1f},"
        f"{SPARK_HEIGHT - 2 - (SPARK_HEIGHT - 4) * (value - low) / (high - low):.1f}"
        for at, value in enumerate(drawn)
    )


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return places for labels near the wanted ones, `gap` apart, in the same order.

    They stay within the bounds; if they do not fit there, they move closer together.
    """
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    gap = min(gap, (high - low) / max(1, len(order) - 1))
    placed = list(wanted)
    # Push labels apart from the low end, then back from the high end.
    last = low - gap
    for at in order:
        placed[at] = last = max(wanted[at], last + gap)
    last = high + gap
    for at in reversed(order):
        placed[at] = last = min(placed[at], last - gap)
    return [round(place, 1) for place in placed]


def _curve(one: Series, points: Sequence[tuple[float, float]], label: tuple[float, float]) -> Curve:
    x, y = points[-1]
    return Curve(
        name=one.name,
        colour=one.colour,
        points=" ".join(f"{px},{py}" for px, py in points),
        dots=tuple(
            (px, py, _number(value)) for (px, py), value in zip(points, one.values, strict=True)
        ),
        label_x=label[0],
        label_y=label[1],
        leader=f"{x + 4:.1f},{y} {label[0] - 4:.1f},{label[1]}",
    )


def _axis(values: Sequence[float], floor: float | None) -> list[float]:
    """Return round numbers, about four steps, that enclose all values."""
    low = min(values, default=0.0) if floor is None else floor
    high = max(max(values, default=0.0), low)
    span = high - low or max(1.0, abs(high) / 10)
    size = 10.0 ** math.floor(math.log10(span / _STEPS))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= span / _STEPS)
    first, last = math.floor(low / step + 1e-9), math.ceil((low + span) / step - 1e-9)
    return [at * step for at in range(first, last + 1)]


def _number(value: float) -> str:
    return f"{value:.4g}"
