"""The three terms of a score and how each is scaled (Generative Agents, section 4.1).

score = w_recency * recency + w_importance * importance + w_relevance * relevance

Everything here is float64 and exact up to rounding; `screen` is the fast pass before it.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.profiles import Profile

Floats = NDArray[np.float64]

RESOLUTION = 9
"""Decimals at which scores are compared; equal ones are a tie, and the newer memory wins."""

SPREAD = 1e-9
"""Range up to which a column counts as constant."""


_SORTED_WHOLE = 4096
"""Number of scores above which partitioning before sorting is faster."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Min-max scaling of one column to 0..1."""

    least: float
    greatest: float
    constant: float

    @property
    def spread(self) -> float:
        """The range from least to greatest, 0 if it counts as constant."""
        spread = self.greatest - self.least
        return spread if spread > SPREAD else 0.0

    def apply(self, values: Floats) -> Floats:
        """Return the scaled values, or the constant for each if they have no spread."""
        if self.spread == 0.0:
            return np.full(len(values), self.constant)
        return (values - self.least) / self.spread


def scale_of(values: Floats, constant: float) -> Scale:
    """Return the scale of a non-empty column."""
    return Scale(least(values), greatest(values), constant)


# array methods make two more calls each, which is noticeable for small columns
def least(values: NDArray[np.floating]) -> float:
    """Return the least value."""
    return float(np.minimum.reduce(values))


def greatest(values: NDArray[np.floating]) -> float:
    """Return the greatest value."""
    return float(np.maximum.reduce(values))


@dataclass(frozen=True, slots=True)
class Recency:
    """Scaled recency as a function of `steps`: hours or ranks behind the most recent one.

    Min-max scaled, decay^age does not depend on the present time, since the common factor cancels
    out. So steps are counted from the most recent access, which neither overflows nor underflows
    however far apart game times lie, and `expm1` keeps the digits if they lie close together.
    """

    per_step: float
    floor: float
    constant: float

    def apply(self, steps: Floats) -> Floats:
        """Return the scaled recency of each."""
        if -self.floor <= SPREAD:
            return np.full(len(steps), self.constant)
        scaled: Floats = (np.expm1(self.per_step * steps) - self.floor) / -self.floor
        return scaled


def recency_of(furthest: float, profile: Profile) -> Recency:
    """Return the recency of a stream whose last memory is `furthest` steps behind its first."""
    per_step = math.log(profile.decay)
    return Recency(per_step, math.expm1(per_step * furthest), profile.constant)


def steps_behind(last_access: Floats, profile: Profile) -> Floats:
    """Return how far each memory is behind the one with the highest recency; shape as given.

    By "hours": game hours before the most recent access. By "rank": ranks after the first, oldest
    access first and, among equal ones, the newest memory first.
    """
    if profile.recency_by == "hours":
        return (float(last_access.max()) - last_access) / 3600.0
    newest_first = np.arange(len(last_access), 0, -1)
    order = np.lexsort((newest_first, last_access))
    steps = np.empty(len(last_access))
    steps[order] = np.arange(len(last_access))
    return steps


def combined(profile: Profile, recency: Floats, importance: Floats, relevance: Floats) -> Floats:
    """Return the score of each memory, rounded to `RESOLUTION`."""
    score = (
        profile.w_recency * recency
        + profile.w_importance * importance
        + profile.w_relevance * relevance
    )
    return score.round(RESOLUTION)


def best_first(scores: Floats, seqs: NDArray[np.int64], k: int) -> NDArray[np.int64]:
    """Return the places of the k best scores; of equal ones the newer (greater seq) first."""
    if len(scores) <= _SORTED_WHOLE:
        return np.lexsort((-seqs, -scores))[:k]
    worst = np.partition(scores, len(scores) - k)[len(scores) - k] if k < len(scores) else -np.inf
    among = np.flatnonzero(scores >= worst)
    return among[np.lexsort((-seqs[among], -scores[among]))[:k]]
