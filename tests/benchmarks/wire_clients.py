"""Clients that cost as little as can be, and all the same: bytes go out, bytes come back."""

import asyncio
import re
import time
from typing import Any, Protocol

from google.protobuf import json_format
from npcclient.wire import CLIENT

from npcserver.admin.v1 import world_service_pb2 as worlds
from npcserver.v1 import play_service_pb2 as play
from tests.fakes.channels import insecure_channel
from tests.fakes.wires import enveloped

GET_WORLD = "/npcserver.admin.v1.WorldService/GetWorld"
SAY = "/npcserver.v1.PlayService/Say"
ASK = worlds.GetWorldRequest(world_id="harbour")
_SPOKEN = re.compile(rb" at=(\d+)\.")
_FORMS = {  # of a single call, of a stream
    "connect_json": ("application/json", "application/connect+json"),
    "connect_proto": ("application/proto", "application/connect+proto"),
    "grpc_web": ("application/grpc-web+proto", "application/grpc-web+proto"),
}
WIRES = ("grpc", *_FORMS)


class Client(Protocol):
    """Calls; returns how long it took, or how long each token was on its way, in seconds."""

    async def call(self) -> float: ...

    async def tokens(self, count: int) -> list[float]: ...

    async def close(self) -> None: ...


def talk(tokens: int) -> play.SayRequest:
    """Ask for so many tokens."""
    speaker = play.Speaker(id="p1", name="Ada")
    return play.SayRequest(
        timeline_id="tl_1",
        character_id="mira",
        speaker=speaker,
        text=str(tokens),
        stream_deltas=True,
    )


class GrpcClient:
    """The library of native gRPC, with bytes instead of messages."""

    def __init__(self, port: int) -> None:
        self._channel = insecure_channel(f"127.0.0.1:{port}")
        self._get: Any = self._channel.unary_unary(GET_WORLD)
        self._say: Any = self._channel.unary_stream(SAY)
        self._ask = ASK.SerializeToString()

    async def call(self) -> float:
        began = time.perf_counter()
        answer = await self._get(self._ask)
        took = time.perf_counter() - began
        assert b"Harbour" in answer
        return took

    async def tokens(self, count: int) -> list[float]:
        delays = []
        async for message in self._say(talk(count).SerializeToString()):
            delays += _delay(message)
        return delays

    async def close(self) -> None:
        await self._channel.close()


class HttpClient:
    """One connection that is kept, and requests that were written beforehand."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, wire: str
    ) -> None:
        self._reader, self._writer, self._wire = reader, writer, wire
        self._ask = self._request(GET_WORLD, ASK, is_stream=False)

    @classmethod
    async def connect(cls, port: int, wire: str) -> "HttpClient":
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        return cls(reader, writer, wire)

    async def call(self) -> float:
        began = time.perf_counter()
        self._writer.write(self._ask)
        await self._head()
        answer = b""
        while piece := await self._chunk():
            answer += piece
        took = time.perf_counter() - began
        assert b"Harbour" in answer
        return took

    async def tokens(self, count: int) -> list[float]:
        self._writer.write(self._request(SAY, talk(count), is_stream=True))
        await self._head()
        delays = []
        while piece := await self._chunk():
            delays += _delay(piece)
        return delays

    async def close(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()

    async def _head(self) -> None:
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        assert b"transfer-encoding: chunked" in head

    async def _chunk(self) -> bytes:
        size = int(await self._reader.readuntil(b"\r\n"), 16)
        return (await self._reader.readexactly(size + 2))[:size]

    def _request(self, path: str, message: Any, *, is_stream: bool) -> bytes:
        kind = _FORMS[self._wire][is_stream]
        is_json = kind.endswith("json")
        body = (
            json_format.MessageToJson(message, indent=None).encode()
            if is_json
            else message.SerializeToString()
        )
        if is_stream or self._wire == "grpc_web":
            body = enveloped(body)
        head = (
            f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: {kind}\r\n"
            f"{': '.join(CLIENT)}\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body


def _delay(message: bytes) -> list[float]:
    now = time.monotonic_ns()
    return [(now - int(spoken)) / 1e9 for spoken in _SPOKEN.findall(message)]
