"""Axes of standings that a world declares: how they fade, and of which values the game hears.

A standing fades by rule, from its last record and the game time: nothing is written for it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Annotated

from npcserver.language import text, texts
from npcserver.model import limits
from npcserver.model.bounds import Items, NumberRange, Text
from npcserver.model.feelings import AxisScore, Standing

MARGIN = 5
"""How far a score has to come back before a threshold lets go: one small event moves it by less."""
_DAY = timedelta(days=1)
_TINY = 1e-6  # days; moments have microseconds
_NAME = re.compile(r"\w[\w -]*")
AxisName = Annotated[str, Text(limits.LABEL, is_one_line=True)]
AxisValue = Annotated[int, NumberRange(-limits.AXIS, limits.AXIS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A value of which the game hears when a score goes `above` or `below` it; one is set.

    It holds until the score is `margin` back on the other side.
    """

    name: AxisName
    above: AxisValue | None = None
    below: AxisValue | None = None
    margin: Annotated[int, NumberRange(0, limits.AXIS)] = MARGIN

    def holds(self, value: int, *, held: bool) -> bool:
        """Return whether it holds at a value, where it `held` before or not."""
        if self.above is not None:
            return value > self.above - (self.margin if held else 0)
        return self.below is not None and value < self.below + (self.margin if held else 0)

    def turning_value(self, *, held: bool) -> int:
        """Return the first value at which it begins to hold, or lets go."""
        if self.above is not None:
            return self.above - self.margin if held else self.above + 1
        below = self.below or 0
        return below + self.margin if held else below - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationAxis:
    """An axis along which characters stand to others, such as respect, fear or debt.

    A score begins at `start`. It fades `toward` a value by `per_day` game days, once nothing has
    moved the standing for `after_days`; with 0 a day it does not fade.
    """

    name: AxisName
    low: AxisValue = -100
    high: AxisValue = 100
    start: AxisValue = 0
    toward: AxisValue = 0
    per_day: Annotated[float, NumberRange(0, limits.AXIS)] = 0.0
    after_days: Annotated[int, NumberRange(0, limits.FADE_DAYS)] = 0
    thresholds: Annotated[tuple[Threshold, ...], Items(limits.THRESHOLDS, key="name")] = ()

    def faded(self, value: int, elapsed: timedelta, rested: float = 0.0) -> int:
        """Return a score after game time in which nothing moved it, nor in `rested` days before."""
        days = elapsed / _DAY - max(0.0, self.after_days - rested)
        by = int(self.per_day * days + _TINY) if days > 0 else 0
        return max(self.toward, value - by) if value > self.toward else min(self.toward, value + by)

    def next_turn(self, value: int, held: Sequence[str], rested: float = 0.0) -> timedelta | None:
        """Return after which time a threshold begins to hold or lets go by fading, or None."""
        waits = max(0.0, self.after_days - rested)
        found = []
        for one in self.thresholds:
            at = one.turning_value(held=one.name in held)
            if self.per_day and (self.toward <= at < value or value < at <= self.toward):
                found.append(_DAY * (waits + abs(value - at) / self.per_day))
        return min(found, default=None)

    @property
    def problem(self) -> str | None:
        """What is wrong with its numbers; None if they fit together."""
        for name in (self.name, *(one.name for one in self.thresholds)):
            if _NAME.fullmatch(name) is None:
                return f"has the name {name!r}; write letters, digits, blanks, `-` and `_` only"
        if self.low >= self.high:
            return "begins where it ends; write the lower number as `from`, the higher as `to`"
        for name, value in (("start", self.start), ("toward", self.toward)):
            if not self.low <= value <= self.high:
                return f"has {value} as `{name}`, which is not from {self.low} to {self.high}"
        for one in self.thresholds:
            if (one.above is None) == (one.below is None):
                return f"needs `above` or `below` at the threshold {one.name!r}, and not both"
        return None


def score_of(standing: Standing, axis: RelationAxis) -> int:
    """Return the score of a standing along an axis, as of its record."""
    return next((one.value for one in standing.scores if one.name == axis.name), axis.start)


def faded(standing: Standing, axes: Sequence[RelationAxis], elapsed: timedelta) -> Standing:
    """Return a standing after game time in which nothing moved it, with a score for each axis."""
    if not axes:
        return standing.faded(elapsed)
    rested = standing.rested
    scores = (
        AxisScore(one.name, one.faded(score_of(standing, one), elapsed, rested)) for one in axes
    )
    return replace(
        standing.faded(elapsed),
        scores=tuple(scores),
        thresholds=standing.thresholds if standing.scores else _held(axes, (), _start),
        crossed=(),
        left=(),
        rested=rested + elapsed / _DAY,
    )


def moved_along(
    standing: Standing,
    axes: Sequence[RelationAxis],
    changes: Mapping[str, int],
    *,
    most: int = limits.AXIS,
) -> Standing:
    """Return a standing moved along axes by at most `most` each, with the thresholds it crossed."""
    if not axes:
        return standing
    scores = {
        one.name: max(
            one.low,
            min(
                one.high,
                score_of(standing, one) + max(-most, min(most, changes.get(one.name, 0))),
            ),
        )
        for one in axes
    }
    before = standing.thresholds if standing.scores else _held(axes, (), _start)
    after = _held(axes, before, lambda axis: scores[axis.name])
    return replace(
        standing,
        scores=tuple(AxisScore(name, value) for name, value in scores.items()),
        thresholds=after,
        crossed=tuple(one for one in after if one not in before),
        left=tuple(one for one in before if one not in after),
    )


def _start(axis: RelationAxis) -> int:
    return axis.start


def _held(
    axes: Sequence[RelationAxis], before: Sequence[str], value: Callable[[RelationAxis], int]
) -> tuple[str, ...]:
    return tuple(
        one.name
        for axis in axes
        for one in axis.thresholds
        if one.holds(value(axis), held=one.name in before)
    )


def next_turn(standing: Standing, axes: Sequence[RelationAxis]) -> timedelta | None:
    """Return how long after its record a standing crosses a threshold by fading, or None."""
    if not standing.scores:
        return None
    held = standing.thresholds
    rested = standing.rested
    found = (one.next_turn(score_of(standing, one), held, rested) for one in axes)
    return min((one for one in found if one is not None), default=None)


def axes_in_words(view: str, standing: Standing, axes: Sequence[RelationAxis], tag: str) -> str:
    """Return a view with the scores behind it that are not at their start, in words."""
    levels = texts("axes", "levels", tag)
    said = []
    for axis in axes:
        value = score_of(standing, axis)
        if value != axis.start:
            fifth = (value - axis.low) * len(levels) // (axis.high - axis.low + 1)
            score = text("axes", "score", tag).format(axis=axis.name, level=levels[fifth])
            held = [one.name for one in axis.thresholds if one.name in standing.thresholds]
            said.append(", ".join((score, *held)))
    if not said:
        return view
    scores = text("axes", "between", tag).join(said)
    return text("axes", "behind", tag).format(view=view, scores=scores).strip()
