"""Observations many times a second: batches, order, bounds, and a server that is away."""

import asyncio

import grpc
import npcclient
import pytest
from npcclient.messages import Movement, ObjectChange, Observation

from npcserver.v1.play_service_pb2 import ObserveRequest, StoryFlag
from tests.fakes.canned_server import CannedFailure, ServerControl


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
            ObjectChange(place_id="pier", object="lamp", state="lit"),
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
