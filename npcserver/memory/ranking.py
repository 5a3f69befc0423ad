"""The k best memories for a cue: a float32 pass over all, float64 for those that could win."""

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from npcserver.memory import screen
from npcserver.memory.lexical import Scores
from npcserver.memory.profiles import LexicalTuning, Profile
from npcserver.memory.reading import ReadingPlan
from npcserver.memory.scoring import Floats, Scale, best_first, combined, scale_of
from npcserver.memory.screen import Places
from npcserver.memory.selection import Selection, Standing
from npcserver.ports.embedder import Vectors


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """Vectors to compare, as a vantage reads them, and the vector of the question.

    `has_vector` tells rows that are more than zeros; `longest` is the greatest norm of a row.
    """

    storage: Vectors
    has_vector: NDArray[np.bool_]
    longest: float
    plan: ReadingPlan
    query: Vectors

    def bounds(self) -> tuple[float, float]:
        """Bound the error of `similarities` and their size."""
        norm = float(np.linalg.norm(self.query))
        error = screen.product_error(len(self.query), self.longest, norm)
        return error, self.longest * norm + error

    def similarities(self) -> Vectors:
        """Return the cosine of each visible memory with the question, in float32."""
        return self.plan.products(self.storage, self.query)

    def exactly(self, places: Places) -> Floats:
        """Return the cosines of a few in float64; 0 without a vector."""
        rows = self.plan.rows[places]
        known = self.has_vector[rows]
        if known.all():
            return screen.exact_products(self.storage, rows, self.query)
        cosines = np.zeros(len(places))
        cosines[known] = screen.exact_products(self.storage, rows[known], self.query)
        return cosines


@dataclass(frozen=True, slots=True, eq=False)
class Relevance:
    """A column that is seen roughly for all and worked out exactly for a few.

    `rough` is raw relevance, apart from something added to all alike; it is off by `error` at
    most and its size is `greatest` at most. `scale` brings raw relevance to 0..1. Raw relevance
    is the cosine, or with `words` the scaled cosine times its `share`, plus the words.
    """

    meaning: Meaning
    rough: Vectors
    error: float
    greatest: float
    scale: Scale
    cosine: Scale | None = None
    share: float = 1.0
    words: Floats | None = None

    def exactly(self, places: Places) -> Floats:
        """Return the scaled relevance of a few."""
        if self.scale.spread == 0.0:
            return np.full(len(places), self.scale.constant)
        return self.scale.apply(self.raw(places))

    def raw(self, places: Places) -> Floats:
        """Return the unscaled relevance of a few."""
        cosines = self.meaning.exactly(places)
        if self.cosine is None or self.words is None:
            return cosines
        return self.share * self.cosine.apply(cosines) + self.words[places]


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """The best places of a selection, best first, with their scores and scaled terms."""

    places: Places
    scores: Floats
    recency: Floats
    importance: Floats
    relevance: Floats


def rank(
    selection: Selection, meaning: Meaning, match: Scores | None, profile: Profile, k: int
) -> Ranked:
    """Return the k best of a selection that is not empty, exactly.

    `match` is how well words match, of shape (selection.size,); None leaves words out.
    """
    relevance = _by_meaning(meaning, profile.constant)
    if match is not None and profile.lexical is not None:
        relevance = _by_both(relevance, match, profile.lexical)
    standing = selection.standing(profile)
    places = _possibly_best(standing, relevance, profile, k)
    recency = standing.recency.apply(standing.steps[places])
    importance = standing.importance.apply(selection.importance(places))
    exact = relevance.exactly(places)
    scores = combined(profile, recency, importance, exact)
    best = best_first(scores, selection.seqs[places], k)
    return Ranked(places[best], scores[best], recency[best], importance[best], exact[best])


def _possibly_best(standing: Standing, relevance: Relevance, profile: Profile, k: int) -> Places:
    greatest = profile.w_recency + profile.w_importance
    if relevance.scale.spread == 0.0:
        return screen.contenders(standing.total, k, screen.rounding_error(2, greatest))
    # a shift of all scores alike moves no rank, so the least relevance is not subtracted
    gain = profile.w_relevance / relevance.scale.spread
    rough = relevance.rough * np.float32(gain)
    rough += standing.total
    rounding = screen.rounding_error(4, greatest + gain * relevance.greatest)
    return screen.contenders(rough, k, gain * relevance.error + rounding)


def _by_meaning(meaning: Meaning, constant: float) -> Relevance:
    rough = meaning.similarities()
    error, greatest = meaning.bounds()
    scale = scale_of(meaning.exactly(screen.edges(rough, error)), constant)
    return Relevance(meaning, rough, error, greatest, scale)


def _by_both(by_meaning: Relevance, match: Scores, tuning: LexicalTuning) -> Relevance:
    """Add scaled words to scaled meaning, and find the scale of the sum."""
    cosine = by_meaning.scale
    words = tuning.words * scale_of(match, cosine.constant).apply(match)
    slope = tuning.cosine / cosine.spread if cosine.spread > 0.0 else 0.0
    rough = by_meaning.rough * np.float32(slope)
    rough += words
    greatest = slope * by_meaning.greatest + tuning.words
    error = slope * by_meaning.error + screen.rounding_error(4, greatest)
    both = partial(
        Relevance, by_meaning.meaning, rough, error, greatest,
        cosine=cosine, share=tuning.cosine, words=words,
    )  # fmt: skip
    unscaled = both(Scale(0.0, 0.0, cosine.constant))
    return both(scale_of(unscaled.raw(screen.edges(rough, error)), cosine.constant))
