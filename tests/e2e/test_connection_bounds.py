"""What a connection may take from a server before anybody has shown a key."""

import asyncio
import ssl
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import grpc
import httpx2
import pytest
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc

from npcserver.http.server import HttpOptions, method_server
from npcserver.rpc.server import GrpcServer, ServerOptions
from npcserver.sockets import connections_allowed, read_certificate
from tests.engines.servers import Certificate
from tests.fakes.channels import insecure_channel
from tests.fakes.server import SECRET, LoopbackServer, ReplyScript, use_cases
from tests.fakes.wires import BothWires, serve_both_wires
from tests.processes import PATIENCE

HERE = "127.0.0.1"
KB = 1024
CALL = (
    b"POST /npcserver.admin.v1.WorldService/GetWorld HTTP/1.1\r\nhost: localhost\r\n"
    b"npc-client: t/1 wire/2\r\n"
    b"content-type: application/json\r\n"
)
FIRST = b"GET /healthz/live HTTP/1.1\r\nhost: localhost\r\n"


@asynccontextmanager
async def connected(port: int) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    near, far = await asyncio.open_connection(HERE, port)
    try:
        yield near, far
    finally:
        far.transport.abort()


async def answer_to(port: int, *pieces: bytes) -> bytes:
    """Send pieces, and return all that comes back until the connection ends."""
    async with connected(port) as (near, far), asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):
            for piece in pieces:
                far.write(piece)
                await far.drain()
        return await all_of(near)


async def all_of(near: asyncio.StreamReader) -> bytes:
    came = b""
    with suppress(ConnectionError):
        while piece := await near.read(64 * KB):
            came += piece
    return came


def headers(count: int, size: int) -> bytes:
    return b"".join(b"x-%06d: %b\r\n" % (number, b"x" * size) for number in range(count))


async def alive(here: BothWires) -> bool:
    return (await here.client.get("/healthz/live")).status_code == httpx2.codes.OK


@pytest.mark.parametrize(
    "pieces",
    [
        (FIRST + b"x-long: " + b"x" * 33 * KB + b"\r\n\r\n",),
        (FIRST + headers(1000, 40) + b"\r\n",),
        (b"GET /" + b"x" * 33 * KB + b" HTTP/1.1\r\nhost: localhost\r\n\r\n",),
        (FIRST + b"x-endless: ", *(b"x" * 64 * KB,) * 100),
        (FIRST, *(headers(1000, 40),) * 100),
        (b"GET /", *(b"x" * 64 * KB,) * 100),
        (CALL + b"transfer-encoding: chunked\r\n\r\n0\r\nx-after: ", *(b"x" * 64 * KB,) * 100),
    ],
    ids=["header", "headers", "path", "endless", "endless-headers", "endless-path", "trailer"],
)
async def test_a_head_that_is_too_large_ends_its_connection(pieces: tuple[bytes, ...]) -> None:
    """Whether it is whole or would never be; and others are answered."""
    async with serve_both_wires() as here:
        came = await answer_to(here.port, *pieces)
        assert await alive(here)

    # a peer that goes on sending may be cut off before it has read the answer
    assert came.startswith(b"HTTP/1.1 431 ") or (not came and len(pieces) > 1)


async def test_a_head_within_the_limit_is_answered() -> None:
    """Large ones too, and those that come in pieces."""
    head = FIRST + b"connection: close\r\n" + headers(1, 31 * KB) + b"\r\n"
    async with serve_both_wires() as here:
        whole = await answer_to(here.port, head)
        pieces = await answer_to(here.port, *(head[at : at + KB] for at in range(0, len(head), KB)))

    assert whole.startswith(b"HTTP/1.1 200 ")
    assert pieces.startswith(b"HTTP/1.1 200 ")


async def test_a_body_that_is_announced_too_large_is_refused_at_once() -> None:
    """Nothing of it is waited for."""
    head = CALL + b"connection: close\r\ncontent-length: 2147483648\r\n\r\n"
    async with serve_both_wires(body=600) as here:
        came = await answer_to(here.port, head)

    assert b"resource_exhausted" in came
    assert b"send it in smaller parts" in came


async def test_http_takes_so_many_connections_and_no_more() -> None:
    """One more is told so and closed; it finds a place once another has gone. It is logged once."""
    async with serve_both_wires(connections=3) as here, AsyncExitStack() as stack:
        with structlog.testing.capture_logs() as logs:
            held = [await stack.enter_async_context(connected(here.port)) for _ in range(3)]
            await here.until(lambda: len(here.http._server.server_state.connections) == 3)
            refused = [await answer_to(here.port) for _ in range(2)]
        held[0][1].transport.abort()
        await here.until(lambda: len(here.http._server.server_state.connections) == 2)
        served = await answer_to(here.port, FIRST + b"connection: close\r\n\r\n")

    assert [came.partition(b"\r\n")[0] for came in refused] == [
        b"HTTP/1.1 503 Service Unavailable"
    ] * 2
    assert [(log["event"], log["limit"]) for log in logs] == [("connections_refused", 3)]
    assert served.startswith(b"HTTP/1.1 200 ")


async def test_a_tls_handshake_that_never_comes_is_given_up(tls: Certificate) -> None:
    """A silent connection counts nowhere else before it is over."""
    certificate = read_certificate(tls.chain, tls.key)
    server = method_server({}, HttpOptions(port=0, tls=certificate, head=2.0))
    port = await server.start()
    running = asyncio.create_task(server.run())
    try:
        assert await answer_to(port) == b""
        context = ssl.create_default_context(cafile=tls.authority)
        near, far = await asyncio.open_connection(HERE, port, ssl=context)
        far.write(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            served = await all_of(near)
        far.transport.abort()
    finally:
        await server.stop(0)
        await running

    assert served.startswith(b"HTTP/1.1 200 ")


@asynccontextmanager
async def grpc_server(**bounds: Any) -> AsyncGenerator[int]:
    """Serve over gRPC with other bounds; yields the port."""
    server = GrpcServer(use_cases(ReplyScript()), ServerOptions(port=0, **bounds), SECRET)
    port = await server.start()
    try:
        yield port
    finally:
        await server.drain_and_stop(0)


async def check(channel: grpc.aio.Channel, size: int = 0) -> grpc.StatusCode:
    """Make a call with so much metadata; return how it ended."""
    stub: Any = health_pb2_grpc.HealthStub(channel)
    metadata = (("x-large", "x" * size),)
    try:
        await stub.Check(health_pb2.HealthCheckRequest(), metadata=metadata, timeout=PATIENCE)
    except grpc.aio.AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK


def channel_to(port: int) -> grpc.aio.Channel:
    """Return a channel with a connection of its own."""
    own = [("grpc.use_local_subchannel_pool", 1)]
    return insecure_channel(f"{HERE}:{port}", options=own)


async def test_grpc_takes_so_many_connections_and_no_more() -> None:
    """One more finds a place once another has gone."""
    async with grpc_server(connections=2) as port, AsyncExitStack() as stack:
        first, second, third = [await stack.enter_async_context(channel_to(port)) for _ in range(3)]
        within = [await check(first), await check(second)]
        beyond = await check(third)
        await first.close()
        async with asyncio.timeout(PATIENCE):
            while await check(third) is not grpc.StatusCode.OK:  # noqa: ASYNC110 - nothing tells us
                await asyncio.sleep(0.05)

    assert within == [grpc.StatusCode.OK] * 2
    assert beyond is grpc.StatusCode.UNAVAILABLE


async def test_grpc_refuses_metadata_beyond_its_size() -> None:
    """Each time, and not now and then."""
    async with grpc_server() as port, channel_to(port) as channel:
        within = [await check(channel, 7 * KB) for _ in range(20)]
        beyond = [await check(channel, 9 * KB) for _ in range(20)]

    assert within == [grpc.StatusCode.OK] * 20
    assert beyond == [grpc.StatusCode.RESOURCE_EXHAUSTED] * 20


@pytest.mark.parametrize("bounds", [{"idle": 0.5}, {"age": 0.5}], ids=str)
async def test_a_grpc_connection_without_calls_ends(bounds: dict[str, float]) -> None:
    """When it has been idle for too long, or is too old; the next call makes a new one."""
    async with grpc_server(**bounds) as port, channel_to(port) as channel:
        assert await check(channel) is grpc.StatusCode.OK
        async with asyncio.timeout(PATIENCE):
            await channel.wait_for_state_change(grpc.ChannelConnectivity.READY)
        again = await check(channel)

    assert again is grpc.StatusCode.OK


async def test_a_grpc_connection_has_so_many_calls_at_one_time() -> None:
    """The others wait in the client until one is over."""
    async with grpc_server(streams=2) as port, channel_to(port) as channel:
        assert await check(channel) is grpc.StatusCode.OK  # it knows the bound from now on
        health: Any = health_pb2_grpc.HealthStub(channel)
        watches = [health.Watch(health_pb2.HealthCheckRequest()) for _ in range(3)]
        reading = [asyncio.ensure_future(watch.read()) for watch in watches]
        await asyncio.wait(reading[:2])
        waiting = await asyncio.wait(reading[2:], timeout=0.5)
        watches[0].cancel()
        await reading[2]

    assert waiting == (set(), {reading[2]})


async def test_a_grpc_connection_that_says_nothing_ends() -> None:
    """Silence is no handshake; calls beside it are answered."""
    async with grpc_server() as port, AsyncExitStack() as stack:
        silent = [await stack.enter_async_context(connected(port)) for _ in range(50)]
        channel = await stack.enter_async_context(channel_to(port))
        beside = await check(channel)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(all_of(near) for near, _ in silent))

    assert beside is grpc.StatusCode.OK


def test_connections_leave_files_for_the_rest() -> None:
    """Both listeners together take four fifths of the files at most, whatever is wanted."""
    resource = pytest.importorskip("resource", reason="the system has no limit of files")
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1000, most))
    try:
        assert connections_allowed(4000) == 400
        assert connections_allowed(100) == 100
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))


def frame(kind: int, flags: int, stream: int, data: bytes) -> bytes:
    """Return a frame of HTTP/2."""
    return len(data).to_bytes(3) + bytes((kind, flags)) + stream.to_bytes(4) + data


def call_frames(stream: int) -> bytes:
    """Return a call of a unary method."""
    words = (b"/npcserver.admin.v1.WorldService/ListWorlds", b"localhost", b"application/grpc")
    path, host, form = (bytes((len(word),)) + word for word in words)
    head = b"\x83\x86\x04" + path + b"\x01" + host + b"\x0f\x10" + form + b"\x00\x02te\x08trailers"
    return frame(1, 4, stream, head) + frame(0, 1, stream, bytes(5))


def reset(stream: int) -> bytes:
    return frame(3, 0, stream, (8).to_bytes(4))


async def test_calls_that_are_reset_at_once_leave_nothing_behind(loopback: LoopbackServer) -> None:
    """Thousands on one connection keep no other call from its answer; one without a reset comes."""
    settings, acknowledged = frame(4, 0, 0, b""), frame(4, 1, 0, b"")
    flood = b"".join(call_frames(one) + reset(one) for one in range(1, 10_001, 2))
    calls = loopback.server._calls
    async with connected(loopback.port) as (near, far), asyncio.timeout(PATIENCE):
        far.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + settings + acknowledged)
        await near.readuntil(acknowledged)
        far.write(flood)
        reading = asyncio.ensure_future(all_of(near))
        beside = await check(loopback.channel)
        stream = 10_001
        while not calls.arrived or calls.count:
            far.write(call_frames(stream))  # refused while the server is busy with the flood
            stream += 2
            await asyncio.sleep(0.1)
        reading.cancel()

    assert beside is grpc.StatusCode.OK
