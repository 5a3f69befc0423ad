"""The k best memories for a cue: float32 over all, float64 for those that could win.

For vectors of d numbers, however a sum of d float32 products is ordered, it is off by at most
gamma_d |x| |q| with gamma_d = d u / (1 - d u), u = 2^-24 (Higham, Accuracy and Stability of
Numerical Algorithms, 2002, section 3.1). So a value seen in float32 tells an interval that holds
the exact one, and whatever interval reaches into the best k is worked out exactly.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.arrays import ReadPlan
from npcserver.memory.embedding_texts import LONGEST
from npcserver.memory.score_profiles import (
    RESOLUTION,
    SPREAD,
    Floats,
    LexicalTuning,
    Profile,
    best_first,
    combined,
    greatest,
    least,
    scale_of,
)
from npcserver.memory.selection import BaseScore, Selection
from npcserver.ports.vectors import Vectors

Places = NDArray[np.int64]

UNIT = 2.0**-24
"""Greatest relative error of one float32 rounding."""

_BLOCK = 64
"""Values per block maximum in the search for the k-th greatest of many."""

_MANY = 8192
"""Number of values from which block maxima are cheaper than a partition."""

_AT_ONCE = 1024
"""Rows converted to float64 together."""


def product_error(dimension: int, longest: float, query_norm: float) -> float:
    """Return a bound on the error of a float32 inner product.

    `longest` is the greatest norm of a row.
    """
    gamma = dimension * UNIT / (1.0 - dimension * UNIT)
    return 1.001 * gamma * longest * query_norm + 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Extremes:
    """Places that may hold the least or greatest value of a column, and its range.

    Scaling by this approximate `spread` puts a value off by up to four times the error over the
    spread: once for the value, once for the least, twice for the spread.
    """

    possible: NDArray[np.bool_]
    spread: float


def extremes(values: Vectors, error: float) -> Extremes | None:
    """Return the extremes of a column, or None if it may have no spread at all."""
    low, high = least(values), greatest(values)
    spread = high - low
    if spread <= 2.0 * error + 2.0 * SPREAD:
        return None
    possible = values <= _float32_above(low + 2.0 * error)
    possible |= values >= _float32_below(high - 2.0 * error)
    return Extremes(possible, spread)


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
        # k block maxima reach the k-th greatest maximum, so at least k values do
        values = values[:whole].reshape(-1, _BLOCK).max(axis=1)
    last = len(values) - k
    sorted_there = values.copy()
    sorted_there.partition(last)
    return float(sorted_there[last])


def _float32_below(value: float) -> np.float32:
    return np.float32(value - 2.0 * UNIT * abs(value))


def _float32_above(value: float) -> np.float32:
    return np.float32(value + 2.0 * UNIT * abs(value))


def rounding_error(terms: int, size: float) -> float:
    """Return a bound on what `terms` roundings of numbers up to `size` add to an error."""
    return 2.0 * terms * size * UNIT


@dataclass(frozen=True, slots=True, eq=False)
class CueVectors:
    """The vectors to compare, as a vantage reads them, and the query vector.

    `longest` is the greatest norm of a row; `has_vector` marks rows that are not all zeros, or is
    None if all are.
    """

    storage: Vectors
    has_vector: NDArray[np.bool_] | None
    longest: float
    plan: ReadPlan
    query: Vectors

    def bounds(self) -> tuple[float, float]:
        """Return bounds on the error of `similarities` and on their size."""
        error = product_error(len(self.query), self.longest, LONGEST)
        return error, self.longest * LONGEST + error

    def similarities(self) -> Vectors:
        """Return the cosine of each visible memory with the query, in float32."""
        return self.plan.products(self.storage, self.query)

    def exactly(self, places: Places) -> Floats:
        """Return the cosines of some places in float64; 0 without a vector."""
        rows = self.plan.rows[places]
        if self.has_vector is None:
            return exact_products(self.storage, rows, self.query)
        known = self.has_vector[rows]
        cosines = np.zeros(len(places))
        cosines[known] = exact_products(self.storage, rows[known], self.query)
        return cosines


@dataclass(frozen=True, slots=True, eq=False)
class RankedColumn:
    """One column of relevance at the places of a ranking, scaled to 0..1, and its weight."""

    name: str
    values: Floats
    weight: float


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The best places of a selection, best first, with their scores and scaled terms."""

    places: Places
    scores: Floats
    recency: Floats
    importance: Floats
    relevance: Floats
    columns: tuple[RankedColumn, ...] = ()


def rank(
    selection: Selection, meaning: CueVectors, match: Floats | None, profile: Profile, k: int
) -> Ranking:
    """Return the exact k best of a non-empty selection.

    `match` are the word scores of shape (selection.size,), or None to leave words out.
    """
    standing = selection.standing(profile)
    words = None
    if match is not None and profile.lexical is not None:
        words = _scaled_words(match, profile.lexical)
    places = _possible(standing, meaning, words, profile, k)
    recency = standing.recency[places]
    importance = standing.importance[selection.ratings[places]]
    relevance = _relevance(meaning.exactly(places), words, places, profile)
    scores = combined(profile, recency, importance, relevance)
    best = best_first(scores, selection.seqs[places], k)
    return Ranking(places[best], scores[best], recency[best], importance[best], relevance[best])


def foremost(selection: Selection, among: NDArray[np.bool_], profile: Profile, k: int) -> Ranking:
    """Return the k of a selection with the most importance and recency, without a query.

    `among` is a mask of those that may be returned, of shape (selection.size,); equal scores (in
    float32) go to the newer memory. The relevance of each is 0.
    """
    standing = selection.standing(profile)
    places = np.flatnonzero(among)
    scores = standing.total[places].astype(np.float64)
    best = best_first(scores, selection.seqs[places], k)
    found = places[best]
    importance = standing.importance[selection.ratings[found]]
    return Ranking(found, scores[best], standing.recency[found], importance, np.zeros(len(found)))


def _scaled_words(match: Floats, tuning: LexicalTuning) -> Floats | None:
    """Return what words add to relevance, or None if the cosine alone decides."""
    scale = scale_of(match, 0.0)
    if scale.spread > 0.0:
        return (match - scale.least) * (tuning.words / scale.spread)
    return None if tuning.cosine > SPREAD else np.zeros(len(match))


def _relevance(cosines: Floats, words: Floats | None, places: Places, profile: Profile) -> Floats:
    """Return the scaled relevance of some memories, which must include the extreme ones."""
    relevance = scale_of(cosines, profile.constant).apply(cosines)
    if words is None or profile.lexical is None:
        return relevance
    relevance *= profile.lexical.cosine
    relevance += words[places]
    return scale_of(relevance, profile.constant).apply(relevance)


def _possible(
    standing: BaseScore, meaning: CueVectors, words: Floats | None, profile: Profile, k: int
) -> Places:
    """Return the places that may be among the k best or hold an extreme value of a column.

    Returns all places if values are too close together to be told apart in float32.
    """
    rough = meaning.similarities()
    error, greatest = meaning.bounds()
    seen = extremes(rough, error)
    if seen is None or k >= len(rough):
        return np.arange(len(rough))
    possible = seen.possible
    if words is not None and profile.lexical is not None:
        # see `screen.Extremes` for the factor of 4 in the errors below
        slope = profile.lexical.cosine / seen.spread
        rough *= np.float32(slope)
        rough += words.astype(np.float32)
        greatest = slope * greatest + profile.lexical.words
        error = 4.0 * slope * error + rounding_error(5, greatest)
        seen = extremes(rough, error)
        if seen is None:
            return np.arange(len(rough))
        possible |= seen.possible
    # a common shift of all scores changes no rank, so the least relevance is not subtracted
    gain = profile.w_relevance / seen.spread
    rough *= np.float32(gain)
    rough += standing.total
    greatest = gain * greatest + profile.w_recency + profile.w_importance
    error = 4.0 * gain * error + rounding_error(6, greatest)
    possible |= rough >= threshold(rough, k, error)
    return possible.nonzero()[0]
