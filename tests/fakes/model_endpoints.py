"""OpenAI-compatible endpoints that misbehave: one behaviour per model name."""

import asyncio
import base64
import json
import random
import re
import socket
import struct
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import numpy as np

from npcmodels.embed.hash_embedder import HashingEmbedder


@dataclass
class EndpointLog:
    """What the endpoint has seen; `dropped` counts connections that the client closed early."""

    base_url: str = ""
    bodies: list[dict[str, object]] = field(default_factory=list)
    headers: list[str] = field(default_factory=list)
    waiting: int = 0
    dropped: int = 0
    error: dict[str, object] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, holds: Callable[["EndpointLog"], bool]) -> None:
        """Wait until the condition holds of this endpoint."""
        while not holds(self):
            self.changed.clear()
            await self.changed.wait()


@dataclass
class EndpointCall:
    """One request and the socket to answer it on."""

    llm: EndpointLog
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


Behaviour = Callable[[EndpointCall], Awaitable[None]]

SAID_JSON = '{"say": "Good day."}'


async def ok(call: EndpointCall) -> None:
    await call.head()
    for start in range(0, len(SAID_JSON), 5):
        await call.words(SAID_JSON[start : start + 5])
    await call.finish()
    await call.usage()
    await call.done()


async def rate_limited(call: EndpointCall) -> None:
    await call.refuse("429 Too Many Requests", {"message": "slow down"}, "Retry-After: 3600\r\n")


async def rate_limited_until(call: EndpointCall) -> None:
    await call.refuse(
        "429 Too Many Requests", {"message": "no"}, "Retry-After: Wed, 01 Jan 2200 00:00:00 GMT\r\n"
    )


async def rate_limited_ms(call: EndpointCall) -> None:
    await call.refuse("429 Too Many Requests", {"message": "slow"}, "retry-after-ms: 1500\r\n")


async def server_error(call: EndpointCall) -> None:
    await call.refuse("500 Internal Server Error", {"message": "oops", "code": "broken"})


async def overloaded(call: EndpointCall) -> None:
    await call.refuse("503 Service Unavailable", {"message": "busy"}, "Retry-After: 7\r\n")


async def bad_key(call: EndpointCall) -> None:
    await call.refuse("401 Unauthorized", {"message": "bad key", "code": "invalid_api_key"})


async def no_such_model(call: EndpointCall) -> None:
    await call.refuse("404 Not Found", {"message": "no such model", "code": "model_not_found"})


async def too_long(call: EndpointCall) -> None:
    await call.refuse("400 Bad Request", {"message": "exceeds the context length; secret prompt"})


async def refuse_as_told(call: EndpointCall) -> None:
    await call.refuse("400 Bad Request", call.llm.error)


async def error_in_stream_as_told(call: EndpointCall) -> None:
    await call.head()
    await call.event({"error": call.llm.error})
    await call.done()


async def quota_as_told(call: EndpointCall) -> None:
    await call.refuse("429 Too Many Requests", call.llm.error)


_TIMINGS = {"cache_n": 8, "prompt_n": 3, "prompt_ms": 250.0, "predicted_n": 7}


async def cached_in_details(call: EndpointCall) -> None:
    await call.head()
    await call.words(SAID_JSON)
    await call.finish()
    await call.usage(cached=8)
    await call.done()


async def cached_in_timings(call: EndpointCall) -> None:
    await call.head()
    await call.words(SAID_JSON)
    await call.finish()
    await call.usage(timings=_TIMINGS)
    await call.done()


async def cached_in_both(call: EndpointCall) -> None:
    await call.head()
    await call.words(SAID_JSON)
    await call.finish()
    await call.usage(cached=8, timings=_TIMINGS)
    await call.done()


async def reset(call: EndpointCall) -> None:
    call.reset()


async def no_headers(call: EndpointCall) -> None:
    await call.hang()


async def no_token(call: EndpointCall) -> None:
    await call.head()
    await call.hang()


async def stall(call: EndpointCall) -> None:
    await call.head()
    await call.words("Good ")
    await call.hang()


async def ping_only(call: EndpointCall) -> None:
    await call.head()
    while True:
        await call.raw(b": ping\n\n")
        await asyncio.sleep(0.01)


async def ping_after_word(call: EndpointCall) -> None:
    await call.head()
    await call.words("Good ")
    while True:
        await call.raw(b": ping\n\n")
        await asyncio.sleep(0.01)


async def empty_deltas(call: EndpointCall) -> None:
    await call.head()
    while True:
        await call.words("")
        await asyncio.sleep(0.01)


async def drip(call: EndpointCall) -> None:
    await call.head()
    for number in range(1000):
        await call.words(f"{number} ")
        await asyncio.sleep(0.02)


async def cut_body(call: EndpointCall) -> None:
    await call.head()
    await call.words("Good ")
    call.writer.close()


async def cut_before_words(call: EndpointCall) -> None:
    await call.head()
    call.writer.close()


async def no_end(call: EndpointCall) -> None:
    await call.head()
    await call.words(SAID_JSON)
    await call.end()


async def length(call: EndpointCall) -> None:
    await call.head()
    await call.words(SAID_JSON)
    await call.finish("length")
    await call.done()


async def filtered(call: EndpointCall) -> None:
    await call.head()
    await call.words(SAID_JSON)
    await call.finish("content_filter")
    await call.done()


async def bad_json(call: EndpointCall) -> None:
    await call.head()
    await call.words("Good ")
    await call.raw(b'data: {"choices": [{"del\n\n')
    await call.hang()


async def bad_utf8(call: EndpointCall) -> None:
    await call.head()
    await call.raw(b'data: "\xff\xfe"\n\n')
    await call.hang()


async def deep_json(call: EndpointCall) -> None:
    await call.head()
    await call.raw(b"data: " + b"[" * 100_000 + b"\n\n")
    await call.hang()


async def empty(call: EndpointCall) -> None:
    await call.head()
    await call.words(" \n")
    await call.finish()
    await call.done()


async def no_choices(call: EndpointCall) -> None:
    await call.head()
    await call.usage()
    await call.done()


async def html(call: EndpointCall) -> None:
    await call.head(kind="text/html")
    await call.raw(b"<html>\n<body>\n\nWelcome to the portal\n</body></html>\n")
    await call.end()


async def error_mid_stream(call: EndpointCall) -> None:
    await call.head()
    await call.words("Good ")
    await call.event({"error": {"message": "cuda out of memory", "code": "oom"}})
    await call.hang()


async def loop(call: EndpointCall) -> None:
    await call.head()
    while True:
        await call.words("the ")


async def huge_event(call: EndpointCall) -> None:
    await call.head()
    await call.raw(b'data: {"x": "')
    for _ in range(800):
        await call.raw(b"x" * 65536)
    await call.hang()


async def huge_answer(call: EndpointCall) -> None:
    await call.head()
    filler = {"id": "c", "choices": [], "padding": "x" * 60_000}
    while True:
        await call.event(filler)


async def gzipped(call: EndpointCall) -> None:
    await call.head(more="Content-Encoding: gzip\r\n")
    await call.hang()


async def silent_end(call: EndpointCall) -> None:
    await call.head()
    await call.words(SAID_JSON)
    await call.finish()
    await call.hang()


async def error_after_finish(call: EndpointCall) -> None:
    await call.head()
    await call.words(SAID_JSON)
    await call.finish()
    call.writer.close()


async def split_emoji(call: EndpointCall) -> None:
    await call.head()
    await call.words("Hi \ud83d")
    await call.words("\ude00 and \ud83d!")
    await call.words("\ude00")
    await call.finish()
    await call.done()


async def odd_chunks(call: EndpointCall) -> None:
    await call.head()
    await call.event({})
    await call.event({"choices": None})
    await call.event({"choices": [{"index": 0, "delta": None, "finish_reason": None}]})
    await call.event({"choices": [{"index": 0, "delta": {"role": "assistant", "content": None}}]})
    await call.raw(b": keep-alive\n\n")
    await call.words(SAID_JSON)
    await call.finish()
    await call.done()


async def no_strict(call: EndpointCall) -> None:
    answer = call.body.get("response_format")
    if isinstance(answer, dict) and answer.get("json_schema", {}).get("strict"):
        await call.refuse("400 Bad Request", {"message": "additionalProperties is required"})
    else:
        await ok(call)


async def no_schema(call: EndpointCall) -> None:
    if call.asked_for("json_schema"):
        await call.refuse("400 Bad Request", {"message": "response_format json_schema unknown"})
    else:
        await ok(call)


async def no_json(call: EndpointCall) -> None:
    if "response_format" in call.body:
        await call.refuse("422 Unprocessable Entity", {"message": "response_format: extra field"})
    else:
        await ok(call)


async def new_token_limit(call: EndpointCall) -> None:
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
async def serve_calls(
    log: EndpointLog,
    handle: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bool]],
) -> AsyncGenerator[None, None]:
    """Serve on a free port until the block is left; a connection while `handle` is true."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await handle(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            log.dropped += 1
            log.changed.set()
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    log.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield
    finally:
        server.close()
        await server.wait_closed()


@asynccontextmanager
async def serve_faulty_llm() -> AsyncGenerator[EndpointLog, None]:
    """Serve all behaviours on a free port until the block is left."""
    llm = EndpointLog()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        call = await _read(llm, reader, writer)
        if call is not None:
            await BEHAVIOURS[str(call.body["model"])](call)
        return call is not None

    async with serve_calls(llm, handle):
        yield llm


async def _read(
    llm: EndpointLog, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> EndpointCall | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
    except asyncio.IncompleteReadError:
        return None
    length_line = next(line for line in head.lower().splitlines() if "content-length" in line)
    body = json.loads(await reader.readexactly(int(length_line.partition(":")[2])))
    llm.headers.append(head)
    llm.bodies.append(body)
    llm.changed.set()
    return EndpointCall(llm, body, reader, writer)


_PAUSE = re.compile(r"pause(\d)")
_SENTENCES = 4


@dataclass
class RandomLLM(EndpointLog):
    """Answers in sentences of its own; "pause2" in a prompt stops it after two, while it pauses.

    What a prompt with "seeded" in it is answered depends on the seed alone. `seeds` are those of
    all calls, by the word "turnN" in the prompt. It thinks for `seconds` first, and for
    as long as it is not `free`. `running` and `most` are its calls at one time, now and at most;
    while it `fails` it refuses them.
    """

    pauses: bool = True
    seconds: float = 0.0
    seeds: dict[str, list[int]] = field(default_factory=dict)
    calls: int = 0
    running: int = 0
    most: int = 0
    fails: bool = False
    free: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.free.set()

    async def answer(self, call: EndpointCall) -> None:
        prompt = json.dumps(call.body["messages"])
        if not re.search(r"turn\d", prompt):  # the server measures how fast it is read
            await call.refuse("400 Bad Request", {"message": "no turn"})
            return
        self.calls += 1
        if self.fails:
            await call.refuse("503 Service Unavailable", {"message": "away"})
            return
        seed = int(str(call.body.get("seed", 0)))
        name = re.findall(r"turn\d", prompt)[-1]
        self.seeds.setdefault(name, []).append(seed)
        chance = random.Random(seed if f"{name} seeded" in prompt else self.calls)
        pause = int(_PAUSE.findall(prompt)[-1]) if self.pauses else _SENTENCES
        self.running += 1
        self.most = max(self.most, self.running)
        await asyncio.sleep(self.seconds)
        await self.free.wait()
        self.running -= 1
        await call.head()
        await call.words('{"say": "')
        for number in range(_SENTENCES):
            if number == pause:
                await call.words("And so it went on with the ")
                await self.is_over.wait()
                return
            await call.words(f"I counted {chance.randrange(10**9)} sheep. ")
        await call.words('", "emotion": "calm", "importance": 3, "intents": []}')
        await call.finish()
        await call.done()


@asynccontextmanager
async def serve_random_llm() -> AsyncGenerator[RandomLLM, None]:
    """Serve on a free port until the block is left."""
    llm = RandomLLM()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = re.search(r"content-length: (\d+)", head)
        if length is None or "/chat/completions" not in head:
            return False  # it tells nothing of itself
        body = json.loads(await reader.readexactly(int(length[1])))
        llm.bodies.append(body)
        await llm.answer(EndpointCall(llm, body, reader, writer))
        return not llm.is_over.is_set()  # an answer that was paused breaks off

    async with serve_calls(llm, handle):
        try:
            yield llm
        finally:
            llm.is_over.set()
            llm.free.set()


DIMENSION = 128


@dataclass
class EmbeddingsEndpoint:
    """What the endpoint has seen; `failures` says how many answers are refused first."""

    base_url: str = ""
    bodies: list[dict[str, object]] = field(default_factory=list)
    failures: int = 0
    waiting: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(  # noqa: C901, PLR0912 - one behaviour after the other
        self, body: dict[str, object]
    ) -> tuple[int, bytes]:
        """Return status and body."""
        self.bodies.append(body)
        if self.failures:
            self.failures -= 1
            return 503, b'{"error": {"message": "busy"}}'
        model, count = str(body["model"]), len(texts(body))
        if model == "silent":
            self.waiting.set()
            await asyncio.sleep(60)
        if model == "no-compact" and body.get("encoding_format") == "base64":
            return 400, b'{"error": {"message": "base64 is not known"}}'
        if model == "batch-8" and count > 8:
            return 422, b'{"error": "batch size %d > maximum allowed batch size 8"}' % count
        if model == "batch-unnamed" and count > 10:
            return 422, b'{"error": {"message": "no"}}'
        if model == "one-refused" and any("forbidden" in text for text in texts(body)):
            return 422, b'{"error": {"message": "bad input"}}'
        if model == "all-refused":
            return 422, b'{"error": {"message": "no"}}'
        if model == "short-only" and any(len(text) > 1_000 for text in texts(body)):
            return 500, b'{"error": {"message": "input is too large"}}'
        if model == "unknown":
            return 404, b'{"error": {"message": "no such model"}}'
        if model == "no-key":
            return 401, b'{"error": {"message": "bad key"}}'
        if model in WRONG_EMBEDDINGS:
            return 200, WRONG_EMBEDDINGS[model](count)
        vectors = (await HashingEmbedder(DIMENSION).embed(texts(body))) * 3  # not of unit length
        if model in ONE_WRONG:
            rows: list[object] = vectors.astype(np.float64).tolist()
            spoilt = [at for at, text in enumerate(texts(body)) if "odd" in text]
            return 200, ONE_WRONG[model](rows, spoilt)
        if body.get("encoding_format") == "base64" and body["model"] != "floats":
            return 200, embeddings_body([base64.b64encode(v.tobytes()).decode() for v in vectors])
        return 200, embeddings_body([v.astype(np.float64).tolist() for v in vectors])


def _spoilt(value: object) -> Callable[[list[object], list[int]], bytes]:
    """Return what gives the texts with "odd" in them this value for a vector."""

    def body(rows: list[object], spoilt: list[int]) -> bytes:
        return embeddings_body([value if at in spoilt else row for at, row in enumerate(rows)])

    return body


def _missing(rows: list[object], spoilt: list[int]) -> bytes:
    items = [{"index": at, "embedding": row} for at, row in enumerate(rows) if at not in spoilt]
    return json.dumps({"data": items}).encode()


ONE_WRONG: dict[str, Callable[[list[object], list[int]], bytes]] = {
    "one-null": _spoilt(None),
    "one-of-nulls": _spoilt([None] * DIMENSION),
    "one-nan": _spoilt([float("nan")] * DIMENSION),
    "one-infinite": _spoilt([float("inf")] * DIMENSION),
    "one-short": _spoilt([0.5, 0.5]),
    "one-of-words": _spoilt(["a"] * DIMENSION),
    "one-empty": _spoilt([]),
    "one-no-base64": _spoilt("%%%"),
    "one-missing": _missing,
}
"""Answers in which one vector is no good, by model name."""

WRONG_EMBEDDINGS: dict[str, Callable[[int], bytes]] = {
    "garbled": lambda _: b"<html>",
    "nan": lambda count: embeddings_body([[float("nan")] * DIMENSION] * count),
    "zeros": lambda count: embeddings_body([[0.0] * DIMENSION] * count),
    "too-few": lambda _: embeddings_body([]),
    "nested": lambda _: b"[" * 100_000,
    "endless": lambda _: b" " * (33 << 20),
}
"""Answers that are no good, by model name."""


def texts(body: dict[str, object]) -> list[str]:
    given = body["input"]
    assert isinstance(given, list)
    return given


def embeddings_body(embeddings: object) -> bytes:
    """Return a body in which the order of the list means nothing, only `index` does."""
    assert isinstance(embeddings, list)
    items = [{"object": "embedding", "index": i, "embedding": e} for i, e in enumerate(embeddings)]
    return json.dumps({"object": "list", "model": "m", "data": items[::-1]}).encode()


@asynccontextmanager
async def serve_embeddings() -> AsyncGenerator[EmbeddingsEndpoint, None]:
    """Serve on a free port while the block runs."""
    endpoint = EmbeddingsEndpoint()
    serving: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        serving.add(task)
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                lines = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:-2])
                length = int({k.lower(): v for k, v in lines.items()}["content-length"])
                status, body = await endpoint.answer(json.loads(await reader.readexactly(length)))
                writer.write(
                    f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n".encode()
                )
                writer.write(body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass  # a client that hangs up, or the end of the test
        finally:
            writer.close()
            serving.discard(task)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    endpoint.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield endpoint
    finally:
        server.close()
        for task in tuple(serving):
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
        await server.wait_closed()
