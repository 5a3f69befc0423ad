"""Relevance to a cue: a rough pass over all memories, float64 for those that could win.

The rough pass is float32, or eight bits over many (`eight_bit`). For vectors of d numbers, however
a sum of d float32 products is ordered, it is off by at most gamma_d |x| |q| with gamma_d =
d u / (1 - d u), u = 2^-24 (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section
3.1). So a rough value tells an interval that holds the exact one, and whatever interval reaches
into the best k is worked out exactly.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.arrays import ReadPlan
from npcserver.memory.eight_bit import EightBitRows, eight_bit_query
from npcserver.memory.embedding_texts import LONGEST
from npcserver.memory.score_profiles import (
    RESOLUTION,
    SPREAD,
    Floats,
    Profile,
    Scale,
    best_first,
    greatest,
    least,
    scale_of,
)
from npcserver.ports.vectors import Vectors

Places = NDArray[np.int64]

UNIT = 2.0**-24
"""Greatest relative error of one float32 rounding."""

_BLOCK = 64
"""Values per block maximum in the search for the k-th greatest of many."""

_MANY = 2048
"""Number of values from which block maxima are cheaper than a partition."""

_AT_ONCE = 1024
"""Rows converted to float64 together."""


def product_error(dimension: int, longest: float, query_norm: float) -> float:
    """Return a bound on the error of a float32 inner product.

    `longest` is the greatest norm of a row.
    """
    gamma = dimension * UNIT / (1.0 - dimension * UNIT)
    return 1.001 * gamma * longest * query_norm + 1e-12


def extremes(values: Vectors, error: float) -> Places | None:
    """Return the places that may hold the least or the greatest exact value of a column.

    Greatest once it is rounded to `RESOLUTION`, too. None if the column may have no spread at all.
    """
    low, high = least(values), greatest(values)
    if high - low <= 2.0 * error + 2.0 * SPREAD:
        return None
    low += 2.0 * error
    possible = values <= np.float32(low + 2.0 * UNIT * abs(low))
    possible |= values >= _float32_below(high - 2.0 * error - 2.0 * 10.0**-RESOLUTION)
    return possible.nonzero()[0]


def threshold(values: Vectors, k: int, error: float) -> np.float32:
    """Return a value such that none below it can be among the k greatest exact, rounded ones."""
    # two intervals may overlap by twice the error, and rounding may lift a value by half a step
    margin = 2.0 * error + 2.0 * 10.0**-RESOLUTION
    return _float32_below(_kth_greatest(values, k) - margin)


def exact_products(storage: Vectors, rows: Places, query: Vectors) -> Floats:
    """Return the inner products of some rows with `query` in float64."""
    wide = query.astype(np.float64)
    if len(rows) <= _AT_ONCE:
        return storage[rows].astype(np.float64) @ wide
    products = np.empty(len(rows))
    for at in range(0, len(rows), _AT_ONCE):
        chunk = storage[rows[at : at + _AT_ONCE]].astype(np.float64)
        products[at : at + _AT_ONCE] = chunk @ wide
    return products


def _kth_greatest(values: Vectors, k: int) -> float:
    """Return the k-th greatest value, or for many values a lower bound of it."""
    if len(values) >= max(_MANY, 4 * _BLOCK * k):
        whole = len(values) - len(values) % _BLOCK
        # k block maxima reach the k-th greatest maximum, so at least k values do; a block is one
        # value of each of 64 stretches, since NumPy compares whole stretches at once
        values = values[:whole].reshape(_BLOCK, -1).max(axis=0)
    last = len(values) - k
    sorted_there = values.copy()
    sorted_there.partition(last)
    return float(sorted_there[last])


def _float32_below(value: float) -> np.float32:
    return np.float32(value - 2.0 * UNIT * abs(value))


def rounding_error(terms: int, size: float) -> float:
    """Return a bound on what `terms` roundings of numbers up to `size` add to an error."""
    return 2.0 * terms * size * UNIT


@dataclass(slots=True, eq=False)
class CueVectors:
    """The vectors to compare, as a vantage reads them, and the query vector.

    `eight_bit` has the same rows, or is None if they are few. `longest` is the greatest norm of a
    row; `has_vector` marks rows that are not all zeros, or is None if all are. A query of zeros,
    for a recall by words alone, is compared with no row. `exact` are the cosines that were worked
    out, else NaN: of thousands that are nearly equal each step of a ranking asks for all.
    """

    storage: Vectors
    eight_bit: EightBitRows | None
    has_vector: NDArray[np.bool_] | None
    longest: float
    plan: ReadPlan
    query: Vectors
    exact: Floats | None = None

    def similarities(self) -> tuple[Vectors, float]:
        """Return the rough cosine of each visible memory, and a bound on the error of them all."""
        if not self.query.any():
            return np.zeros(len(self.plan.rows), np.float32), 0.0
        if self.eight_bit is None:
            error = product_error(len(self.query), self.longest, LONGEST)
            return self.plan.products(lambda rows: self.storage[rows] @ self.query), error
        query = eight_bit_query(self.query)
        products = self.plan.products(partial(self.eight_bit.products, query=query))
        return products, self.eight_bit.error(query, self.longest)

    def exactly(self, places: Places) -> Floats:
        """Return the cosines of some places in float64; 0 without a vector."""
        if not self.query.any():
            return np.zeros(len(places))
        if self.exact is None:
            self.exact = np.full(len(self.plan.rows), np.nan)
        lacking = np.unique(places[np.isnan(self.exact[places])])
        rows = self.plan.rows[lacking]
        there = slice(None) if self.has_vector is None else self.has_vector[rows]
        self.exact[lacking] = 0.0
        self.exact[lacking[there]] = exact_products(self.storage, rows[there], self.query)
        return self.exact[places]

    def at_least(self, cosine: float) -> Places:
        """Return the places whose cosine with the query is no less than this."""
        rough, error = self.similarities()
        places = np.flatnonzero(rough >= _float32_below(cosine - error))
        return places[self.exactly(places) >= cosine]


@dataclass(frozen=True, slots=True, eq=False)
class TextScores:
    """What the text of each memory adds to its relevance: exact for some places, rough for all.

    `rough` is up to a constant, no further from 0 than `size`, and off by at most `error`.
    """

    exactly: Callable[[Places], Floats]
    rough: Vectors
    size: float
    error: float


@dataclass(slots=True, eq=False)
class Relevance:
    """The unscaled relevance of all memories, exact for some places and rough for all.

    It is the sum of the scaled cosine of each memory, times `own`; that of the memory at its place
    in `before`, times `w_before`; and what its text adds (None: nothing). `rough` is up to a
    constant, no further from 0 than `size`, and off by at most `error`; None if it cannot tell the
    cosines apart.
    """

    meaning: CueVectors
    cosine: Scale
    own: float
    before: Places | None
    w_before: float
    texts: TextScores | None
    more: Floats | None = None
    rough: Vectors | None = None
    size: float = 0.0
    error: float = 0.0
    _ends: tuple[Places, Floats] | None = None

    def exactly(self, places: Places) -> Floats:
        """Return the relevance of some places in float64."""
        own, before = self.cosines(places)
        found = self.own * own
        if before is not None:
            found += self.w_before * before
        if self.texts is not None:
            found += self.texts.exactly(places)
        if self.more is not None:
            found += self.more[places]
        return found

    def cosines(self, places: Places) -> tuple[Floats, Floats | None]:
        """Return the scaled cosine of some places, and of the memories before them."""
        if self.before is None:
            return self.cosine.apply(self.meaning.exactly(places)), None
        both = self.meaning.exactly(np.concatenate((places, self.before[places])))
        both = self.cosine.apply(both)
        return both[: len(places)], both[len(places) :]

    def add(self, places: Places, values: Floats) -> None:
        """Add positive values at some distinct places."""
        self._ends = None
        if self.more is None:
            self.more = np.zeros(len(self.meaning.plan.rows))
        self.more[places] += values
        if self.rough is not None:
            self.rough[places] += values.astype(np.float32)
            self.size += greatest(values)
            self.error += rounding_error(2, self.size)

    def scale(self, constant: float) -> Scale:
        """Return the scale of the relevance of all."""
        if self.before is None and self.texts is None and self.cosine.spread > 0.0:
            return Scale(0.0, self.own, constant)
        return scale_of(self._extreme()[1], constant)

    def first(self, seqs: Places) -> int:
        """Return the place of the greatest relevance; of equal ones (rounded) the newest."""
        places, exact = self._extreme()
        return int(places[best_first(exact.round(RESOLUTION), seqs[places], 1)[0]])

    def possible(self, scale: Scale, standing: Vectors, profile: Profile, k: int) -> Places:
        """Return the places that may be among the k best; all if `rough` cannot tell."""
        rough = self.rough
        if rough is None or scale.spread == 0.0 or k >= len(rough):
            return self.all()
        gain = profile.w_relevance / scale.spread
        scored = rough * np.float32(gain)
        scored += standing
        size = gain * self.size + profile.w_recency + profile.w_importance
        error = gain * self.error + rounding_error(6, size)
        return (scored >= threshold(scored, k, error)).nonzero()[0]

    def all(self) -> Places:
        """Return all places."""
        return np.arange(len(self.meaning.plan.rows))

    def _extreme(self) -> tuple[Places, Floats]:
        """Return the places that may have the least or the greatest relevance, and theirs."""
        if self._ends is None:
            places = None if self.rough is None else extremes(self.rough, self.error)
            places = self.all() if places is None else places
            self._ends = places, self.exactly(places)
        return self._ends


def relevance_of(
    meaning: CueVectors,
    constant: float,
    *,
    own: float,
    before: Places | None = None,
    w_before: float = 0.0,
    texts: TextScores | None = None,
) -> Relevance:
    """Return the relevance of all memories; a cosine without spread is scaled to `constant`."""
    rough, error = meaning.similarities()
    ends = extremes(rough, error)
    cosine = scale_of(meaning.exactly(np.arange(len(rough)) if ends is None else ends), constant)
    relevance = Relevance(meaning, cosine, own, before, w_before, texts)
    if cosine.spread == 0.0 and texts is not None:  # as in a recall by words alone
        relevance.rough, relevance.size = texts.rough.copy(), texts.size
        relevance.error = texts.error + rounding_error(1, texts.size)
        return relevance
    if ends is None or cosine.spread == 0.0:
        return relevance
    # the least cosine is not subtracted: a common shift changes no rank
    slope = (own + w_before) / cosine.spread
    relevance.size = slope * (meaning.longest * LONGEST + error)
    summed = rough * np.float32(own / cosine.spread)
    if before is not None:
        summed += rough.take(before) * np.float32(w_before / cosine.spread)
    if texts is not None:
        summed += texts.rough
        relevance.size += texts.size
        relevance.error = texts.error
    relevance.error += slope * error + rounding_error(8, relevance.size)
    relevance.rough = summed
    return relevance
