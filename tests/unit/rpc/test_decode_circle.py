"""What is said in circles and who comes together, as it comes in, and what is wrong with it."""

from collections.abc import Callable
from typing import Any

import pytest

from npcserver.app.conversation.circle_conversation import CircleTurnEvent, FloorTaken, Quiet
from npcserver.app.conversation.circle_utterance import StoredUtterance
from npcserver.model.circle import FloorReason
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TurnId
from npcserver.model.turn import Line, TurnStarted
from npcserver.rpc import circle_messages
from npcserver.v1 import play_service_pb2 as pb

ANN = pb.Speaker(id="p1", name="Ann")
TOM = pb.Speaker(id="tom", is_character=True)


def say(**fields: Any) -> pb.SayInCircleRequest:
    given = {"timeline_id": "tl_1", "circle_id": "cir_1", "speaker_id": "p1", "text": "Hi"}
    return pb.SayInCircleRequest(**(given | fields))


def opened(*members: pb.Speaker, **fields: Any) -> pb.OpenCircleRequest:
    return pb.OpenCircleRequest(timeline_id="tl_1", members=members, **fields)


def many(size: int) -> list[pb.Speaker]:
    return [pb.Speaker(id=f"p{number}", name="P") for number in range(size)]


WRONG: tuple[tuple[Callable[[Any], object], Any, str], ...] = (
    (circle_messages.decode_say_in_circle, say(timeline_id=""), "timeline_id"),
    (circle_messages.decode_say_in_circle, say(circle_id=""), "circle_id"),
    (circle_messages.decode_say_in_circle, say(speaker_id=""), "speaker_id"),
    (circle_messages.decode_say_in_circle, say(text="x" * 2001), "text"),
    (circle_messages.decode_say_in_circle, say(text=" ", to_ids=["tom"]), "text"),
    (circle_messages.decode_say_in_circle, say(is_whisper=True), "to_ids"),
    (circle_messages.decode_say_in_circle, say(to_ids=["a"] * 21), "to_ids"),
    (circle_messages.decode_say_in_circle, say(to_ids=[""]), "to_ids[0]"),
    (circle_messages.decode_say_in_circle, say(most_turns=21), "most_turns"),
    (circle_messages.decode_say_in_circle, say(most_turns=-1), "most_turns"),
    (circle_messages.decode_open_circle, opened(ANN), "members"),
    (circle_messages.decode_open_circle, opened(*many(21)), "members"),
    (circle_messages.decode_open_circle, opened(ANN, ANN), "members[1].id"),
    (circle_messages.decode_open_circle, opened(TOM, pb.Speaker(id="p2")), "members[1].name"),
    (circle_messages.decode_join_circle, pb.JoinCircleRequest(timeline_id="t"), "member"),
    (circle_messages.decode_leave_circle, pb.LeaveCircleRequest(timeline_id="t"), "circle_id"),
    (circle_messages.decode_get_circle, pb.GetCircleRequest(), "timeline_id"),
)


@pytest.mark.parametrize(("decode", "message", "path"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_named(decode: Callable[[Any], object], message: Any, path: str) -> None:
    """By the path of the field."""
    with pytest.raises(InvalidInput) as refused:
        decode(message)

    assert refused.value.field.startswith(path)


def test_words_without_a_number_of_turns_get_three() -> None:
    """And those without text let the characters go on."""
    assert circle_messages.decode_say_in_circle(say()).most_turns == 3
    silent = circle_messages.decode_say_in_circle(say(text="", speaker_id=""))
    assert (silent.text, silent.speaker_id, silent.key) == ("", "", None)


def test_a_character_needs_no_name() -> None:
    """It has one in the world; addressees count once."""
    wish = circle_messages.decode_open_circle(opened(ANN, TOM, request_id="r-1"))

    assert [(one.id, one.is_player) for one in wish.members] == [("p1", True), ("tom", False)]
    assert wish.key is not None
    assert circle_messages.decode_say_in_circle(say(to_ids=["tom", "tom"])).to_ids == ("tom",)


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
