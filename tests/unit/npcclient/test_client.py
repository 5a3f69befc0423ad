"""The client against a server of canned answers: calls, retries, errors, lists, sessions."""

from datetime import UTC, datetime

import grpc
import npcclient
import pytest
from npcclient import errors

from npcserver.v1 import (
    character_service_pb2,
    play_service_pb2,
    timeline_service_pb2,
    world_service_pb2,
)
from tests.fakes.canned_server import CannedFailure, ServerControl


async def test_ten_line_example(address: str) -> None:
    """The example of the README works as it stands."""
    async with npcclient.connect(address) as npc:
        timeline = await npc.timelines.start("harbour")
        said = [
            event.line.text
            async for event in npc.play.say(timeline, "mira", "Hello!", speaker="Ann")
            if event.line.text
        ]

    assert said == ["Come in.", "Mind the step."]


async def test_list_is_awaited_or_walked(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """A list fetches all its pages, and only those that are reached when it is walked through."""
    everything = [world.world_id for world in await npc.worlds.list()]
    control.requests.clear()
    async for _ in npc.worlds.list():
        break

    assert everything == ["a", "b", "c"]
    assert len(control.requests) == 1


async def test_retry_repeats_the_request_id(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A write that found no server is sent again under the same id, so it happens once."""
    control.failures = [CannedFailure(grpc.StatusCode.UNAVAILABLE, "restarting", times=2)]

    await npc.timelines.save("tl_1", "before the storm")

    ids = [request.request_id for request in control.asked(timeline_service_pb2.SaveRequest)]
    assert len(ids) == 3
    assert len(set(ids)) == 1
    assert 0 < len(ids[0]) <= 36


async def test_two_writes_have_two_request_ids(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """Two calls that mean two things never share an id."""
    await npc.timelines.save("tl_1", "one")
    await npc.timelines.save("tl_1", "one")

    first, second = control.asked(timeline_service_pb2.SaveRequest)
    assert first.request_id != second.request_id


async def test_retries_end(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """A server that stays away becomes `Unavailable` after the stated number of attempts."""
    control.failures = [CannedFailure(grpc.StatusCode.UNAVAILABLE, "still down", times=9)]

    with pytest.raises(npcclient.Unavailable, match="still down"):
        await npc.worlds.get("harbour")

    assert len(control.requests) == npcclient.Patience().attempts


async def test_only_absence_is_retried(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """A refusal is final at the first answer."""
    control.failures = [CannedFailure(grpc.StatusCode.ABORTED, "changed since", "ETAG_MISMATCH")]

    with pytest.raises(npcclient.Conflict) as caught:
        await npc.worlds.get("harbour")

    assert caught.value.reason == "ETAG_MISMATCH"
    assert len(control.requests) == 1


@pytest.mark.parametrize(("code", "kind"), errors.KINDS.items(), ids=str)
async def test_error_is_decoded(
    npc: npcclient.NpcClient,
    control: ServerControl,
    code: grpc.StatusCode,
    kind: type[npcclient.NpcError],
) -> None:
    """Every status has its type, with reason, metadata and the time to wait."""
    control.failures = [
        CannedFailure(code, "what to do", "SOME_REASON", {"field": "x.y"}, retry_after=3, times=9)
    ]

    with pytest.raises(kind) as caught:
        await npc.worlds.get("harbour")

    error = caught.value
    assert (error.code, error.message, error.reason) == (code, "what to do", "SOME_REASON")
    assert error.metadata == {"field": "x.y"}
    assert error.retry_after == 3.0


async def test_unknown_status_is_server_failed(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """What nobody foresaw is still an error of this package."""
    control.failures = [CannedFailure(grpc.StatusCode.DATA_LOSS, "oh no")]

    with pytest.raises(npcclient.ServerFailed, match="oh no"):
        await npc.worlds.get("harbour")


async def test_nobody_listens() -> None:
    """A wrong address is `Unavailable`, with no reason since no server gave one."""
    patience = npcclient.Patience(attempts=1)
    async with npcclient.connect("127.0.0.1:1", patience=patience) as npc:
        with pytest.raises(npcclient.Unavailable) as caught:
            await npc.worlds.get("harbour")

    assert caught.value.reason == ""
    assert "connect" in caught.value.message.lower()


async def test_calls_have_deadlines(address: str, control: ServerControl) -> None:
    """The server knows how long the client will wait, for calls and for turns."""
    patience = npcclient.Patience(call=5.0, turn=30.0)
    async with npcclient.connect(address, patience=patience) as npc:
        await npc.worlds.get("harbour")
        await npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text()

    call, turn = control.deadlines
    assert 0 < call <= 5.5  # gRPC rounds up
    assert 5.5 < turn <= 31.0


async def test_update_names_its_fields(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """Named fields become the mask; none named leaves it out."""
    world = world_service_pb2.World(world_id="harbour", name="Haven")
    await npc.worlds.update(world, "name")
    await npc.worlds.update(world)

    named, all_set = control.asked(world_service_pb2.UpdateWorldRequest)
    assert list(named.update_mask.paths) == ["name"]
    assert not all_set.HasField("update_mask")


async def test_seed_memory_may_be_plain_text(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A text without importance is sent as one that is to be rated."""
    rated = character_service_pb2.SeedMemory(text="The sea took her brother.", importance=9)
    await npc.characters.create(
        character_service_pb2.Character(world_id="harbour"), ["She owns the inn.", rated]
    )

    (request,) = control.asked(character_service_pb2.CreateCharacterRequest)
    plain, given = request.seed_memories
    assert plain.text == "She owns the inn."
    assert not plain.HasField("importance")
    assert given.importance == 9


async def test_clock_takes_plain_datetimes(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """Game time goes in and comes out as a datetime; one with a zone is turned to UTC."""
    now = await npc.play.advance_clock("tl_1", datetime(2023, 2, 14, 17, tzinfo=UTC))

    assert now == datetime(2023, 2, 14, 17)  # noqa: DTZ001 - game time has no zone


async def test_watch_yields_events(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """Watching yields what the server sends, from the position asked for."""
    seen = [event.seq async for event in npc.play.watch("tl_1", after_seq=6)]

    assert seen == [7, 8]
    assert control.asked(play_service_pb2.WatchRequest)[0].after_seq == 6


async def test_watch_failure_is_typed(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """A stream that is refused raises the same errors as a call."""
    control.failures = [CannedFailure(grpc.StatusCode.OUT_OF_RANGE, "not yet", "CURSOR_TOO_NEW")]

    with pytest.raises(npcclient.CursorTooNew):
        await anext(npc.play.watch("tl_1", after_seq=99))


async def test_session_answers_by_request_id(npc: npcclient.NpcClient) -> None:
    """Inputs of a session are answered in order under the ids that `send` returned."""
    seen = play_service_pb2.Observation(text="A bell rings.", place_id="pier")
    async with npc.play.session("tl_1") as session:
        sent = [await session.observe([seen]) for _ in range(3)]
        await session.done()
        answered = [response.request_id async for response in session]

    assert session.opened.head_seq == 3
    assert answered == sent
    assert len(set(sent)) == 3


async def test_session_that_is_not_open_says_so(npc: npcclient.NpcClient) -> None:
    """Using a session outside its block is a mistake with a plain message."""
    with pytest.raises(RuntimeError, match="async with"):
        await npc.play.session("tl_1").observe([])
