"""An OpenAI-compatible endpoint on loopback that misbehaves: one behaviour per model name."""

import asyncio
import json
import struct
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

Behaviour = Callable[["Call"], Awaitable[None]]

SAID = '{"say": "Good day."}'


@dataclass
class FaultyLLM:
    """What the endpoint has seen; `dropped` counts connections that the client closed early."""

    base_url: str = ""
    bodies: list[dict[str, object]] = field(default_factory=list)
    headers: list[str] = field(default_factory=list)
    waiting: int = 0
    dropped: int = 0
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

    async def head(self, status: str = "200 OK", kind: str = "text/event-stream", more: str = "") -> None:
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
        await self.event({"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "m",
                          "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]})

    async def finish(self, reason: str = "stop") -> None:
        await self.event({"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "m",
                          "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})

    async def usage(self) -> None:
        await self.event({"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "m",
                          "choices": [],
                          "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}})

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
            f"Content-Length: {len(body)}\r\n\r\n".encode() + body
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


async def ok(call: Call) -> None:
    await call.head()
    for start in range(0, len(SAID), 5):
        await call.words(SAID[start : start + 5])
    await call.finish()
    await call.usage()
    await call.done()


async def rate_limited(call: Call) -> None:
    await call.refuse("429 Too Many Requests", {"message": "slow down"}, "Retry-After: 3600\r\n")


async def rate_limited_until(call: Call) -> None:
    await call.refuse(
        "429 Too Many Requests", {"message": "no"}, "Retry-After: Wed, 01 Jan 2200 00:00:00 GMT\r\n"
    )


async def rate_limited_ms(call: Call) -> None:
    await call.refuse("429 Too Many Requests", {"message": "slow"}, "retry-after-ms: 1500\r\n")


async def server_error(call: Call) -> None:
    await call.refuse("500 Internal Server Error", {"message": "oops", "code": "broken"})


async def overloaded(call: Call) -> None:
    await call.refuse("503 Service Unavailable", {"message": "busy"}, "Retry-After: 7\r\n")


async def bad_key(call: Call) -> None:
    await call.refuse("401 Unauthorized", {"message": "bad key", "code": "invalid_api_key"})


async def no_such_model(call: Call) -> None:
    await call.refuse("404 Not Found", {"message": "no such model", "code": "model_not_found"})


async def too_long(call: Call) -> None:
    await call.refuse("400 Bad Request", {"message": "exceeds the context length; secret prompt"})


async def reset(call: Call) -> None:
    call.reset()


async def no_headers(call: Call) -> None:
    await call.hang()


async def no_token(call: Call) -> None:
    await call.head()
    await call.hang()


async def stall(call: Call) -> None:
    await call.head()
    await call.words("Good ")
    await call.hang()


async def ping_only(call: Call) -> None:
    await call.head()
    while True:
        await call.raw(b": ping\n\n")
        await asyncio.sleep(0.01)


async def ping_after_word(call: Call) -> None:
    await call.head()
    await call.words("Good ")
    while True:
        await call.raw(b": ping\n\n")
        await asyncio.sleep(0.01)


async def empty_deltas(call: Call) -> None:
    await call.head()
    while True:
        await call.words("")
        await asyncio.sleep(0.01)


async def drip(call: Call) -> None:
    await call.head()
    for number in range(1000):
        await call.words(f"{number} ")
        await asyncio.sleep(0.02)


async def cut_body(call: Call) -> None:
    await call.head()
    await call.words("Good ")
    call.writer.close()


async def cut_before_words(call: Call) -> None:
    await call.head()
    call.writer.close()


async def no_finish_reason(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.done()


async def length(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.finish("length")
    await call.done()


async def filtered(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.finish("content_filter")
    await call.done()


async def bad_json(call: Call) -> None:
    await call.head()
    await call.words("Good ")
    await call.raw(b'data: {"choices": [{"del\n\n')
    await call.hang()


async def bad_utf8(call: Call) -> None:
    await call.head()
    await call.raw(b'data: "\xff\xfe"\n\n')
    await call.hang()


async def deep_json(call: Call) -> None:
    await call.head()
    await call.raw(b"data: " + b"[" * 100_000 + b"\n\n")
    await call.hang()


async def not_an_object(call: Call) -> None:
    await call.head()
    await call.event(5)
    await call.hang()


async def empty(call: Call) -> None:
    await call.head()
    await call.words(" \n")
    await call.finish()
    await call.done()


async def no_choices(call: Call) -> None:
    await call.head()
    await call.usage()
    await call.done()


async def html(call: Call) -> None:
    await call.head(kind="text/html")
    await call.raw(b"<html>\n<body>\n\nWelcome to the portal\n</body></html>\n")
    await call.end()


async def error_mid_stream(call: Call) -> None:
    await call.head()
    await call.words("Good ")
    await call.event({"error": {"message": "cuda out of memory", "code": "oom"}})
    await call.hang()


async def loop(call: Call) -> None:
    await call.head()
    while True:
        await call.words("the ")


async def huge_event(call: Call) -> None:
    await call.head()
    await call.raw(b'data: {"x": "')
    for _ in range(800):
        await call.raw(b"x" * 65536)
    await call.hang()


async def huge_answer(call: Call) -> None:
    await call.head()
    filler = {"id": "c", "choices": [], "padding": "x" * 60_000}
    while True:
        await call.event(filler)


async def gzipped(call: Call) -> None:
    await call.head(more="Content-Encoding: gzip\r\n")
    await call.hang()


async def silent_end(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.finish()
    await call.hang()


async def error_after_finish(call: Call) -> None:
    await call.head()
    await call.words(SAID)
    await call.finish()
    call.writer.close()


async def split_emoji(call: Call) -> None:
    await call.head()
    await call.words("Hi \ud83d")
    await call.words("\ude00 and \ud83d!")
    await call.words("\ude00")
    await call.finish()
    await call.done()


async def odd_chunks(call: Call) -> None:
    await call.head()
    await call.event({})
    await call.event({"choices": None})
    await call.event({"choices": [{"index": 0, "delta": None, "finish_reason": None}]})
    await call.event({"choices": [{"index": 0, "delta": {"role": "assistant", "content": None}}]})
    await call.raw(b": keep-alive\n\n")
    await call.words(SAID)
    await call.finish()
    await call.done()


async def no_strict(call: Call) -> None:
    answer = call.body.get("response_format")
    if isinstance(answer, dict) and answer.get("json_schema", {}).get("strict"):
        await call.refuse("400 Bad Request", {"message": "additionalProperties is required"})
    else:
        await ok(call)


async def no_schema(call: Call) -> None:
    if call.asked_for("json_schema"):
        await call.refuse("400 Bad Request", {"message": "response_format json_schema unknown"})
    else:
        await ok(call)


async def no_json(call: Call) -> None:
    if "response_format" in call.body:
        await call.refuse("422 Unprocessable Entity", {"message": "response_format: extra field"})
    else:
        await ok(call)


async def new_token_limit(call: Call) -> None:
    if "max_tokens" in call.body:
        await call.refuse(
            "400 Bad Request", {"message": "use max_completion_tokens", "param": "max_tokens"}
        )
    else:
        await ok(call)


BEHAVIOURS: dict[str, Behaviour] = {
    name: behaviour
    for name, behaviour in list(globals().items())
    if asyncio.iscoroutinefunction(behaviour)
}


@asynccontextmanager
async def faulty_llm() -> AsyncGenerator[FaultyLLM, None]:
    """Serve all behaviours on a free port until the block is left."""
    llm = FaultyLLM()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (call := await _read(llm, reader, writer)) is not None:
                await BEHAVIOURS[str(call.body["model"])](call)
        except (ConnectionError, asyncio.IncompleteReadError):
            llm.dropped += 1
            llm.changed.set()
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    llm.base_url = "http://127.0.0.1:{}/v1".format(server.sockets[0].getsockname()[1])
    try:
        yield llm
    finally:
        server.close()
        await server.wait_closed()


async def _read(
    llm: FaultyLLM, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> Call | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
    except asyncio.IncompleteReadError:
        return None
    length_line = next(line for line in head.lower().splitlines() if "content-length" in line)
    body = json.loads(await reader.readexactly(int(length_line.partition(":")[2])))
    llm.headers.append(head)
    llm.bodies.append(body)
    llm.changed.set()
    return Call(llm, body, reader, writer)
