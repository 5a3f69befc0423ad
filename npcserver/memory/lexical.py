"""The lexical score: an inverted index and BM25 (Robertson and Zaragoza, 2009).

Texts of many rows are cut at spaces: a token, a name and a word of time never reach over a space,
so what a text has is what its pieces have, in order. Most pieces occur many times, and looking one
up is faster than reading it.

How rare a word is, how long a text usually is: all of it is counted over visible memories only,
so that a vantage never feels the future or another line of play.
"""

import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from npcserver.language.tokens import tokens
from npcserver.memory.arrays import Column
from npcserver.memory.mind_rows import NOBODY, MindRows

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
T = TypeVar("T")

_LONGEST = 32
"""Longest piece that is remembered; what is longer is text without spaces, and never returns."""

_REMEMBERED = 1 << 15

_SMALL = 12
"""Two texts take 0.05 ms whole and 0.4 ms in pieces; 5,000 take 20 and 6 microseconds each."""


class Numbers(dict[str, int]):
    """Numbers distinct texts from 0, in the order in which they are first looked up."""

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number

    def of(self, texts: Iterable[str]) -> Places:
        """Return the number of each text."""
        return np.fromiter(map(self.__getitem__, texts), np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class TextPieces:
    """The distinct pieces of some texts, and for each piece of each text, in order, two numbers.

    `numbers` says which of `distinct` it is, and `rows` in which text it stands, from 0.
    """

    size: int
    distinct: Sequence[str]
    numbers: Places
    rows: Places

    @classmethod
    def of(cls, texts: Sequence[str]) -> "TextPieces":
        """Cut some texts."""
        flat: list[str] = []
        counts: list[int] = []
        for text in texts:
            pieces = text.split()
            flat += pieces
            counts.append(len(pieces))
        numbers = Numbers()
        found = numbers.of(flat)
        return cls(len(texts), [*numbers], found, np.repeat(np.arange(len(texts)), counts))

    def from_place(self, first: Places) -> "TextPieces":
        """Return the pieces without the first few of each text; shape of `first` (size,)."""
        begins = np.searchsorted(self.rows, np.arange(self.size)) + first
        kept = np.arange(len(self.rows)) >= begins[self.rows]
        return TextPieces(self.size, self.distinct, self.numbers[kept], self.rows[kept])

    def spread(self, found: Sequence[Sequence[str]]) -> tuple[Numbers, Places, Places]:
        """Return what the distinct pieces have, for all pieces: each text once, numbers, rows."""
        numbers = Numbers()
        flat = numbers.of(chain.from_iterable(found))
        lengths = np.fromiter(map(len, found), np.int64, len(found))
        each = lengths[self.numbers]
        ends = np.cumsum(each)
        begins = (np.cumsum(lengths) - lengths)[self.numbers]
        at = np.arange(int(each.sum())) + np.repeat(begins - (ends - each), each)
        return numbers, flat[at], np.repeat(self.rows, each)


class TextBatch:
    """Texts that are added at once, and their pieces, which are cut where they are asked for."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts

    @property
    def is_small(self) -> bool:
        """Whether reading whole texts is faster, as after a turn."""
        return len(self.texts) <= _SMALL

    @cached_property
    def pieces(self) -> TextPieces:
        """The pieces of the texts."""
        return TextPieces.of(self.texts)


class _Kept(dict[str, T]):
    """What a function returned for short texts; a lookup costs a third of one in `lru_cache`."""

    def __init__(self, read: Callable[[str], T]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, text: str) -> T:
        value = self._read(text)
        if len(text) <= _LONGEST:
            if len(self) >= _REMEMBERED:
                self.clear()  # the frequent ones are back soon
            self[text] = value
        return value


def remembered(read: Callable[[str], T]) -> Callable[[str], T]:
    """Return a function that keeps what `read` returned for short pieces."""
    return _Kept(read).__getitem__


_remembered_tokens = remembered(tokens)  # characters of a world have most of their words in common

_K1, _B = 1.2, 0.75
"""Of BM25 by words alone: the effect of repeated words, and the penalty for long texts."""
_COUNT_BITS = 16
_MOST = (1 << _COUNT_BITS) - 1

_ROW_BITS = 32
_ROWS = (1 << _ROW_BITS) - 1
"""Part of a key that is the row, below the number of the term."""

_POSTING_BYTES = 9
"""Bytes of a posting: eight, plus what arrays over-allocate."""

_TERM_BYTES = 240
"""Bytes of a new word besides its postings: dict slot, string and array object."""


@dataclass(frozen=True, slots=True, eq=False)
class TermMatches:
    """Postings: index of the term among those found, row, and count in that row."""

    term: NDArray[np.int64]
    rows: NDArray[np.int64]
    counts: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class WordMatches:
    """What words add to BM25 scores, one item for each word in each memory that has it.

    `term` is the index of the word among those that any memory has.
    """

    term: NDArray[np.int64]
    places: Places
    added: Floats


class Postings:
    """Rows and counts by word, for all rows ever added; visibility is applied later.

    A posting is one 64-bit number, row above count, so the postings of a word are ascending.
    `terms_of` has remembered what it returned.
    """

    __slots__ = ("_by_term", "_bytes", "_terms_of", "lengths")

    def __init__(self, terms_of: Callable[[str], list[str]] = _remembered_tokens) -> None:
        self._terms_of = terms_of
        self._by_term: dict[str, array[int]] = {}
        self.lengths = Column(np.int32)  # number of tokens of each row
        self._bytes = 0

    @property
    def size(self) -> int:
        """Number of rows."""
        return self.lengths.size

    @property
    def nbytes(self) -> int:
        """Bytes held, estimated closely."""
        return self._bytes + self.lengths.nbytes

    def add(self, batch: TextBatch) -> None:
        """Append one row for each text."""
        if batch.is_small:
            self._add_whole(batch.texts)
        else:
            self._add_pieces(batch.pieces)

    def _add_whole(self, texts: Sequence[str]) -> None:
        found = [self._terms_of(text) for text in texts]
        for row, terms in enumerate(found, self.lengths.size):
            counts = Counter(terms)
            for term, count in counts.items():
                self._of(term).append(row << _COUNT_BITS | min(count, _MOST))
            self._bytes += _POSTING_BYTES * len(counts)
        self.lengths.extend([len(terms) for terms in found])

    def _add_pieces(self, pieces: TextPieces) -> None:
        first = self.lengths.size
        terms, numbers, rows = pieces.spread([*map(self._terms_of, pieces.distinct)])
        self.lengths.extend(np.bincount(rows, minlength=pieces.size))
        keys, counts = np.unique(numbers << _ROW_BITS | rows, return_counts=True)
        packed = (keys & _ROWS) + first << _COUNT_BITS | np.minimum(counts, _MOST)
        ends = 8 * np.searchsorted(keys, np.arange(1, len(terms) + 1) << _ROW_BITS)
        data = packed.astype(np.int64, copy=False).tobytes()
        begin = 0
        for term, end in zip(terms, ends.tolist(), strict=True):
            self._of(term).frombytes(data[begin:end])
            begin = end
        self._bytes += _POSTING_BYTES * len(keys)

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

    def weights(self, terms: Mapping[str, float]) -> Floats:
        """Return the weights of those terms that `find` finds, in its order."""
        return np.array([w for term, w in terms.items() if term in self._by_term], np.float64)

    def held(self, term: str) -> int:
        """Return how many rows contain a term."""
        return len(self._by_term.get(term, ()))

    def _of(self, term: str) -> "array[int]":
        known = self._by_term.get(term)
        if known is None:
            known = self._by_term[sys.intern(term)] = array("q")
            self._bytes += _TERM_BYTES
        return known


class VisibleTerms:
    """The words of the memories one vantage sees, numbered 0..size-1 in order of seq."""

    def __init__(self, postings: Postings, mind: MindRows, rows: NDArray[np.int64]) -> None:
        self._postings = postings
        self._size = len(rows)
        self._is_all = len(rows) > 0 and int(rows[-1]) + 1 == len(rows)
        self._place = np.full(mind.size + 1, NOBODY, np.int64)
        self._place[rows] = np.arange(len(rows))
        lengths = postings.lengths[rows].astype(np.float64)
        self._lengths = lengths / (lengths.mean() or 1.0) if len(rows) else lengths
        self._norms: dict[tuple[float, float], Floats] = {}

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return sum(column.nbytes for column in (self._place, self._lengths, *self._norms.values()))

    def match(self, terms: Sequence[str]) -> Floats:
        """Return the unscaled score of each memory, shape (size,); zeros if no word matches.

        Each distinct term counts once.
        """
        found = self.matches(dict.fromkeys(terms, 1.0), _K1, _B)
        return summed(found.places, found.added, self._size)

    def matches(self, terms: Mapping[str, float], k1: float, b: float) -> "WordMatches":
        """Return what each word in each memory adds to its BM25 score.

        `terms` are distinct, with their weights.
        """
        term, places, counts = self._visible(self._postings.find([*terms]))
        if len(places) == 0:
            return WordMatches(term, places, np.zeros(0))
        held = np.bincount(term)
        rarity: Floats = np.log1p((self._size - held + 0.5) / (held + 0.5)) * (k1 + 1.0)
        rarity *= self._postings.weights(terms)[: len(held)]
        saturated = counts / (counts + self._norm(k1, b)[places])
        return WordMatches(term, places, rarity[term] * saturated)

    def holders(self, terms: Sequence[str]) -> dict[str, int]:
        """Return how many of the memories contain each of some terms, if any does."""
        found = {}
        for term in terms:
            places = self._visible(self._postings.find([term]))[1]
            if len(places):
                found[term] = len(places)
        return found

    def _visible(
        self, found: TermMatches
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        if self._is_all and self._postings.size <= self._size:
            return found.term, found.rows, found.counts
        # rows newer than this selection map to the last place, NOBODY
        places = self._place[np.minimum(found.rows, len(self._place) - 1)]
        visible = np.flatnonzero(places != NOBODY)
        if len(visible) == len(places):
            return found.term, places, found.counts
        return found.term[visible], places[visible], found.counts[visible]

    def _norm(self, k1: float, b: float) -> Floats:
        known = self._norms.get((k1, b))
        if known is None:
            known = k1 * (1.0 - b + b * self._lengths)
            self._norms[k1, b] = known
        return known


def summed(places: Places, values: Floats, size: int) -> Floats:
    """Return the sum of the values at each of `size` places."""
    # of nothing, bincount returns whole numbers
    return np.bincount(places, values, size).astype(np.float64, copy=False)
