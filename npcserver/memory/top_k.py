"""The k best memories for a cue, by cosine and words; and by importance and recency alone."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.relevance import (
    CueVectors,
    Places,
    Relevance,
    TextScores,
    relevance_of,
    rounding_error,
)
from npcserver.memory.score_profiles import (
    SPREAD,
    Floats,
    LexicalTuning,
    Profile,
    best_first,
    combined,
    scale_of,
)
from npcserver.memory.selection import Selection


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
    selection: Selection,
    meaning: CueVectors,
    match: Floats | None,
    profile: Profile,
    k: int,
    among: NDArray[np.bool_] | None = None,
) -> Ranking:
    """Return the exact k best of a non-empty selection, `among` those of a mask.

    `match` are the word scores of shape (selection.size,), or None to leave words out.
    """
    own, texts = 1.0, None
    if match is not None and profile.lexical is not None:
        words = _scaled_words(match, profile.lexical)
        if words is not None:
            own, size = profile.lexical.cosine, profile.lexical.words
            rough = words.astype(np.float32)
            texts = TextScores(words.__getitem__, rough, size, rounding_error(1, size))
    relevance = relevance_of(meaning, profile.constant, own=own, texts=texts)
    return best_of(selection, relevance, profile, k, among)


def best_of(
    selection: Selection,
    relevance: Relevance,
    profile: Profile,
    k: int,
    among: NDArray[np.bool_] | None = None,
) -> Ranking:
    """Return the exact k best of a non-empty selection by this relevance.

    `among` is a mask of those that may be returned, of shape (selection.size,), or None for all.
    The others count in scaling nevertheless.
    """
    standing = selection.standing(profile)
    scale = relevance.scale(profile.constant)
    if among is None:
        places = relevance.possible(scale, standing.total, profile, k)
    elif np.count_nonzero(among) <= k:
        places = np.flatnonzero(among)
    else:
        total = np.where(among, standing.total, np.float32(-np.inf))
        places = relevance.possible(scale, total, profile, k)
        places = places[among[places]]
    recency = standing.recency[places]
    importance = standing.importance[selection.ratings[places]]
    relevant = scale.apply(relevance.exactly(places))
    scores = combined(profile, recency, importance, relevant)
    best = best_first(scores, selection.seqs[places], k)
    return Ranking(places[best], scores[best], recency[best], importance[best], relevant[best])


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
