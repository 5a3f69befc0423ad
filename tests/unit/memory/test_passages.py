"""Cutting chapters into passages that can be cited."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcserver.language.questions import QuestionKind, topic_words
from npcserver.language.tokens import tokens
from npcserver.memory.lore_sentences import answering_sentence
from npcserver.memory.passages import LONGEST, SENTENCES, cut, sentences_of
from npcserver.model.ids import WorldId
from npcserver.model.lore import Book, Chapter
from npcserver.model.secret import Secret

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


def book(*texts: str, secret: Secret | None = None) -> Book:
    chapters = tuple(Chapter(title="C", text=text, secret=secret) for text in texts)
    return Book(id="b", world_id=WorldId("w"), title="B", chapters=chapters)


def texts_of(text: str) -> list[str]:
    return [passage.text for passage in cut(book(text))]


@given(st.lists(WORDS, min_size=1, max_size=40).map(" ".join))
def test_passages_stand_where_they_say(text: str) -> None:
    """Offsets are exact, passages do not overlap, none is long, and no letter gets lost."""
    passages = cut(book(text))
    ends = 0
    for passage in passages:
        assert text[passage.start : passage.end] == passage.text
        assert passage.start >= ends
        assert 0 < len(passage.text) <= LONGEST + LONGEST // 3
        ends = passage.end
    assert "".join("".join(one.text.split()) for one in passages) == "".join(text.split())
    assert cut(book(text)) == passages


def test_ids_count_within_a_chapter() -> None:
    """An id is book, chapter and number, each number from 1; a secret locks the whole chapter."""
    secret = Secret(key="k")
    passages = cut(book("One.\n\nTwo.", "Three.", secret=secret))

    assert [passage.id for passage in passages] == ["b/1/1", "b/1/2", "b/2/1"]
    assert [passage.chapter for passage in passages] == [1, 1, 2]
    assert {passage.secrets for passage in passages} == {(secret,)}


def test_an_edit_leaves_other_chapters_alone() -> None:
    """Passages of text that did not change keep their ids."""
    before, after = (
        cut(book("One.", "Two. Three.")),
        cut(book("Other. One.\n\nMore.", "Two. Three.")),
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
