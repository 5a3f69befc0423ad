"""The k best memories for a query: a float32 pass over all, then float64 for possible winners."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from npcserver.memory import screen
from npcserver.memory.cue import LONGEST
from npcserver.memory.profiles import LexicalTuning, Profile
from npcserver.memory.reading import ReadingPlan
from npcserver.memory.scoring import SPREAD, Floats, best_first, combined, scale_of
from npcserver.memory.screen import Places
from npcserver.memory.selection import Selection, Standing
from npcserver.ports.embedder import Vectors


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """The vectors to compare, as a vantage reads them, and the query vector.

    `longest` is the greatest norm of a row; `has_vector` marks rows that are not all zeros, or is
    None if all are.
    """

    storage: Vectors
    has_vector: NDArray[np.bool_] | None
    longest: float
    plan: ReadingPlan
    query: Vectors

    def bounds(self) -> tuple[float, float]:
        """Return bounds on the error of `similarities` and on their size."""
        error = screen.product_error(len(self.query), self.longest, LONGEST)
        return error, self.longest * LONGEST + error

    def similarities(self) -> Vectors:
        """Return the cosine of each visible memory with the query, in float32."""
        return self.plan.products(self.storage, self.query)

    def exactly(self, places: Places) -> Floats:
        """Return the cosines of some places in float64; 0 without a vector."""
        rows = self.plan.rows[places]
        if self.has_vector is None:
            return screen.exact_products(self.storage, rows, self.query)
        known = self.has_vector[rows]
        cosines = np.zeros(len(places))
        cosines[known] = screen.exact_products(self.storage, rows[known], self.query)
        return cosines


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """The best places of a selection, best first, with their scores and scaled terms."""

    places: Places
    scores: Floats
    recency: Floats
    importance: Floats
    relevance: Floats


def rank(
    selection: Selection, meaning: Meaning, match: Floats | None, profile: Profile, k: int
) -> Ranked:
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
    return Ranked(places[best], scores[best], recency[best], importance[best], relevance[best])


def foremost(selection: Selection, among: NDArray[np.bool_], profile: Profile, k: int) -> Ranked:
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
    return Ranked(found, scores[best], standing.recency[found], importance, np.zeros(len(found)))


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
    standing: Standing, meaning: Meaning, words: Floats | None, profile: Profile, k: int
) -> Places:
    """Return the places that may be among the k best or hold an extreme value of a column.

    Returns all places if values are too close together to be told apart in float32.
    """
    rough = meaning.similarities()
    error, greatest = meaning.bounds()
    seen = screen.extremes(rough, error)
    if seen is None or k >= len(rough):
        return np.arange(len(rough))
    possible = seen.possible
    if words is not None and profile.lexical is not None:
        # see `screen.Extremes` for the factor of 4 in the errors below
        slope = profile.lexical.cosine / seen.spread
        rough *= np.float32(slope)
        rough += words.astype(np.float32)
        greatest = slope * greatest + profile.lexical.words
        error = 4.0 * slope * error + screen.rounding_error(5, greatest)
        seen = screen.extremes(rough, error)
        if seen is None:
            return np.arange(len(rough))
        possible |= seen.possible
    # a common shift of all scores changes no rank, so the least relevance is not subtracted
    gain = profile.w_relevance / seen.spread
    rough *= np.float32(gain)
    rough += standing.total
    greatest = gain * greatest + profile.w_recency + profile.w_importance
    error = 4.0 * gain * error + screen.rounding_error(6, greatest)
    possible |= rough >= screen.threshold(rough, k, error)
    return possible.nonzero()[0]
