"""Cutting chapters into passages, and searching them exactly."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npcserver.language.questions import QuestionKind, topic_words
from npcserver.language.tokens import tokens
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lore import LoreFilter, LoreIndex, LoreTuning, answering_sentence
from npcserver.memory.passages import LONGEST, SENTENCES, cut, sentences_of
from npcserver.model.ids import WorldId
from npcserver.model.lore import ANSWERS, Book, Chapter, CitedPassage, Passage
from npcserver.model.secret import Secret
from tests.benchmarks import lore as benchmark
from tests.conftest import examples

NOTHING = np.zeros(4, np.float32)
LOCK = Secret(key="lock")


def everybody(_: Sequence[Secret]) -> bool:
    return True


def public(secrets: Sequence[Secret]) -> bool:
    return not secrets


def book(name: str, *texts: str, secret: Secret | None = None, **more: object) -> Book:
    chapters = tuple(Chapter(title="", text=text, secret=secret) for text in texts)
    return Book(id=name, world_id=WorldId("w"), title=name, chapters=chapters, **more)  # type: ignore[arg-type]


def indexed(*books: Book) -> LoreIndex:
    return LoreIndex(books, [passage for one in books for passage in cut(one)])


def asked(text: str) -> Cue:
    return Cue(text=text, vector=NOTHING)


def ids(index: LoreIndex, text: str, least: float = ANSWERS, **more: object) -> list[str]:
    narrowing = LoreFilter(**more)  # type: ignore[arg-type]
    found = index.search(asked(text), 5, public, narrowing, least=least)
    return [quote.passage.id for quote in found.quotes]


SEA = book("sea", "The tide turns at noon.\n\nSeals sleep on the tide rocks.", shelf="Water")
HILL = book("hill", "The tide of sheep turns at noon.", readers=("mira",))
LOCKED = book("leaf", "The tide hides a silver hoard at noon.", secret=LOCK)


def test_what_holds_the_words_answers() -> None:
    """Best first, with title and place; what shares too little with the question stays silent."""
    index = indexed(SEA, HILL)

    assert ids(index, "When does the tide turn?") == ["sea/1/1", "hill/1/1"]
    assert ids(index, "Where do seals sleep?") == ["sea/1/2"]
    assert ids(index, "Who painted the ceiling of the tide hall in Rome?") == []
    assert ids(index, "How are you?") == []


def test_what_may_answer_is_ranked_with_its_confidence() -> None:
    """Below the answers stands what shares a word, with a confidence that is none of an answer."""
    index = indexed(SEA, HILL)
    ranked = index.search(asked("When does the tide turn?"), 5, public).quotes
    unsure = index.search(asked("Who painted the tide hall in Rome?"), 5, public).quotes

    assert [quote.passage.id for quote in ranked] == ["sea/1/1", "hill/1/1", "sea/1/2"]
    assert [quote.confidence >= ANSWERS for quote in ranked] == [True, True, False]
    assert [quote.score for quote in ranked] == sorted((q.score for q in ranked), reverse=True)
    assert unsure
    assert all(0.0 < quote.confidence < ANSWERS for quote in unsure)
    assert ids(index, "How are you?", least=0.0) == []


def test_a_sentence_without_what_is_asked_for_is_no_sure_answer() -> None:
    """A question for a number is not answered by a sentence without one, nor by its own numbers."""
    index = indexed(book("inn", "The inn by the quay has red doors, and 3 inns are in the town."))
    inn = indexed(book("inn", "The inn by the quay has doors of red oak."))

    def sure(index: LoreIndex, text: str) -> float:
        return index.search(asked(text), 1, public).quotes[0].confidence

    assert sure(index, "How many doors has the inn by the quay?") >= ANSWERS
    assert sure(inn, "How many doors has the inn by the quay?") < ANSWERS
    assert sure(inn, "Which doors has the inn by the quay?") >= ANSWERS
    assert sure(index, "How many of the 3 inns have doors?") < ANSWERS


def test_passages_lend_to_those_near_by_in_their_chapter() -> None:
    """Three passages to each side gain from one that shares a word, the nearest most."""
    texts = [f"Number {'abcdefgh'[place]}." for place in range(8)]
    texts[4] = "The tide turns."
    index = indexed(book("one", "\n\n".join(texts), "Other words."))
    found = index.search(asked("tide turns"), 9, public).quotes
    by_score: dict[float, list[int]] = {}
    for quote in found:
        by_score.setdefault(quote.score, []).append(int(quote.passage.id.rpartition("/")[2]))

    assert list(by_score.values()) == [[5], [4, 6], [3, 7], [2, 8]]
    assert all(quote.passage.chapter == 1 for quote in found)


def test_the_sentence_can_be_chosen_by_meaning() -> None:
    """Where words decide nothing, the cosine of a sentence does, and of what it refers to."""
    index = indexed(book("one", "Bandits were few. The last one died in bed."))
    (quote,) = index.search(asked("bandits bed"), 1, public).quotes
    first, last = (index.pointed(quote, "bandits bed", likeness) for likeness in ((1, 0), (0, 1)))

    assert index.sentences("one/1/1") == (
        "Bandits were few.",
        "Bandits were few. The last one died in bed.",
    )
    assert quote.passage.text[slice(*first.highlight)] == "Bandits were few."
    assert quote.passage.text[slice(*last.highlight)] == "The last one died in bed."


def test_books_are_narrowed_by_shelf_and_reader() -> None:
    """A shelf is a word in any case; a book without readers has been read by everybody."""
    index = indexed(SEA, HILL)
    question = "When does the tide turn?"

    assert ids(index, question, shelf="water") == ["sea/1/1"]
    assert ids(index, question, shelf="fire") == []
    assert ids(index, question, reader="bram") == ["sea/1/1"]
    assert ids(index, question, reader="mira") == ["sea/1/1", "hill/1/1"]


def test_what_is_locked_counts_for_nothing() -> None:
    """Scores are those of a world without the locked book; its id is told apart."""
    question = asked("When does the tide turn at noon?")
    found = indexed(SEA, HILL, LOCKED).search(question, 5, public)
    without = indexed(SEA, HILL).search(question, 5, public)
    whole = indexed(SEA, HILL, LOCKED).search(question, 5, everybody)

    assert found.quotes == without.quotes
    assert {quote.passage.id for quote in whole.quotes} >= set(found.withheld)
    locked = indexed(SEA, LOCKED).search(
        asked("Where is the silver hoard?"), 5, public, least=ANSWERS
    )
    assert (locked.quotes, locked.withheld) == ((), ("leaf/1/1",))
    assert whole.secrets in ((LOCK,), ())


def test_every_quote_resolves() -> None:
    """Highlight and context lie within the passage, and the passage within its chapter."""
    for quote in indexed(SEA, HILL).search(asked("tide at noon"), 5, everybody).quotes:
        chapter = {"sea": SEA, "hill": HILL}[quote.passage.book_id].chapters[0].text
        start, end = quote.highlight
        assert chapter[quote.passage.start : quote.passage.end] == quote.passage.text
        assert 0 <= quote.context[0] <= start < end <= quote.context[1] <= len(quote.passage.text)
        assert 0.0 <= quote.score <= 1.0


def test_what_was_cited_once_can_be_shown_again() -> None:
    """A citation gives the same quote for the same question, unless it is gone or locked by now."""
    index = indexed(SEA, LOCKED)
    found = index.search(asked("When does the tide turn?"), 1, public).quotes
    cited = [*(quote.cited for quote in found), CitedPassage(passage_id="leaf/1/1", score=0.5)]
    cited.append(CitedPassage(passage_id="sea/1/99", score=0.5))
    again = index.recited(cited, "When does the tide turn?", public)

    assert again.quotes == tuple(replace(quote, confidence=0.0) for quote in found)
    assert again.withheld == ("leaf/1/1",)


def test_a_near_meaning_makes_up_for_missing_words() -> None:
    """Half of the words are enough where the vectors are near, and not where they are not."""
    one = book("one", "The lamp is trimmed at four.")
    near, far = np.eye(4, dtype=np.float32)[:2]
    books = (one, SEA, HILL)
    passages = [passage for each in books for passage in cut(each)]
    index = LoreIndex(books, passages, ["one/1/1"], near[None, :], tuning=LoreTuning())
    text = "Lamp trimmed by whoever?"

    def count(vector: np.ndarray) -> int:
        asks = Cue(text=text, vector=vector)
        return len(index.search(asks, 5, everybody, least=ANSWERS).quotes)

    assert (count(near), count(far)) == (1, 0)


def test_a_world_without_passages_answers_nothing() -> None:
    """An empty index finds nothing and cites nothing."""
    index = indexed()

    assert index.search(asked("anything"), 5, public).quotes == ()
    assert index.size == 0


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(20, 300), st.integers(0, 1000))
def test_the_search_is_exact(count: int, seed: int) -> None:
    """It finds what a plain loop over all passages finds, in the same order."""
    shelf = benchmark.made_up(count)
    counts = benchmark.counted(shelf)
    chance = np.random.default_rng(seed)
    for question in benchmark.asked_of(shelf, 3):
        text = " ".join(chance.permutation(question.text.split())[: 2 + seed % 4])
        one = Cue(text=text, vector=shelf.vectors[seed % count])
        for least in (0.0, 0.2, ANSWERS):
            found = shelf.index.search(one, 5, everybody, least=least).quotes
            expected = benchmark.brute_force(shelf, counts, one, least=least)
            assert [quote.passage.id for quote in found] == expected


def test_passages_of_unknown_books_are_left_out() -> None:
    """A passage whose book is not there is no passage."""
    stray = Passage(id="x/1/1", book_id="x", chapter=1, text="The tide.", start=0, end=9)

    assert LoreIndex([SEA], [stray]).size == 0


WORDS = st.sampled_from(
    [
        "The sea rose.",
        "Mr. Lisk went",
        "out!",
        "潮水很快。",
        "“柱子歪了。”",
        "# Heading",
        "\n",
        "\n\n",
        "- item",
        "3.5 miles",
        "why?",
        "a" * 700,
        "，",
        " ",
        "\t",
        "e.g. so",
    ]
)


def book_of_chapter(*texts: str, secret: Secret | None = None) -> Book:
    chapters = tuple(Chapter(title="C", text=text, secret=secret) for text in texts)
    return Book(id="b", world_id=WorldId("w"), title="B", chapters=chapters)


def texts_of(text: str) -> list[str]:
    return [passage.text for passage in cut(book_of_chapter(text))]


@given(st.lists(WORDS, min_size=1, max_size=40).map(" ".join))
def test_passages_stand_where_they_say(text: str) -> None:
    """Offsets are exact, passages do not overlap, none is long, and no letter gets lost."""
    passages = cut(book_of_chapter(text))
    ends = 0
    for passage in passages:
        assert text[passage.start : passage.end] == passage.text
        assert passage.start >= ends
        assert 0 < len(passage.text) <= LONGEST + LONGEST // 3
        ends = passage.end
    assert "".join("".join(one.text.split()) for one in passages) == "".join(text.split())
    assert cut(book_of_chapter(text)) == passages


def test_ids_count_within_a_chapter() -> None:
    """An id is book, chapter and number, each number from 1; a secret locks the whole chapter."""
    secret = Secret(key="k")
    passages = cut(book_of_chapter("One.\n\nTwo.", "Three.", secret=secret))

    assert [passage.id for passage in passages] == ["b/1/1", "b/1/2", "b/2/1"]
    assert [passage.chapter for passage in passages] == [1, 1, 2]
    assert {passage.secrets for passage in passages} == {(secret,)}


def test_an_edit_leaves_other_chapters_alone() -> None:
    """Passages of text that did not change keep their ids."""
    before, after = (
        cut(book_of_chapter("One.", "Two. Three.")),
        cut(book_of_chapter("Other. One.\n\nMore.", "Two. Three.")),
    )

    assert before[-1] == after[-1]


def test_no_passage_reaches_over_a_paragraph() -> None:
    """Sentences are shared out evenly within a paragraph, three at most."""
    five = "A b. C d. E f. G h. I j."

    assert texts_of(f"{five}\n\nK l.") == ["A b. C d. E f.", "G h. I j.", "K l."]
    assert SENTENCES == 3


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('He said "No." Then he left.', 2),
        ("Mr. Lisk met J. Oake at St. Ives, i.e. at sea.", 1),
        ("It was 3.5 miles. So far!", 2),
        ("潮水每天退两次。第四根柱子歪了！为什么？", 3),
        ("他说：“快走。”她没有走。", 2),
        ("No end here", 1),
        ("- one\n- two\n- three", 3),
    ],
)
def test_sentences_end_where_people_end_them(text: str, count: int) -> None:
    """Abbreviations, decimals and quotes end no sentence; items of a list and Chinese stops do."""
    assert len(sentences_of(text)) == count


def test_a_heading_goes_with_what_it_stands_over() -> None:
    """A heading opens the passage below it and is never its highlighted sentence."""
    (first, second) = texts_of("# Of Posts\nThe fourth leans.\n\nOf Bells\n\nNone rings.")
    highlight = answering_sentence(first, {"post": 9.0}, QuestionKind("post")).span

    assert first == "# Of Posts\nThe fourth leans."
    assert second == "Of Bells\n\nNone rings."
    assert first[slice(*highlight)] == "The fourth leans."


def test_the_sentence_that_says_it_is_shown_with_a_neighbour() -> None:
    """The one that holds what tells most; beside it the next, for the last one the one before."""
    text = "One is red. Two is blue. Three is green."

    def shown(word: str) -> list[str]:
        telling = dict.fromkeys(tokens(word), 1.0)
        sentence = answering_sentence(text, telling, QuestionKind(word))
        return [text[slice(*span)] for span in (sentence.span, sentence.context)]

    assert shown("blue") == ["Two is blue.", "Two is blue. Three is green."]
    assert shown("green") == ["Three is green.", "Two is blue. Three is green."]
    assert shown("nothing")[0] == "One is red."


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("What pierced the weathercock?", "It was pierced by a bullet."),
        ("Where does the weathercock stand?", "A weathercock stands on the church."),
        ("When did a smith mend it?", "A smith mended its tail in 1702."),
        ("Who mended the tail?", "A smith mended its tail in 1702."),
    ],
)
def test_a_sentence_that_goes_on_about_it_takes_the_words_over(question: str, right: str) -> None:
    """What a pronoun stands for counts for its sentence, unless that adds nothing of its own."""
    text = (
        "A weathercock stands on the church. It was pierced by a bullet. "
        "A smith mended its tail in 1702."
    )
    telling = dict.fromkeys(topic_words(question), 1.0)
    found = answering_sentence(text, telling, QuestionKind(question))

    assert text[slice(*found.span)] == right


def test_chinese_sentences_take_words_over_too() -> None:
    """A sentence that begins with a pronoun is about what the one before names."""
    text = "老虎住在后山。它怕火。猎人有枪。"
    found = answering_sentence(
        text, dict.fromkeys(topic_words("老虎怕什么？怕火吗"), 1.0), QuestionKind("老虎怕什么？")
    )

    assert text[slice(*found.span)] == "它怕火。"
