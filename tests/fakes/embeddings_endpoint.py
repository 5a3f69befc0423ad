"""An OpenAI-compatible embeddings endpoint on loopback: one behaviour per model name."""

import asyncio
import base64
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import numpy as np

from npcserver.adapters.embed.hashing import HashingEmbedder

DIMENSION = 128


@dataclass
class EmbeddingsEndpoint:
    """What the endpoint has seen; `failures` says how many answers are refused first."""

    base_url: str = ""
    bodies: list[dict[str, object]] = field(default_factory=list)
    failures: int = 0
    waiting: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, body: dict[str, object]) -> tuple[int, bytes]:
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
        if model == "short-only" and any(len(text) > 1_000 for text in texts(body)):
            return 500, b'{"error": {"message": "input is too large"}}'
        if model == "unknown":
            return 404, b'{"error": {"message": "no such model"}}'
        if model == "no-key":
            return 401, b'{"error": {"message": "bad key"}}'
        if model in WRONG:
            return 200, WRONG[model](count)
        vectors = (await HashingEmbedder(DIMENSION).embed(texts(body))) * 3  # not of unit length
        if body.get("encoding_format") == "base64" and body["model"] != "floats":
            return 200, answered([base64.b64encode(v.tobytes()).decode() for v in vectors])
        return 200, answered([v.astype(np.float64).tolist() for v in vectors])


WRONG: dict[str, Callable[[int], bytes]] = {
    "garbled": lambda _: b"<html>",
    "nan": lambda count: answered([[float("nan")] * DIMENSION] * count),
    "zeros": lambda count: answered([[0.0] * DIMENSION] * count),
    "too-few": lambda _: answered([]),
    "nested": lambda _: b"[" * 100_000,
    "endless": lambda _: b" " * (33 << 20),
}
"""Answers that are no good, by model name."""


def texts(body: dict[str, object]) -> list[str]:
    given = body["input"]
    assert isinstance(given, list)
    return given


def answered(embeddings: object) -> bytes:
    """Return a body in which the order of the list means nothing, only `index` does."""
    assert isinstance(embeddings, list)
    items = [{"object": "embedding", "index": i, "embedding": e} for i, e in enumerate(embeddings)]
    return json.dumps({"object": "list", "model": "m", "data": items[::-1]}).encode()


@asynccontextmanager
async def embeddings_endpoint() -> AsyncGenerator[EmbeddingsEndpoint, None]:
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
