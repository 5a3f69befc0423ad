"""What comes in at run time and about circles, and the paths of what is wrong with it."""

import itertools
import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from npcserver.app.circles import Circles
from npcserver.app.conversation.circle_conversation import CircleTurnEvent, FloorTaken, Quiet
from npcserver.app.conversation.circle_utterance import SayInCircle, StoredUtterance
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.perception.observations import FlagChange, GameEvent, Movement, Observe
from npcserver.app.play import Play, ReportOutcome
from npcserver.app.timeline_watch import WatchRequest
from npcserver.model.circle import FloorReason
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, PlaceId, TurnId
from npcserver.model.record import OutcomeStatus
from npcserver.model.secret import Secret, key_for
from npcserver.model.turn import Line, TurnStarted
from npcserver.rpc import play_messages, turn_messages
from npcserver.rpc.decoder import decode
from npcserver.rpc.encoder import encode
from npcserver.rpc.fields import request_key
from npcserver.v1 import affordance_pb2, secret_pb2
from npcserver.v1 import play_service_pb2 as pb
from tests.unit.rpc.arguments import arguments


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
    (partial(decode, Observe), observe(timeline_id=""), "timeline_id"),
    (partial(decode, Observe), observe(observations=[SEEN] * 501), "observations"),
    (partial(decode, Observe), observe(movements=[{"id": "p"}] * 501), "movements"),
    (partial(decode, Observe), observe(movements=[{"id": ""}]), "movements[0].id"),
    (
        partial(decode, Observe),
        observe(movements=[{"id": "p", "name": "a\nb"}]),
        "movements[0].name",
    ),
    (
        partial(decode, Observe),
        observe(observations=[SEEN, {"text": "x"}]),
        "observations[1].witness_ids",
    ),
    (
        partial(decode, Observe),
        observe(observations=[SEEN | {"text": "\t"}]),
        "observations[0].text",
    ),
    (
        partial(decode, Observe),
        observe(observations=[SEEN | {"witness_ids": ["mira", ""]}]),
        "observations[0].witness_ids[1]",
    ),
    (
        partial(decode, Observe),
        observe(observations=[SEEN | {"importance": 0}]),
        "observations[0].importance",
    ),
    (
        partial(decode, Observe),
        observe(observations=[SEEN | {"about_ids": ["x"] * 21}]),
        "observations[0].about_ids",
    ),
    (
        partial(decode, Observe),
        observe(observations=[SEEN | {"world_time": {"seconds": 2**62}}]),
        "observations[0].world_time.seconds",
    ),
    (
        partial(decode, Observe),
        observe(observations=[SEEN | {"secret": {"trust": 101}}]),
        "observations[0].secret.trust",
    ),
    (
        partial(decode, Observe),
        observe(observations=[SEEN | {"secret": {"affinity": -101}}]),
        "observations[0].secret.affinity",
    ),
    (
        partial(decode, Observe),
        observe(observations=[SEEN | {"secret": {"to": ["ann", ""]}}]),
        "observations[0].secret.to[1]",
    ),
    (
        partial(decode, Observe),
        observe(observations=[SEEN | {"secret": {"to": ["ann"] * 51}}]),
        "observations[0].secret.to",
    ),
    (
        partial(decode, Observe),
        observe(observations=[SEEN | {"secret": {"flag": "Lens Found"}}]),
        "observations[0].secret.flag",
    ),
    (partial(decode, Observe), observe(flags=[{"name": "ok"}, {"name": ""}]), "flags[1].name"),
    (partial(decode, Observe), observe(flags=[{"name": "9lives"}]), "flags[0].name"),
    (partial(decode, Observe), observe(flags=[{"name": "x" * 64}]), "flags[0].name"),
    (partial(decode, Observe), observe(flags=[{"name": "x"}] * 501), "flags"),
    (partial(decode, SayToCharacter), say(character_id="x" * 121), "character_id"),
    (partial(decode, SayToCharacter), say(speaker=None), "speaker.id"),
    (partial(decode, SayToCharacter), say(affordances=[{"name": "go"}] * 65), "affordances"),
    (
        partial(decode, SayToCharacter),
        say(affordances=[{"name": "go"}, {"name": "go"}]),
        "affordances[1].name",
    ),
    (
        partial(decode, SayToCharacter),
        say(affordances=[{"name": "go", "max_uses": -1}]),
        "affordances[0].max_uses",
    ),
    (partial(decode, SayToCharacter), say(entities=[{"id": "a", "name": "A"}] * 501), "entities"),
    (
        partial(decode, SayToCharacter),
        say(entities=[{"id": "a", "name": "A", "kind": "k" * 41}]),
        "entities[0].kind",
    ),
    (partial(decode, SayToCharacter), offered(type=99), "affordances[0].parameters[0].type"),
    (
        partial(decode, SayToCharacter),
        offered(type=2, minimum=math.nan),
        "affordances[0].parameters[0].minimum",
    ),
    (
        partial(decode, SayToCharacter),
        offered(type=3, maximum=math.inf),
        "affordances[0].parameters[0].maximum",
    ),
    (
        partial(decode, SayToCharacter),
        offered(type=3, minimum=2, maximum=1),
        "affordances[0].parameters[0].minimum",
    ),
    (partial(decode, SayToCharacter), offered(type=5), "affordances[0].parameters[0].options"),
    (partial(arguments, Play.advance_clock), pb.AdvanceClockRequest(timeline_id="t"), "world_time"),
    (partial(decode, WatchRequest), pb.WatchRequest(timeline_id="t", after_seq=-1), "after_seq"),
    (
        partial(decode, WatchRequest),
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

    batch = decode(Observe, request)

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

    batch = decode(Observe, request)

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
        assert decode(Secret, encode(secret, secret_pb2.Secret)) == secret


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

    utterance = decode(SayToCharacter, request)

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
        decode(ReportOutcome, request)

    assert caught.value.field == "status"


def test_each_status_has_its_meaning() -> None:
    """All documented statuses can be reported."""
    known = set(pb.OutcomeStatus.values()) - {pb.OUTCOME_STATUS_UNSPECIFIED}
    report = pb.ReportOutcomeRequest(timeline_id="t", turn_id="u", intent_id="i")

    def read(status: pb.OutcomeStatus.ValueType) -> OutcomeStatus:
        report.status = status
        return decode(ReportOutcome, report).status

    assert {read(status) for status in known} == set(OutcomeStatus)


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
    (partial(decode, SayInCircle), say_in_circle(timeline_id=""), "timeline_id"),
    (partial(decode, SayInCircle), say_in_circle(circle_id=""), "circle_id"),
    (partial(decode, SayInCircle), say_in_circle(speaker_id=""), "speaker_id"),
    (partial(decode, SayInCircle), say_in_circle(text="x" * 2001), "text"),
    (partial(decode, SayInCircle), say_in_circle(text=" ", to_ids=["tom"]), "text"),
    (partial(decode, SayInCircle), say_in_circle(is_whisper=True), "to_ids"),
    (partial(decode, SayInCircle), say_in_circle(to_ids=["a"] * 21), "to_ids"),
    (partial(decode, SayInCircle), say_in_circle(to_ids=[""]), "to_ids[0]"),
    (partial(decode, SayInCircle), say_in_circle(most_turns=21), "most_turns"),
    (partial(decode, SayInCircle), say_in_circle(most_turns=-1), "most_turns"),
    (partial(arguments, Circles.open), opened(*many(21)), "members"),
    (partial(arguments, Circles.open), opened(ANN, ANN), "members[1].id"),
    (partial(arguments, Circles.open), opened(TOM, pb.Speaker(id="p2")), "members[1].name"),
    (
        partial(arguments, Circles.join),
        pb.JoinCircleRequest(timeline_id="t", circle_id="c"),
        "member.id",
    ),
    (partial(arguments, Circles.leave), pb.LeaveCircleRequest(timeline_id="t"), "circle_id"),
    (partial(arguments, Circles.get), pb.GetCircleRequest(), "timeline_id"),
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
    assert decode(SayInCircle, say_in_circle()).most_turns == 3
    silent = decode(SayInCircle, say_in_circle(text="", speaker_id=""))
    assert (silent.text, silent.speaker_id, silent.key) == ("", "", None)


def test_a_character_needs_no_name() -> None:
    """It has one in the world; addressees count once."""
    wish = arguments(Circles.open, opened(ANN, TOM, request_id="r-1"))

    assert [(one.id, one.is_player) for one in wish["members"]] == [("p1", True), ("tom", False)]
    assert wish["key"] is not None
    assert decode(SayInCircle, say_in_circle(to_ids=["tom", "tom"])).to_ids == ("tom",)


def test_each_turn_is_numbered_by_itself() -> None:
    """The events of a second turn begin at 0 again."""
    talk = play_messages.TalkEncoder()
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
    told = decode(SayToCharacter, say(first_beat_ms=300, total_ms=4000))
    plain = decode(SayToCharacter, say())

    assert (told.beat_seconds, told.total_seconds) == (0.3, 4.0)
    assert (plain.beat_seconds, plain.total_seconds) == (None, None)
    for wrong in ({"first_beat_ms": -1}, {"total_ms": 0}, {"total_ms": 120_001}):
        with pytest.raises(InvalidInput):
            decode(SayToCharacter, say(**wrong))


def test_a_repeat_may_wait_for_less() -> None:
    """The waits are no part of the request that its id stands for."""
    first = decode(SayToCharacter, say(request_id="a", total_ms=4000)).key
    again = decode(SayToCharacter, say(request_id="a", total_ms=900)).key

    assert first == again is not None


def test_a_turn_is_over_before_the_deadline_of_its_call() -> None:
    """Unless its own limit is nearer; a call with little time ends at its deadline."""
    told = decode(SayToCharacter, say())

    assert turn_messages.bounded(told, None).total_seconds is None
    assert turn_messages.bounded(told, 10.0).total_seconds == 8.5
    assert turn_messages.bounded(told, 2.0).total_seconds is None
    hurried = decode(SayToCharacter, say(total_ms=900))
    assert turn_messages.bounded(hurried, 10.0).total_seconds == 0.9


def test_how_long_a_circle_may_take_is_read() -> None:
    """As for a turn: a repeat may say otherwise, and a deadline of the call bounds it."""
    request = pb.SayInCircleRequest(
        request_id="a", timeline_id="t", circle_id="c", first_beat_ms=300, total_ms=4000
    )
    told = decode(SayInCircle, request)
    request.total_ms = 900
    again = decode(SayInCircle, request)

    assert (told.beat_seconds, told.total_seconds) == (0.3, 4.0)
    assert told.key == again.key is not None
    assert turn_messages.bounded(told, 10.0).total_seconds == 4.0
    assert turn_messages.bounded(told, 4.5).total_seconds == 3.0
    for name, wrong in (("first_beat_ms", 60_001), ("total_ms", 0)):
        request = pb.SayInCircleRequest(timeline_id="t", circle_id="c")
        setattr(request, name, wrong)
        with pytest.raises(InvalidInput):
            decode(SayInCircle, request)
