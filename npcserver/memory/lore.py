"""Search in the passages of a world: which answer a question, in which sentence.

Pure and exact: every passage that may be shown is weighed, whatever else there is. What may not is
left out before anything is counted, so that nothing about it can be told from what is found.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from npcserver.language.questions import QuestionKind, goes_on, topic_words
from npcserver.language.tokens import tokens
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lexical import Postings, TextBatch
from npcserver.memory.passages import Span, sentences_of
from npcserver.memory.score_profiles import Floats, best_first
from npcserver.model.lore import Book, CitedPassage, Passage, Quote
from npcserver.model.secret import Secret, joined
from npcserver.ports.vectors import Vectors

_LENT = (0.3, 0.2, 0.1)
"""Shares of its lexical score that a passage lends those at a distance of 1, 2 and 3."""

_COVERED, _IN_SENTENCE, _LACKING = 0.65, 0.35, 0.3
"""Weights of a question's words in a passage and in one sentence, and of what that lacks."""

_CARRIED = 0.8
"""Share of a word's weight that a sentence gets from the one before, if it goes on about it.

Below 1, so that of two sentences of which the second adds nothing the first is chosen.
"""

_LOST = 0.2
"""What a sentence loses that has nothing of the kind that is asked for."""

_STEEP = 10.0
"""How fast confidence grows with the evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoreTuning:
    """Weights of the passage search.

    `k1` and `b` are of BM25. The rank of a passage is its cosine plus its lexical score times
    `words` and the square of the largest share of the question that any passage covers.
    Evidence is the share of the question's words that it covers, plus `meaning` times the
    cosine above `usual`, at most `most_meaning`; from `limit` on a passage answers. `unknown`
    stands for the meaning of a passage without a vector. docs/lore.md says how these were
    measured.
    """

    k1: float = 1.2
    b: float = 0.75
    words: float = 1.5
    meaning: float = 0.3
    usual: float = 0.48
    most_meaning: float = 0.25
    unknown: float = -0.06
    limit: float = 0.7


EMBEDDED = LoreTuning(meaning=1.0, usual=0.33, limit=0.67)
"""For the embedded embedder, whose questions lie closer to their answers than to other texts."""


E5 = LoreTuning(words=0.3, meaning=4.0, usual=0.85, limit=0.72)
"""For E5, whose cosines lie close together, from 0.7 to 0.95."""


def tuning_of(space: str) -> LoreTuning:
    """Return the tuning for a vector space, chosen by the embedder in its name."""
    provider = space.partition(":")[0]
    return {"usem3": EMBEDDED, "e5": E5}.get(provider, LoreTuning())


Places = NDArray[np.int64]
Mask = NDArray[np.bool_]
MayTell = Callable[[Sequence[Secret]], bool]

_AT_ONCE = 512
"""Vectors compared together: as many as fit in a CPU cache."""

_ELSEWHERE = 50
"""Passages on other topics that a world is assumed to have, for the coverage of a question.

Without them all words of a single page would count as equally common.
"""

_EXAMINED = 50
"""Passages whose sentences are looked at for those that answer, the best by score."""

_SLACK = 1e-9
"""For rounding, where evidence is compared before all of it is known."""

RESOLUTION = 6
"""Decimals at which scores are compared; of equal ones the earlier passage goes first."""


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
class _Terms:
    """The words of a question with their weights over the passages that count.

    `ideal` is the lexical score of a passage that is nothing but these words.
    """

    telling: dict[str, float]
    covered: Floats
    matched: Floats
    ideal: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenSentence:
    """The span of the sentence that answers best, and that of it with a neighbour.

    `holds` are words of the question that it holds, `carries` those of the sentence before if it
    goes on about the same. `lacks` says that it has nothing of the kind that is asked for.
    """

    span: Span
    context: Span
    holds: frozenset[str]
    carries: frozenset[str]
    lacks: bool

    def covered(self, telling: Mapping[str, float]) -> float:
        """Return the weight of the question's words that it covers."""
        carried = sum(telling.get(word, 0.0) for word in self.carries)
        return sum(telling.get(word, 0.0) for word in self.holds) + _CARRIED * carried


def answering_sentence(
    passage: str, telling: Mapping[str, float], asked: QuestionKind, likeness: Sequence[float] = ()
) -> ChosenSentence:
    """Return the sentence that covers most of a question, whose words have weights.

    `likeness` is each sentence's cosine to the question, if known, and counts as much as all words
    together. Of equal ones the first; its neighbour is the next sentence, or for the last one the
    previous.
    """
    spans = sentences_of(passage)
    whole = sum(telling.values()) or 1.0
    found: list[ChosenSentence] = []
    before: frozenset[str] = frozenset()
    for place, (begin, end) in enumerate(spans):
        text = passage[begin:end]
        holds = frozenset(tokens(text)) & telling.keys()
        beside = place + 1 if place + 1 < len(spans) else max(place - 1, 0)
        found.append(
            ChosenSentence(
                span=spans[place],
                context=(min(begin, spans[beside][0]), max(end, spans[beside][1])),
                holds=holds,
                carries=before - holds if place and goes_on(text) else frozenset(),
                lacks=asked.lacks(text),
            )
        )
        before = holds
    worth = [one.covered(telling) / whole - _LOST * one.lacks for one in found]
    if likeness:
        worth = [words + meaning for words, meaning in zip(worth, likeness, strict=True)]
    return found[worth.index(max(worth))]


@dataclass(frozen=True, slots=True)
class _Found:
    """A passage found: its place, score and confidence, and the sentence that answers."""

    place: int
    score: float
    confidence: float
    sentence: ChosenSentence


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
        starts = [
            (one.book_id, one.chapter) != (two.book_id, two.chapter)
            for one, two in pairwise(self._passages)
        ]
        self._chapter = np.cumsum([False, *starts])[: self.size]
        self._postings = Postings()
        titles = {book.id: book.title for book in books}
        texts = [f"{titles[one.book_id]} {one.chapter_title} {one.text}" for one in self._passages]
        self._postings.add(TextBatch(texts))
        self._mean = float(self._postings.lengths.values.mean()) or 1.0 if self.size else 1.0
        self._vectors = self._arranged(ids, vectors)
        self._has_vector: Mask = np.zeros(self.size, np.bool_)
        if self._vectors is not None:
            self._has_vector[:] = self._vectors.any(axis=1)

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
        asked, telling = QuestionKind(question), self._telling(question)
        return PassageMatches(
            quotes=tuple(
                self._quote(
                    _Found(
                        place,
                        one.score,
                        0.0,
                        answering_sentence(self._passages[place].text, telling, asked),
                    )
                )
                for place, one in places
                if is_open[place]
            ),
            withheld=tuple(one.passage_id for place, one in places if not is_open[place]),
        )

    def search(
        self,
        question: Cue,
        k: int,
        may_tell: MayTell,
        narrowing: LoreFilter | None = None,
        *,
        least: float = 0.0,
    ) -> PassageMatches:
        """Return the best k passages that may be told, and which would be among them but are not.

        Only those with a confidence of at least `least`; 0 ranks all that share a word or have a
        meaning in common with the question.
        """
        in_reach = self._in_reach(narrowing or LoreFilter())
        is_open = np.array([may_tell(lock) for lock in self._locks], np.bool_)
        if is_open.all():
            return PassageMatches(
                quotes=tuple(map(self._quote, self._best(question, k, in_reach, least)))
            )
        allowed = is_open[self._lock] if in_reach is None else in_reach & is_open[self._lock]
        best = self._best(question, k, allowed, least)
        locked = [
            found.place
            for found in self._best(question, k, in_reach, least)
            if not allowed[found.place]
        ]
        return PassageMatches(
            quotes=tuple(map(self._quote, best)),
            withheld=tuple(self._passages[place].id for place in locked),
        )

    def sentences(self, passage_id: str) -> tuple[str, ...]:
        """Return the sentences of a passage in order, to be embedded; a heading is none.

        One that goes on about what the one before spoke of has that before it.
        """
        text = self._passages[self._place[passage_id]].text
        found = [text[begin:end] for begin, end in sentences_of(text)]
        return tuple(
            f"{found[at - 1]} {one}" if at and goes_on(one) else one for at, one in enumerate(found)
        )

    def pointed(self, quote: Quote, question: str, likeness: Sequence[float]) -> Quote:
        """Return a quote with its sentence chosen anew, given each sentence's cosine."""
        telling, asked = self._telling(question), QuestionKind(question)
        sentence = answering_sentence(quote.passage.text, telling, asked, likeness)
        return replace(quote, highlight=sentence.span, context=sentence.context)

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

    def _best(self, question: Cue, k: int, allowed: Mask | None, least: float) -> list[_Found]:
        terms = self._terms(question.text, allowed)
        places = self._candidates(terms, allowed, least)
        if len(places) == 0:
            return []
        tuning = self._tuning
        likeness, is_known = self._likeness(question.vector, places)
        words = self._with_lent(terms.matched, places) / terms.ideal
        # a question in other words shares only stray ones
        trust = tuning.words * float(terms.covered.max()) ** 2
        score = (np.maximum(likeness, 0.0) + trust * words) / (1.0 + trust)
        score = np.clip(score, 0.0, 1.0)
        meaning = tuning.meaning * (likeness - tuning.usual)
        meaning = np.clip(meaning, -tuning.most_meaning, tuning.most_meaning)
        meaning = np.where(is_known, meaning, tuning.unknown)
        # no sentence covers more than its passage, so this is the most evidence there can be
        most = terms.covered[places] + meaning + _SLACK
        fit = (score > 0.0) & (most >= self._evidence(least))
        kept = np.flatnonzero(fit)
        rounded = np.round(score[kept], RESOLUTION)
        kept = kept[best_first(rounded, -places[kept], max(k, _EXAMINED) if least else k)]
        asked, telling = QuestionKind(question.text), self._telling(question.text)
        found: list[_Found] = []
        for at in kept.tolist():
            place = int(places[at])
            sentence = answering_sentence(self._passages[place].text, telling, asked)
            confidence = self._confidence(terms, place, sentence, float(meaning[at]))
            if confidence >= least:
                found.append(_Found(place, float(score[at]), confidence, sentence))
            if len(found) == k:
                break
        return found

    def _candidates(self, terms: _Terms, allowed: Mask | None, least: float) -> Places:
        if not least:
            return np.arange(self.size) if allowed is None else np.flatnonzero(allowed)
        # those that are not allowed cover nothing
        floor = max(self._evidence(least) - self._tuning.most_meaning, 0.0)
        enough = terms.covered >= floor
        return np.flatnonzero(enough if allowed is None else enough & allowed)

    def _evidence(self, confidence: float) -> float:
        if confidence <= 0.0:
            return -np.inf
        if confidence >= 1.0:
            return np.inf
        return self._tuning.limit + float(np.log(confidence / (1.0 - confidence))) / _STEEP

    def _confidence(
        self, terms: _Terms, place: int, sentence: ChosenSentence, meaning: float
    ) -> float:
        whole = sum(terms.telling.values()) or 1.0
        evidence = (
            _COVERED * float(terms.covered[place])
            + _IN_SENTENCE * sentence.covered(terms.telling) / whole
            - _LACKING * sentence.lacks
            + meaning
        )
        return float(1.0 / (1.0 + np.exp(-_STEEP * (evidence - self._tuning.limit))))

    def _terms(self, text: str, allowed: Mask | None) -> _Terms:
        """Return the weights of a question's words, and BM25 and coverage (0..1) of each passage.

        Passages that are not allowed have 0 in both and are not counted. Words that no passage has
        count in full, so missing one of them lowers the coverage.
        """
        tuning, words = self._tuning, topic_words(text)
        known = [word for word in words if self._postings.held(word)]
        found = self._postings.find(known)
        term, rows, counts = found.term, found.rows, found.counts
        if allowed is not None:
            kept = np.flatnonzero(allowed[rows])
            term, rows, counts = term[kept], rows[kept], counts[kept]
        held = np.bincount(term, minlength=len(known))
        total = self.size if allowed is None else int(allowed.sum())
        tells = _rarity(total + _ELSEWHERE, held)
        telling = dict.fromkeys(words, float(_rarity(total + _ELSEWHERE, np.zeros(1))[0]))
        telling.update(zip(known, tells.tolist(), strict=True))
        whole = sum(telling.values()) or 1.0
        lengths = self._postings.lengths
        mean = self._mean if allowed is None or not total else float(lengths[allowed].mean()) or 1.0
        norm = tuning.k1 * (1.0 - tuning.b + tuning.b * lengths[rows] / mean)
        weight = _rarity(total, held)[term] * (tuning.k1 + 1.0) * counts / (counts + norm)
        return _Terms(
            telling,
            np.bincount(rows, tells[term], self.size) / whole,
            np.bincount(rows, weight, self.size).astype(np.float64, copy=False),
            whole * (tuning.k1 + 1.0),
        )

    def _with_lent(self, matched: Floats, places: Places) -> Floats:
        result: Floats = matched[places]
        for distance, share in enumerate(_LENT, start=1):
            for step in (-distance, distance):
                beside = places + step
                near = np.flatnonzero((beside >= 0) & (beside < self.size))
                near = near[self._chapter[beside[near]] == self._chapter[places[near]]]
                result[near] += share * matched[beside[near]]
        return result

    def _likeness(self, vector: Vectors, places: Places) -> tuple[Floats, Mask]:
        found = np.zeros(len(places))
        if self._vectors is None or self._vectors.shape[1] != len(vector) or not vector.any():
            return found, np.zeros(len(places), np.bool_)
        for at in range(0, len(places), _AT_ONCE):
            found[at : at + _AT_ONCE] = self._vectors[places[at : at + _AT_ONCE]] @ vector
        return found, self._has_vector[places]

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

    def _quote(self, found: _Found) -> Quote:
        passage = self._passages[found.place]
        return Quote(
            passage=passage,
            title=self._books[passage.book_id][1].title,
            score=round(found.score, RESOLUTION),
            confidence=round(found.confidence, RESOLUTION),
            highlight=found.sentence.span,
            context=found.sentence.context,
        )

    def _telling(self, question: str) -> dict[str, float]:
        terms = topic_words(question)
        held = np.array([self._postings.held(term) for term in terms])
        return dict(zip(terms, _rarity(self.size, held).tolist(), strict=True))


def _rarity(total: int, held: NDArray[np.int64] | Floats) -> Floats:
    """Return the inverse document frequency of words that `held` of `total` texts contain."""
    result: Floats = np.log1p((total - held + 0.5) / (held + 0.5))
    return result
