"""What goes out: turns, memories, minds, and news of a timeline."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from typing import Any, get_args

import pytest

from npcserver.admin.v1 import memory_service_pb2 as memory_pb
from npcserver.admin.v1 import scene_service_pb2
from npcserver.app.ledger.explanations import ReflectionNode
from npcserver.app.timeline_watch import Checkpoint, WatchedRecord
from npcserver.model import feelings
from npcserver.model.affordance import ActionIntent, Value
from npcserver.model.character import Attention
from npcserver.model.commitment import CommitmentStatus
from npcserver.model.day import Act, Block, Cause, DayPlan, Step
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.group.script import Stage
from npcserver.model.ids import CharacterId, IntentId, PlaceId, TimelineId, TurnId
from npcserver.model.memory import Memory, MemoryFault
from npcserver.model.model_use import Cost, Purpose
from npcserver.model.record import (
    BODY_TYPES,
    Attended,
    Body,
    ClockMoved,
    Moved,
    OutcomeStatus,
    Rated,
    Record,
    RecordKind,
    ReflectedUpTo,
    Remembered,
    Settled,
    Source,
    subject_key,
)
from npcserver.model.thought import AnswerStatus, Conversed, Spent, Thought
from npcserver.model.timeline import Segment
from npcserver.model.turn import (
    BY_RULE,
    IntentProposed,
    Line,
    LineDelta,
    Origin,
    OriginKind,
    Rung,
    TurnFinished,
    TurnOutcome,
    TurnReason,
    TurnStarted,
    Usage,
)
from npcserver.model.world import ObjectState, PlaceSeen, object_key
from npcserver.rpc import (
    memory_messages,
    mind_messages,
    play_messages,
    turn_messages,
)
from npcserver.rpc.encoder import encode, sources
from npcserver.rpc.fields import numbers_of
from npcserver.v1 import (
    affordance_pb2,
    memory_pb2,
    mind_pb2,
    origin_pb2,
    play_service_pb2,
    turn_pb2,
)


@dataclass(frozen=True, slots=True)
class Unnamed:
    """Has nothing that a circle has."""

    seq: int = 3


def test_a_field_without_a_source_is_refused_and_not_left_empty() -> None:
    """What a class lacks is named for each kind of message, or set by the caller."""
    with pytest.raises(TypeError, match=r"Unnamed has nothing for CircleHeard\.to_ids"):
        encode(Unnamed(), play_service_pb2.CircleHeard)

    sources(Unnamed, play_service_pb2.CircleHeard, to_ids=None)
    heard = encode(Unnamed(), play_service_pb2.CircleHeard, to_ids=["mira"])

    assert (heard.seq, list(heard.to_ids)) == (3, ["mira"])


WHEN = datetime(2000, 1, 1, 8, tzinfo=UTC)


def watched(kind: RecordKind, body: Body, text: str = "", subject: str = "mira") -> WatchedRecord:
    record = Record(
        timeline_id=TimelineId("tl_1"),
        seq=7,
        kind=kind,
        body=body,
        subject_id=subject,
        text=text,
        game_time=WHEN,
        written_at=WHEN,
    )
    return WatchedRecord(
        record, (Segment(TimelineId("tl_0"), 1, 4), Segment(TimelineId("tl_1"), 5, 9))
    )


def test_events_are_numbered_and_know_their_turn() -> None:
    """The id comes with the first event and stands in all of them."""
    turn = turn_messages.TurnEncoder(CharacterId("mira"))
    finished = TurnFinished(
        turn_id=TurnId("trn_1"),
        outcome=TurnOutcome.FALLBACK,
        rung=Rung.AUTHORED,
        usage=Usage(),
        seq=9,
    )

    events = [
        turn.event(event)
        for event in (
            TurnStarted(turn_id=TurnId("trn_1")),
            LineDelta(text="We"),
            Line(text="Well.", origin=Origin(OriginKind.MODEL, "openai:m")),
            finished,
        )
    ]

    assert [event.sequence for event in events] == [0, 1, 2, 3]
    assert {event.turn_id for event in events} == {"trn_1"}
    assert not events[2].line.HasField("emotion")
    made = origin_pb2.Origin(kind=origin_pb2.ORIGIN_KIND_MODEL, model="openai:m")
    assert events[2].line.origin == made
    assert events[3].finished.outcome == turn_pb2.TURN_OUTCOME_FALLBACK
    assert events[3].finished.rung == turn_pb2.RUNG_AUTHORED


@pytest.mark.parametrize(
    ("members", "numbers"),
    [
        (TurnOutcome, turn_pb2.TurnOutcome),
        (TurnReason, turn_pb2.TurnReason),
        (Rung, turn_pb2.Rung),
        (OriginKind, origin_pb2.OriginKind),
        (Source, memory_pb2.MemorySource),
        (Attention, mind_pb2.Attention),
        (Cause, mind_pb2.ActCause),
        (Purpose, mind_pb2.Purpose),
        (AnswerStatus, mind_pb2.Verdict),
        (CommitmentStatus, mind_pb2.CommitmentStatus),
        (MemoryFault, memory_pb.MemoryFault),
        (Stage, scene_service_pb2.SceneStage),
    ],
)
def test_every_member_has_a_number(members: type[Enum], numbers: Any) -> None:
    """Nothing the model knows is unknown to the wire, and the other way round."""
    assert set(numbers_of(members, numbers).values()) == set(numbers.values()) - {0}


@pytest.mark.parametrize(
    ("value", "arm"),
    [
        (True, "boolean"),
        (3, "integer"),
        (-(2**31), "integer"),
        (2**31, "number"),
        (0.5, "number"),
        ("left", "text"),
    ],
)
def test_arguments_keep_their_type(value: Value, arm: str) -> None:
    """True is no 1, and a number too large for 32 bits is not cut."""
    intent = ActionIntent(id=IntentId("int_1"), affordance="go", arguments=(("to", value),))

    event = IntentProposed(intent=intent, origin=BY_RULE)
    message = encode(event, affordance_pb2.ActionIntent)
    (argument,) = message.arguments

    assert message.origin.kind == origin_pb2.ORIGIN_KIND_RULE
    assert argument.WhichOneof("value") == arm
    assert getattr(argument, arm) == value


def test_a_remembered_thing_is_seen_with_its_provenance() -> None:
    """Evidence is named by its ids, each in the timeline that owns it."""
    body = Remembered(
        source=Source.INFERRED,
        told_by="jon",
        turn_id=TurnId("trn_1"),
        place_id=PlaceId("inn"),
        evidence=(3, 5),
        about=("jon", "stove"),
        trust=40,
        players=("p1",),
        depth=2,
        is_standing=True,
    )

    seen = play_messages.encode_watched(watched(RecordKind.REFLECTION, body, "Jon is kind.")).memory

    assert (seen.memory_id, seen.seq, seen.text) == ("tl_1.7", 7, "Jon is kind.")
    assert seen.kind == memory_pb2.MEMORY_KIND_REFLECTION
    assert seen.source == memory_pb2.MEMORY_SOURCE_INFERRED
    assert list(seen.evidence_ids) == ["tl_0.3", "tl_1.5"]
    assert (seen.importance, seen.is_rated) == (4, False)
    assert seen.world_last_access_time == seen.world_create_time
    assert (seen.trust, seen.depth, seen.is_standing) == (40, 2, True)
    assert (list(seen.player_ids), list(seen.about_ids)) == (["p1"], ["jon", "stove"])


@pytest.mark.parametrize(
    ("kind", "body", "event"),
    [
        (RecordKind.PRESENCE, Moved(place_id=None), "movement"),
        (RecordKind.CLOCK, ClockMoved(), "clock"),
        (
            RecordKind.OUTCOME,
            Settled(turn_id=TurnId("t"), intent_id=IntentId("i"), status=OutcomeStatus.REFUSED),
            "outcome",
        ),
        (RecordKind.RATING, Rated(ratings=((3, 8),)), "checkpoint"),
    ],
)
def test_what_happens_is_told_as_what_it_is(kind: RecordKind, body: Body, event: str) -> None:
    """Each kind of record has its event, with position, time and subject around it."""
    seen = play_messages.encode_watched(watched(kind, body))

    assert seen.WhichOneof("event") == event
    assert (seen.seq, seen.character_id) == (7, "mira")
    assert seen.world_time.ToJsonString() == "2000-01-01T08:00:00Z"


def test_every_kind_of_record_can_be_watched() -> None:
    """A body that is added without an event is noticed here."""
    assert set(BODY_TYPES.values()) == set(get_args(Body)) == set(play_messages.EVENTS)


def test_a_checkpoint_tells_where_to_resume() -> None:
    """Nothing happened, up to here."""
    seen = play_messages.encode_watched(Checkpoint(12, WHEN))

    assert (seen.seq, seen.WhichOneof("event")) == (12, "checkpoint")


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


def watched_record(kind: RecordKind, body: Body, subject: str = "mira") -> WatchedRecord:
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
    seen = play_messages.encode_watched(watched_record(kind, body, subject))

    assert (seen.WhichOneof("event"), seen.seq) == (event, 7)
    assert seen.character_id == ("mira" if subject else "")


def test_a_thing_is_nobodys() -> None:
    """Its event names place, thing, state and who did it, and no character."""
    body = ObjectState(place_id=INN, object="stove", state="burning", by="p1")

    seen = play_messages.encode_watched(
        watched_record(RecordKind.OBJECT, body, object_key(INN, "stove"))
    )

    assert seen.character_id == ""
    assert seen.object_state == mind_pb2.ObjectState(
        place_id="inn", object_name="stove", state="burning", by_id="p1"
    )


def test_an_act_says_what_it_reacts_to_and_where_it_would_be() -> None:
    """Evidence goes by its id, in the timeline that owns it."""
    body = Act(step=STEP, cause=Cause.WAIT, because=3, wanted_place_id=PlaceId("bath"))

    seen = mind_messages.encode_act(body, SEEN)

    assert (seen.cause, seen.because_memory_id) == (mind_pb2.ACT_CAUSE_WAIT, "tl_0.3")
    assert (seen.place_id, seen.wanted_place_id) == ("inn", "bath")
    assert seen.world_end_time.ToDatetime(UTC) == WHEN + timedelta(minutes=10)
    assert mind_messages.encode_act(Act(step=STEP), SEEN).because_memory_id == ""


def test_a_plan_keeps_its_blocks_and_their_steps() -> None:
    """With the day as a date and all times as times."""
    seen = encode(DAY, mind_pb2.DayPlan)

    assert (seen.world_day, seen.is_default) == ("2000-01-01", True)
    assert seen.world_wake_time.ToJsonString() == "2000-01-01T08:00:00Z"
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

    seen = play_messages.encode_watched(watched_record(RecordKind.THOUGHT, body))

    assert (seen.thought.model, seen.thought.calls) == ("scripted:x", 2)
    assert b"SYSTEM" not in seen.SerializeToString()


@pytest.mark.parametrize("label", sorted(feelings.LABELS))
def test_a_mood_bears_the_nearest_label(label: str) -> None:
    """Of two labels at the same spot the first counts, so a label finds one at its own spot."""
    valence, arousal = feelings.LABELS[label]

    seen = encode(Mood(valence=valence, arousal=arousal), mind_pb2.Mood)

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
