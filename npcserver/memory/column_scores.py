"""The k best memories under a profile whose relevance is a weighted sum of columns."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.embedding_texts import Cue
from npcserver.memory.relevance import CueVectors, relevance_of
from npcserver.memory.relevance_columns import LIFTS, VisibleColumns
from npcserver.memory.score_profiles import ColumnWeights, Profile
from npcserver.memory.selection import Selection
from npcserver.memory.top_k import RankedColumn, Ranking, best_of


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
