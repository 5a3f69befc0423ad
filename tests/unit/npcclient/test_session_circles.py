"""Talk in circles over a session that goes on over another connection."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1 import turn_pb2
from tests.fakes.canned_server import GONE, PlayConnection, connected_session

HEARD = pb.SayInCircleResponse(heard=pb.CircleHeard(seq=8))
QUIET = pb.SayInCircleResponse(quiet=pb.CircleQuiet())


def floor(character_id: str) -> pb.SayInCircleResponse:
    return pb.SayInCircleResponse(floor=pb.CircleFloor(character_id=character_id))


def turn(turn_id: str, *texts: str, is_over: bool = True) -> list[pb.SayInCircleResponse]:
    """Return the events of a turn."""
    events = [turn_pb2.TurnEvent(started=turn_pb2.TurnStarted())]
    events += [turn_pb2.TurnEvent(line=turn_pb2.Line(text=text)) for text in texts]
    if is_over:
        events.append(turn_pb2.TurnEvent(finished=turn_pb2.TurnFinished()))
    for number, event in enumerate(events):
        event.turn_id, event.sequence = turn_id, number
    return [pb.SayInCircleResponse(turn=event) for event in events]


@dataclass
class Talk(PlayConnection):
    """A connection that answers words in a circle with these events, and may be lost after them."""

    events: Sequence[pb.SayInCircleResponse] = ()
    breaks: bool = False

    async def write(self, request: pb.PlayRequest) -> None:
        """Take an input."""
        if not request.HasField("say_in_circle"):
            await super().write(request)
            return
        self.sent.append(request.request_id)
        for event in self.events:
            response = pb.PlayResponse(request_id=request.request_id, in_circle=event)
            self.answers.put_nowait(response)
        if self.breaks:
            self.answers.put_nowait(GONE)


async def heard_of(*lines: Talk) -> list[pb.SayInCircleResponse]:
    """Say something over these connections; return all that the game is told of it."""
    told: list[pb.SayInCircleResponse] = []
    async with connected_session(*lines) as playing, asyncio.timeout(60):
        name = await playing.say_in_circle("cir_1", "Hello?", who="ann")
        async for response in playing:
            assert response.request_id == name
            told.append(response.in_circle)
            if response.in_circle.HasField("quiet"):
                break
        assert playing.unanswered == ()
    assert [line.sent for line in lines] == [[name] for _ in lines]
    return told


async def test_a_talk_that_was_cut_off_is_told_once() -> None:
    """What was told before the connection was lost is not told again, and the rest follows."""
    whole = [HEARD, floor("tom"), *turn("t1", "One.", "Two."), floor("mira"), *turn("t2", "Three.")]
    for cut in range(len(whole) + 1):
        first = Talk(events=whole[:cut], breaks=True)
        second = Talk(events=[*whole, QUIET])

        told = [event for event in await heard_of(first, second) if not event.HasField("floor")]

        assert told == [event for event in [*whole, QUIET] if not event.HasField("floor")]


async def test_a_floor_is_told_again_only_where_its_turn_had_not_begun() -> None:
    """A turn of the connection before keeps its floor; one that never began may go to another."""
    first = Talk(events=[HEARD, floor("tom"), *turn("t1", "One."), floor("mira")], breaks=True)
    rest = [HEARD, floor("tom"), *turn("t1", "One."), floor("jon"), *turn("t2", "Two."), QUIET]

    told = await heard_of(first, Talk(events=rest))

    floors = [event.floor.character_id for event in told if event.HasField("floor")]
    assert floors == ["tom", "mira", "jon"]


async def test_a_turn_that_the_lost_connection_interrupted_ends_once() -> None:
    """Its end comes over the next connection, and the talk goes on after it."""
    first = Talk(events=[HEARD, floor("tom"), *turn("t1", "One.", is_over=False)], breaks=True)
    again = Talk(events=[HEARD, floor("tom"), *turn("t1", "One.")], breaks=True)
    last = Talk(
        events=[HEARD, floor("tom"), *turn("t1", "One."), floor("mira"), *turn("t2"), QUIET]
    )

    told = await heard_of(first, again, last)

    ends = [event.turn.turn_id for event in told if event.turn.HasField("finished")]
    assert ends == ["t1", "t2"]
    assert [event.WhichOneof("event") for event in told].count("floor") == 2
