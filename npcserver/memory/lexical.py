"""The lexical score: an inverted index and BM25 (Robertson and Zaragoza, 2009).

How rare a word is, how long a text usually is: all of it is counted over visible memories only,
so that a vantage never feels the future or another line of play.
"""

import sys
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from npcserver.language.tokens import tokens
from npcserver.memory.arrays import Column
from npcserver.memory.mind_rows import NOBODY, MindRows
from npcserver.memory.score_profiles import LexicalTuning

_COUNT_BITS = 16
_MOST = (1 << _COUNT_BITS) - 1

_TERM_BYTES = 240
"""Bytes of a new word besides its postings: dict slot, string and array object."""


@dataclass(frozen=True, slots=True, eq=False)
class TermMatches:
    """Postings: index of the term among those found, row, and count in that row."""

    term: NDArray[np.int64]
    rows: NDArray[np.int64]
    counts: NDArray[np.int64]


class Postings:
    """Rows and counts by word, for all rows ever added; visibility is applied later.

    A posting is one 64-bit number, row above count, so the postings of a word are ascending.
    """

    __slots__ = ("_by_term", "_bytes", "_lengths")

    def __init__(self) -> None:
        self._by_term: dict[str, array[int]] = {}
        self._lengths = Column(np.int32)
        self._bytes = 0

    @property
    def size(self) -> int:
        """Number of rows."""
        return self._lengths.size

    @property
    def lengths(self) -> NDArray[np.int32]:
        """Number of tokens of each row."""
        return self._lengths.values

    @property
    def nbytes(self) -> int:
        """Bytes held, estimated closely."""
        return self._bytes + self._lengths.nbytes

    def add(self, texts: Sequence[str]) -> None:
        """Append one row for each text."""
        row = self._lengths.size
        lengths: list[int] = []
        for text in texts:
            found = tokens(text)
            lengths.append(len(found))
            for term, count in Counter(found).items():
                self._of(term).append(row << _COUNT_BITS | min(count, _MOST))
                self._bytes += 9  # eight, plus what arrays over-allocate
            row += 1
        self._lengths.extend(lengths)

    def find(self, terms: Sequence[str]) -> TermMatches:
        """Return the postings of distinct terms, concatenated in order."""
        held = [self._by_term[term] for term in terms if term in self._by_term]
        if not held:
            nothing = np.empty(0, np.int64)
            return TermMatches(nothing, nothing, nothing)
        # copied by concatenation, since an array with an exported buffer cannot grow
        packed = np.concatenate([np.frombuffer(postings, np.int64) for postings in held])
        sizes = [len(postings) for postings in held]
        term = np.repeat(np.arange(len(held)), sizes)
        return TermMatches(term, packed >> _COUNT_BITS, packed & _MOST)

    def held(self, term: str) -> int:
        """Return how many rows contain a term."""
        return len(self._by_term.get(term, ()))

    def _of(self, term: str) -> "array[int]":
        known = self._by_term.get(term)
        if known is None:
            known = self._by_term[sys.intern(term)] = array("q")
            self._bytes += _TERM_BYTES
        return known


Floats = NDArray[np.float64]


class VisibleTerms:
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
