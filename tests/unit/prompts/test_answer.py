"""Finding the JSON in an answer, and the sentences in that."""

import pytest

from npcserver.prompts.answer import (
    distinct,
    found_object,
    optional_sentence,
    sentence,
    tidy,
    whole_number,
)
from npcserver.prompts.reply_reader import Unparseable


@pytest.mark.parametrize(
    "text",
    [
        '{"a": ["x", "y"]}',
        '```json\n{"a": ["x", "y"]}\n```',
        'Here you are [as asked]: {"a": ["x", "y"]} I hope it helps {you}.',
        '<think>{"a": ["no"]}</think>\n{"a": ["x", "y"]}',
        '["x", "y"]',
        '{"a": ["x", "y",],}',
        '{"other": 1} {"a": ["x", "y"]}',
        '{"a": ["x", "y", "and then it was cu',
        '{"a": ["x", "y"',
        '{"a": ["x", "y", 1',
    ],
)
def test_object_is_found(text: str) -> None:
    """Fences, prose, thoughts, stray commas and a lost end do not hide what is whole."""
    assert found_object(text, "a") == {"a": ["x", "y"]}


@pytest.mark.parametrize(
    "text", ["", "x", "{", "[]", "{}", "null", '{"b": 1}', "[" * 5000, '{"a"', "{" * 9000]
)
def test_no_object_is_unparseable(text: str) -> None:
    """An answer without the asked member says so, however deep its brackets go."""
    with pytest.raises(Unparseable):
        found_object(text, "a")


def test_endless_answer_is_unparseable() -> None:
    """An answer longer than any should be is not even looked at."""
    with pytest.raises(Unparseable, match="longer"):
        found_object('{"a": 1}' + " " * 20_000, "a")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (4, 4),
        (4.4, 4),
        ("7", 7),
        ("+3", 3),
        (" 8/10", 8),
        (99, 10),
        (-99, 1),
        (float("inf"), 10),
        (float("nan"), None),
        (True, None),
        ("seven", None),
        (None, None),
        ([4], None),
    ],
)
def test_numbers_are_held_to_their_bounds(value: object, expected: int | None) -> None:
    """Numbers and numerals are clamped and rounded; anything else is none."""
    assert whole_number(value, 1, 10) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('  "Bram lies." ', "Bram lies."),
        ("3. Bram lies.", "Bram lies."),
        ("- Bram\n lies.", "Bram lies."),
        ("6:30 is early.", "6:30 is early."),
        ('"No" and "yes"', '"No" and "yes"'),
        ("\u200bBram lies.", "Bram lies."),
        (
            "\u201c\u5e03\u62c9\u59c6\u8bf4\u8c0e\u3002\u201d",
            "\u5e03\u62c9\u59c6\u8bf4\u8c0e\u3002",
        ),
    ],
)
def test_texts_are_tidied(text: str, expected: str) -> None:
    """List marks, quotes around the whole, line breaks and invisible letters go."""
    assert tidy(text) == expected


def test_sentences_are_whole_and_short() -> None:
    """One word, more than the longest, no text or garbage is no sentence."""
    assert sentence("Bram lies.") == "Bram lies."
    assert sentence("\u5e03\u62c9\u59c6\u8bf4\u8c0e") == "\u5e03\u62c9\u59c6\u8bf4\u8c0e"
    assert sentence("Bram.") is None
    assert sentence("so " * 101) is None
    assert sentence(7) is None
    assert sentence("this is blank") is None


@pytest.mark.parametrize("nothing", [None, "", " ", "None.", "nothing", "N/A", "\u65e0\u3002"])
def test_nothing_is_an_answer_where_it_may_be(nothing: object) -> None:
    """Words for nothing mean an empty text, not an unreadable one."""
    assert optional_sentence(nothing) == ""


def test_garbage_is_not_nothing() -> None:
    """What cannot be kept is told apart from what was left empty."""
    assert optional_sentence("Error: no answer") is None


def test_texts_that_say_the_same_are_one() -> None:
    """Case, marks and spaces make no difference; the first of its kind stays, in its place."""
    assert distinct(["Bram lies.", "Ann pays.", "bram  lies!"]) == ("Bram lies.", "Ann pays.")
