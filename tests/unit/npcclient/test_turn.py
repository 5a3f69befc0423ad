"""Turns: their events, interruption, hanging up, breaking off."""

import asyncio

import grpc
import npcclient
import pytest

from npcserver.v1 import play_service_pb2, turn_pb2
from tests.fakes.canned_server import STARTED_EVENT, CannedFailure, ServerControl, line_event


async def test_turn_tells_how_it_ended(npc: npcclient.NpcClient) -> None:
    """After its last event a turn knows its id and its end."""
    turn = npc.play.say("tl_1", "mira", "Hello!", speaker="Ann")

    assert await turn.text() == "Come in. Mind the step."
    assert turn.turn_id == "trn_1"
    assert turn.finished is not None
    assert turn.finished.outcome == turn_pb2.TURN_OUTCOME_COMPLETED


async def test_interrupted_turn_still_ends(npc: npcclient.NpcClient, stage: ServerControl) -> None:
    """Interrupting lets the rest of the events come, the end among them."""
    stage.waits_after = 2
    heard = []
    async with npc.play.say("tl_1", "mira", "Hello!", speaker="Ann") as turn:
        async for event in turn:
            heard.append(event)
            if event.HasField("line"):
                assert await turn.interrupt()

    assert [event.line.text for event in heard if event.HasField("line")] == ["Come in."]
    assert heard[-1].finished.outcome == turn_pb2.TURN_OUTCOME_INTERRUPTED


async def test_interrupt_soon_needs_no_waiting(
    npc: npcclient.NpcClient, stage: ServerControl
) -> None:
    """An interruption that cannot wait reaches the server by itself."""
    stage.waits_after = 2
    async with npc.play.say("tl_1", "mira", "Hello!", speaker="Ann") as turn:
        async for event in turn:
            if event.HasField("line"):
                turn.interrupt_soon()

    assert turn.finished is not None
    assert turn.finished.outcome == turn_pb2.TURN_OUTCOME_INTERRUPTED
    assert len(stage.asked(play_service_pb2.InterruptRequest)) == 1


async def test_interrupting_silence_ends_the_turn(
    npc: npcclient.NpcClient, stage: ServerControl
) -> None:
    """Before the first event there is no turn to name, so the call itself is cancelled."""
    stage.waits_after = 0
    turn = npc.play.say("tl_1", "mira", "Hello!", speaker="Ann")

    async def listen() -> list[turn_pb2.TurnEvent]:
        return [event async for event in turn]

    listening = asyncio.ensure_future(listen())
    await stage.is_waiting.wait()
    turn.interrupt_soon()

    assert await listening == []
    await asyncio.wait_for(stage.is_hung_up.wait(), 60)


async def test_leaving_hangs_up(npc: npcclient.NpcClient, stage: ServerControl) -> None:
    """Leaving the block early cancels the call, which interrupts the character."""
    stage.waits_after = 2
    async with npc.play.say("tl_1", "mira", "Hello!", speaker="Ann") as turn:
        async for _ in turn:
            break

    await asyncio.wait_for(stage.is_hung_up.wait(), 60)
    assert [event async for event in turn] == []


async def test_cancelling_the_listener_hangs_up(
    npc: npcclient.NpcClient, stage: ServerControl
) -> None:
    """A cancelled task stays cancelled, and the server learns of it."""
    stage.waits_after = 2
    listening = asyncio.ensure_future(npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text())
    await stage.is_waiting.wait()
    listening.cancel()

    with pytest.raises(asyncio.CancelledError):
        await listening
    await asyncio.wait_for(stage.is_hung_up.wait(), 60)


async def test_unheard_words_are_said_again(npc: npcclient.NpcClient, stage: ServerControl) -> None:
    """A turn whose server was away is asked for again, under the same request id."""
    stage.failures = [CannedFailure(grpc.StatusCode.UNAVAILABLE, "restarting", times=2)]

    assert await npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text()
    ids = {request.request_id for request in stage.asked(play_service_pb2.SayRequest)}
    assert len(stage.requests) == 3
    assert len(ids) == 1


async def test_begun_turn_is_not_asked_again(
    npc: npcclient.NpcClient, stage: ServerControl
) -> None:
    """Once words were heard, a broken connection is the caller's to know."""
    stage.is_cut_after_event = True

    with pytest.raises(npcclient.Unavailable, match="going away"):
        await npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text()

    assert len(stage.requests) == 1


async def test_turn_without_end_is_an_error(npc: npcclient.NpcClient, stage: ServerControl) -> None:
    """A stream that stops before `finished` does not pass for a whole turn."""
    stage.events = [STARTED_EVENT, line_event("Come in.")]

    with pytest.raises(npcclient.Unavailable, match="broke off"):
        await npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text()


async def test_refused_turn_is_typed(npc: npcclient.NpcClient, stage: ServerControl) -> None:
    """What the server refuses to hear is an error that names the field."""
    stage.failures = [
        CannedFailure(
            grpc.StatusCode.INVALID_ARGUMENT, "text: too long", "INVALID_FIELD", {"field": "text"}
        )
    ]

    with pytest.raises(npcclient.InvalidInput) as caught:
        await npc.play.say("tl_1", "mira", "x", speaker="Ann").text()

    assert caught.value.field == "text"
