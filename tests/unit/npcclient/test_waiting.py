"""`/wait`: the clock moves in steps, and what is seen and heard meanwhile is told."""

from datetime import timedelta

from npcclient.chat import Chat
from npcclient.chat.handling import Verdict, handle

from npcserver.v1 import memory_pb2, mind_pb2, play_service_pb2
from tests.fakes.canned_server import ServerControl, screen_text


def _event(seq: int, who: str = "mira", **arm: object) -> play_service_pb2.WatchResponse:
    return play_service_pb2.WatchResponse(seq=seq, character_id=who, **arm)  # type: ignore[arg-type]


async def test_time_passes_in_steps_and_deeds_are_told(chat: Chat, stage: ServerControl) -> None:
    """Half an hour is two moves of the clock; deeds and lines are told, thoughts are not."""
    stage.watched = [
        _event(7, act=mind_pb2.Act(activity="wiping the bar", emoji="🧽", place_id="bar")),
        _event(
            8,
            memory=memory_pb2.Memory(
                kind=memory_pb2.MEMORY_KIND_LINE, text="Have you heard?", speaker="Mira"
            ),
        ),
        _event(9, thought=mind_pb2.Thought(model="offline:actor-2")),
        _event(
            10,
            "",
            object_state=mind_pb2.ObjectState(place_id="bar", object="stove", state="burning"),
        ),
    ]

    verdict = await handle(chat, "/wait")

    moves = stage.asked(play_service_pb2.AdvanceClockRequest)
    watches = stage.asked(play_service_pb2.WatchRequest)
    times = [move.world_time.ToDatetime() for move in moves]
    assert verdict is Verdict.DONE
    assert times[1] - times[0] == timedelta(minutes=15)
    assert [watch.after_seq for watch in watches][1] == 10
    for part in (
        "🧽 Mira Vale is wiping the bar",
        "Mira Vale: Have you heard?",
        "The stove is burning",
    ):
        assert part in screen_text(chat)
    assert "offline:actor-2" not in screen_text(chat)


async def test_who_moved_is_elsewhere_afterwards(chat: Chat, stage: ServerControl) -> None:
    """The chat knows where people are by what it watched."""
    stage.watched = [_event(7, movement=play_service_pb2.Movement(id="mira", place_id="cellar"))]

    await handle(chat, "/wait 15m")

    assert chat.talk.partner.place_id == "cellar"
    assert chat.talk.characters["mira"].place_id == "cellar"


async def test_a_guest_is_told_when_the_partner_walks_on_and_when_they_go_along(
    chat: Chat, stage: ServerControl
) -> None:
    """The guest stays until they speak again; then the game is told where they go."""
    stage.watched = [_event(7, movement=play_service_pb2.Movement(id="mira", place_id="pier"))]
    await handle(chat, "/wait 15m")
    waited = screen_text(chat)
    await handle(chat, "/where")
    before = stage.asked(play_service_pb2.ObserveRequest)

    await handle(chat, "Wait for me!")

    (going,) = stage.asked(play_service_pb2.ObserveRequest)[len(before) :]
    assert "Mira Vale walks on to Pier; you stay: Bar, " in waited
    assert "You go along with Mira Vale: Pier" in screen_text(chat).removeprefix(waited)
    assert [one.place_id for one in going.movements] == ["pier"]
    assert chat.talk.place_id == "pier"


async def test_a_guest_is_told_when_the_partner_is_back(chat: Chat, stage: ServerControl) -> None:
    """Who walks on and comes back is there as before, and nobody goes along."""
    stage.watched = [
        _event(7, movement=play_service_pb2.Movement(id="mira", place_id="pier")),
        _event(8, movement=play_service_pb2.Movement(id="mira", place_id="bar")),
    ]

    await handle(chat, "/wait 15m")
    await handle(chat, "Hello again.")

    assert "Mira Vale is back with you." in screen_text(chat)
    assert "You go along" not in screen_text(chat)


async def test_a_wait_that_is_none_is_refused(chat: Chat, stage: ServerControl) -> None:
    """Words, nothing, and more than a day are told what may be said instead."""
    for words in ("/wait long", "/wait 0", "/wait 25h"):
        await handle(chat, words)

    assert stage.asked(play_service_pb2.AdvanceClockRequest) == []
    assert screen_text(chat).count("/wait 2h") == 2
    assert "/wait 24h" in screen_text(chat)
