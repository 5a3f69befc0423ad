"""An inverted index over the memories of one character: for each word, rows and counts."""

import sys
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from npcserver.language.tokens import tokens
from npcserver.memory.columns import Column

_COUNT_BITS = 16
_MOST = (1 << _COUNT_BITS) - 1

_TERM_BYTES = 240
"""Bytes of a new word besides its postings: dict slot, string and array object."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
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

    def find(self, terms: Sequence[str]) -> Found:
        """Return the postings of distinct terms, concatenated in order."""
        held = [self._by_term[term] for term in terms if term in self._by_term]
        if not held:
            nothing = np.empty(0, np.int64)
            return Found(nothing, nothing, nothing)
        # copied by concatenation, since an array with an exported buffer cannot grow
        packed = np.concatenate([np.frombuffer(postings, np.int64) for postings in held])
        sizes = [len(postings) for postings in held]
        term = np.repeat(np.arange(len(held)), sizes)
        return Found(term, packed >> _COUNT_BITS, packed & _MOST)

    def held(self, term: str) -> int:
        """Return how many rows contain a term."""
        return len(self._by_term.get(term, ()))

    def _of(self, term: str) -> "array[int]":
        known = self._by_term.get(term)
        if known is None:
            known = self._by_term[sys.intern(term)] = array("q")
            self._bytes += _TERM_BYTES
        return known
