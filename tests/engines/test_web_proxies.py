"""A page behind a company's proxy, which holds streams back or answers with pages of its own."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.engines.servers import Server

pytestmark = pytest.mark.engines
_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
_CONNECTION = re.compile(rb"\r\nconnection:[^\r]*", re.IGNORECASE)
Ask = Callable[[], Coroutine[Any, Any, bytes]]
Answer = Callable[[bytes, Ask], Coroutine[Any, Any, bytes]]

TALK = """async ({ stallMs }) => {
  const { NpcClient } = await import("/npc.js");
  const npc = new NpcClient({ url: location.origin, pauseMs: 50 });
  const told = new Set();
  const tell = (error) => error && told.add(error.sentence);
  const { timeline } = await npc.call("TimelineService/StartTimeline", { worldId: "farrowhithe" });
  const timelineId = timeline.timelineId;
  const leaving = new AbortController();
  const seen = [];
  const watching = (async () => {
    const options = { signal: leaving.signal, stallMs, onState: (state, error) => tell(error) };
    for await (const event of npc.watch({ timelineId, afterSeq: timeline.headSeq }, options)) {
      seen.push(event.seq);
      if (event.turn) leaving.abort();
    }
  })();
  const lines = [];
  const turn = npc.say({ timelineId, characterId: "hester", speaker: { id: "ann", name: "Ann" },
    text: "Good evening!" });
  for await (const event of turn) if (event.line) lines.push(event.line.text);
  await watching;
  return { lines, seen: seen.length, isTwice: new Set(seen).size < seen.length, told: [...told] };
}"""
CALL = """async () => {
  const { NpcClient } = await import("/npc.js");
  const npc = new NpcClient({ url: location.origin, pauseMs: 1 });
  const sentences = [];
  try {
    await npc.call("ServerService/GetServer", {});
  } catch (error) { sentences.push(error.sentence); }
  try {
    for await (const _ of npc.stream("PlayService/Watch", { timelineId: "tl_1" })) break;
  } catch (error) { sentences.push(error.sentence); }
  return sentences;
}"""


@asynccontextmanager
async def proxying(port: int, answer: Answer) -> AsyncGenerator[str, None]:
    """Hand each call on as one answer, which is held until it is whole; gives the proxy's URL.

    `answer` gets the head of a request and what fetches the server's answer.
    """

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            length = _LENGTH.search(head)
            body = await reader.readexactly(int(length[1])) if length else b""

            async def ask() -> bytes:
                answers, asking = await asyncio.open_connection("127.0.0.1", port)
                lone = _CONNECTION.sub(b"", head[:-2]) + b"connection: close\r\n\r\n"
                asking.write(lone + body)
                try:
                    return await answers.read()
                finally:
                    asking.close()

            left = asyncio.create_task(reader.read(1))
            answered = asyncio.create_task(answer(head, ask))
            await asyncio.wait((left, answered), return_when=asyncio.FIRST_COMPLETED)
            if answered.done():
                writer.write(answered.result())
                await writer.drain()
            left.cancel()
            answered.cancel()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def page_of_proxy(status: str) -> bytes:
    html = b"<!doctype html><h1>Blocked by ACME SecureWeb</h1>"
    kind = f"HTTP/1.1 {status}\r\ncontent-type: text/html\r\nconnection: close\r\n"
    return f"{kind}content-length: {len(html)}\r\n\r\n".encode() + html


@asynccontextmanager
async def opened(chromium: Browser, url: str) -> AsyncGenerator[Page, None]:
    context = await chromium.new_context()
    page = await context.new_page()
    await page.goto(url)
    yield page
    await context.close()


async def test_a_proxy_that_holds_streams_back_loses_nothing(
    chromium: Browser, web_server: Server
) -> None:
    """The answer comes whole, the watch brings all that happened, and says what helps."""

    async def hold(head: bytes, ask: Ask) -> bytes:
        return await ask()

    async with proxying(web_server.http_port, hold) as url, opened(chromium, url) as page:
        found = await page.evaluate(TALK, {"stallMs": 2_000})

    assert found["lines"] == ["Good evening to you."]
    assert found["seen"] >= 3  # what was heard, what was said, and the turn
    assert not found["isTwice"]
    (told,) = found["told"]
    assert told.endswith("turn buffering off there. Until then news is late.")


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        ("502 Bad Gateway", "A proxy answered that it does not reach the server, with HTTP 502."),
        ("504 Gateway Timeout", "A proxy answered that the server was too slow, with HTTP 504."),
        # which a browser keeps to itself
        ("407 Proxy Authentication Required", "The server does not answer. Look whether"),
        (
            "511 Network Authentication Required",
            "The network wants you to log in first, with HTTP 511.",
        ),
        ("200 OK", "A page of HTML came in the place of an answer. Your network may want you to"),
    ],
)
async def test_a_page_of_a_proxy_is_told_in_a_sentence(
    chromium: Browser, web_server: Server, status: str, sentence: str
) -> None:
    """By calls and streams alike, and without the words of the page."""

    async def block(head: bytes, ask: Ask) -> bytes:
        return page_of_proxy(status) if head.startswith(b"POST") else await ask()

    async with proxying(web_server.http_port, block) as url, opened(chromium, url) as page:
        called, streamed = await page.evaluate(CALL)

    assert called.startswith(sentence)
    assert streamed.startswith(sentence)
    assert "ACME" not in called + streamed


async def test_a_proxy_that_fails_now_and_then_loses_nothing(
    chromium: Browser, web_server: Server
) -> None:
    """Every second call of a method gets the proxy's own page, and is made again."""
    failed: set[bytes] = set()

    async def fail(head: bytes, ask: Ask) -> bytes:
        path = head.partition(b" HTTP")[0]
        if head.startswith(b"POST") and path not in failed:
            failed.add(path)
            return page_of_proxy("502 Bad Gateway")
        return await ask()

    async with proxying(web_server.http_port, fail) as url, opened(chromium, url) as page:
        found = await page.evaluate(TALK, {"stallMs": 2_000})

    assert found["lines"] == ["Good evening to you."]
    assert found["seen"] >= 3
    assert not found["isTwice"]
    assert {path.rpartition(b"/")[2] for path in failed} >= {b"StartTimeline", b"Say", b"Watch"}
