"""What comes in at run time and about circles, and the paths of what is wrong with it."""

import itertools
import math
from collections.abc import Callable
from typing import Any

import pytest

from npcserver.app.conversation.circle_conversation import CircleTurnEvent, FloorTaken, Quiet
from npcserver.app.conversation.circle_utterance import StoredUtterance
from npcserver.app.perception.observations import FlagChange, GameEvent, Movement
from npcserver.model.circle import FloorReason
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, PlaceId, TurnId
from npcserver.model.record import OutcomeStatus
from npcserver.model.secret import Secret, key_for
from npcserver.model.turn import Line, TurnStarted
from npcserver.rpc import circle_messages, fields, play_messages, turn_messages
from npcserver.rpc.encoder import encode
from npcserver.rpc.fields import request_key
from npcserver.v1 import affordance_pb2, secret_pb2
from npcserver.v1 import play_service_pb2 as pb


def observe(**fields: Any) -> pb.ObserveRequest:
    return pb.ObserveRequest(**({"timeline_id": "tl_1"} | fields))


def say(**fields: Any) -> pb.SayRequest:
    speaker = pb.Speaker(id="p1", name="Ada")
    given: dict[str, Any] = {"timeline_id": "tl_1", "character_id": "mira", "text": "Hi"}
    return pb.SayRequest(**(given | {"speaker": speaker} | fields))


def offered(**fields: Any) -> pb.SayRequest:
    return say(affordances=[{"name": "go", "parameters": [{"name": "to", **fields}]}])


SEEN = {"text": "x", "witness_ids": ["mira"]}

WRONG: tuple[tuple[Callable[[Any], object], Any, str], ...] = (
    (play_messages.decode_observe, observe(timeline_id=""), "timeline_id"),
    (play_messages.decode_observe, observe(observations=[SEEN] * 501), "observations"),
    (play_messages.decode_observe, observe(movements=[{"id": "p"}] * 501), "movements"),
    (play_messages.decode_observe, observe(movements=[{"id": ""}]), "movements[0].id"),
    (
        play_messages.decode_observe,
        observe(movements=[{"id": "p", "name": "a\nb"}]),
        "movements[0].name",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[SEEN, {"text": "x"}]),
        "observations[1].witness_ids",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[SEEN | {"text": "\t"}]),
        "observations[0].text",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[SEEN | {"witness_ids": ["mira", ""]}]),
        "observations[0].witness_ids[1]",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[SEEN | {"importance": 0}]),
        "observations[0].importance",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[SEEN | {"about_ids": ["x"] * 21}]),
        "observations[0].about_ids",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[SEEN | {"world_time": {"seconds": 2**62}}]),
        "observations[0].world_time.seconds",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[SEEN | {"secret": {"trust": 101}}]),
        "observations[0].secret.trust",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[SEEN | {"secret": {"affinity": -101}}]),
        "observations[0].secret.affinity",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[SEEN | {"secret": {"to": ["ann", ""]}}]),
        "observations[0].secret.to[1]",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[SEEN | {"secret": {"to": ["ann"] * 51}}]),
        "observations[0].secret.to",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[SEEN | {"secret": {"flag": "Lens Found"}}]),
        "observations[0].secret.flag",
    ),
    (play_messages.decode_observe, observe(flags=[{"name": "ok"}, {"name": ""}]), "flags[1].name"),
    (play_messages.decode_observe, observe(flags=[{"name": "9lives"}]), "flags[0].name"),
    (play_messages.decode_observe, observe(flags=[{"name": "x" * 64}]), "flags[0].name"),
    (play_messages.decode_observe, observe(flags=[{"name": "x"}] * 501), "flags"),
    (play_messages.decode_say, say(character_id="x" * 121), "character_id"),
    (play_messages.decode_say, say(speaker=None), "speaker.id"),
    (play_messages.decode_say, say(affordances=[{"name": "go"}] * 65), "affordances"),
    (
        play_messages.decode_say,
        say(affordances=[{"name": "go"}, {"name": "go"}]),
        "affordances[1].name",
    ),
    (
        play_messages.decode_say,
        say(affordances=[{"name": "go", "max_uses": -1}]),
        "affordances[0].max_uses",
    ),
    (play_messages.decode_say, say(entities=[{"id": "a", "name": "A"}] * 501), "entities"),
    (
        play_messages.decode_say,
        say(entities=[{"id": "a", "name": "A", "kind": "k" * 41}]),
        "entities[0].kind",
    ),
    (play_messages.decode_say, offered(type=99), "affordances[0].parameters[0].type"),
    (
        play_messages.decode_say,
        offered(type=2, minimum=math.nan),
        "affordances[0].parameters[0].minimum",
    ),
    (
        play_messages.decode_say,
        offered(type=3, maximum=math.inf),
        "affordances[0].parameters[0].maximum",
    ),
    (
        play_messages.decode_say,
        offered(type=3, minimum=2, maximum=1),
        "affordances[0].parameters[0].minimum",
    ),
    (play_messages.decode_say, offered(type=5), "affordances[0].parameters[0].options"),
    (play_messages.decode_interrupt, pb.InterruptRequest(), "turn_id"),
    (play_messages.decode_advance_clock, pb.AdvanceClockRequest(timeline_id="t"), "world_time"),
    (play_messages.decode_watch, pb.WatchRequest(timeline_id="t", after_seq=-1), "after_seq"),
    (
        play_messages.decode_watch,
        pb.WatchRequest(timeline_id="t", character_ids=[""]),
        "character_ids[0]",
    ),
)


@pytest.mark.parametrize(("decode", "request_", "path"), WRONG, ids=itertools.count())
def test_what_is_wrong_is_named(
    decode: Callable[[Any], object], request_: object, path: str
) -> None:
    """The path leads to the very field."""
    with pytest.raises(InvalidInput) as caught:
        decode(request_)

    assert caught.value.field == path


def test_a_batch_is_read_whole() -> None:
    """Absent fields stay absent; zero would mean something else."""
    request = observe(
        movements=[{"id": "p1", "name": "Ada", "place_id": "inn"}, {"id": "jon"}],
        observations=[{"text": "A mug falls.", "place_id": "inn", "about_ids": ["mug-1"]}, SEEN],
    )

    batch = play_messages.decode_observe(request)

    assert batch.key is None
    assert batch.movements == (
        Movement(subject_id="p1", place_id=PlaceId("inn"), name="Ada"),
        Movement(subject_id="jon", place_id=None),
    )
    assert batch.happenings == (
        GameEvent(text="A mug falls.", place_id=PlaceId("inn"), about=("mug-1",)),
        GameEvent(text="x", witness_ids=(CharacterId("mira"),)),
    )


def test_flags_and_secrets_are_read() -> None:
    """A flag is set unless it says otherwise; a secret without a key gets one from the words."""
    secret = {"to": ["hester", "Wenna"], "trust": 0, "flag": "lens-found"}
    request = observe(
        observations=[SEEN | {"secret": secret}, SEEN | {"secret": {}}, SEEN],
        flags=[{"name": "lens-found"}, {"name": "a.b_c-9", "unset": True}],
    )

    batch = play_messages.decode_observe(request)

    assert batch.flags == (FlagChange(name="lens-found"), FlagChange(name="a.b_c-9", is_set=False))
    assert [one.secret for one in batch.happenings] == [
        Secret(key=key_for("x"), to=("hester", "Wenna"), trust=0, flag="lens-found"),
        Secret(key=key_for("x")),
        None,
    ]


def test_a_secret_survives_both_ways() -> None:
    """What is encoded is decoded to the same, thresholds of zero included."""
    for secret in (
        Secret(key="k"),
        Secret(key="k", affinity=0, trust=0),
        Secret(key="k", to=("ann",), affinity=-100, trust=100, flag="f"),
    ):
        assert fields.decode_secret("secret", encode(secret, secret_pb2.Secret), "text") == secret


def test_an_utterance_is_read_with_what_the_game_offers() -> None:
    """Defaults are filled in: one use, required arguments."""
    parameter = {
        "name": "to",
        "type": affordance_pb2.PARAMETER_TYPE_ENTITY,
        "entity_kinds": ["door"],
    }
    request = say(
        request_id="s1",
        speaker=pb.Speaker(id="jon", name="Jon", is_character=True),
        affordances=[{"name": "go", "parameters": [parameter]}],
        entities=[{"id": "d1", "name": "the door", "kind": "door"}],
    )

    utterance = play_messages.decode_say(request)

    assert utterance.affordances is not None
    (go,) = utterance.affordances
    assert (go.max_uses, go.parameters[0].required) == (1, True)
    assert go.parameters[0].entity_kinds == ("door",)
    assert not utterance.speaker.is_player
    assert utterance.key is not None
    assert (utterance.key.scope, utterance.key.request_id) == ("tl_1", "s1")
    # answers of servers before are kept under the digest of this very name
    assert utterance.key == request_key("Say", "tl_1", "s1", request)


@pytest.mark.parametrize("status", [0, 99])
def test_an_outcome_needs_a_known_status(status: int) -> None:
    """Neither nothing nor a status of the future is an outcome."""
    request = pb.ReportOutcomeRequest(timeline_id="t", turn_id="u", intent_id="i")
    request.status = pb.OutcomeStatus.ValueType(status)

    with pytest.raises(InvalidInput) as caught:
        play_messages.decode_report_outcome(request)

    assert caught.value.field == "status"


def test_each_status_has_its_meaning() -> None:
    """All documented statuses can be reported."""
    known = set(pb.OutcomeStatus.values()) - {pb.OUTCOME_STATUS_UNSPECIFIED}

    assert set(play_messages.DECODED_OUTCOME_STATUSES) == known
    assert set(play_messages.DECODED_OUTCOME_STATUSES.values()) == set(OutcomeStatus)


ANN = pb.Speaker(id="p1", name="Ann")
TOM = pb.Speaker(id="tom", is_character=True)


def say_in_circle(**fields: Any) -> pb.SayInCircleRequest:
    given = {"timeline_id": "tl_1", "circle_id": "cir_1", "speaker_id": "p1", "text": "Hi"}
    return pb.SayInCircleRequest(**(given | fields))


def opened(*members: pb.Speaker, **fields: Any) -> pb.OpenCircleRequest:
    return pb.OpenCircleRequest(timeline_id="tl_1", members=members, **fields)


def many(size: int) -> list[pb.Speaker]:
    return [pb.Speaker(id=f"p{number}", name="P") for number in range(size)]


WRONG_CIRCLES: tuple[tuple[Callable[[Any], object], Any, str], ...] = (
    (circle_messages.decode_say_in_circle, say_in_circle(timeline_id=""), "timeline_id"),
    (circle_messages.decode_say_in_circle, say_in_circle(circle_id=""), "circle_id"),
    (circle_messages.decode_say_in_circle, say_in_circle(speaker_id=""), "speaker_id"),
    (circle_messages.decode_say_in_circle, say_in_circle(text="x" * 2001), "text"),
    (circle_messages.decode_say_in_circle, say_in_circle(text=" ", to_ids=["tom"]), "text"),
    (circle_messages.decode_say_in_circle, say_in_circle(is_whisper=True), "to_ids"),
    (circle_messages.decode_say_in_circle, say_in_circle(to_ids=["a"] * 21), "to_ids"),
    (circle_messages.decode_say_in_circle, say_in_circle(to_ids=[""]), "to_ids[0]"),
    (circle_messages.decode_say_in_circle, say_in_circle(most_turns=21), "most_turns"),
    (circle_messages.decode_say_in_circle, say_in_circle(most_turns=-1), "most_turns"),
    (circle_messages.decode_open_circle, opened(ANN), "members"),
    (circle_messages.decode_open_circle, opened(*many(21)), "members"),
    (circle_messages.decode_open_circle, opened(ANN, ANN), "members[1].id"),
    (circle_messages.decode_open_circle, opened(TOM, pb.Speaker(id="p2")), "members[1].name"),
    (circle_messages.decode_join_circle, pb.JoinCircleRequest(timeline_id="t"), "member"),
    (circle_messages.decode_leave_circle, pb.LeaveCircleRequest(timeline_id="t"), "circle_id"),
    (circle_messages.decode_get_circle, pb.GetCircleRequest(), "timeline_id"),
)


@pytest.mark.parametrize(
    ("decode", "message", "path"), WRONG_CIRCLES, ids=range(len(WRONG_CIRCLES))
)
def test_what_is_wrong_with_circles_is_named(
    decode: Callable[[Any], object], message: Any, path: str
) -> None:
    """By the path of the field."""
    with pytest.raises(InvalidInput) as refused:
        decode(message)

    assert refused.value.field.startswith(path)


def test_words_without_a_number_of_turns_get_three() -> None:
    """And those without text let the characters go on."""
    assert circle_messages.decode_say_in_circle(say_in_circle()).most_turns == 3
    silent = circle_messages.decode_say_in_circle(say_in_circle(text="", speaker_id=""))
    assert (silent.text, silent.speaker_id, silent.key) == ("", "", None)


def test_a_character_needs_no_name() -> None:
    """It has one in the world; addressees count once."""
    wish = circle_messages.decode_open_circle(opened(ANN, TOM, request_id="r-1"))

    assert [(one.id, one.is_player) for one in wish.members] == [("p1", True), ("tom", False)]
    assert wish.key is not None
    assert circle_messages.decode_say_in_circle(say_in_circle(to_ids=["tom", "tom"])).to_ids == (
        "tom",
    )


def test_each_turn_is_numbered_by_itself() -> None:
    """The events of a second turn begin at 0 again."""
    talk = circle_messages.TalkEncoder()
    tom, mira = CharacterId("tom"), CharacterId("mira")
    started = [TurnStarted(turn_id=TurnId(f"trn_{one}")) for one in (1, 2)]
    written = [
        talk.event(one)
        for one in (
            StoredUtterance(seq=4, to_ids=("tom",), since=5),
            FloorTaken(character_id=tom, why=FloorReason.ADDRESSED),
            CircleTurnEvent(character_id=tom, event=started[0]),
            CircleTurnEvent(character_id=tom, event=Line(text="Hm.")),
            FloorTaken(character_id=mira, why=FloorReason.STAKE),
            CircleTurnEvent(character_id=mira, event=started[1]),
            Quiet(awaited_id="p1"),
        )
    ]

    assert [one.turn.sequence for one in written if one.HasField("turn")] == [0, 1, 0]
    assert written[5].turn.started.character_id == "mira"
    assert written[4].floor.reason == pb.FLOOR_REASON_STAKE
    assert written[-1].quiet == pb.CircleQuiet(awaited_id="p1")


def test_how_long_a_player_waits_is_read() -> None:
    """In seconds; what is not set bounds nothing."""
    told = play_messages.decode_say(say(first_beat_ms=300, total_ms=4000))
    plain = play_messages.decode_say(say())

    assert (told.beat_seconds, told.total_seconds) == (0.3, 4.0)
    assert (plain.beat_seconds, plain.total_seconds) == (None, None)
    for wrong in ({"first_beat_ms": -1}, {"total_ms": 0}, {"total_ms": 120_001}):
        with pytest.raises(InvalidInput):
            play_messages.decode_say(say(**wrong))


def test_a_repeat_may_wait_for_less() -> None:
    """The waits are no part of the request that its id stands for."""
    first = play_messages.decode_say(say(request_id="a", total_ms=4000)).key
    again = play_messages.decode_say(say(request_id="a", total_ms=900)).key

    assert first == again is not None


def test_a_turn_is_over_before_the_deadline_of_its_call() -> None:
    """Unless its own limit is nearer; a call with little time ends at its deadline."""
    told = play_messages.decode_say(say())

    assert turn_messages.bounded(told, None).total_seconds is None
    assert turn_messages.bounded(told, 10.0).total_seconds == 8.5
    assert turn_messages.bounded(told, 2.0).total_seconds is None
    hurried = play_messages.decode_say(say(total_ms=900))
    assert turn_messages.bounded(hurried, 10.0).total_seconds == 0.9


def test_how_long_a_circle_may_take_is_read() -> None:
    """As for a turn: a repeat may say otherwise, and a deadline of the call bounds it."""
    request = pb.SayInCircleRequest(
        request_id="a", timeline_id="t", circle_id="c", first_beat_ms=300, total_ms=4000
    )
    told = circle_messages.decode_say_in_circle(request)
    request.total_ms = 900
    again = circle_messages.decode_say_in_circle(request)

    assert (told.beat_seconds, told.total_seconds) == (0.3, 4.0)
    assert told.key == again.key is not None
    assert turn_messages.bounded(told, 10.0).total_seconds == 4.0
    assert turn_messages.bounded(told, 4.5).total_seconds == 3.0
    for name, wrong in (("first_beat_ms", 60_001), ("total_ms", 0)):
        request = pb.SayInCircleRequest(timeline_id="t", circle_id="c")
        setattr(request, name, wrong)
        with pytest.raises(InvalidInput):
            circle_messages.decode_say_in_circle(request)
