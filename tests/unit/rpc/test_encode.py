"""What goes out: turns, memories and news of a timeline."""

from datetime import UTC, datetime
from typing import get_args

import pytest

from npcserver.app.timeline_watch import Checkpoint, WatchedRecord
from npcserver.model.affordance import ActionIntent, Value
from npcserver.model.ids import CharacterId, IntentId, PlaceId, TimelineId, TurnId
from npcserver.model.record import (
    BODY_TYPES,
    Body,
    ClockMoved,
    Moved,
    OutcomeStatus,
    Rated,
    Record,
    RecordKind,
    Remembered,
    Settled,
    Source,
)
from npcserver.model.timeline import Segment
from npcserver.model.turn import (
    Line,
    LineDelta,
    Rung,
    TurnFinished,
    TurnOutcome,
    TurnStarted,
    Usage,
)
from npcserver.rpc import memory_messages, play_messages, turn_messages
from npcserver.v1 import memory_pb2, turn_pb2

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
            Line(text="Well."),
            finished,
        )
    ]

    assert [event.sequence for event in events] == [0, 1, 2, 3]
    assert {event.turn_id for event in events} == {"trn_1"}
    assert not events[2].line.HasField("emotion")
    assert events[3].finished.outcome == turn_pb2.TURN_OUTCOME_FALLBACK
    assert events[3].finished.rung == turn_pb2.RUNG_AUTHORED


def test_every_outcome_rung_and_source_has_a_number() -> None:
    """Nothing the model knows is unknown to the wire, and the other way round."""
    assert set(turn_messages.OUTCOMES) == set(TurnOutcome)
    assert set(turn_messages.OUTCOMES.values()) == set(turn_pb2.TurnOutcome.values()) - {0}
    assert set(turn_messages.RUNGS) == set(Rung)
    assert set(turn_messages.RUNGS.values()) == set(turn_pb2.Rung.values()) - {0}
    assert set(memory_messages.SOURCES) == set(Source)
    assert set(memory_messages.SOURCES.values()) == set(memory_pb2.MemorySource.values()) - {0}


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

    (argument,) = turn_messages.encode_intent(intent).arguments

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
    assert seen.last_access_time == seen.create_time
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
    assert set(BODY_TYPES.values()) == set(get_args(Body))


def test_a_checkpoint_tells_where_to_resume() -> None:
    """Nothing happened, up to here."""
    seen = play_messages.encode_watched(Checkpoint(12, WHEN))

    assert (seen.seq, seen.WhichOneof("event")) == (12, "checkpoint")
