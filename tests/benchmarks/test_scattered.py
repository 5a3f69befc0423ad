"""What is hidden in small talk is what its README says."""

from collections import Counter
from itertools import pairwise

import pytest

from tests.benchmarks import scattered
from tests.benchmarks.labelled import Conversation, Question
from tests.benchmarks.scattered import LANGUAGES, Hidden

COUNTS = {Hidden.FACTS: 40, Hidden.WITNESSED: 40, Hidden.WHEN: 30, Hidden.PAIRS: 30}


@pytest.fixture(scope="module", params=[(code, kind) for code in LANGUAGES for kind in Hidden])
def conversation(request: pytest.FixtureRequest) -> Conversation:
    return scattered.load(*request.param)


def test_the_small_talk_is_300_turns_that_never_repeat(conversation: Conversation) -> None:
    """Two people talk at 20 meetings, and no turn is said twice."""
    turns = list(conversation.utterances)
    small_talk = [turn for turn in turns if turn.id.startswith("t")]

    assert len(small_talk) == 300
    assert len(conversation.sessions) == 20
    assert max(Counter(turn.text for turn in turns).values()) == 1
    assert {turn.speaker for turn in turns} == set(conversation.speakers)
    assert all(earlier.time < later.time for earlier, later in pairwise(turns))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hidden", Hidden)
def test_every_question_has_its_own_evidence(language: str, hidden: Hidden) -> None:
    """Evidence exists, answers one question only, and a pair is two turns."""
    conversation = scattered.load(language, hidden)
    questions = conversation.questions
    labelled = [turn for question in questions for turn in question.evidence]

    assert len(questions) == COUNTS[hidden]
    assert set(labelled) <= {turn.id for turn in conversation.utterances}
    assert max(Counter(labelled).values()) == 1
    assert max(Counter(question.text for question in questions).values()) == 1
    assert {len(question.evidence) for question in questions} == {1 + (hidden is Hidden.PAIRS)}


def test_what_is_hidden_stands_alone(conversation: Conversation) -> None:
    """Small talk lies between any two groups of hidden turns."""
    ids = [turn.id for session in conversation.sessions for turn in session]
    hidden = [at for at, one in enumerate(ids) if not one.startswith(("t", "b"))]

    assert all(later - earlier > 2 for earlier, later in pairwise(hidden))


def test_only_what_is_witnessed_has_a_place() -> None:
    """A group of observations shares its place, so that it is one episode."""
    for language in LANGUAGES:
        turns = list(scattered.load(language, Hidden.WITNESSED).utterances)
        assert {turn.id[0] for turn in turns if turn.place} == {"b", "w"}
        assert all(
            before.place == seen.place
            for before, seen in pairwise(turns)
            if seen.id.startswith("w")
        )


def test_halves_are_apart(conversation: Conversation) -> None:
    """Every second question is for tuning, the others are reported."""
    tuning: tuple[Question, ...] = scattered.for_tuning(conversation)
    held_out = scattered.held_out(conversation)

    assert not set(tuning) & set(held_out)
    assert set(tuning) | set(held_out) == set(conversation.questions)
