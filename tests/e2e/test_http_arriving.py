"""Requests over HTTP that never come whole, and how large one may be."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import grpc
import httpx2
import pytest
from google.protobuf.message import Message

from npcserver.admin.v1 import world_service_pb2 as worlds
from npcserver.model.errors import Reason
from npcserver.v1 import play_service_pb2 as play
from tests.fakes.channels import CALLER
from tests.fakes.wires import FORMS as WIRE_FORMS
from tests.fakes.wires import BothWires, call_outcome, enveloped, serve_both_wires

GET_WORLD = "npcserver.admin.v1.WorldService/GetWorld"
SAY = "npcserver.v1.PlayService/Say"
WATCH = "npcserver.v1.PlayService/Watch"
FORMS = ("application/json", "application/proto", "application/grpc-web+proto")
STREAMS = ("application/connect+json", "application/connect+proto", "application/grpc-web+proto")


@dataclass
class Peer:
    """A client that sends what it wants to, when it wants to."""

    connection: socket.socket

    async def send(self, data: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(self.connection, data)

    async def answer(self, until: bytes = b"") -> bytes:
        """Read up to something, or up to the end of the connection."""
        came, loop = b"", asyncio.get_running_loop()
        async with asyncio.timeout(20):
            while not until or until not in came:
                with suppress(ConnectionError):
                    if piece := await loop.sock_recv(self.connection, 65536):
                        came += piece
                        continue
                return came
        return came


@asynccontextmanager
async def peer(here: BothWires) -> AsyncGenerator[Peer, None]:
    """Open a connection by hand."""
    with socket.socket() as connection:
        connection.setblocking(False)
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", here.port))
        yield Peer(connection)


def head(path: str, form: str, length: int | None = 100) -> bytes:
    how = "transfer-encoding: chunked" if length is None else f"content-length: {length}"
    lines = ("host: localhost", f"content-type: {form}", how, *map(": ".join, CALLER.items()))
    return "\r\n".join((f"POST /{path} HTTP/1.1", *lines, "", "")).encode()


async def time_has_passed(here: BothWires) -> None:
    """Return when every bound has run out a few times."""
    for _ in range(4):
        async with peer(here) as slow:
            await slow.send(b"POST / HTTP/1.1\r\n")
            await slow.answer()


@pytest.mark.parametrize("begun", [b"P", head(GET_WORLD, "application/json")[:-2]])
async def test_a_head_that_never_comes_whole_is_given_up(begun: bytes) -> None:
    """Anyone who does not go on is told so, and the connection ends."""
    async with serve_both_wires(head=0.2) as here, peer(here) as slow:
        await slow.send(begun)
        came = await slow.answer()

    assert came.startswith(b"HTTP/1.1 408 ")
    assert b"connection: close" in came
    assert came.endswith(b"the request did not arrive; try again")


async def test_a_head_that_trickles_is_given_up_too() -> None:
    """A byte now and then does not buy more time."""
    async with serve_both_wires(head=0.2) as here, peer(here) as slow:
        await slow.send(b"POST / HTTP/1.1\r\nx-slow: ")
        reading = asyncio.create_task(slow.answer())
        while not reading.done():
            with suppress(ConnectionError):
                await slow.send(b"x")
            await asyncio.sleep(0.02)
        came = await reading

    assert came.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("length", [100, None])
@pytest.mark.parametrize(
    ("path", "form"), [(GET_WORLD, form) for form in FORMS] + [(SAY, form) for form in STREAMS]
)
async def test_a_body_that_never_comes_whole_is_refused(
    path: str, form: str, length: int | None
) -> None:
    """The answer has the details of all refusals, and is the last on its connection."""
    async with serve_both_wires(body=0.2) as here, peer(here) as slow:
        await slow.send(head(path, form, length) + (b"1\r\n{\r\n" if length is None else b"{"))
        came = await slow.answer()
        calls = here.loopback.calls

    assert b"connection: close" in came
    assert b"x-request-id" in came
    if "web" in form:
        assert b"grpc-status: 8\r\n" in came
        assert b"the%20request%20did%20not%20arrive%20within%200.2%20s" in came
        assert b"grpc-status-details-bin" in came
    else:
        assert b"the request did not arrive within 0.2 s; send it in smaller parts" in came
        assert b'"code": "resource_exhausted"' in came
        assert b'"reason": "OVER_LIMIT"' in came
    assert calls == 0


async def test_a_body_that_was_not_waited_for_is_not_waited_for_long() -> None:
    """What was answered already does not keep its connection until the rest has come."""
    async with serve_both_wires(body=0.2) as here, peer(here) as slow:
        await slow.send(head("npcserver.admin.v1.WorldService/Nothing", "application/json"))
        came = await slow.answer()

    assert came.startswith(b"HTTP/1.1 404 ")
    assert b"408" not in came


async def test_long_streams_and_slow_answers_are_left_alone() -> None:
    """Once a request has arrived its answer may take as long as it does."""
    async with serve_both_wires(head=0.2, body=0.2) as here:
        timeline = await here.loopback.open()
        go_on = asyncio.Event()
        here.loopback.will_say("Well.", go_on, "Good night.")
        speaker = play.Speaker(id="p1", name="Ada")
        request = play.SayRequest(
            timeline_id=timeline, character_id="mira", speaker=speaker, text="Hi"
        )
        async with aclosing(here.by("json").stream(SAY, request)) as turn:
            events = [await anext(turn), await anext(turn)]
            await time_has_passed(here)
            go_on.set()
            events += [event async for event in turn]

    lines = [event.event.line.text for event in events if event.event.HasField("line")]
    assert lines == ["Well.", "Good night."]


async def test_a_request_that_came_in_pieces_is_left_alone() -> None:
    """What was slow at first, and is there, is answered for as long as any other."""
    async with serve_both_wires(head=0.2, body=0.2) as here, peer(here) as slow:
        timeline = await here.loopback.open()
        body = enveloped(f'{{"timelineId": "{timeline}"}}'.encode())
        await slow.send(head(WATCH, "application/connect+json", len(body)) + body[:9])
        await here.until(lambda: here.http._server.server_state.tasks)
        await slow.send(body[9:])
        await slow.answer(until=b"\r\n\r\n")
        await time_has_passed(here)
        watched = here.loopback.calls

    assert watched == 1


async def test_quiet_connections_are_left_alone() -> None:
    """A client that has its answer may ask again on the same connection, much later."""
    async with serve_both_wires(head=0.2, body=0.2) as here:
        await here.loopback.open()
        one = httpx2.Limits(max_connections=1)
        base = str(here.client.base_url)
        async with httpx2.AsyncClient(
            base_url=base, limits=one, trust_env=False, headers=CALLER
        ) as client:
            addresses = set()
            for _ in range(2):
                await time_has_passed(here)
                answer: Any = await client.post(f"/{GET_WORLD}", json={"worldId": "harbour"})
                stream = answer.extensions["network_stream"]
                addresses.add(stream.get_extra_info("client_addr"))

    assert answer.status_code == 200
    assert len(addresses) == 1


async def test_half_a_request_behind_a_long_stream_does_not_end_the_stream() -> None:
    """What comes behind a stream on its connection has to wait, and is not blamed for that."""
    async with serve_both_wires(head=0.2, body=0.2) as here, peer(here) as eager:
        timeline = await here.loopback.open()
        body = enveloped(f'{{"timelineId": "{timeline}"}}'.encode())
        await eager.send(head(WATCH, "application/connect+json", len(body)) + body)
        await eager.answer(until=b"\r\n\r\n")
        await eager.send(head(GET_WORLD, "application/json")[:30])
        await time_has_passed(here)
        watched = here.loopback.calls
        await eager.send(head(GET_WORLD, "application/json")[30:])
        await time_has_passed(here)
        still_watched = here.loopback.calls

    assert (watched, still_watched) == (1, 1)


@pytest.mark.parametrize("begun", [b"", b"\r\n\r\n"])
async def test_a_connection_on_which_nothing_is_asked_ends(begun: bytes) -> None:
    """It may be quiet as long as after an answer, and gets none when it ends."""
    async with serve_both_wires(idle=1) as here, peer(here) as quiet:
        await quiet.send(begun)
        came = await quiet.answer()

    assert came == b""


@pytest.mark.parametrize(("path", "form"), [(GET_WORLD, FORMS[0]), (SAY, STREAMS[0])])
async def test_a_shutdown_does_not_wait_for_half_a_request(path: str, form: str) -> None:
    """Who has not asked in full when the server stops is told to ask again later."""
    async with serve_both_wires() as here, peer(here) as slow:
        await slow.send(head(path, form) + b"{")
        await here.until(lambda: here.http._server.server_state.tasks)
        await here.stop(60)
        came = await slow.answer()

    assert b'"code": "unavailable"' in came
    assert b'"reason": "SHUTTING_DOWN"' in came


@pytest.mark.parametrize("form", WIRE_FORMS)
@pytest.mark.parametrize("is_stream", [False, True])
async def test_a_message_over_the_limit_is_refused(
    here: BothWires,
    form: str,
    is_stream: bool,  # noqa: FBT001
) -> None:
    """The answer names the limit, with all details, and the connection goes on."""
    await here.loopback.open()
    wire, request = here.over_http(form), of_a_size(here, form, 2**20 + 1, is_stream=is_stream)
    came = await call_outcome(wire, SAY if is_stream else GET_WORLD, request)
    after = await wire.call(GET_WORLD, worlds.GetWorldRequest(world_id="harbour"))

    assert came.why.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert came.why.message == (
        "the request is larger than 1048576 bytes; send it in smaller parts"
    )
    assert came.why.reason == Reason.OVER_LIMIT
    assert came.why.details["ErrorInfo"].domain == "npcserver"
    assert came.why.details["ErrorInfo"].metadata == {"limit": "1048576"}
    assert came.why.details["QuotaFailure"].violations[0].subject == "1048576"
    assert came.why.trailer["x-request-id"]
    assert after.world.world_id == "harbour"
    assert here.loopback.calls == 0


async def test_a_world_over_the_limit_is_refused_with_two_ways_to_import_it(
    here: BothWires,
) -> None:
    """A part of a file is no world, so smaller parts would not help."""
    request = worlds.ImportWorldRequest(world_id="harbour", yaml="#" * (2**20 + 1))
    call = "npcserver.admin.v1.WorldService/ImportWorld"
    came = await call_outcome(here.over_http(WIRE_FORMS[0]), call, request)

    assert came.why.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "npcserver import FILE" in came.why.message
    assert "PutBook" in came.why.message


@pytest.mark.parametrize("form", WIRE_FORMS)
@pytest.mark.parametrize("is_stream", [False, True])
async def test_a_message_at_the_limit_is_read(
    here: BothWires,
    form: str,
    is_stream: bool,  # noqa: FBT001
) -> None:
    """What is as large as may be is looked at, and refused for what is in it alone."""
    request = of_a_size(here, form, 2**20, is_stream=is_stream)
    came = await call_outcome(here.over_http(form), SAY if is_stream else GET_WORLD, request)

    assert came.why.code is grpc.StatusCode.INVALID_ARGUMENT


def of_a_size(here: BothWires, form: str, size: int, *, is_stream: bool) -> Message:
    """Return a request that has so many bytes on its wire."""
    for length in range(size - 40, size + 1):
        text = "x" * length
        one, many = worlds.GetWorldRequest(world_id=text), play.SayRequest(text=text)
        request: Message = many if is_stream else one
        if len(here.over_http(form).packed(request)) == size:
            return request
    raise AssertionError(f"no request of {size} bytes")


async def test_a_stranger_is_told_of_the_key_before_the_size() -> None:
    """What is too large is refused where all is, after a look at the key."""
    async with serve_both_wires(keys=("a-key",)) as here:
        large = {"worldId": "x" * 2**20, "service": "x" * 2**20}
        answer = await here.client.post(f"/{GET_WORLD}", json=large)
        health = await here.client.post("/grpc.health.v1.Health/Check", json=large)

    assert answer.json()["code"] == "unauthenticated"
    assert health.json()["code"] == "resource_exhausted"
    assert "send it in smaller parts" in health.json()["message"]
