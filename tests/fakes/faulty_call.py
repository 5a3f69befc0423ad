"""What a faulty endpoint has seen, and one call to it."""

import asyncio
import json
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class FaultyLLM:
    """What the endpoint has seen; `dropped` counts connections that the client closed early."""

    base_url: str = ""
    bodies: list[dict[str, object]] = field(default_factory=list)
    headers: list[str] = field(default_factory=list)
    waiting: int = 0
    dropped: int = 0
    error: dict[str, object] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, holds: Callable[["FaultyLLM"], bool]) -> None:
        """Wait until the condition holds of this endpoint."""
        while not holds(self):
            self.changed.clear()
            await self.changed.wait()


@dataclass
class Call:
    """One request and the socket to answer it on."""

    llm: FaultyLLM
    body: dict[str, object]
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def head(
        self, status: str = "200 OK", kind: str = "text/event-stream", more: str = ""
    ) -> None:
        self.writer.write(
            f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}"
            "Transfer-Encoding: chunked\r\n\r\n".encode()
        )
        await self.writer.drain()

    async def raw(self, data: bytes) -> None:
        self.writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        await self.writer.drain()

    async def event(self, payload: object) -> None:
        await self.raw(b"data: " + json.dumps(payload).encode() + b"\n\n")

    async def words(self, text: str) -> None:
        await self.event(
            {
                "id": "c",
                "object": "chat.completion.chunk",
                "created": 0,
                "model": "m",
                "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}],
            }
        )

    async def finish(self, reason: str = "stop") -> None:
        await self.event(
            {
                "id": "c",
                "object": "chat.completion.chunk",
                "created": 0,
                "model": "m",
                "choices": [{"index": 0, "delta": {}, "finish_reason": reason}],
            }
        )

    async def usage(self, cached: int = 0, **more: object) -> None:
        counted: dict[str, object] = {
            "prompt_tokens": 11,
            "completion_tokens": 7,
            "total_tokens": 18,
        }
        if cached:
            counted["prompt_tokens_details"] = {"cached_tokens": cached}
        await self.event(
            {
                "id": "c",
                "object": "chat.completion.chunk",
                "created": 0,
                "model": "m",
                "choices": [],
                "usage": counted,
                **more,
            }
        )

    async def done(self) -> None:
        await self.raw(b"data: [DONE]\n\n")
        await self.end()

    async def end(self) -> None:
        self.writer.write(b"0\r\n\r\n")
        await self.writer.drain()

    async def refuse(self, status: str, error: object, more: str = "") -> None:
        body = json.dumps({"error": error}).encode()
        self.writer.write(
            f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n{more}"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        await self.writer.drain()

    async def hang(self) -> None:
        """Send nothing more until the client goes away."""
        self.llm.waiting += 1
        self.llm.changed.set()
        await self.reader.read()
        self.llm.dropped += 1
        self.llm.changed.set()

    def reset(self) -> None:
        sock = self.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()

    def asked_for(self, kind: str) -> bool:
        answer = self.body.get("response_format")
        return isinstance(answer, dict) and answer.get("type") == kind
