"""Standings, beliefs and moods: bounded, and never by leaps."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcserver.model.feelings import (
    CHANGE,
    LABELS,
    MOOD_CHANGE,
    Belief,
    Mood,
    Standing,
    mood_at,
    named,
)
from tests.fakes.prompt_inputs import NOW

changes = st.integers(-1000, 1000)


@given(st.integers(-100, 100), st.integers(0, 100), st.integers(0, 100), changes, changes, changes)
def test_one_event_moves_a_standing_little(
    affinity: int, trust: int, familiarity: int, warmer: int, surer: int, closer: int
) -> None:
    """By at most its bound in each number, within its range; nobody becomes less familiar."""
    before = Standing(other_id="x", affinity=affinity, trust=trust, familiarity=familiarity)

    after = before.moved(affinity=warmer, trust=surer, familiarity=closer, evidence=(3,))

    assert abs(after.affinity - affinity) <= CHANGE
    assert abs(after.trust - trust) <= CHANGE
    assert 0 <= after.familiarity - familiarity <= CHANGE
    assert -100 <= after.affinity <= 100
    assert 0 <= after.trust <= 100
    assert after.familiarity <= 100
    assert after.evidence == (3,)


def test_a_view_stays_until_there_is_another() -> None:
    """An event without a word on it changes no view."""
    standing = Standing(other_id="x", view="A windbag.")

    assert standing.moved(affinity=1).view == "A windbag."
    assert standing.moved(view="A friend.").view == "A friend."


@given(st.integers(0, 100), changes)
def test_one_event_moves_a_belief_little(score: int, change: int) -> None:
    """By at most its bound, between 0 and 100, in the direction of the change."""
    after = Belief(topic="x", text="y", score=score).moved(change, (1, 2))

    assert abs(after.score - score) <= CHANGE
    assert 0 <= after.score <= 100
    assert (after.score - score) * change >= 0
    assert after.evidence == (1, 2)


def test_half_a_mood_is_gone_in_three_hours() -> None:
    """In game time; what lies ahead has not faded."""
    mood = Mood(valence=-0.8, arousal=0.4, why="the roof")

    faded = mood.faded(timedelta(hours=3))

    assert (faded.valence, faded.arousal, faded.why) == (-0.4, 0.2, "the roof")
    assert mood.faded(timedelta(0)) == mood
    assert mood.faded(timedelta(hours=-1)) == mood
    assert mood_at(mood, NOW - timedelta(hours=6), NOW).valence == pytest.approx(-0.2)
    assert mood_at(None, None, NOW) == Mood()


@given(st.floats(-1, 1), st.floats(-1, 1), st.sampled_from(sorted(LABELS)), st.floats(0, 1))
def test_one_event_moves_a_mood_little(
    valence: float, arousal: float, label: str, weight: float
) -> None:
    """Towards the emotion, never past it, by at most its bound."""
    emotion = named(label)

    after = Mood(valence=valence, arousal=arousal).moved(emotion, weight, why="it rained")

    assert abs(after.valence - valence) <= MOOD_CHANGE + 1e-9
    assert abs(after.arousal - arousal) <= MOOD_CHANGE + 1e-9
    assert abs(emotion.valence - after.valence) <= abs(emotion.valence - valence) + 1e-9
    assert -1 <= after.arousal <= 1
    assert after.why == "it rained"
