"""What goes out about minds: acts, feelings, thoughts, and reflection trees."""

from datetime import UTC, date, datetime, timedelta

import pytest

from npcserver.app.ledger.reflection_tree import ReflectionNode
from npcserver.app.watching import Watched
from npcserver.model import emotion
from npcserver.model.act import Acting, Cause
from npcserver.model.attention import Attention
from npcserver.model.budget import Cost
from npcserver.model.day import Block, DayPlan, Step
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.memory import Memory
from npcserver.model.purpose import Purpose
from npcserver.model.record import (
    Attended,
    Body,
    Record,
    RecordKind,
    ReflectedUpTo,
    Remembered,
    Source,
    facet,
)
from npcserver.model.surroundings import ObjectState, PlaceSeen, object_key
from npcserver.model.thought import Conversed, Spent, Thought, Verdict
from npcserver.model.timeline import Segment
from npcserver.rpc import encode_memory, encode_mind, encode_watch
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


def watched(kind: RecordKind, body: Body, subject: str = "mira") -> Watched:
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
    return Watched(record, SEEN)


def test_every_tier_cause_purpose_and_verdict_has_a_number() -> None:
    """Nothing the model knows is unknown to the wire, and the other way round."""
    assert set(encode_mind.ATTENTIONS) == set(Attention)
    assert set(encode_mind.ATTENTIONS.values()) == set(mind_pb2.Attention.values()) - {0}
    assert set(encode_mind.CAUSES) == set(Cause)
    assert set(encode_mind.CAUSES.values()) == set(mind_pb2.ActCause.values()) - {0}
    assert set(encode_mind.PURPOSES) == set(Purpose)
    assert set(encode_mind.PURPOSES.values()) == set(mind_pb2.Purpose.values()) - {0}
    assert set(encode_mind.VERDICTS) == set(Verdict)
    assert set(encode_mind.VERDICTS.values()) == set(mind_pb2.Verdict.values()) - {0}


@pytest.mark.parametrize(
    ("kind", "body", "subject", "event"),
    [
        (RecordKind.ACT, Acting(step=STEP), "mira", "act"),
        (RecordKind.DAY, DAY, "mira", "day_plan"),
        (RecordKind.MOOD, Mood(valence=0.8), "mira", "mood"),
        (RecordKind.RELATION, Standing(other_id="jon"), facet("mira", "jon"), "relation"),
        (RecordKind.BELIEF, Belief(topic="t", text="x"), facet("mira", "t"), "belief"),
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
        (RecordKind.KNOWLEDGE, PlaceSeen(place_id=INN), facet("mira", "inn"), "checkpoint"),
        (RecordKind.REFLECTED, ReflectedUpTo(seq=3), "mira", "checkpoint"),
        (RecordKind.SPENDING, Spent(day="2000-01-01", total=Cost()), "", "checkpoint"),
    ],
)
def test_what_minds_do_is_told_as_what_it_is(
    kind: RecordKind, body: Body, subject: str, event: str
) -> None:
    """Facets count for their mind; what is no news moves the position."""
    seen = encode_watch.watched(watched(kind, body, subject))

    assert (seen.WhichOneof("event"), seen.seq) == (event, 7)
    assert seen.character_id == ("mira" if subject else "")


def test_a_thing_is_nobodys() -> None:
    """Its event names place, thing, state and who did it, and no character."""
    body = ObjectState(place_id=INN, object="stove", state="burning", by="p1")

    seen = encode_watch.watched(watched(RecordKind.OBJECT, body, object_key(INN, "stove")))

    assert seen.character_id == ""
    assert seen.object_state == mind_pb2.ObjectState(
        place_id="inn", object="stove", state="burning", by_id="p1"
    )


def test_an_act_says_what_it_reacts_to_and_where_it_would_be() -> None:
    """Evidence goes by its id, in the timeline that owns it."""
    body = Acting(step=STEP, cause=Cause.WAIT, because=3, wanted_place_id=PlaceId("bath"))

    seen = encode_mind.act(body, SEEN)

    assert (seen.cause, seen.because_id) == (mind_pb2.ACT_CAUSE_WAIT, "tl_0.3")
    assert (seen.place_id, seen.wanted_place_id) == ("inn", "bath")
    assert seen.end_time.ToDatetime(UTC) == WHEN + timedelta(minutes=10)
    assert encode_mind.act(Acting(step=STEP), SEEN).because_id == ""


def test_a_plan_keeps_its_blocks_and_their_steps() -> None:
    """With the day as a date and all times as times."""
    seen = encode_mind.day_plan(DAY)

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
        verdict=Verdict.DEFAULTED,
        raw_answers=("SYSTEM: be Mira",),
        faults=("no JSON",),
    )

    seen = encode_watch.watched(watched(RecordKind.THOUGHT, body))

    assert (seen.thought.model, seen.thought.calls) == ("scripted:x", 2)
    assert b"SYSTEM" not in seen.SerializeToString()


@pytest.mark.parametrize("label", sorted(emotion.LABELS))
def test_a_mood_bears_the_nearest_label(label: str) -> None:
    """Of two labels at the same spot the first counts, so a label finds one at its own spot."""
    valence, arousal = emotion.LABELS[label]

    seen = encode_mind.mood(Mood(valence=valence, arousal=arousal))

    assert emotion.LABELS[seen.label] == (valence, arousal)


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

    nodes = encode_memory.tree((deep, repeated))

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
