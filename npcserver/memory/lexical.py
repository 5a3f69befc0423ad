"""How well words match: BM25 over what one vantage sees (Robertson and Zaragoza, 2009).

How rare a word is, how long a text usually is: all of it is counted over visible memories only,
so that a vantage never feels the future or another line of play.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.mind_rows import NOBODY, MindRows
from npcserver.memory.postings import Postings
from npcserver.memory.profiles import LexicalTuning

Scores = NDArray[np.float64]


class Wording:
    """The words of the memories one vantage sees, numbered 0..size-1 in order of seq."""

    __slots__ = ("_lengths", "_next", "_place", "_postings", "_previous", "_size", "_typical")

    def __init__(self, postings: Postings, mind: MindRows, rows: NDArray[np.int64]) -> None:
        self._postings = postings
        self._size = len(rows)
        self._place = np.full(mind.size, NOBODY, np.int32)
        self._place[rows] = np.arange(len(rows), dtype=np.int32)
        self._lengths = postings.lengths[rows]
        self._typical = float(self._lengths.mean()) if len(rows) else 0.0
        before = mind.previous[rows]
        self._previous = np.where(before == NOBODY, np.int32(NOBODY), self._place[before])
        self._next = np.full(len(rows), NOBODY, np.int32)
        linked = np.flatnonzero(self._previous != NOBODY)
        self._next[self._previous[linked]] = linked

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._place.nbytes + self._lengths.nbytes + self._previous.nbytes + self._next.nbytes

    def match(self, terms: Sequence[str], tuning: LexicalTuning) -> Scores:
        """Return the score of each memory, shape (size,), not scaled; zeros where no word matches.

        Each distinct term counts once. A memory lends a share of its own score to its neighbours
        in the conversation; what it was lent it does not pass on.
        """
        scores = np.zeros(self._size)
        for term in dict.fromkeys(terms):
            self._add(term, tuning, scores)
        if tuning.neighbours == 0.0:
            return scores
        hits = np.flatnonzero(scores)
        lent = tuning.neighbours * scores[hits]
        for neighbour in (self._previous[hits], self._next[hits]):
            there = neighbour != NOBODY
            # within one vantage nobody is the neighbour of two on the same side
            scores[neighbour[there]] += lent[there]
        return scores

    def _add(self, term: str, tuning: LexicalTuning, scores: Scores) -> None:
        rows, counts = self._postings.find(term)
        # rows younger than this view are at the end, since postings are ascending
        rows = rows[: np.searchsorted(rows, len(self._place))]
        places = self._place[rows]
        visible = places != NOBODY
        if not visible.all():
            places, counts = places[visible], counts[: len(rows)][visible]
        else:
            counts = counts[: len(rows)]
        held = len(places)
        if held == 0:
            return
        rarity = np.log1p((self._size - held + 0.5) / (held + 0.5))
        length = self._lengths[places] * (tuning.b / self._typical) + (1.0 - tuning.b)
        scores[places] += rarity * (tuning.k1 + 1.0) * counts / (counts + tuning.k1 * length)
