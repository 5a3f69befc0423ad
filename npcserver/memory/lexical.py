"""Word matching by BM25 over the memories one vantage sees (Robertson and Zaragoza, 2009).

Document frequencies and the mean length are counted over visible memories only, so that later
records and other timelines have no effect on a vantage.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.mind_rows import NOBODY, MindRows
from npcserver.memory.postings import Postings
from npcserver.memory.profiles import LexicalTuning

Floats = NDArray[np.float64]


class Wording:
    """The words of the memories one vantage sees, numbered 0..size-1 in order of seq."""

    __slots__ = (
        "_has_speech",
        "_is_all",
        "_lengths",
        "_next",
        "_norms",
        "_place",
        "_postings",
        "_previous",
        "_size",
    )

    def __init__(self, postings: Postings, mind: MindRows, rows: NDArray[np.int64]) -> None:
        self._postings = postings
        self._size = len(rows)
        self._is_all = len(rows) > 0 and int(rows[-1]) + 1 == len(rows)
        self._place = np.full(mind.size + 1, NOBODY, np.int64)
        self._place[rows] = np.arange(len(rows))
        lengths = postings.lengths[rows].astype(np.float64)
        self._lengths = lengths / (lengths.mean() or 1.0) if len(rows) else lengths
        self._norms: dict[LexicalTuning, Floats] = {}
        # NOBODY is -1, which indexes the extra last element: see `match`
        self._previous = self._place[mind.previous[rows]]
        self._next = np.full(len(rows), NOBODY, np.int64)
        linked = np.flatnonzero(self._previous != NOBODY)
        self._has_speech = len(linked) > 0
        self._next[self._previous[linked]] = linked

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        columns = (self._place, self._lengths, self._previous, self._next, *self._norms.values())
        return sum(column.nbytes for column in columns)

    def match(self, terms: Sequence[str], tuning: LexicalTuning) -> Floats:
        """Return the unscaled score of each memory, shape (size,); zeros if no word matches.

        Each distinct term counts once. A memory lends a share of its own score, but not of what was
        lent to it, to its neighbours in the conversation.
        """
        # one extra element, always 0: the neighbour of memories that have none
        scores = self._plain([*dict.fromkeys(terms)], tuning)
        if tuning.neighbours > 0.0 and self._has_speech:
            lent = scores.take(self._previous)
            lent += scores.take(self._next)
            lent *= tuning.neighbours
            scores[:-1] += lent
        return scores[:-1]

    def _plain(self, terms: Sequence[str], tuning: LexicalTuning) -> Floats:
        """Return the plain BM25 scores, shape (size + 1,); the last is 0."""
        found = self._postings.find(terms)
        term, counts = found.term, found.counts
        places = found.rows
        if not self._is_all or self._postings.size > self._size:
            # rows newer than this selection map to the last place, NOBODY
            places = self._place[np.minimum(places, len(self._place) - 1)]
            visible = np.flatnonzero(places != NOBODY)
            if len(visible) < len(places):
                term, counts, places = term[visible], counts[visible], places[visible]
        if len(places) == 0:
            return np.zeros(self._size + 1)
        held = np.bincount(term)
        rarity: Floats = np.log1p((self._size - held + 0.5) / (held + 0.5)) * (tuning.k1 + 1.0)
        length = self._norm(tuning)[places]
        weight: Floats = rarity[term] * (counts / (counts + length))
        return np.bincount(places, weight, self._size + 1).astype(np.float64, copy=False)

    def _norm(self, tuning: LexicalTuning) -> Floats:
        """Return the length normalisation of each text (the second BM25 denominator term)."""
        known = self._norms.get(tuning)
        if known is None:
            known = tuning.k1 * (1.0 - tuning.b + tuning.b * self._lengths)
            self._norms[tuning] = known
        return known
