"""What holds in every language, with a folder or without: words, sentences, letters, places."""

import unicodedata

import pytest

from npcserver.language.foreign import folded
from npcserver.language.scripts import visible
from npcserver.language.sentences import sentences
from npcserver.language.stems import content
from npcserver.language.tokens import question_tokens, tokens
from npcserver.mind.speech import SpeechCutter, worded
from npcserver.model.ids import PlaceId
from npcserver.model.inputs import KnownPlace
from npcserver.model.limits import cleaned
from npcserver.model.place_lookup import nearest_place
from npcserver.prompts.texts import neutralised
from tests.benchmarks.language_samples import SAMPLES, LanguageSample
from tests.benchmarks.languages import confidences

every_language = pytest.mark.parametrize("sample", SAMPLES, ids=[one.code for one in SAMPLES])


@every_language
def test_a_question_shares_words_with_the_memory_that_answers(sample: LanguageSample) -> None:
    """And more of them than with another; every word of a text is found."""
    asked = set(question_tokens(sample.question))
    right, wrong = asked & {*tokens(sample.memory)}, asked & {*tokens(sample.other)}
    assert len(right) >= 2
    assert len(right) > len(wrong)
    assert content(sample.question) & content(sample.memory)


@every_language
def test_a_book_answers_a_question_in_its_words_and_no_other(sample: LanguageSample) -> None:
    """The passage is found by its words, as sure as in English, and nothing is made up."""
    answered, unanswered = confidences(sample)

    assert answered >= 0.5 > unanswered


@every_language
def test_a_sentence_ends_where_it_ends(sample: LanguageSample) -> None:
    """In speech letter by letter, and in a text; no letter is dropped on the way."""
    told = " ".join(sample.sentences)
    cutter = SpeechCutter()
    lines: list[str] = []
    for letter in told:
        lines += cutter.feed(letter)
    lines += cutter.finish()

    assert tuple(lines) == sample.sentences
    assert tuple(sentences(told)) == sample.sentences


@every_language
def test_a_place_is_found_by_its_name_in_another_form(sample: LanguageSample) -> None:
    """Case, accents and commonest endings do not matter."""
    places = [KnownPlace(id=PlaceId(name), path=name) for name in ("Qqq", sample.place)]
    found = nearest_place(sample.going_there, places)
    assert found is not None
    assert found.path == sample.place


@pytest.mark.parametrize(
    "text",
    [
        "نمی‌خواهم بروم",
        "क्‍ष और श्रृंखला",
        "ශ්‍රී ලංකා",
        "\U0001f468‍\U0001f469‍\U0001f467 ❤️",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "שלום\u200f!",
        "é und ö",
        *(sample.memory for sample in SAMPLES),
    ],
)
def test_no_letter_is_dropped(text: str) -> None:
    """Joiners, vowel signs, tags of flags and marks of direction stay, spoken and in a prompt."""
    assert visible(text) == text
    assert worded(text) == text
    assert neutralised(text, 200) == unicodedata.normalize("NFKC", text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb\u2066c", "abc"),
        ("pass\u200bword­", "password"),
        ("n‍o", "no"),
        ("x\u200fy", "xy"),
        ("q\U000e0041\U000e007f", "q"),
        ("‍‍م", "م"),
    ],
)
def test_invisible_characters_that_no_word_needs_are_dropped(text: str, shown: str) -> None:
    """Overrides of direction, hidden tags and joiners between Latin letters hide words."""
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Brücken", "brucken"), ("İSTANBUL", "istanbul"), ("IŞIK", "ışık"), ("Straße", "STRASSE"),
        ("łódź", "LODZ"), ("ёлка", "ЕЛКА"), ("Φάρος", "ΦΑΡΟΣ"), ("كِتَاب", "كتاب"), ("é", "é"),
    ],
)  # fmt: skip
def test_words_meet_without_case_and_accents(one: str, other: str) -> None:
    """As people type them: with and without marks, and whatever case their language has."""
    assert folded(one) == folded(other)


@pytest.mark.parametrize("text", ["one\r\ntwo", "one\rtwo", "one\ntwo"])
def test_a_carriage_return_is_a_line_break(text: str) -> None:
    """Games on Windows send both, old ones the return alone."""
    assert cleaned(text) == "one\ntwo"
