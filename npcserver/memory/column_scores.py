"""The k best memories under a profile whose relevance is a weighted sum of columns."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.relevance import CueVectors, relevance_of
from npcserver.memory.relevance_columns import VisibleColumns
from npcserver.memory.score_profiles import ColumnWeights, Profile
from npcserver.memory.selection import Selection
from npcserver.memory.top_k import RankedColumn, Ranking, best_of


def rank_by_columns(  # noqa: PLR0913 - the query and the selection by their parts
    selection: Selection,
    meaning: CueVectors,
    columns: VisibleColumns,
    text: str,
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
    asked = columns.ask(text)
    relevance = relevance_of(
        meaning,
        profile.constant,
        own=weights.own,
        before=columns.before,
        w_before=weights.before,
        texts=asked.scores,
    )
    if weights.second_step > 0.0 and selection.size > 1:
        second = columns.second_step(asked.question, relevance.first(selection.seqs))
        if second is not None:
            places, values = second
            relevance.add(places, weights.second_step * values)
    ranking = best_of(selection, relevance, profile, k, among)
    if not is_explained:
        return ranking
    found = ranking.places
    own, before = relevance.cosines(found)
    explained = {"own": own, "before": own if before is None else before}
    explained |= columns.explain(asked, found)
    explained["second_step"] = np.zeros(len(found))
    if relevance.more is not None:
        explained["second_step"] += relevance.more[found] / weights.second_step
    return replace(
        ranking,
        columns=tuple(
            RankedColumn(name, values, getattr(weights, name)) for name, values in explained.items()
        ),
    )
