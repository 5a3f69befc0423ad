"""Circles within `PlayService.Play`: the same inputs and events as by the single calls."""

import asyncio
from typing import Any

import npcclient
import pytest

from npcserver.admin.v1 import memory_service_pb2
from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1 import timeline_service_pb2, turn_pb2
from tests.fakes.server import LoopbackServer
from tests.fakes.wires import GameSession, response_kinds

ADA, BEN = pb.Speaker(id="p1", name="Ada"), pb.Speaker(id="p2", name="Ben")
TOM, MIRA = (pb.Speaker(id=name, is_character=True) for name in ("tom", "mira"))
HEARD_TO_QUIET = ["heard", "floor", "turn", "turn", "turn", "quiet"]


async def opened(session: GameSession, *members: pb.Speaker) -> str:
    """Open a circle in a session; return its id."""
    await session.send("open", open_circle=pb.OpenCircleRequest(members=members))
    seen = await session.until(lambda response: response.request_id == "open")
    assert seen[-1].WhichOneof("output") == "circle_opened"
    return seen[-1].circle_opened.circle.circle_id


def request(**fields: Any) -> pb.PlayRequest:
    return pb.PlayRequest(**fields)


def words(circle_id: str, text: str, **fields: Any) -> pb.SayInCircleRequest:
    given: dict[str, Any] = {"speaker_id": "p1", "most_turns": 1} | fields
    return pb.SayInCircleRequest(circle_id=circle_id, text=text, **given)


async def test_a_circle_lives_within_a_session(loopback: LoopbackServer) -> None:
    """It is opened, joined, spoken in, looked at and left, with the events of the single calls."""
    timeline = await loopback.open("Mira", "Tom")
    loopback.will_say("In the well.")
    session = await GameSession(loopback).open(timeline)
    circle = await opened(session, ADA, MIRA)
    await session.send("j", join_circle=pb.JoinCircleRequest(circle_id=circle, member=TOM))
    await session.send("s", say_in_circle=words(circle, "Tom, where is it?"))
    talk = await session.until(lambda response: response.in_circle.HasField("quiet"))
    await session.send("l", leave_circle=pb.LeaveCircleRequest(circle_id=circle, member_id="tom"))
    await session.send("", get_circle=pb.GetCircleRequest(circle_id=circle))
    left, found = await session.rest()

    joined, *said = talk
    assert [one.id for one in joined.circle_joined.circle.members] == ["p1", "mira", "tom"]
    assert {response.request_id for response in said} == {"s"}
    assert [one.in_circle.WhichOneof("event") for one in said] == HEARD_TO_QUIET
    assert said[1].in_circle.floor.character_id == "tom"
    assert said[3].in_circle.turn.line.text == "In the well."
    assert [one.in_circle.turn.sequence for one in said[2:5]] == [0, 1, 2]
    assert response_kinds([left, found]) == [("l", "circle_left"), ("", "circle")]
    assert left.circle_left.circle == found.circle.circle
    assert [one.id for one in found.circle.circle.members] == ["p1", "mira"]


async def test_words_are_heard_before_what_comes_later(loopback: LoopbackServer) -> None:
    """Who leaves after words were sent has heard them; the talk goes on beside later inputs."""
    timeline = await loopback.open("Mira", "Tom")
    go_on = asyncio.Event()
    loopback.will_say(go_on, "In the well.")
    session = await GameSession(loopback).open(timeline)
    circle = await opened(session, ADA, MIRA, TOM)
    await session.send("s", say_in_circle=words(circle, "Mira, where is it?"))
    await session.send("l", leave_circle=pb.LeaveCircleRequest(circle_id=circle, member_id="tom"))
    seen = await session.until(lambda response: response.request_id == "l")
    go_on.set()
    ending = await session.rest()

    heard = next(one.in_circle.heard for one in seen if one.in_circle.HasField("heard"))
    assert heard.seq < seen[-1].circle_left.seq
    assert ending[-1].in_circle.HasField("quiet")
    minds = memory_service_pb2.ListMemoriesRequest(timeline_id=timeline, character_id="tom")
    known = await loopback.memories.ListMemories(minds)
    assert [one.text for one in known.memories] == ["Mira, where is it?"]


async def test_an_interruption_ends_the_talk(loopback: LoopbackServer) -> None:
    """A turn in a circle is interrupted by its id, and nobody speaks after it."""
    timeline = await loopback.open("Mira", "Tom")
    loopback.will_say("Well.", asyncio.Event())
    session = await GameSession(loopback).open(timeline)
    circle = await opened(session, ADA, MIRA, TOM)
    await session.send("s", say_in_circle=words(circle, "Mira, hello?", most_turns=3))
    spoken = await session.until(lambda response: response.in_circle.turn.HasField("line"))
    turn_id = spoken[-1].in_circle.turn.turn_id
    await session.send("i", interrupt=pb.InterruptRequest(turn_id=turn_id))
    ending = await session.rest()

    assert [one.interrupted.was_speaking for one in ending if one.request_id == "i"] == [True]
    events = [one.in_circle for one in ending if one.request_id == "s"]
    assert events[0].turn.finished.outcome == turn_pb2.TURN_OUTCOME_INTERRUPTED
    assert [one.WhichOneof("event") for one in events] == ["turn", "quiet"]


async def test_a_game_that_goes_away_interrupts_who_is_speaking(loopback: LoopbackServer) -> None:
    """Hanging up in the middle of a talk cancels it, as of every turn."""
    timeline = await loopback.open("Mira", "Tom")
    loopback.will_say("Well.", asyncio.Event())
    session = await GameSession(loopback).open(timeline)
    circle = await opened(session, ADA, MIRA, TOM)
    await session.send("s", say_in_circle=words(circle, "Mira, hello?"))
    await session.until(lambda response: response.in_circle.turn.HasField("line"))

    session.hang_up()

    async with asyncio.timeout(60):
        while loopback.script.closed == 0 or loopback.calls:  # noqa: ASYNC110 - nothing tells us
            await asyncio.sleep(0.005)
    assert loopback.script.closed == 1


async def test_a_load_ends_the_talk_as_left(loopback: LoopbackServer) -> None:
    """When the game loads a save, the turn in the circle ends as left, and then the session."""
    timeline = await loopback.open("Mira", "Tom")
    saved = await loopback.timelines.Save(
        timeline_service_pb2.SaveRequest(timeline_id=timeline, name="before")
    )
    loopback.will_say("Well.", asyncio.Event())
    session = await GameSession(loopback).open(timeline)
    circle = await opened(session, ADA, MIRA, TOM)
    await session.send("s", say_in_circle=words(circle, "Mira, hello?", most_turns=3))
    await session.until(lambda response: response.in_circle.turn.HasField("line"))
    await loopback.timelines.Load(
        timeline_service_pb2.LoadRequest(save_id=saved.save.save_id, leaving_timeline_id=timeline)
    )
    ending = await session.rest()

    events = [one.in_circle for one in ending if one.request_id == "s"]
    assert events[0].turn.finished.outcome == turn_pb2.TURN_OUTCOME_LEFT
    assert events[-1].HasField("quiet")
    assert ending[-1].HasField("left")


async def test_words_sent_again_are_said_once(loopback: LoopbackServer) -> None:
    """After a lost connection the same input gets the same turns, and nobody speaks twice."""
    timeline = await loopback.open("Mira", "Tom")
    loopback.will_say("In the well.")
    session = await GameSession(loopback).open(timeline)
    circle = await opened(session, ADA, MIRA, TOM)
    said = words(circle, "Mira, where is it?")
    await session.send("s", say_in_circle=said)
    first = [one.in_circle for one in await session.rest()]
    again = await GameSession(loopback).open(timeline)
    await again.send("s", say_in_circle=said)
    second = [one.in_circle for one in (await again.rest())[1:]]

    assert second == first
    assert len(loopback.script.heard) == 1


@pytest.mark.parametrize(
    ("message", "code", "says"),
    [
        (request(request_id="1", open_circle={"members": [ADA]}), 3, "members"),
        (request(request_id="1", get_circle={"circle_id": "cir_none"}), 5, "cir_none"),
        (request(request_id="1", join_circle={"circle_id": "c"}), 3, "member"),
        (request(request_id="1", leave_circle={"circle_id": "c"}), 3, "member_id"),
        (
            request(
                request_id="1",
                say_in_circle={"circle_id": "cir_none", "speaker_id": "p1", "text": "Hi"},
            ),
            5,
            "cir_none",
        ),
        (request(open_circle={"members": [ADA, MIRA]}), 3, "request_id"),
    ],
    ids=["alone", "get", "join", "leave", "say", "no id"],
)
async def test_what_cannot_be_is_refused_and_the_session_goes_on(
    loopback: LoopbackServer, message: pb.PlayRequest, code: int, says: str
) -> None:
    """A refused input about a circle is told in the stream, and the next one is handled."""
    timeline = await loopback.open()
    session = await GameSession(loopback).open(timeline)
    await session._call.write(message)
    await session.read()
    failed = (await session.read()).failed
    await session.observe("next", "A mug falls.")

    assert failed.code == code
    assert says in failed.message
    assert response_kinds(await session.rest()) == [("next", "observed")]


async def test_the_client_plays_circles_in_a_session(
    loopback: LoopbackServer, npc: npcclient.NpcClient
) -> None:
    """The session of the Python client has a method for each, and all is answered to the end."""
    timeline = await loopback.open("Mira", "Tom")
    loopback.will_say("In the well.")
    circle = await npc.circles.open(timeline, (ADA, MIRA))
    async with npc.play.session(timeline) as session:
        sent = [
            await session.join_circle(circle, TOM),
            await session.say_in_circle(circle, "Tom?", who=ADA, to=(TOM,), most_turns=1),
            await session.leave_circle(circle, TOM),
            await session.get_circle(circle),
            await session.open_circle((BEN, TOM), place_id="inn"),
        ]
        await session.done()
        answers = [response async for response in session]
        unanswered = session.unanswered

    assert unanswered == ()
    by_id = {name: [one for one in answers if one.request_id == name] for name in sent}
    outputs = [by_id[name][-1].WhichOneof("output") for name in sent]
    assert outputs == ["circle_joined", "in_circle", "circle_left", "circle", "circle_opened"]
    talk = [one.in_circle.WhichOneof("event") for one in by_id[sent[1]]]
    assert talk == HEARD_TO_QUIET
