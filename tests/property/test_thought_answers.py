"""Answers of thoughts, however spoiled: nothing but `Unparseable`, and never garbage."""

import json
import unicodedata
from collections.abc import Iterator

from hypothesis import example, given, settings
from hypothesis import strategies as st

from npcserver.mind.asker import Question
from npcserver.model.feelings import LABELS
from npcserver.model.inputs import ConversationSummary, Insight, RelationUpdate
from npcserver.prompts.questions.impressions import RelationQuestion, SummaryQuestion
from npcserver.prompts.questions.interview import InterviewQuestion
from npcserver.prompts.questions.reflection import FocalPointsQuestion, InsightsQuestion
from npcserver.prompts.reply_reader import Unparseable
from tests.conftest import examples
from tests.fakes.language_models import GARBAGE, TELLTALES
from tests.fakes.prompt_inputs import (
    AFTERNOON_MEMORIES,
    QUESTIONS,
    focal_questions_input,
    insights_input,
    interview_input,
    relation_input,
    summary_input,
)

GOOD: dict[str, tuple[Question[object], dict[str, object]]] = {
    "questions": (FocalPointsQuestion.of(focal_questions_input()), {"questions": list(QUESTIONS)}),
    "insights": (
        InsightsQuestion.of(insights_input()),
        {
            "insights": [
                {"insight": "Bram hides a debt.", "because": [4, 6], "importance": 7},
                {"insight": "Ann may know more than she says.", "because": [3], "importance": 5},
                {"insight": "Mira Holt trusts nobody but herself.", "because": [2, 5, 1]},
            ]
        },
    ),
    "summarise": (
        SummaryQuestion.of(summary_input()),
        {
            "for_my_plans": "Mira means to look at Bram's boat at six.",
            "interesting": "Bram is selling his boat to pay a debt.",
            "importance": 6,
        },
    ),
    "relate": (
        RelationQuestion.of(relation_input()),
        {
            "affinity": -3,
            "trust": -4,
            "familiarity": 1,
            "view": "Mira thinks that Bram will never pay.",
            "beliefs": [
                {"topic": "bram-sold-his-boat", "text": "", "change": -6},
                {"topic": "bram-pays", "text": "Bram pays what he owes.", "change": -4},
            ],
            "feeling": "annoyance",
        },
    ),
    "interview": (
        InterviewQuestion.of(interview_input()),
        {"say": "He owes me for nine ales. I will not lend him more."},
    ),
}
NOISE = st.one_of(
    st.sampled_from(GARBAGE),
    st.sampled_from([*'{}[],:"\\\0\ufffd\n', "<|im_end|>", "```", "</s>", '", "', '": "']),
    st.text(max_size=6),
)


def texts(answer: object) -> Iterator[str]:
    """Yield every text of an answer that a mind would keep."""
    match answer:
        case str():
            yield answer
        case tuple():
            for item in answer:
                yield from texts(item)
        case Insight():
            yield answer.text
        case ConversationSummary():
            yield from filter(None, (answer.for_my_plans, answer.interesting))
        case RelationUpdate():
            yield from filter(None, (answer.view, *(one.text for one in answer.beliefs)))
            yield from (one.topic for one in answer.beliefs)


def sound(answer: object) -> None:
    """Assert what holds of every answer that was read."""
    for text in texts(answer):
        assert text == text.strip()
        assert 0 < len(text) <= 900
        assert not [mark for mark in TELLTALES if mark in text]
        assert not set(text) & set("{}\\\ufffd")
        assert not [one for one in text if unicodedata.category(one) in ("Cc", "Cs")]
        assert text not in GARBAGE
    if isinstance(answer, RelationUpdate):
        assert all(abs(number) <= 10 for number in (answer.affinity, answer.trust))
        assert 0 <= answer.familiarity <= 10
        assert all(abs(one.change) <= 10 for one in answer.beliefs)
        assert len(answer.beliefs) <= 3
        assert answer.feeling.label in LABELS
    if isinstance(answer, tuple):
        insights = [one for one in answer if isinstance(one, Insight)]
        assert len(answer) <= (5 if insights else 3)
        for one in insights:
            assert one.evidence
            assert all(0 <= place < len(AFTERNOON_MEMORIES) for place in one.evidence)
            assert 1 <= one.importance <= 10


def read(name: str, text: str) -> object:
    """Return what a spoiled answer is read as, None where it is refused."""
    question = GOOD[name][0]
    try:
        return question.read(text)
    except Unparseable:
        return None


def written(name: str) -> str:
    return json.dumps(GOOD[name][1], ensure_ascii=False)


NAMES = st.sampled_from(sorted(GOOD))


@given(NAMES, st.data())
def test_truncated_answers(name: str, data: st.DataObject) -> None:
    """An answer cut off anywhere is refused or read as what was whole of it."""
    whole = written(name)
    answer = read(name, whole[: data.draw(st.integers(0, len(whole)))])

    sound(answer)
    assert set(texts(answer)) <= set(texts(read(name, whole)))


@given(NAMES, st.lists(st.tuples(st.floats(0, 1), NOISE), min_size=1, max_size=6))
@settings(max_examples=examples(150))
def test_noisy_answers(name: str, noise: list[tuple[float, str]]) -> None:
    """Noise at any place never gets through as more than ordinary words."""
    text = written(name)
    for share, piece in noise:
        at = int(share * len(text))
        text = text[:at] + piece + text[at:]

    sound(read(name, text))


@given(NAMES, st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=8))
def test_swapped_answers(name: str, swaps: list[tuple[float, float]]) -> None:
    """Letters in each other's places never raise anything but `Unparseable`."""
    letters = list(written(name))
    for one, other in swaps:
        left, right = (min(int(share * len(letters)), len(letters) - 1) for share in (one, other))
        letters[left], letters[right] = letters[right], letters[left]

    sound(read(name, "".join(letters)))


@given(NAMES, NAMES)
def test_answers_to_other_questions(name: str, other: str) -> None:
    """An answer of another form is refused, or read where it happens to fit."""
    sound(read(name, written(other)))


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | NOISE,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["insight", "because", "topic", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(NAMES, st.data())
@settings(max_examples=examples(150))
def test_right_keys_with_any_values(name: str, data: st.DataObject) -> None:
    """The right form filled with anything at all holds nothing but what may be kept."""
    form = GOOD[name][1]
    filled = {key: data.draw(st.just(value) | JSONS) for key, value in form.items()}

    sound(read(name, json.dumps(filled)))


@given(NAMES, st.text(max_size=200))
@example("interview", "")
@example("insights", "[" * 10_000)
@example("relate", '{"affinity": ' + "9" * 5000 + ', "trust": -1e999}')
def test_any_text_at_all(name: str, text: str) -> None:
    """Whatever a model writes, it is read or refused."""
    answer = read(name, text)

    if name != "interview":  # plain words are an answer there
        sound(answer)


def test_good_answers_are_read_whole() -> None:
    """Unspoiled, every one of them is read, with all its texts."""
    counts = {name: len(list(texts(read(name, written(name))))) for name in GOOD}

    assert counts == {"questions": 3, "insights": 3, "summarise": 2, "relate": 4, "interview": 1}
