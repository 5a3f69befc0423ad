"""The k best memories under a profile whose relevance is a weighted sum of columns.

As in `top_k`, float32 over all memories tells which could win, and those are scored in float64.
"""

from dataclasses import dataclass

import numpy as np

from npcserver.memory.relevance_columns import Places, VisibleColumns
from npcserver.memory.score_profiles import (
    RESOLUTION,
    ColumnWeights,
    Floats,
    Profile,
    Scale,
    best_first,
    combined,
    greatest,
    scale_of,
)
from npcserver.memory.selection import Selection
from npcserver.memory.top_k import (
    CueVectors,
    RankedColumn,
    Ranking,
    extremes,
    rounding_error,
    threshold,
)
from npcserver.ports.vectors import Vectors


@dataclass(slots=True, eq=False)
class _Relevance:
    """The unscaled relevance of all memories, exact for some places and rough for all.

    `rough` is up to a constant, and off by at most `error`; None if float32 cannot tell the cosines
    apart. `cosine` scales the own cosine of a memory.
    """

    meaning: CueVectors
    before: Places
    weights: ColumnWeights
    cosine: Scale
    texts: Floats
    rough: Vectors | None
    error: float

    def exactly(self, places: Places) -> Floats:
        """Return the relevance of some places in float64."""
        own, before = self.cosines(places)
        return self.weights.own * own + self.weights.before * before + self.texts[places]

    def cosines(self, places: Places) -> tuple[Floats, Floats]:
        """Return the scaled cosine of some places, and of the memories before them."""
        own = self.cosine.apply(self.meaning.exactly(places))
        before = self.before[places]
        moved = np.flatnonzero(before != places)
        earlier = own.copy()
        earlier[moved] = self.cosine.apply(self.meaning.exactly(before[moved]))
        return own, earlier

    def add(self, column: Floats, weight: float) -> None:
        """Add one more column of 0..1."""
        self.texts = self.texts + weight * column
        if self.rough is not None:
            self.rough += (weight * column).astype(np.float32)
            self.error += rounding_error(3, greatest(self.texts) + weight)

    def scale(self, constant: float) -> Scale:
        """Return the scale of the relevance of all."""
        return scale_of(self.exactly(self.extreme()), constant)

    def extreme(self) -> Places:
        """Return the places that may have the least or the greatest relevance."""
        seen = None if self.rough is None else extremes(self.rough, self.error)
        return self.all() if seen is None else np.flatnonzero(seen.possible)

    def first(self, seqs: Places) -> int:
        """Return the place of the greatest relevance; of equal ones (rounded) the newest."""
        places = self.all()
        if self.rough is not None:
            places = np.flatnonzero(self.rough >= threshold(self.rough, 1, self.error))
        exact = self.exactly(places).round(RESOLUTION)
        return int(places[best_first(exact, seqs[places], 1)[0]])

    def all(self) -> Places:
        """Return all places."""
        return np.arange(len(self.texts))


def rank_by_columns(
    selection: Selection,
    meaning: CueVectors,
    columns: VisibleColumns,
    text: str,
    profile: Profile,
    k: int,
    *,
    is_explained: bool,
) -> Ranking:
    """Return the exact k best of a non-empty selection; with their columns if `is_explained`.

    `profile` has column weights, and `columns` are those of the selection under them.
    """
    weights = profile.columns or ColumnWeights()
    asked = columns.ask(text)
    relevance = _relevance(meaning, columns.before, weights, asked.total, profile.constant)
    second = None
    if weights.second_step > 0.0 and selection.size > 1:
        second = columns.second_step(text, relevance.first(selection.seqs))
        if second is not None:
            relevance.add(second, weights.second_step)
    standing = selection.standing(profile)
    scale = relevance.scale(profile.constant)
    places = _possible(relevance, scale, standing.total, profile, k)
    recency = standing.recency[places]
    importance = standing.importance[selection.ratings[places]]
    relevant = scale.apply(relevance.exactly(places))
    scores = combined(profile, recency, importance, relevant)
    best = best_first(scores, selection.seqs[places], k)
    found = places[best]
    explained: dict[str, Floats] = {}
    if is_explained:
        explained["own"], explained["before"] = relevance.cosines(found)
        explained |= columns.explain(asked, found)
        explained["second_step"] = np.zeros(len(found)) if second is None else second[found]
    return Ranking(
        found,
        scores[best],
        recency[best],
        importance[best],
        relevant[best],
        tuple(
            RankedColumn(name, values, getattr(weights, name)) for name, values in explained.items()
        ),
    )


def _relevance(
    meaning: CueVectors, before: Places, weights: ColumnWeights, texts: Floats, constant: float
) -> _Relevance:
    rough = meaning.similarities()
    error, size = meaning.bounds()
    seen = extremes(rough, error)
    ends = np.arange(len(rough)) if seen is None else np.flatnonzero(seen.possible)
    cosine = scale_of(meaning.exactly(ends), constant)
    if seen is None or cosine.spread == 0.0:
        return _Relevance(meaning, before, weights, cosine, texts, None, 0.0)
    # the least cosine is not subtracted: a common shift changes no rank
    slope = (weights.own + weights.before) / cosine.spread
    summed = rough * np.float32(weights.own / cosine.spread)
    summed += rough[before] * np.float32(weights.before / cosine.spread)
    summed += texts.astype(np.float32)
    error = slope * error + rounding_error(8, slope * size + float(np.abs(texts).max()))
    return _Relevance(meaning, before, weights, cosine, texts, summed, error)


def _possible(
    relevance: _Relevance, scale: Scale, standing: Vectors, profile: Profile, k: int
) -> Places:
    """Return the places that may be among the k best; all if float32 cannot tell."""
    rough = relevance.rough
    if rough is None or scale.spread == 0.0 or k >= len(rough):
        return relevance.all()
    gain = profile.w_relevance / scale.spread
    scored = rough * np.float32(gain)
    scored += standing
    size = gain * float(np.abs(rough).max()) + profile.w_recency + profile.w_importance
    error = gain * relevance.error + rounding_error(6, size)
    return np.flatnonzero(scored >= threshold(scored, k, error))
