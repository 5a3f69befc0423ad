"""Searching the passages of a world: which of them answer a question, and in which sentence.

Pure and exact: every passage that may be shown is weighed, whatever else there is. What may not is
left out before anything is counted, so that nothing about it can be told from what is found.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.passages import best_sentence
from npcserver.memory.postings import Postings
from npcserver.memory.tokens import tokens
from npcserver.model.lore import Book, CitedPassage, Passage, Quote
from npcserver.model.secret import Secret, joined
from npcserver.ports.embedder import Vectors

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
MayTell = Callable[[Sequence[Secret]], bool]

RESOLUTION = 6
"""Decimals in which scores are compared; of equal ones the earlier passage goes first."""

# What asks in Chinese, in which words are not parted: pairs that reach into it say nothing.
_ASKING = re.compile(
    "\u4ec0\u4e48\u65f6\u5019|\u4e3a\u4ec0\u4e48|\u600e\u4e48\u6837?|\u4ec0\u4e48|\u54ea\u91cc"
    "|\u54ea\u513f|\u54ea\u4e2a|\u591a\u5c11|\u591a\u4e45|\u591a\u8fdc|\u4f55\u65f6|\u662f\u8c01"
    "|\u8c01|\u51e0|\u5417|\u5462|\u5427|\u4e86|\u7684|\u662f|\u5728|\u6709|\u8bf7\u95ee|\u54ea"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoreTuning:
    """How passages are weighed, and what counts as an answer.

    A passage answers when it holds at least `covered` of the question's words, rare ones counting
    more; or `half_covered` of them while its meaning is at least as near as `near` (a cosine).
    `lent` is the share of its score a passage lends to its neighbours. docs/lore.md says how these
    were measured.
    """

    k1: float = 1.2
    b: float = 0.75
    lent: float = 0.2
    cosine: float = 0.9
    words: float = 1.0
    covered: float = 0.62
    half_covered: float = 0.4
    near: float = 0.45


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Question:
    """What is asked, and its vector (zeros where it could not be embedded)."""

    text: str
    vector: Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowing:
    """Which books to look in: of a shelf, and read by somebody; empty means all."""

    shelf: str = ""
    reader: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Passages that answer, best first, and the ids of those that would be among them."""

    quotes: tuple[Quote, ...] = ()
    withheld: tuple[str, ...] = ()

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """The secrets that the passages carry: all who would hear may be told them."""
        return joined(*(quote.passage.secrets for quote in self.quotes))


NOTHING_READ = Found()


@dataclass(frozen=True, slots=True, eq=False)
class _Weighed:
    """Places of passages that answer, best first, with their scores."""

    places: NDArray[np.int64]
    scores: Floats


class LoreIndex:
    """The passages of one world, ready to be searched; `vectors` by passage id."""

    def __init__(
        self,
        books: Sequence[Book],
        passages: Sequence[Passage],
        ids: Sequence[str] = (),
        vectors: Vectors | None = None,
        *,
        tuning: LoreTuning | None = None,
    ) -> None:
        self._tuning = tuning or LoreTuning()
        self._books = {book.id: (place, book) for place, book in enumerate(books)}
        self._passages = tuple(one for one in passages if one.book_id in self._books)
        self._place = {passage.id: place for place, passage in enumerate(self._passages)}
        self._book = np.array([self._books[one.book_id][0] for one in self._passages], np.int64)
        secrets = [passage.secrets for passage in self._passages]
        self._locks = tuple(dict.fromkeys(secrets))
        numbers = {lock: number for number, lock in enumerate(self._locks)}
        self._lock = np.array([numbers[one] for one in secrets], np.int64)
        self._has_next = np.array(
            [
                (one.book_id, one.chapter, one.secrets) == (two.book_id, two.chapter, two.secrets)
                for one, two in zip(self._passages, self._passages[1:], strict=False)
            ],
            np.bool_,
        )
        self._postings = Postings()
        self._postings.add([f"{self._headed(one)} {one.text}" for one in self._passages])
        self._vectors = self._arranged(ids, vectors)

    @property
    def size(self) -> int:
        """How many passages there are."""
        return len(self._passages)

    @property
    def nbytes(self) -> int:
        """Bytes held, closely estimated, but for the texts."""
        return self._postings.nbytes + (0 if self._vectors is None else self._vectors.nbytes)

    def cited(self, ids: Sequence[str]) -> Mapping[str, tuple[str, str]]:
        """Return title of the book and text of those of the passages that are still there."""
        known = (one for one in ids if one in self._place)
        return {one: self._told(self._passages[self._place[one]]) for one in known}

    def recited(self, cited: Sequence[CitedPassage], question: str, may_tell: MayTell) -> Found:
        """Return passages that were cited once, for the same question, where they are still there.

        What may be told is decided anew.
        """
        places = [
            (self._place[one.passage_id], one) for one in cited if one.passage_id in self._place
        ]
        is_open = {place: may_tell(self._passages[place].secrets) for place, _ in places}
        return Found(
            quotes=tuple(
                self._quote(place, one.score, question) for place, one in places if is_open[place]
            ),
            withheld=tuple(one.passage_id for place, one in places if not is_open[place]),
        )

    def search(
        self, question: Question, k: int, may_tell: MayTell, narrowing: Narrowing | None = None
    ) -> Found:
        """Return the best k passages that answer and may be told, and what was in their way."""
        in_reach = self._in_reach(narrowing or Narrowing())
        is_open = np.array([may_tell(lock) for lock in self._locks], np.bool_)
        allowed = in_reach & is_open[self._lock] if self.size else in_reach
        best = self._weigh(question, k, allowed)
        quotes = tuple(
            self._quote(int(place), float(score), question.text)
            for place, score in zip(best.places, best.scores, strict=True)
        )
        if np.array_equal(allowed, in_reach):
            return Found(quotes=quotes)
        all_best = self._weigh(question, k, in_reach).places
        locked = all_best[~allowed[all_best]].tolist()
        return Found(quotes=quotes, withheld=tuple(self._passages[one].id for one in locked))

    def evidence(self, question: Question) -> tuple[Floats, Floats]:
        """Return, for each passage, how much of the question it covers, and the cosine."""
        everything = np.ones(self.size, np.bool_)
        return self._words(question.text, everything)[1], self._likeness(question.vector)

    def _in_reach(self, narrowing: Narrowing) -> Mask:
        fits = np.array(
            [
                (not narrowing.shelf or book.shelf.casefold() == narrowing.shelf.casefold())
                and (not narrowing.reader or not book.readers or narrowing.reader in book.readers)
                for _, book in self._books.values()
            ],
            np.bool_,
        )
        return fits[self._book] if self.size else np.zeros(0, np.bool_)

    def _weigh(self, question: Question, k: int, allowed: Mask) -> _Weighed:
        tuning = self._tuning
        matched, covered = self._words(question.text, allowed)
        likeness = self._likeness(question.vector)
        answers = covered >= tuning.covered
        answers |= (covered >= tuning.half_covered) & (likeness >= tuning.near)
        places = np.flatnonzero(answers & allowed)
        if len(places) == 0:
            return _Weighed(places, np.zeros(0))
        top = float(matched.max())
        score = tuning.words * (matched[places] / top if top > 0.0 else 0.0)
        weight = tuning.words
        within = likeness if allowed.all() else likeness[allowed]
        low, high = float(within.min()), float(within.max())
        if high > low:
            score = score + tuning.cosine * (likeness[places] - low) / (high - low)
            weight += tuning.cosine
        score = np.clip(score / weight, 0.0, 1.0)
        order = np.lexsort((places, -np.round(score, RESOLUTION)))[:k]
        return _Weighed(places[order], score[order])

    def _words(self, text: str, allowed: Mask) -> tuple[Floats, Floats]:
        """Return BM25 of each passage, and how much of the question's words it holds (0..1)."""
        nothing = np.zeros(self.size)
        terms = _terms(text)
        found = self._postings.find(terms)
        kept = np.flatnonzero(allowed[found.rows]) if self.size else found.rows
        if len(kept) == 0:
            return nothing, nothing
        term, rows, counts = found.term[kept], found.rows[kept], found.counts[kept]
        total = int(allowed.sum())
        held = np.bincount(term, minlength=len(terms))
        rarity = np.log1p((total - held + 0.5) / (held + 0.5))
        unheard = (len(terms) - int((held > 0).sum())) * float(np.log1p((total + 0.5) / 0.5))
        lengths = self._postings.lengths
        mean = float(lengths[allowed].mean()) or 1.0
        tuning = self._tuning
        norm = tuning.k1 * (1.0 - tuning.b + tuning.b * lengths[rows] / mean)
        weight = rarity[term] * (tuning.k1 + 1.0) * counts / (counts + norm)
        matched = np.bincount(rows, weight, self.size).astype(np.float64, copy=False)
        covered = np.bincount(rows, rarity[term], self.size)
        whole = float(rarity[held > 0].sum()) + unheard
        return self._with_lent(matched, allowed), covered / whole

    def _with_lent(self, matched: Floats, allowed: Mask) -> Floats:
        """Let each passage lend a share of its score to its neighbours in the chapter."""
        if self.size < 2 or self._tuning.lent == 0.0:
            return matched
        lends = self._has_next & allowed[:-1] & allowed[1:]
        lent = np.zeros(self.size)
        lent[1:] += np.where(lends, matched[:-1], 0.0)
        lent[:-1] += np.where(lends, matched[1:], 0.0)
        result: Floats = matched + self._tuning.lent * lent
        return result

    def _likeness(self, vector: Vectors) -> Floats:
        if self._vectors is None or self._vectors.shape[1] != len(vector):
            return np.zeros(self.size)
        return (self._vectors @ vector).astype(np.float64)

    def _arranged(self, ids: Sequence[str], vectors: Vectors | None) -> Vectors | None:
        """Return the vectors in the order of the passages, zeros where there is none yet."""
        if vectors is None or vectors.size == 0:
            return None
        arranged = np.zeros((self.size, vectors.shape[1]), np.float32)
        known = [(self._place[one], row) for row, one in enumerate(ids) if one in self._place]
        if known:
            places, rows = map(list, zip(*known, strict=True))
            arranged[places] = vectors[rows]
        return arranged

    def _quote(self, place: int, score: float, question: str) -> Quote:
        passage = self._passages[place]
        _, book = self._books[passage.book_id]
        highlight, context = best_sentence(passage.text, self._telling(_terms(question)))
        return Quote(
            passage=passage,
            title=book.title,
            chapter_title=book.chapters[passage.chapter - 1].title,
            score=round(score, RESOLUTION),
            highlight=highlight,
            context=context,
        )

    def _telling(self, terms: Sequence[str]) -> dict[str, float]:
        """Return how much each word tells, rare ones more."""
        held = {term: len(self._postings.find([term]).rows) for term in terms}
        return {
            term: float(np.log1p((self.size - count + 0.5) / (count + 0.5)))
            for term, count in held.items()
        }

    def _headed(self, passage: Passage) -> str:
        _, book = self._books[passage.book_id]
        return f"{book.title} {book.chapters[passage.chapter - 1].title}"

    def _told(self, passage: Passage) -> tuple[str, str]:
        return self._books[passage.book_id][1].title, passage.text


def _terms(text: str) -> list[str]:
    """Return the words of a question that can tell passages apart, each once."""
    said = tokens(_ASKING.sub(" ", text)) or tokens(text)
    return list(dict.fromkeys(said))
