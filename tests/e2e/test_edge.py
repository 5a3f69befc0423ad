"""What the edge does for every method: deadlines, odd bytes, slow readers, going away."""

import asyncio
import dataclasses
from collections.abc import Callable
from typing import Any

import grpc
import pytest

from npcserver.admin.v1 import world_service_pb2
from npcserver.model.errors import Reason
from npcserver.rpc.interceptor import RpcTimeouts
from npcserver.v1 import play_service_pb2
from tests.fakes.server import (
    EndlessWatching,
    FailingDialogue,
    FailingWorlds,
    LoopbackServer,
    ReplyScript,
    serve_use_cases,
    use_cases,
)
from tests.fakes.wires import read_ending, read_refusal

ASK = world_service_pb2.GetWorldRequest(world_id="harbour")
WATCH = play_service_pb2.WatchRequest(timeline_id="tl_1")
SAY = play_service_pb2.SayRequest(
    timeline_id="tl_1",
    character_id="mira",
    speaker=play_service_pb2.Speaker(id="p1", name="Ada"),
    text="Hi",
)
SMALL_WINDOW = (("grpc.http2.lookahead_bytes", 65_536), ("grpc.http2.bdp_probe", 0))


@pytest.mark.parametrize("asked", [None, 3600.0])
async def test_no_unary_call_waits_longer_than_the_server_allows(asked: float | None) -> None:
    """Without a deadline a call gets the server's; a longer one than the longest is cut."""
    worlds = FailingWorlds()
    services = dataclasses.replace(use_cases(ReplyScript()), worlds=worlds)
    async with serve_use_cases(
        services, patience=RpcTimeouts(unary=0.05, longest=0.05)
    ) as loopback:
        failure = await read_refusal(loopback.worlds.GetWorld(ASK, timeout=asked))

    assert failure.code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert failure.reason == Reason.DEADLINE_EXCEEDED
    assert worlds.cancelled == 1


async def test_a_caller_that_hangs_up_cancels_what_it_asked_for() -> None:
    """Nothing goes on working for a caller who has left."""
    worlds = FailingWorlds()
    services = dataclasses.replace(use_cases(ReplyScript()), worlds=worlds)
    async with serve_use_cases(services) as loopback:
        call = loopback.worlds.GetWorld(ASK)
        await until(lambda: loopback.calls == 1)
        call.cancel()
        await until(lambda: loopback.calls == 0)

    assert worlds.cancelled == 1


async def test_bytes_that_are_no_message_are_the_callers_mistake(loopback: LoopbackServer) -> None:
    """Texts that are not UTF-8 and broken messages get INVALID_ARGUMENT, not INTERNAL."""
    for body in (b"\x0a\x02\xff\xfe", b"\x0a\xff"):
        call: Any = loopback.channel.unary_unary("/npcserver.admin.v1.WorldService/GetWorld")
        failure = await read_refusal(call(body))

        assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
        assert failure.fields == ("request",)


async def test_a_message_over_the_limit_is_refused(loopback: LoopbackServer) -> None:
    """A request of more than a megabyte is not even read."""
    request = world_service_pb2.GetWorldRequest(world_id="x" * 1_100_000)

    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await loopback.worlds.GetWorld(request)

    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_a_reader_that_stands_still_is_let_go() -> None:
    """A stream nobody reads holds little, ends on our side, and says why when it is read on."""
    watching = EndlessWatching()
    services = dataclasses.replace(use_cases(ReplyScript()), watching=watching)
    async with serve_use_cases(
        services, patience=RpcTimeouts(stalled=0.2), client=SMALL_WINDOW
    ) as loopback:
        call = loopback.play.Watch(WATCH)
        await until(lambda: watching.closed == 1 and loopback.calls == 0)
        given = watching.given
        failure = await read_refusal(call)

    assert given < 200
    assert failure.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert failure.reason == Reason.OVER_LIMIT


async def test_a_watcher_that_leaves_closes_what_it_watched() -> None:
    """A stream is closed from within as soon as its client is gone."""
    watching = EndlessWatching()
    services = dataclasses.replace(use_cases(ReplyScript()), watching=watching)
    async with serve_use_cases(services) as loopback:
        call = loopback.play.Watch(WATCH)
        await call.read()
        call.cancel()
        await until(lambda: loopback.calls == 0)

    assert watching.closed == 1


async def test_a_shutdown_ends_watching_at_once_and_says_so(loopback: LoopbackServer) -> None:
    """A stream without an end of its own does not hold up the server."""
    timeline = await loopback.open()
    call = loopback.play.Watch(play_service_pb2.WatchRequest(timeline_id=timeline))
    await call.wait_for_connection()

    ending = asyncio.create_task(loopback.server.drain_and_stop(60))
    failure = await read_refusal(call)
    await ending

    assert failure.code is grpc.StatusCode.UNAVAILABLE
    assert failure.reason == Reason.SHUTTING_DOWN


async def test_a_shutdown_waits_for_the_cleanup_of_what_it_cuts_off() -> None:
    """When the server has stopped, nothing touches the database any more."""
    dialogue = FailingDialogue()
    services = dataclasses.replace(use_cases(ReplyScript()), dialogue=dialogue)
    async with serve_use_cases(services) as loopback:
        call = loopback.play.Say(SAY)
        await call.read()

        await loopback.server.drain_and_stop(0)
        left = dialogue.running
        code = await read_ending(call)

    assert left == 0
    assert code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - what is waited for is on the other side of a wire
            await asyncio.sleep(0.005)
