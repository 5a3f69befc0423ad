"""A game that loads a save and leaves a timeline, as everybody connected to it sees it."""

import asyncio
from typing import Any

import grpc
import pytest

from npcserver.model.errors import Reason
from npcserver.v1 import play_service_pb2, turn_pb2
from npcserver.v1 import timeline_service_pb2 as pb
from tests.fakes.server import LoopbackServer
from tests.fakes.wires import GameSession, read_ending, read_refusal, response_kinds


async def leave(loopback: LoopbackServer, timeline: str, save: str) -> pb.Timeline:
    request = pb.LoadRequest(save_id=save, leaving_timeline_id=timeline)
    return (await loopback.timelines.Load(request)).timeline


async def head(loopback: LoopbackServer, timeline: str) -> int:
    got = await loopback.timelines.GetTimeline(pb.GetTimelineRequest(timeline_id=timeline))
    return got.timeline.head_seq


async def rest_of(call: Any) -> list[Any]:
    found: list[Any] = []
    async with asyncio.timeout(60):
        while (message := await call.read()) is not grpc.aio.EOF:
            found.append(message)
    return found


async def test_everybody_is_told_that_the_game_left(loopback: LoopbackServer) -> None:
    """A turn ends as far as it was heard; watchers and sessions get the event, and then end."""
    timeline = await loopback.open()
    save = await loopback.save(timeline)
    loopback.will_say("Come in.", asyncio.Event(), "Never said.")
    watching = loopback.play.Watch(play_service_pb2.WatchRequest(timeline_id=timeline))
    await watching.initial_metadata()
    session = await GameSession(loopback).open(timeline)
    seeing = await GameSession(loopback).open(timeline, watch_after_seq=0)
    for one in (session, seeing):
        await one.until(lambda response: response.HasField("opened"))
    turn = loopback.say(timeline)
    await turn.read()
    await turn.read()

    loaded = await leave(loopback, timeline, save)

    *_, finished = await rest_of(turn)
    *_, left = await rest_of(watching)
    (told,) = await session.rest()
    *watched, last = await seeing.rest()
    assert finished.event.finished.outcome == turn_pb2.TURN_OUTCOME_LEFT
    assert (left.left.save_id, left.left.to_timeline_id) == (save, loaded.timeline_id)
    assert told.left == last.left == watched[-1].watched.left == left.left


async def test_turns_of_a_session_end_before_it_does(loopback: LoopbackServer) -> None:
    """What was said so far stands; what was sent and not begun was never stored."""
    timeline = await loopback.open("Mira", "Jon")
    save = await loopback.save(timeline)
    loopback.will_say("Come in.", asyncio.Event())
    session = await GameSession(loopback).open(timeline)
    await session.say("s1", "mira")
    await session.say("s2", "jon")
    await session.say("s3", "jon")  # waits until jon has answered
    heard: set[str] = set()
    while heard != {"s1", "s2"}:
        response = await session.read()
        if response.turn.HasField("line"):
            heard.add(response.request_id)

    await leave(loopback, timeline, save)
    *turns, last = await session.rest()

    outcomes = {
        response.request_id: response.turn.finished.outcome
        for response in turns
        if response.turn.HasField("finished")
    }
    assert outcomes == dict.fromkeys(("s1", "s2", "s3"), turn_pb2.TURN_OUTCOME_LEFT)
    assert last.HasField("left")


async def test_a_left_timeline_can_be_played_on(loopback: LoopbackServer) -> None:
    """Sessions that begin after that are told of nothing, and end when they like."""
    timeline = await loopback.open()
    await leave(loopback, timeline, await loopback.save(timeline))

    session = await GameSession(loopback).open(timeline, watch_after_seq=0)
    await session.observe("o1", "A mug falls.")
    seen = await session.until(lambda response: response.watched.HasField("memory"))
    rest = await session.rest()

    assert [one.watched.WhichOneof("event") for one in seen if one.HasField("watched")] == [
        "left",
        "memory",
    ]
    assert not [response for response in rest if response.HasField("left")]


async def test_a_session_that_was_away_is_told_that_the_game_left(loopback: LoopbackServer) -> None:
    """It is not opened, and what it sends is not taken."""
    timeline = await loopback.open()
    save = await loopback.save(timeline)
    first = await GameSession(loopback).open(timeline)
    reached = (await first.read()).opened.head_seq
    first.hang_up()
    loaded = await leave(loopback, timeline, save)
    stored = await head(loopback, timeline)

    again = await GameSession(loopback).open(timeline, resume_after_seq=reached)
    await again.observe("o1", "A mug falls.")
    (told,) = await again.rest()

    assert (told.left.save_id, told.left.to_timeline_id) == (save, loaded.timeline_id)
    assert await head(loopback, timeline) == stored


@pytest.mark.parametrize(("after", "seen"), [(0, ["memory", "left"]), (1, ["left"]), (2, [])])
async def test_a_session_that_watched_is_shown_what_came_before(
    loopback: LoopbackServer, after: int, seen: list[str]
) -> None:
    """It sees what happened up to the load, as far as it did not see it, and nothing after it."""
    timeline = await loopback.open()
    save = await loopback.save(timeline)
    first = await GameSession(loopback).open(timeline)
    await first.observe("o1", "A mug falls.")
    await first.rest()
    await leave(loopback, timeline, save)
    second = await GameSession(loopback).open(timeline)
    await second.observe("o2", "A dog barks.")
    await second.rest()

    again = await GameSession(loopback).open(timeline, watch_after_seq=after, resume_after_seq=0)
    *watched, last = await again.rest()

    assert [one.watched.WhichOneof("event") for one in watched] == seen
    assert last.left.save_id == save


async def test_a_session_that_was_away_goes_on_where_nobody_left(loopback: LoopbackServer) -> None:
    """Neither an older load nor one that left an ancestor is its business; the next one is."""
    timeline = await loopback.open()
    save = await loopback.save(timeline)
    await leave(loopback, timeline, save)
    reached = await head(loopback, timeline)
    here = await GameSession(loopback).open(timeline, resume_after_seq=reached)
    child = await GameSession(loopback).open(
        await loopback.load(await loopback.save(timeline)), resume_after_seq=0
    )
    for number, one in enumerate((here, child)):
        await one.observe(f"o{number}", "A mug falls.")
        opened, observed = await one.read(), await one.read()
        assert response_kinds([opened, observed]) == [("", "opened"), (f"o{number}", "observed")]

    loaded = await leave(loopback, timeline, save)

    (told,) = await here.rest()
    assert told.left.to_timeline_id == loaded.timeline_id
    assert await child.rest() == []


async def test_a_position_of_another_timeline_is_no_place_to_go_on_from(
    loopback: LoopbackServer,
) -> None:
    """Nobody can say what happened after a position that has not come yet."""
    session = await GameSession(loopback).open(await loopback.open(), resume_after_seq=99)

    assert await session.ending() is grpc.StatusCode.OUT_OF_RANGE


async def test_who_loads_without_leaving_disturbs_nobody(loopback: LoopbackServer) -> None:
    """Two lines are played beside each other."""
    timeline = await loopback.open()
    save = await loopback.save(timeline)
    session = await GameSession(loopback).open(timeline)
    await loopback.timelines.Load(pb.LoadRequest(save_id=save))
    await session.observe("o1", "A mug falls.")

    opened, observed = await session.rest()

    assert opened.HasField("opened")
    assert observed.HasField("observed")


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
    session = await GameSession(loopback).open(timeline)
    await session.until(lambda response: response.HasField("opened"))
    turn = loopback.say(timeline)
    await turn.read()
    await turn.read()

    await loopback.timelines.DeleteTimeline(pb.DeleteTimelineRequest(timeline_id=timeline))

    codes = [await read_ending(turn), await read_ending(watching), await session.ending()]
    assert codes == [grpc.StatusCode.NOT_FOUND] * 3
    observed = loopback.play.Observe(play_service_pb2.ObserveRequest(timeline_id=timeline))
    assert (await read_refusal(observed)).reason == Reason.TIMELINE_NOT_FOUND
