"""The score of a memory: three terms, scaled (Generative Agents, 4.1), and profiles.

Every number of a recall stands in its profile.

score = w_recency * recency + w_importance * importance + w_relevance * relevance

Everything here is float64 and exact up to its rounding; `relevance` has the rough pass before it.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnWeights:
    """Weights of the columns whose sum is the relevance of a profile with columns.

    docs/retrieval.md says what each column is and what it contributes. `k1` and `b` are those of
    BM25. `talk` is the weight of a question's word that talk is full of, and `character`
    that of a single ideograph; other words have 1. A negative weight counts against a memory.
    """

    own: float = 2.0
    before: float = 0.5
    words: float = 0.25
    near: float = 0.5
    length: float = 1.5
    reply: float = 0.5
    question: float = -0.5
    when: float = 0.5
    second_step: float = 1.0
    asker: float = 1.0
    then: float = 2.0
    k1: float = 1.0
    b: float = 0.4
    talk: float = 0.3
    character: float = 0.3

    def __post_init__(self) -> None:
        weights = asdict(self)
        _at_least_zero(**{**weights, "question": abs(self.question)})
        if not 0.0 <= self.b <= 1.0:
            raise ValueError("b lies between 0 and 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One way of weighing recency, importance and relevance.

    Each of the three is min-max scaled to 0..1 over all memories the character has at the vantage;
    a column without spread scales to `constant`. Recency is `decay` to the power of the game hours
    since last access (`recency_by` "hours") or of the rank by last access, oldest first ("rank").
    Relevance is the cosine; with `columns` their weighted sum, and `by_words` BM25 alone.
    `skips_idle` leaves out memories that contain "idle".
    """

    name: str
    decay: float
    w_recency: float = 1.0
    w_importance: float = 1.0
    w_relevance: float = 1.0
    by_words: bool = False
    columns: ColumnWeights | None = None
    recency_by: Literal["hours", "rank"] = "hours"
    constant: float = 0.5
    skips_idle: bool = False

    def __post_init__(self) -> None:
        _at_least_zero(
            w_recency=self.w_recency, w_importance=self.w_importance, w_relevance=self.w_relevance
        )
        if not 0.0 < self.decay <= 1.0:
            raise ValueError("decay lies above 0 and is at most 1")
        if not 0.0 <= self.constant <= 1.0:
            raise ValueError("constant lies between 0 and 1")


def _at_least_zero(**numbers: float) -> None:
    for name, number in numbers.items():
        if not (math.isfinite(number) and number >= 0.0):
            raise ValueError(f"{name} must be finite and not negative")


DEFAULT_V3 = Profile(
    name="default_v3",
    decay=0.995,
    w_recency=0.05,
    w_importance=0.05,
    w_relevance=1.0,
    columns=ColumnWeights(),
)
"""Our profile: meaning, words and the shape of a turn decide; the rest breaks near-ties.

The numbers are round ones that hold on the tuning halves of sets by four hands, each left out in
turn: docs/retrieval.md has the figures and the commands.
"""

DEFAULT = DEFAULT_V3
"""What `default` stands for: the newest version of our profile."""

PAPER_V1 = Profile(name="paper_v1", decay=0.99)
"""Park et al., Generative Agents, arXiv:2304.03442v1, section 4.1: equal weights, decay 0.99.

The paper does not say what a column without spread becomes; it is 0.5 here, as in the authors'
code, which does not affect the ranking.
"""

PAPER_V2 = Profile(name="paper_v2", decay=0.995)
"""The same, arXiv:2304.03442v2 (UIST 2023), section 4.1: decay 0.995."""

REFERENCE_CODE = Profile(
    name="reference_code",
    decay=0.99,
    w_recency=0.5,
    w_importance=2.0,
    w_relevance=3.0,
    recency_by="rank",
    skips_idle=True,
)
"""The authors' published retrieval code, which differs from the paper.

Recency 0.5 : relevance 3 : importance 2 (times persona weights that are 1). Recency is by rank of
last access, and reversed: the memory accessed longest ago gets the highest value, so a recalled
memory sinks. Memories with "idle" in them are left out; a constant column becomes 0.5. The code
also leaves out conversations, of which it keeps a one-line summary as an event; nothing is
summarized here, so the spoken lines remain.
"""

PROFILES: Mapping[str, Profile] = MappingProxyType(
    {profile.name: profile for profile in (DEFAULT_V3, PAPER_V1, PAPER_V2, REFERENCE_CODE)}
)
"""The profiles by their own names, which receipts have."""
CHOICES: Mapping[str, Profile] = MappingProxyType({"default": DEFAULT, **PROFILES})
"""The profiles by the names that settings and requests choose them by."""

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
