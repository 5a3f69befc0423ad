"""The labelled conversations are what their README says."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from tests.benchmarks import evidence, labelled
from tests.benchmarks.labelled import Conversation, QuestionKind

NAMES = (*labelled.TUNING, *labelled.HELD_OUT)


@pytest.fixture(scope="module", params=NAMES)
def conversation(request: pytest.FixtureRequest) -> Conversation:
    return labelled.load(request.param)


def test_every_file_belongs_to_one_half() -> None:
    """No conversation is forgotten, and none is used for both tuning and reporting."""
    files = sorted(path.stem for path in labelled.FOLDER.glob("*.yaml"))

    assert files == sorted(NAMES)
    assert not set(labelled.TUNING) & set(labelled.HELD_OUT)


def test_a_conversation_is_long_and_spread_over_weeks(conversation: Conversation) -> None:
    """Four meetings and 90 turns at least, days apart, between two people."""
    times = [session[0].time for session in conversation.sessions]

    assert 4 <= len(times) <= 6
    assert all((later - earlier).days >= 3 for earlier, later in pairwise(times))
    assert (times[-1] - times[0]).days >= 21
    assert 90 <= sum(1 for _ in conversation.utterances) <= 160
    assert {turn.speaker for turn in conversation.utterances} == set(conversation.speakers)


def test_turns_are_named_after_their_place(conversation: Conversation) -> None:
    """The id tells meeting and turn, and is unique in its conversation."""
    for number, session in enumerate(conversation.sessions, 1):
        for place, turn in enumerate(session, 1):
            assert turn.id == f"s{number}t{place:02d}"
            assert turn.text.strip()


def test_evidence_exists_and_fits_the_kind(conversation: Conversation) -> None:
    """One turn answers a single question, more than one a multi or open question."""
    ids = {turn.id for turn in conversation.utterances}

    for question in conversation.questions:
        assert question.evidence
        assert set(question.evidence) <= ids
        assert len(set(question.evidence)) == len(question.evidence)
        if question.kind is QuestionKind.SINGLE:
            assert len(question.evidence) == 1
        if question.kind in (QuestionKind.MULTI, QuestionKind.OPEN):
            assert len(question.evidence) > 1


def test_no_question_is_asked_twice(conversation: Conversation) -> None:
    """A repeated question would count twice."""
    asked = Counter(question.text for question in conversation.questions)

    assert max(asked.values()) == 1


def test_each_half_has_enough_questions_of_every_kind() -> None:
    """120 questions at least in all, and all kinds on both sides."""
    for half in (labelled.TUNING, labelled.HELD_OUT):
        questions = [question for name in half for question in labelled.load(name).questions]
        kinds = Counter(question.kind for question in questions)
        assert len(questions) >= 60
        assert all(kinds[kind] >= 3 for kind in evidence.KINDS)


def test_most_questions_do_not_repeat_their_evidence() -> None:
    """At most half of the longer words of a question stand in its evidence, on average."""
    shares = []
    for name in NAMES:
        conversation = labelled.load(name)
        texts = {turn.id: turn.text.lower() for turn in conversation.utterances}
        names = {speaker.lower() for speaker in conversation.speakers}
        for question in conversation.questions:
            words = set(re.findall(r"[a-z]{4,}", question.text.lower())) - names
            told = " ".join(texts[turn_id] for turn_id in question.evidence)
            shares.append(sum(word in told for word in words) / max(1, len(words)))

    assert sum(shares) / len(shares) < 0.5
