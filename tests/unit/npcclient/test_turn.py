"""Turns: their events, interruption, breaking off, and streams that are over."""

import asyncio
from types import SimpleNamespace
from typing import Any

import grpc
import npcclient
import pytest
from npcclient.calls import Caller
from npcclient.circles import CircleTalk
from npcclient.turn import Turn

from npcserver.v1 import play_service_pb2, turn_pb2
from npcserver.v1 import play_service_pb2 as pb
from tests.fakes.canned_server import (
    GONE,
    STARTED_EVENT,
    CannedFailure,
    ServerControl,
    ended_event,
    line_event,
)


async def test_turn_tells_how_it_ended(npc: npcclient.NpcClient) -> None:
    """After its last event a turn knows its id and its end."""
    turn = npc.play.say("tl_1", "mira", "Hello!", speaker="Ann")

    assert await turn.text() == "Come in. Mind the step."
    assert turn.turn_id == "trn_1"
    assert turn.finished is not None
    assert turn.finished.outcome == turn_pb2.TURN_OUTCOME_COMPLETED


async def test_interrupted_turn_still_ends(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """Interrupting lets the rest of the events come, the end among them."""
    control.waits_after = 2
    heard = []
    async with npc.play.say("tl_1", "mira", "Hello!", speaker="Ann") as turn:
        async for event in turn:
            heard.append(event)
            if event.HasField("line"):
                assert await turn.interrupt()

    assert [event.line.text for event in heard if event.HasField("line")] == ["Come in."]
    assert heard[-1].finished.outcome == turn_pb2.TURN_OUTCOME_INTERRUPTED


async def test_interrupt_soon_needs_no_waiting(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """An interruption that cannot wait reaches the server by itself."""
    control.waits_after = 2
    async with npc.play.say("tl_1", "mira", "Hello!", speaker="Ann") as turn:
        async for event in turn:
            if event.HasField("line"):
                turn.interrupt_soon()

    assert turn.finished is not None
    assert turn.finished.outcome == turn_pb2.TURN_OUTCOME_INTERRUPTED
    assert len(control.asked(play_service_pb2.InterruptRequest)) == 1


async def test_interrupting_silence_ends_the_turn(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """Before the first event there is no turn to name, so the call itself is cancelled."""
    control.waits_after = 0
    turn = npc.play.say("tl_1", "mira", "Hello!", speaker="Ann")

    async def listen() -> list[turn_pb2.TurnEvent]:
        return [event async for event in turn]

    listening = asyncio.ensure_future(listen())
    await control.is_waiting.wait()
    turn.interrupt_soon()

    assert await listening == []
    await asyncio.wait_for(control.is_hung_up.wait(), 60)


async def test_leaving_hangs_up(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """Leaving the block early cancels the call, which interrupts the character."""
    control.waits_after = 2
    async with npc.play.say("tl_1", "mira", "Hello!", speaker="Ann") as turn:
        async for _ in turn:
            break

    await asyncio.wait_for(control.is_hung_up.wait(), 60)
    assert [event async for event in turn] == []


async def test_cancelling_the_listener_hangs_up(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A cancelled task stays cancelled, and the server learns of it."""
    control.waits_after = 2
    listening = asyncio.ensure_future(npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text())
    await control.is_waiting.wait()
    listening.cancel()

    with pytest.raises(asyncio.CancelledError):
        await listening
    await asyncio.wait_for(control.is_hung_up.wait(), 60)


async def test_unheard_words_are_said_again(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A turn whose server was away is asked for again, under the same request id."""
    control.failures = [CannedFailure(grpc.StatusCode.UNAVAILABLE, "restarting", times=2)]

    assert await npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text()
    ids = {request.request_id for request in control.asked(play_service_pb2.SayRequest)}
    assert len(control.requests) == 3
    assert len(ids) == 1


async def test_begun_turn_is_not_asked_again(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """Once words were heard, a broken connection is the caller's to know."""
    control.is_cut_after_event = True

    with pytest.raises(npcclient.Unavailable, match="going away"):
        await npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text()

    assert len(control.requests) == 1


async def test_turn_without_end_is_an_error(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A stream that stops before `finished` does not pass for a whole turn."""
    control.events = [STARTED_EVENT, line_event("Come in.")]

    with pytest.raises(npcclient.Unavailable, match="broke off"):
        await npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text()


async def test_refused_turn_is_typed(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """What the server refuses to hear is an error that names the field."""
    control.failures = [
        CannedFailure(
            grpc.StatusCode.INVALID_ARGUMENT, "text: too long", "INVALID_FIELD", {"field": "text"}
        )
    ]

    with pytest.raises(npcclient.InvalidInput) as caught:
        await npc.play.say("tl_1", "mira", "x", speaker="Ann").text()

    assert caught.value.field == "text"


LEFT = pb.WatchResponse(seq=8, left=pb.TimelineLeft(save_id="sv_1", to_timeline_id="tl_2"))


def spoken(npc: npcclient.NpcClient, how: str) -> Turn | CircleTalk:
    if how == "turn":
        return npc.play.say("tl_1", "mira", "Hello!", speaker="Ann")
    return npc.circles.say("tl_1", "crc_1", "Hello!", who="Ann")


async def to_the_end(said: Turn | CircleTalk, heard: list[object] | None = None) -> int:
    count = 0
    async for event in said:
        count += 1
        if heard is not None:
            heard.append(event)
    return count


@pytest.mark.parametrize("how", ["turn", "circle"])
@pytest.mark.parametrize("count", [0, 2])
async def test_hanging_up_ends_who_listens(
    npc: npcclient.NpcClient, control: ServerControl, how: str, count: int
) -> None:
    """Nothing more comes, which is no error: neither task was cancelled, nor did anything break."""
    control.waits_after = count
    said = spoken(npc, how)
    heard: list[object] = []
    listening = asyncio.ensure_future(to_the_end(said, heard))
    async with asyncio.timeout(60):
        await control.is_waiting.wait()
        while len(heard) < count:  # noqa: ASYNC110 - a list tells nobody that it grew
            await asyncio.sleep(0)
        await said.aclose()

        assert await listening == count
        await control.is_hung_up.wait()


async def test_interrupting_silence_is_no_error(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """Before the first event the turn ends without any."""
    control.waits_after = 0
    turn = npc.play.say("tl_1", "mira", "Hello!", speaker="Ann")
    listening = asyncio.ensure_future(to_the_end(turn))
    await control.is_waiting.wait()

    assert await turn.interrupt()
    assert await listening == 0


@pytest.mark.parametrize("count", [0, 3])
async def test_interrupting_when_nobody_speaks_ends_the_talk(
    npc: npcclient.NpcClient, control: ServerControl, count: int
) -> None:
    """In a circle that is so before the first turn and between two: the next is not begun."""
    control.events = [STARTED_EVENT, line_event("Come in."), ended_event(), STARTED_EVENT]
    control.waits_after = count
    talk = npc.circles.say("tl_1", "crc_1", "Hello!", who="Ann")
    heard: list[object] = []
    listening = asyncio.ensure_future(to_the_end(talk, heard))
    async with asyncio.timeout(60):
        await control.is_waiting.wait()
        while len(heard) < count:  # noqa: ASYNC110 - a list tells nobody that it grew
            await asyncio.sleep(0)
        talk.interrupt_soon()

        assert await listening == count
        await control.is_hung_up.wait()


@pytest.mark.parametrize("how", ["turn", "circle"])
async def test_a_listener_that_is_cancelled_stays_so(
    npc: npcclient.NpcClient, control: ServerControl, how: str
) -> None:
    """Also where a person hung up just before."""
    control.waits_after = 1
    said = spoken(npc, how)
    listening = asyncio.ensure_future(to_the_end(said))
    await control.is_waiting.wait()
    await said.aclose()
    listening.cancel()

    with pytest.raises(asyncio.CancelledError):
        await listening


@pytest.mark.parametrize("kind", [Turn, CircleTalk])
@pytest.mark.parametrize("how", ["at once", "later", "interrupted later"])
async def test_what_is_over_is_not_asked_again(kind: type[Turn | CircleTalk], how: str) -> None:
    """Anyone who hangs up as the server goes away, or before it is looked for again, is let go."""
    asked = 0
    hanging_up: list[asyncio.Future[None]] = []

    class Gone:
        async def read(self) -> object:
            if how == "at once":
                await said.aclose()
            elif how == "later":
                hanging_up.append(asyncio.ensure_future(said.aclose()))
            else:
                asyncio.get_running_loop().call_soon(said.interrupt_soon)
            raise GONE

        def cancel(self) -> bool:
            return False

    def ask(*_: object, **__: object) -> Gone:
        nonlocal asked
        asked += 1
        return Gone()

    stub: Any = SimpleNamespace(Say=ask, SayInCircle=ask)
    request: Any = None
    said = kind(stub, Caller(npcclient.Patience(pause=0.001)), request, 60.0)

    assert await to_the_end(said) == 0
    assert asked == 1


@pytest.mark.parametrize("resume", [True, False])
async def test_a_watch_ends_when_the_game_has_left(
    npc: npcclient.NpcClient, control: ServerControl, *, resume: bool
) -> None:
    """A connection that is lost after that is not made again, and nothing is said of it."""
    control.watched = [LEFT]
    control.is_cut_after_event = True

    async with asyncio.timeout(60):
        events = [one async for one in npc.play.watch("tl_1", after_seq=7, resume=resume)]

    assert events == [LEFT]
    assert len(control.asked(pb.WatchRequest)) == 1
