"""What goes out about minds: acts, feelings, thoughts, and reflection trees."""

from datetime import UTC, date, datetime, timedelta

import pytest

from npcserver.app.ledger.explanations import ReflectionNode
from npcserver.app.timeline_watch import WatchedRecord
from npcserver.model import feelings
from npcserver.model.character import Attention
from npcserver.model.day import Act, Block, Cause, DayPlan, Step
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.memory import Memory
from npcserver.model.model_use import Cost, Purpose
from npcserver.model.record import (
    Attended,
    Body,
    Record,
    RecordKind,
    ReflectedUpTo,
    Remembered,
    Source,
    subject_key,
)
from npcserver.model.thought import AnswerStatus, Conversed, Spent, Thought
from npcserver.model.timeline import Segment
from npcserver.model.world import ObjectState, PlaceSeen, object_key
from npcserver.rpc import memory_messages, mind_messages, play_messages
from npcserver.v1 import mind_pb2

WHEN = datetime(2000, 1, 1, 8, tzinfo=UTC)
INN = PlaceId("inn")
STEP = Step(starts_at=WHEN, minutes=10, activity="lighting the stove", place_id=INN)
DAY = DayPlan(
    day=date(2000, 1, 1),
    wakes_at=WHEN,
    sleeps_at=WHEN + timedelta(hours=14),
    blocks=(Block(starts_at=WHEN, minutes=60, activity="opening", steps=(STEP,)),),
    is_default=True,
)


SEEN = (Segment(TimelineId("tl_0"), 1, 4), Segment(TimelineId("tl_1"), 5, 9))


def watched(kind: RecordKind, body: Body, subject: str = "mira") -> WatchedRecord:
    record = Record(
        timeline_id=TimelineId("tl_1"),
        seq=7,
        kind=kind,
        body=body,
        subject_id=subject,
        text="",
        game_time=WHEN,
        written_at=WHEN,
    )
    return WatchedRecord(record, SEEN)


def test_every_tier_cause_purpose_and_verdict_has_a_number() -> None:
    """Nothing the model knows is unknown to the wire, and the other way round."""
    assert set(mind_messages.ENCODED_ATTENTIONS) == set(Attention)
    assert set(mind_messages.ENCODED_ATTENTIONS.values()) == set(mind_pb2.Attention.values()) - {0}
    assert set(mind_messages.CAUSES) == set(Cause)
    assert set(mind_messages.CAUSES.values()) == set(mind_pb2.ActCause.values()) - {0}
    assert set(mind_messages.PURPOSES) == set(Purpose)
    assert set(mind_messages.PURPOSES.values()) == set(mind_pb2.Purpose.values()) - {0}
    assert set(mind_messages.VERDICTS) == set(AnswerStatus)
    assert set(mind_messages.VERDICTS.values()) == set(mind_pb2.Verdict.values()) - {0}


@pytest.mark.parametrize(
    ("kind", "body", "subject", "event"),
    [
        (RecordKind.ACT, Act(step=STEP), "mira", "act"),
        (RecordKind.DAY, DAY, "mira", "day_plan"),
        (RecordKind.MOOD, Mood(valence=0.8), "mira", "mood"),
        (RecordKind.RELATION, Standing(other_id="jon"), subject_key("mira", "jon"), "relation"),
        (RecordKind.BELIEF, Belief(topic="t", text="x"), subject_key("mira", "t"), "belief"),
        (RecordKind.ATTENTION, Attended(attention=Attention.DORMANT), "mira", "attention"),
        (
            RecordKind.CONVERSATION,
            Conversed(conversation_id="c", with_id="jon"),
            "mira",
            "conversation",
        ),
        (
            RecordKind.THOUGHT,
            Thought(purpose=Purpose.PLAN, vantage_seq=3, persona_version=1),
            "mira",
            "thought",
        ),
        (RecordKind.KNOWLEDGE, PlaceSeen(place_id=INN), subject_key("mira", "inn"), "checkpoint"),
        (RecordKind.REFLECTED, ReflectedUpTo(seq=3), "mira", "checkpoint"),
        (RecordKind.SPENDING, Spent(day="2000-01-01", total=Cost()), "", "checkpoint"),
    ],
)
def test_what_minds_do_is_told_as_what_it_is(
    kind: RecordKind, body: Body, subject: str, event: str
) -> None:
    """Facets count for their mind; what is no news moves the position."""
    seen = play_messages.encode_watched(watched(kind, body, subject))

    assert (seen.WhichOneof("event"), seen.seq) == (event, 7)
    assert seen.character_id == ("mira" if subject else "")


def test_a_thing_is_nobodys() -> None:
    """Its event names place, thing, state and who did it, and no character."""
    body = ObjectState(place_id=INN, object="stove", state="burning", by="p1")

    seen = play_messages.encode_watched(watched(RecordKind.OBJECT, body, object_key(INN, "stove")))

    assert seen.character_id == ""
    assert seen.object_state == mind_pb2.ObjectState(
        place_id="inn", object="stove", state="burning", by_id="p1"
    )


def test_an_act_says_what_it_reacts_to_and_where_it_would_be() -> None:
    """Evidence goes by its id, in the timeline that owns it."""
    body = Act(step=STEP, cause=Cause.WAIT, because=3, wanted_place_id=PlaceId("bath"))

    seen = mind_messages.encode_act(body, SEEN)

    assert (seen.cause, seen.because_id) == (mind_pb2.ACT_CAUSE_WAIT, "tl_0.3")
    assert (seen.place_id, seen.wanted_place_id) == ("inn", "bath")
    assert seen.end_time.ToDatetime(UTC) == WHEN + timedelta(minutes=10)
    assert mind_messages.encode_act(Act(step=STEP), SEEN).because_id == ""


def test_a_plan_keeps_its_blocks_and_their_steps() -> None:
    """With the day as a date and all times as times."""
    seen = mind_messages.encode_day_plan(DAY)

    assert (seen.day, seen.is_default) == ("2000-01-01", True)
    assert seen.wake_time.ToJsonString() == "2000-01-01T08:00:00Z"
    assert [step.activity for step in seen.blocks[0].steps] == ["lighting the stove"]


def test_raw_answers_never_leave_the_receipt() -> None:
    """A thought is told with its purpose, model and price, and without a word of the answer."""
    body = Thought(
        purpose=Purpose.REFLECT,
        vantage_seq=3,
        persona_version=1,
        model="scripted:x",
        calls=2,
        verdict=AnswerStatus.DEFAULTED,
        raw_answers=("SYSTEM: be Mira",),
        faults=("no JSON",),
    )

    seen = play_messages.encode_watched(watched(RecordKind.THOUGHT, body))

    assert (seen.thought.model, seen.thought.calls) == ("scripted:x", 2)
    assert b"SYSTEM" not in seen.SerializeToString()


@pytest.mark.parametrize("label", sorted(feelings.LABELS))
def test_a_mood_bears_the_nearest_label(label: str) -> None:
    """Of two labels at the same spot the first counts, so a label finds one at its own spot."""
    valence, arousal = feelings.LABELS[label]

    seen = mind_messages.encode_mood(Mood(valence=valence, arousal=arousal))

    assert feelings.LABELS[seen.label] == (valence, arousal)


def memory(seq: int) -> Memory:
    return Memory(
        timeline_id=TimelineId("tl_1"),
        seq=seq,
        kind=RecordKind.REFLECTION,
        text=str(seq),
        created_at=WHEN,
        last_accessed_at=WHEN,
        importance=5,
        is_rated=True,
        body=Remembered(source=Source.INFERRED),
    )


def test_a_memory_that_two_insights_rest_on_is_written_once() -> None:
    """Where it lies highest, with its children, wherever the tree told of them."""
    lived = ReflectionNode(memory=memory(1))
    shared = ReflectionNode(memory=memory(2), children=(lived,))
    deep = ReflectionNode(
        memory=memory(4), children=(ReflectionNode(memory=memory(3), children=(shared,)),)
    )
    repeated = ReflectionNode(
        memory=memory(5), children=(ReflectionNode(memory=memory(2), is_repeated=True),)
    )

    nodes = memory_messages.encode_tree((deep, repeated))

    assert [(node.memory.seq, node.level) for node in nodes] == [
        (4, 0),
        (5, 0),
        (3, 1),
        (2, 1),
        (1, 3),
    ]
    assert {node.memory.seq: list(node.child_ids) for node in nodes} == {
        4: ["tl_1.3"],
        5: ["tl_1.2"],
        3: ["tl_1.2"],
        2: ["tl_1.1"],
        1: [],
    }
