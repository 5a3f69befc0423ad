"""Pings of clients that keep connections open: those of engines are borne with, floods are not."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from npcserver.v1 import play_service_pb2 as play
from npcserver.v1 import play_service_pb2_grpc
from tests.fakes.channels import insecure_channel
from tests.fakes.server import LoopbackServer

EACH_SECOND = (
    ("grpc.keepalive_time_ms", 1000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.use_local_subchannel_pool", 1),
)
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + b"\x04\x00" + bytes(4)
PING = b"\x00\x00\x08\x06\x00" + bytes(4) + b"12345678"
_PING_HEAD = PING[:9]
_GOAWAY = 7


@dataclass
class Passing:
    """A way to the server on which pings are counted."""

    port: int
    pings: int = 0


@asynccontextmanager
async def counted(to: int) -> AsyncGenerator[Passing, None]:
    """Pass bytes on to a port, and count the pings among them."""
    tasks: set[asyncio.Task[None]] = set()

    async def passing_on(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, counts: bool
    ) -> None:
        try:
            while piece := await reader.read(65536):
                if counts:
                    way.pings += piece.count(_PING_HEAD)
                writer.write(piece)
        finally:
            writer.close()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", to)
        tasks.add(asyncio.create_task(passing_on(reader, back, counts=True)))
        tasks.add(asyncio.create_task(passing_on(there, writer, counts=False)))

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    way = Passing(server.sockets[0].getsockname()[1])
    try:
        yield way
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_ping_each_second_is_borne_with_during_a_quiet_call(
    loopback: LoopbackServer,
) -> None:
    """A long call without news goes on, however often its client makes sure of it."""
    timeline = await loopback.open()
    async with (
        counted(loopback.port) as way,
        insecure_channel(f"127.0.0.1:{way.port}", options=EACH_SECOND) as channel,
    ):
        stub = play_service_pb2_grpc.PlayServiceStub(channel)
        watching = stub.Watch(play.WatchRequest(timeline_id=timeline))
        await watching.wait_for_connection()
        before = way.pings
        await _until(lambda: way.pings >= before + 5)
        observed = play.Observation(text="A mug falls.", witness_ids=["mira"])
        await loopback.play.Observe(
            play.ObserveRequest(timeline_id=timeline, request_id="o1", observations=[observed])
        )
        news = await watching.read()
        watching.cancel()

    assert isinstance(news, play.WatchResponse)


async def test_a_ping_each_second_is_borne_with_while_nobody_calls(
    loopback: LoopbackServer,
) -> None:
    """An idle connection is kept as well, without a call on it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", loopback.port)
    writer.write(PREFACE)
    answered = []
    for _ in range(5):
        await asyncio.sleep(1.0)  # what is tested is this pace
        writer.write(PING)
        answered.append(await _frame(reader, of=6, acknowledged=True))
    writer.close()

    assert answered == [b"12345678"] * 5


async def test_a_flood_of_pings_is_not(loopback: LoopbackServer) -> None:
    """Anyone who pings without pause is told to be calm, and let go."""
    reader, writer = await asyncio.open_connection("127.0.0.1", loopback.port)
    writer.write(PREFACE + PING * 50)
    goodbye = await _frame(reader, of=_GOAWAY)
    writer.close()

    assert b"too_many_pings" in goodbye


async def _frame(reader: asyncio.StreamReader, of: int, *, acknowledged: bool = False) -> bytes:
    """Read frames up to the next of a kind, and return what it carries."""
    async with asyncio.timeout(60):
        while True:
            head = await reader.readexactly(9)
            carried = await reader.readexactly(int.from_bytes(head[:3], "big"))
            if head[3] == of and bool(head[4] & 1) == acknowledged:
                return carried


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - pings tell nobody
            await asyncio.sleep(0.02)
