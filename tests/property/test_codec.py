"""Bodies come back from the database as they went in."""

import json
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from npcserver.adapters.store import codec
from npcserver.model.feelings import LABELS, Emotion
from npcserver.model.model_use import Purpose
from npcserver.model.record import BODY_TYPES, Body, RecordKind, Remembered, Source, TurnTaken
from npcserver.model.thought import Thought
from npcserver.model.turn import ReplyAnswer

UNIT = st.floats(-1, 1)
st.register_type_strategy(
    Emotion, st.builds(Emotion, st.sampled_from(sorted(LABELS)), valence=UNIT, arousal=UNIT)
)
WISHES = st.tuples(st.text(), st.dictionaries(st.text(), st.text() | st.integers() | st.booleans()))
st.register_type_strategy(
    ReplyAnswer,
    st.builds(
        ReplyAnswer,
        say=st.text(),
        emotion=st.none() | st.from_type(Emotion),
        intents=st.lists(WISHES, max_size=2).map(tuple),
    ),
)
# Game time has no zone and is written as UTC.
st.register_type_strategy(datetime, st.datetimes().map(lambda at: at.replace(tzinfo=UTC, fold=0)))


@st.composite
def bodies(draw: st.DrawFn) -> tuple[RecordKind, Body]:
    kind = draw(st.sampled_from(sorted(BODY_TYPES)))
    return kind, draw(st.from_type(BODY_TYPES[kind]))


@given(bodies())
def test_a_body_survives_the_database(kind_and_body: tuple[RecordKind, Body]) -> None:
    """`decode` undoes `encode` for every kind, down to the types of numbers and events."""
    kind, body = kind_and_body

    text = codec.encode(body)
    again = codec.decode(kind, text)

    assert repr(again) == repr(body)  # not ==: a NaN differs from itself
    assert text.isascii()
    json.loads(text)


@given(st.from_type(TurnTaken))
def test_events_keep_their_type(body: TurnTaken) -> None:
    """A line with the default emotion is not mistaken for a delta of the same text."""
    again = codec.decode(RecordKind.TURN, codec.encode(body))

    assert isinstance(again, TurnTaken)
    assert [type(event) for event in again.events] == [type(event) for event in body.events]


def test_a_plain_observation_is_small() -> None:
    """What is empty is not written: observations are most of the log."""
    assert codec.encode(Remembered(source=Source.WITNESSED)) == '{"source":"witnessed"}'


def test_half_a_pair_of_surrogates_survives() -> None:
    """An endpoint's error may hold one, and a thought is kept with it."""
    thought = Thought(purpose=Purpose.PLAN, vantage_seq=1, persona_version=1, faults=("\ud83d é",))

    text = codec.encode(thought)

    assert text.isascii()
    assert codec.decode(RecordKind.THOUGHT, text) == thought
