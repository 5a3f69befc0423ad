"""A game that loads a save and leaves a timeline, as everybody connected to it sees it."""

import asyncio
from typing import Any

import grpc
import pytest

from npcserver.model.errors import Reason
from npcserver.v1 import play_service_pb2, turn_pb2
from npcserver.v1 import timeline_service_pb2 as pb
from tests.fakes.server import LoopbackServer
from tests.fakes.wires import read_ending, read_refusal


async def leave(loopback: LoopbackServer, timeline: str, save: str) -> pb.Timeline:
    request = pb.LoadRequest(save_id=save, leaving_timeline_id=timeline)
    return (await loopback.timelines.Load(request)).timeline


async def rest_of(call: Any) -> list[Any]:
    found: list[Any] = []
    async with asyncio.timeout(60):
        while (message := await call.read()) is not grpc.aio.EOF:
            found.append(message)
    return found


async def test_everybody_is_told_that_the_game_left(loopback: LoopbackServer) -> None:
    """A turn ends as far as it was heard; watchers get the event, and then end."""
    timeline = await loopback.open()
    save = await loopback.save(timeline)
    loopback.will_say("Come in.", asyncio.Event(), "Never said.")
    watching = loopback.play.Watch(play_service_pb2.WatchRequest(timeline_id=timeline))
    await watching.initial_metadata()
    turn = loopback.say(timeline)
    await turn.read()
    await turn.read()

    loaded = await leave(loopback, timeline, save)

    *_, finished = await rest_of(turn)
    *_, left = await rest_of(watching)
    assert finished.event.finished.outcome == turn_pb2.TURN_OUTCOME_LEFT
    assert (left.left.save_id, left.left.to_timeline_id) == (save, loaded.timeline_id)


async def test_a_left_timeline_can_be_played_on(loopback: LoopbackServer) -> None:
    """Watchers that begin after that are told of nothing but what happens from then on."""
    timeline = await loopback.open()
    await leave(loopback, timeline, await loopback.save(timeline))
    request = play_service_pb2.WatchRequest(timeline_id=timeline)
    watching = loopback.play.Watch(request)
    await watching.initial_metadata()

    await loopback.happen(timeline, "A mug falls.")
    event: Any = await watching.read()
    watching.cancel()

    assert event.WhichOneof("event") == "memory"


async def test_who_loads_without_leaving_disturbs_nobody(loopback: LoopbackServer) -> None:
    """Two lines are played beside each other."""
    timeline = await loopback.open()
    save = await loopback.save(timeline)
    watching = loopback.play.Watch(play_service_pb2.WatchRequest(timeline_id=timeline))
    await watching.initial_metadata()

    await loopback.timelines.Load(pb.LoadRequest(save_id=save))
    await loopback.happen(timeline, "A mug falls.")
    event: Any = await watching.read()
    watching.cancel()

    assert event.WhichOneof("event") == "memory"


@pytest.mark.parametrize("leaving", ["tl_none", "tl_" + "x" * 200])
async def test_what_is_left_must_be_there(loopback: LoopbackServer, leaving: str) -> None:
    """Else nothing is loaded."""
    timeline = await loopback.open()
    request = pb.LoadRequest(save_id=await loopback.save(timeline), leaving_timeline_id=leaving)

    failure = await read_refusal(loopback.timelines.Load(request))
    listed = await loopback.timelines.ListTimelines(pb.ListTimelinesRequest(world_id="harbour"))

    assert failure.code in (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.INVALID_ARGUMENT)
    assert len(listed.timelines) == 2


async def test_everybody_is_told_that_a_timeline_is_deleted(loopback: LoopbackServer) -> None:
    """Whatever they do there, watching or speaking, ends with NOT_FOUND."""
    timeline = await loopback.open()
    loopback.will_say("Come in.", asyncio.Event())
    watching = loopback.play.Watch(play_service_pb2.WatchRequest(timeline_id=timeline))
    await watching.initial_metadata()
    turn = loopback.say(timeline)
    await turn.read()
    await turn.read()

    await loopback.timelines.DeleteTimeline(pb.DeleteTimelineRequest(timeline_id=timeline))

    codes = [await read_ending(turn), await read_ending(watching)]
    assert codes == [grpc.StatusCode.NOT_FOUND] * 2
    observed = loopback.play.Observe(play_service_pb2.ObserveRequest(timeline_id=timeline))
    assert (await read_refusal(observed)).reason == Reason.TIMELINE_NOT_FOUND
