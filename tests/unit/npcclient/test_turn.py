"""Turns and their streams, and observations sent many times a second."""

import asyncio
from types import SimpleNamespace
from typing import Any

import grpc
import npcclient
import pytest
from npcclient.calls import Caller
from npcclient.circles import CircleTalk
from npcclient.messages import Movement, ObjectChange, Observation
from npcclient.turn import Turn

from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1 import turn_pb2
from npcserver.v1.play_service_pb2 import ObserveRequest, StoryFlag
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
    assert len(control.asked(pb.InterruptRequest)) == 1


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


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (grpc.StatusCode.UNAVAILABLE, "restarting"),
        (grpc.StatusCode.CANCELLED, "restarting"),
        # what libraries make of a proxy whose server died
        (grpc.StatusCode.UNKNOWN, "Stream removed (Data frame with END_STREAM flag received)"),
        (grpc.StatusCode.INTERNAL, "Received RST_STREAM with error code 2"),
        (grpc.StatusCode.UNKNOWN, "protocol error: unexpected EOF"),
    ],
)
async def test_unheard_words_are_said_again(
    npc: npcclient.NpcClient, control: ServerControl, code: grpc.StatusCode, message: str
) -> None:
    """A turn whose server was away is asked for again, under the same request id."""
    control.failures = [CannedFailure(code, message, times=2)]

    assert await npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text()
    ids = {request.request_id for request in control.asked(pb.SayRequest)}
    assert len(control.requests) == 3
    assert len(ids) == 1


async def test_an_error_of_the_server_itself_is_not_asked_again(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """It has a reason, whatever words it has in common with those of a broken connection."""
    control.failures = [
        CannedFailure(grpc.StatusCode.INTERNAL, "Stream removed by a bug", "INTERNAL")
    ]

    with pytest.raises(npcclient.ServerFailed):
        await npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text()

    assert len(control.requests) == 1


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


def seen(number: int) -> Observation:
    return Observation(text=f"Bell {number} rings.", place_id="pier")


def texts(control: ServerControl) -> list[str]:
    requests = {request.request_id: request for request in control.asked(ObserveRequest)}
    return [one.text for request in requests.values() for one in request.observations]


async def test_all_arrive_in_order_and_in_batches(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """What is put is stored once, in order, in fewer calls than there are observations."""
    async with npc.play.observing("tl_1", interval=0.01) as queue:
        for number in range(250):
            queue.put(seen(number))
            if number % 50 == 0:
                await asyncio.sleep(0)

    assert texts(control) == [seen(number).text for number in range(250)]
    assert len(control.asked(ObserveRequest)) < 25
    assert (len(queue), queue.dropped, queue.failures) == (0, 0, 0)


async def test_leaving_sends_what_is_left(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """The last observation before the end is stored, however long the interval."""
    async with npc.play.observing("tl_1", interval=30.0) as queue:
        queue.put(seen(1))
        await queue.flush()
        first = texts(control)
        queue.put(seen(2))

    assert first == [seen(1).text]
    assert texts(control) == [seen(1).text, seen(2).text]


async def test_order_matters_more_than_batches(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A server takes movements before observations; so what came after one is another batch."""
    async with npc.play.observing("tl_1", interval=0.0) as queue:
        queue.put(
            StoryFlag(name="dusk"),
            Movement(id="ann", place_id="pier"),
            ObjectChange(place_id="pier", object_name="lamp", state="lit"),
            seen(1),
            Movement(id="ann", place_id="inn"),
            seen(2),
        )

    first, second = control.asked(ObserveRequest)
    assert [first.flags[0].name, first.movements[0].place_id] == ["dusk", "pier"]
    assert [first.objects[0].state, first.observations[0].text] == ["lit", seen(1).text]
    assert [second.movements[0].place_id, second.observations[0].text] == ["inn", seen(2).text]


async def test_a_server_that_was_away_gets_everything_once(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A batch is sent again under the same id until it is stored, and the rest after it."""
    control.failures = [CannedFailure(grpc.StatusCode.UNAVAILABLE, "restarting", times=6)]
    async with npc.play.observing("tl_1", interval=0.0) as queue:
        queue.put(*(seen(number) for number in range(150)))

    assert texts(control) == [seen(number).text for number in range(150)]
    ids = [request.request_id for request in control.asked(ObserveRequest)]
    assert len(ids) == 8
    assert len(set(ids[:7])) == 1


async def test_the_oldest_observation_makes_space(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A queue does not grow without bounds, and where a person is stays known longest."""
    async with npc.play.observing("tl_1", most=3) as queue:
        queue.put(Movement(id="ann", place_id="pier"), *(seen(number) for number in range(5)))

    assert queue.dropped == 3
    assert texts(control) == [seen(3).text, seen(4).text]
    assert control.asked(ObserveRequest)[0].movements[0].place_id == "pier"


async def test_what_is_refused_is_told(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """A batch that the server does not take does not hold up the others."""
    control.failures = [
        CannedFailure(grpc.StatusCode.INVALID_ARGUMENT, "no such place", "INVALID_FIELD")
    ]
    told: list[tuple[npcclient.NpcError, ObserveRequest]] = []
    queue = npc.play.observing(
        "tl_1", interval=0.0, refused=lambda error, batch: told.append((error, batch))
    )
    async with queue:
        queue.put(seen(1))
        await queue.flush()
        queue.put(seen(2))

    ((error, batch),) = told
    assert isinstance(error, npcclient.InvalidInput)
    assert batch.observations[0].text == seen(1).text
    assert queue.failures == 1
    assert texts(control)[-1] == seen(2).text


async def test_a_listener_that_fails(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """Who is told of a refusal and raises is the loop's to report; the queue goes on."""
    reported: list[object] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: reported.append(context.get("exception"))
    )
    control.failures = [
        CannedFailure(grpc.StatusCode.INVALID_ARGUMENT, "no such place", "INVALID_FIELD")
    ]

    async with npc.play.observing("tl_1", interval=0.0, refused=_fails) as queue:
        queue.put(seen(1))
        await queue.flush()
        queue.put(seen(2))

    assert [type(error) for error in reported] == [LookupError]
    assert texts(control)[-1] == seen(2).text


async def test_a_server_that_does_not_come_back() -> None:
    """Leaving does not hang, and says how much was lost."""
    patience = npcclient.Patience(call=0.1, pause=0.01)
    async with npcclient.connect("127.0.0.1:1", patience=patience) as npc:
        with pytest.raises(npcclient.Unavailable, match="2 observations were not stored"):
            async with npc.play.observing("tl_1") as queue:
                queue.put(seen(1), seen(2))


async def test_another_error_is_not_hidden() -> None:
    """An error of the block itself comes out, and not one about what was left in the queue."""
    patience = npcclient.Patience(call=0.05, pause=0.01)

    async def fall(npc: npcclient.NpcClient) -> None:
        async with npc.play.observing("tl_1") as queue:
            queue.put(seen(1))
            raise LookupError

    async with npcclient.connect("127.0.0.1:1", patience=patience) as npc:
        with pytest.raises(LookupError):
            await fall(npc)


async def test_a_queue_that_is_not_open(npc: npcclient.NpcClient) -> None:
    """Using a queue outside its block is a mistake with a plain message."""
    with pytest.raises(RuntimeError, match="async with"):
        npc.play.observing("tl_1").put(seen(1))


def _fails(error: npcclient.NpcError, batch: ObserveRequest) -> None:
    del error, batch
    raise LookupError("a mistake of the game")
