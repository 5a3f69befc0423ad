"""The k best memories for a cue: by cosine, by words, or by a weighted sum of columns.

And the k most important and recent ones, without a cue.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.embedding_texts import Cue
from npcserver.memory.relevance import (
    CueVectors,
    Places,
    Relevance,
    TextScores,
    relevance_of,
    rounding_error,
)
from npcserver.memory.relevance_columns import LIFTS, VisibleColumns
from npcserver.memory.score_profiles import (
    ColumnWeights,
    Floats,
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

    def part(self, start: int, stop: int) -> "Ranking":
        """Return a part of a ranking without columns."""
        within = slice(start, stop)
        return Ranking(
            self.places[within],
            self.scores[within],
            self.recency[within],
            self.importance[within],
            self.relevance[within],
        )


def rank(
    selection: Selection,
    meaning: CueVectors,
    match: Floats | None,
    profile: Profile,
    k: int,
    among: NDArray[np.bool_] | None = None,
) -> Ranking:
    """Return the exact k best of a non-empty selection, `among` those of a mask.

    `match` are word scores of shape (selection.size,) that decide alone; None for the cosine.
    """
    own, texts = 1.0, None
    if match is not None:
        scale = scale_of(match, 0.0)
        words = (match - scale.least) * (1.0 / scale.spread if scale.spread > 0.0 else 0.0)
        rough = words.astype(np.float32)
        own, texts = 0.0, TextScores(words.__getitem__, rough, 1.0, rounding_error(1, 1.0))
    relevance = relevance_of(meaning, profile.constant, own=own, texts=texts)
    return best_of(selection, relevance, profile, k, among)


def rank_by_columns(  # noqa: PLR0913 - the query and the selection by their parts
    selection: Selection,
    meaning: CueVectors,
    columns: VisibleColumns,
    cue: Cue,
    profile: Profile,
    k: int,
    among: NDArray[np.bool_] | None = None,
    *,
    is_explained: bool,
) -> Ranking:
    """Return the exact k best of a non-empty selection, `among` those of a mask.

    With their columns if `is_explained`. `profile` has column weights, and `columns` are those of
    the selection under them.
    """
    weights = profile.columns or ColumnWeights()
    asked = columns.ask(cue.text)
    relevance = relevance_of(
        meaning,
        profile.constant,
        own=weights.own,
        before=columns.before,
        w_before=weights.before,
        texts=asked.scores,
    )
    added = {
        name: (np.flatnonzero(mask), np.ones(np.count_nonzero(mask)))
        for name, mask in columns.lifted(cue).items()
        if mask.any()
    }
    for name, (places, values) in added.items():
        relevance.add(places, getattr(weights, name) * values)
    if weights.second_step > 0.0 and selection.size > 1:
        second = columns.second_step(asked.question, relevance.first(selection.seqs))
        if second is not None:
            places, values = added["second_step"] = second
            relevance.add(places, weights.second_step * values)
    ranking = best_of(selection, relevance, profile, k, among)
    if not is_explained:
        return ranking
    found = ranking.places
    own, before = relevance.cosines(found)
    explained = {"own": own, "before": own if before is None else before}
    explained |= columns.explain(asked, found)
    for name in ("second_step", *LIFTS):
        places, values = added.get(name, (np.empty(0, np.int64), np.empty(0)))
        by_place = dict(zip(places.tolist(), values.tolist(), strict=True))
        explained[name] = np.array([by_place.get(place, 0.0) for place in found.tolist()])
    return replace(
        ranking,
        columns=tuple(
            RankedColumn(name, values, weight)
            for name, values in explained.items()
            if (weight := getattr(weights, name))
        ),
    )


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
