"""Going away over HTTP: clients that hang up or stand still, and the server when it stops."""

import asyncio
import dataclasses
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from datetime import timedelta
from functools import partial

import grpc
import httpx2
import pytest

from npcserver.admin.v1 import world_service_pb2
from npcserver.http.server import HttpOptions, method_server
from npcserver.model.errors import InvalidInput, Reason
from npcserver.rpc.interceptor import RpcTimeouts
from npcserver.v1 import play_service_pb2 as play
from tests.fakes.channels import CALLER
from tests.fakes.server import EndlessWatching, FailingWorlds, ReplyScript, use_cases
from tests.fakes.wires import (
    FORMS,
    WIRES,
    BothWires,
    CallOutcome,
    call_outcome,
    enveloped,
    serve_both_wires,
)

SAY = "npcserver.v1.PlayService/Say"
WATCH = "npcserver.v1.PlayService/Watch"
GET_WORLD = "npcserver.admin.v1.WorldService/GetWorld"
HARBOUR = world_service_pb2.GetWorldRequest(world_id="harbour")
Receive = Callable[[], Awaitable[bytes]]


def say(timeline_id: str) -> play.SayRequest:
    speaker = play.Speaker(id="p1", name="Ada")
    return play.SayRequest(timeline_id=timeline_id, character_id="mira", speaker=speaker, text="Hi")


async def told(here: BothWires, timeline_id: str) -> list[str]:
    """Return the lines of the first turn that the log has."""
    request = play.WatchRequest(timeline_id=timeline_id, after_seq=0)
    async with aclosing(here.by("grpc").stream(WATCH, request)) as news:
        async for item in news:
            if item.HasField("turn"):
                return [line.text for line in item.turn.lines]
    raise AssertionError("the log has no turn")


@pytest.mark.parametrize("form", FORMS)
async def test_hanging_up_interrupts_and_only_what_was_delivered_is_remembered(form: str) -> None:
    """Words that never left the server were never said, over HTTP as over gRPC."""
    async with serve_both_wires() as here:
        timeline = await here.loopback.open()
        here.loopback.will_say("Well.", asyncio.Event(), "Never said.")
        async with aclosing(here.by(form).stream(SAY, say(timeline))) as turn:
            async for message in turn:
                if message.event.HasField("line"):
                    break
        await here.until(lambda: here.loopback.calls == 0)
        lines = await told(here, timeline)

    assert lines == ["Well."]
    assert here.loopback.script.closed == 1


async def test_hanging_up_on_a_call_cancels_it() -> None:
    """Nothing goes on working for a caller who has left."""
    worlds = FailingWorlds()
    services = dataclasses.replace(use_cases(ReplyScript()), worlds=worlds)
    async with serve_both_wires(services) as here:
        calling = asyncio.create_task(
            here.client.post(
                "/npcserver.admin.v1.WorldService/GetWorld", json={"worldId": "harbour"}
            )
        )
        await here.until(lambda: here.loopback.calls == 1)
        calling.cancel()
        await here.until(lambda: here.loopback.calls == 0)

    assert worlds.cancelled == 1


async def test_a_reader_that_stands_still_is_let_go_and_cut() -> None:
    """A stream nobody reads holds little, ends on our side, and its connection with it."""
    watching = EndlessWatching()
    services = dataclasses.replace(use_cases(ReplyScript()), watching=watching)
    async with (
        serve_both_wires(services, patience=RpcTimeouts(stalled=0.2), stalled=0.6) as here,
        _slow(here) as receive,
    ):
        await here.until(lambda: watching.closed == 1 and here.loopback.calls == 0)
        given = watching.given
        await here.until(lambda: not here.http._server.server_state.connections)
        rest = await _rest(receive)

    assert given < 300
    assert b"error" not in rest


async def test_a_reader_that_reads_on_is_told() -> None:
    """Anyone who was slow and comes back learns what happened."""
    watching = EndlessWatching()
    services = dataclasses.replace(use_cases(ReplyScript()), watching=watching)
    async with (
        serve_both_wires(services, patience=RpcTimeouts(stalled=0.2), stalled=60) as here,
        _slow(here) as receive,
    ):
        await here.until(lambda: watching.closed == 1 and here.loopback.calls == 0)
        rest = await _rest(receive, until=b"\r\n0\r\n\r\n")

    assert b'"code": "resource_exhausted"' in rest
    assert b"nothing was read from this stream" in rest


@asynccontextmanager
async def _slow(here: BothWires) -> AsyncGenerator[Receive, None]:
    """Ask for a stream by a connection with the smallest buffers, and read nothing of it."""
    loop = asyncio.get_running_loop()
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.setblocking(False)
        await loop.sock_connect(slow, ("127.0.0.1", here.port))
        body = enveloped(b'{"timelineId": "tl_1"}')
        head = (
            f"POST /{WATCH} HTTP/1.1\r\nhost: localhost\r\nnpc-client: {CALLER['npc-client']}\r\n"
            f"content-type: application/connect+json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        await loop.sock_sendall(slow, head.encode() + body)
        yield partial(loop.sock_recv, slow, 65536)


async def _rest(receive: Receive, until: bytes = b"") -> bytes:
    """Return the end of what a connection still has."""
    rest = b""
    async with asyncio.timeout(20):
        while not until or until not in rest:
            try:
                piece = await receive()
            except OSError:
                return rest
            if not piece:
                return rest
            rest = rest[-4000:] + piece
    return rest


@pytest.mark.parametrize("wire", WIRES)
async def test_a_shutdown_ends_watching_at_once_and_says_so(wire: str) -> None:
    """A stream without an end of its own does not hold up the server, on either listener."""
    async with serve_both_wires() as here:
        timeline = await here.loopback.open()
        request = play.WatchRequest(timeline_id=timeline)
        watching = asyncio.create_task(call_outcome(here.by(wire), WATCH, request))
        await here.until(lambda: here.loopback.calls == 1)

        await here.stop(60)
        came = await watching

    assert came.why.code is grpc.StatusCode.UNAVAILABLE
    assert came.why.reason == Reason.SHUTTING_DOWN


@pytest.mark.parametrize("wire", WIRES)
async def test_a_shutdown_lets_a_running_turn_finish(wire: str) -> None:
    """A turn that is being spoken is spoken to its end within the grace, and then no more."""
    async with serve_both_wires() as here:
        timeline = await here.loopback.open()
        go_on = asyncio.Event()
        here.loopback.will_say("Well.", go_on, "Good night.")
        speaking = asyncio.create_task(call_outcome(here.by(wire), SAY, say(timeline)))
        await here.until(lambda: here.loopback.calls == 1 and here.loopback.script.heard)

        stopping = asyncio.create_task(here.stop(30))
        await here.until(here.loopback.server._calls.draining.is_set)
        go_on.set()
        came: CallOutcome = await speaking
        await stopping
        with pytest.raises(httpx2.TransportError):
            await here.client.get("/")

    assert came.refused is None
    lines = [m.event.line.text for m in came.messages if m.event.HasField("line")]
    assert lines == ["Well.", "Good night."]


@pytest.mark.parametrize("wire", WIRES)
async def test_a_shutdown_cuts_off_what_outlives_the_grace_and_says_so(wire: str) -> None:
    """A turn that goes on too long has cleaned up when the server has stopped, and says why."""
    async with serve_both_wires() as here:
        timeline = await here.loopback.open()
        here.loopback.will_say("Well.", asyncio.Event(), "Never said.")
        came = CallOutcome()
        speaking = asyncio.create_task(call_outcome(here.by(wire), SAY, say(timeline), into=came))
        await here.until(lambda: lines_of(came) == ["Well."])

        await here.stop(0)
        left = here.loopback.calls
        await speaking

    assert left == 0
    assert here.loopback.script.closed == 1
    assert lines_of(came) == ["Well."]
    assert_tells_of_the_shutdown(came)


@pytest.mark.parametrize("wire", WIRES)
async def test_a_shutdown_says_so_to_who_waits_for_an_answer(wire: str) -> None:
    """A call with one answer that outlives the grace ends as a turn does."""
    worlds = FailingWorlds()
    services = dataclasses.replace(use_cases(ReplyScript()), worlds=worlds)
    async with serve_both_wires(services) as here:
        asking = asyncio.create_task(call_outcome(here.by(wire), GET_WORLD, HARBOUR))
        await here.until(lambda: here.loopback.calls == 1)

        await here.stop(0)
        came = await asking

    assert worlds.cancelled == 1
    assert_tells_of_the_shutdown(came)


def lines_of(came: CallOutcome) -> list[str]:
    return [one.event.line.text for one in came.messages if one.event.HasField("line")]


def assert_tells_of_the_shutdown(came: CallOutcome) -> None:
    assert came.why.code is grpc.StatusCode.UNAVAILABLE
    assert came.why.reason == Reason.SHUTTING_DOWN
    assert came.why.details["ErrorInfo"].domain == "npcserver"
    assert came.why.details["RetryInfo"].retry_delay.ToTimedelta() > timedelta()
    assert "try again once it is back" in came.why.message
    assert came.why.trailer["x-request-id"]


async def test_a_port_in_use_is_told_before_anything_is_served() -> None:
    """The message names the setting, the port, and what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        with pytest.raises(InvalidInput, match=rf"http\.port: {port} is in use; stop what"):
            await method_server({}, HttpOptions(port=port)).start()


async def test_a_peer_that_vanished_is_noticed() -> None:
    """Each connection is asked for signs of life; those we accept take it from the listener."""
    async with serve_both_wires() as here:
        (listener,) = here.http._sockets

        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 10
        assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 25_000
