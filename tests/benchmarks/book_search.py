"""What is found in books written to measure the search: a long one, a story, a Chinese one.

Passages are ranked as `Ask` ranks them, and the sentence is the one that it points to. A question
without an answer is wrongly answered if any passage has the confidence of an answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lore import LoreIndex, tuning_of
from npcserver.memory.passages import cut
from npcserver.model.lore import ANSWERS, Book, Quote
from npcserver.ports.vectors import Embedder, QuestionEmbedder, Vectors
from tests.benchmarks import book_questions as written
from tests.benchmarks.book_questions import Labelled, One

_K = 5


@dataclass(frozen=True, slots=True)
class BookTest:
    """A book with its questions: in its words, in others, without an answer, and of visitors."""

    book: Book
    near: Sequence[Labelled]
    plain: Sequence[Labelled]
    unanswered: Sequence[str]
    visitors: Sequence[Labelled] = ()

    def part(self, of: Callable[[Sequence[Labelled]], Sequence[Labelled]]) -> "BookTest":
        """Return the test with some of the questions."""
        unanswered = [asked for asked, _ in of([(one, "") for one in self.unanswered])]
        return BookTest(self.book, of(self.near), of(self.plain), unanswered, of(self.visitors))


def tests() -> tuple[BookTest, ...]:
    """Return the long book first, then the story and the Chinese book."""
    return (
        BookTest(
            written.almanac(),
            written.NEAR,
            written.PLAIN,
            written.UNANSWERED,
            written.VISITORS,
        ),
        BookTest(written.tale(), written.NEAR_TALE, written.PLAIN_TALE, written.UNANSWERED_TALE),
        BookTest(
            written.gazetteer(),
            written.NEAR_ZH,
            written.PLAIN_ZH,
            written.UNANSWERED_ZH,
            written.VISITORS_ZH,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BookFigures:
    """Shares of the questions to one book.

    `near` are those in words of the passage, `plain` those in other words, `visitors` 0 where a
    book has none. `sentence` is the share
    of right passages whose right sentence is pointed to (`near_sentence` for the near questions
    alone), `answered` that of questions with an
    answer whose right passage may enter a prompt, `wrong` that of the others that got an answer.
    """

    book: str
    passages: int
    near_hit_3: float
    plain_hit_3: float
    plain_hit_5: float
    visitors_hit_5: float
    near_sentence: float
    sentence: float
    near_answered: float
    plain_answered: float
    wrong: float


async def judged(test: BookTest, by: Embedder) -> BookFigures:
    """Put all questions of a test."""
    passages = cut(test.book)
    vectors = await by.embed([one.headed for one in passages])
    ids = [one.id for one in passages]
    index = LoreIndex([test.book], passages, ids, vectors, tuning=tuning_of(by.name))
    near = [await _placed(index, by, *one) for one in test.near]
    plain = [await _placed(index, by, *one) for one in test.plain]
    visitors = [await _placed(index, by, *one) for one in test.visitors]
    asked = await questions(by, test.unanswered)
    wrong = [
        bool(_found(index, text, vector, ANSWERS))
        for text, vector in zip(test.unanswered, asked, strict=True)
    ]
    pointed = [one for one in (*near, *plain) if one.place < _K]
    return BookFigures(
        book=test.book.id,
        passages=len(passages),
        near_hit_3=_share(near, lambda one: one.place < 3),
        plain_hit_3=_share(plain, lambda one: one.place < 3),
        plain_hit_5=_share(plain, lambda one: one.place < _K),
        visitors_hit_5=_share(visitors, lambda one: one.place < _K),
        near_sentence=_share([one for one in near if one.place < _K], lambda one: one.is_pointed),
        sentence=_share(pointed, lambda one: one.is_pointed),
        near_answered=_share(near, lambda one: one.is_answered),
        plain_answered=_share(plain, lambda one: one.is_answered),
        wrong=_share(wrong, bool),
    )


async def questions(by: Embedder, texts: Sequence[str]) -> Vectors:
    """Embed questions, in a way of their own if the embedder has one."""
    return await (by.embed_questions if isinstance(by, QuestionEmbedder) else by.embed)(texts)


@dataclass(frozen=True, slots=True)
class _Placed:
    """Where the right passage stands, from 0, and what was said of it."""

    place: int
    is_pointed: bool
    is_answered: bool


async def _placed(index: LoreIndex, by: Embedder, text: str, phrase: str) -> _Placed:
    (vector,) = await questions(by, [text])
    quotes = _found(index, text, vector, 0.0)
    place = next((at for at, one in enumerate(quotes) if phrase in one.passage.text), _K)
    if place == _K:
        return _Placed(place, is_pointed=False, is_answered=False)
    sentences = await by.embed(index.sentences(quotes[place].passage.id))
    quote = index.pointed(quotes[place], text, (sentences @ vector).tolist())
    start, end = quote.highlight
    return _Placed(place, phrase in quote.passage.text[start:end], quote.confidence >= ANSWERS)


def _found(index: LoreIndex, text: str, vector: Vectors, least: float) -> tuple[Quote, ...]:
    question = Cue(text=text, vector=vector)
    return index.search(question, _K, lambda _: True, least=least).quotes


def _share(found: Sequence[One], is_good: Callable[[One], bool]) -> float:
    return round(sum(map(is_good, found)) / max(1, len(found)), 3)
