"""The functions that a web player of Unity calls, in a real browser, without Unity.

A page gives them what Emscripten would: memory, texts in it, and a place for libraries. What
Unity's own linker makes of the file is not tested.
"""

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from npcserver.model.wire import WIRE_VERSION
from tests.engines import unity_build
from tests.engines.pages import serving
from tests.engines.servers import Server

pytestmark = pytest.mark.engines
LIBRARY = unity_build.PACKAGE / "Runtime/Unity/Plugins/NpcFetch.jslib"
# what Emscripten has, with a heap that moves when it grows
EMSCRIPTEN = """
var HEAPU8 = new Uint8Array(65536), top_ = 16;
function _malloc(size) {
  const at = top_;
  top_ += size;
  if (top_ > HEAPU8.length) {
    const grown = new Uint8Array(2 * top_);
    grown.set(HEAPU8);
    HEAPU8 = grown;
  }
  return at;
}
function lengthBytesUTF8(text) { return new TextEncoder().encode(text).length; }
function stringToUTF8(text, at) { HEAPU8.set(new TextEncoder().encode(text + "\\0"), at); }
function UTF8ToString(at) {
  return new TextDecoder().decode(HEAPU8.subarray(at, HEAPU8.indexOf(0, at)));
}
var LibraryManager = {library: {}};
function mergeInto(library, more) { Object.assign(library, more); }
function autoAddDeps(library, name) { globalThis[name.slice(1)] = library[name]; }
"""
# what C# does: texts and arrays in memory, a look at each frame
CALLS = """
function put(bytes) {
  const at = _malloc(bytes.length + 1);
  HEAPU8.set(bytes, at);
  HEAPU8[at + bytes.length] = 0;
  return at;
}
function send(url, headers, body) {
  const encoder = new TextEncoder();
  return LibraryManager.library.NpcFetchSend(
    put(encoder.encode(url)), put(encoder.encode(headers)), put(body), body.length);
}
async function read(call, until = () => false) {
  const {NpcFetchStatus, NpcFetchRead, NpcFetchHeaders, NpcFetchProblem, NpcFetchClose} =
    LibraryManager.library;
  const into = _malloc(64), bytes = [];
  let frames = 0, statusAtFirst = null, count;
  while ((count = NpcFetchRead(call, into, 64)) >= 0 && !until(bytes)) {
    if (count === 0) { await new Promise((done) => setTimeout(done, 5)); continue; }
    if (statusAtFirst === null) statusAtFirst = NpcFetchStatus(call);
    frames += bytes.length > 0 && performance.now() - read.last > 4 ? 1 : 0;
    read.last = performance.now();
    bytes.push(...HEAPU8.subarray(into, into + count));
  }
  const told = {
    statusAtFirst, frames, status: NpcFetchStatus(call),
    headers: UTF8ToString(NpcFetchHeaders(call)), problem: UTF8ToString(NpcFetchProblem(call)),
    text: new TextDecoder().decode(new Uint8Array(bytes)),
  };
  NpcFetchClose(call);
  return {...told, open: Object.keys(NpcFetch.calls).length};
}
function envelope(message) {
  const json = new TextEncoder().encode(JSON.stringify(message));
  const body = new Uint8Array(json.length + 5);
  new DataView(body.buffer).setUint32(1, json.length);
  body.set(json, 5);
  return body;
}
"""
ELSEWHERE = {"location": "https://elsewhere.example/"}
UNARY, STREAM = "application/json", "application/connect+json"


@pytest.fixture
async def page(chromium: Browser, tmp_path: Path) -> AsyncGenerator[Page, None]:
    """Open a page of another origin than the server's, as a studio's site is."""
    scripts = (EMSCRIPTEN, LIBRARY.read_text(encoding="utf-8"), CALLS)
    (tmp_path / "game.js").write_text("\n".join(scripts), encoding="utf-8")
    html = '<!doctype html><title>Game</title><script src="game.js"></script>'
    (tmp_path / "index.html").write_text(html, encoding="utf-8")
    async with serving(tmp_path) as url:
        opened = await chromium.new_page()
        await opened.goto(url)
        yield opened
        await opened.close()


def headers(kind: str, key: str = unity_build.KEY) -> str:
    return (
        f"content-type:{kind}\nconnect-protocol-version:1\n"
        f"npc-client:unity/0.3.0 wire/{WIRE_VERSION}\nauthorization:Bearer {key}\n"
    )


async def start(page: Page, server: Server) -> str:
    url = f"{server.http}/npcserver.v1.TimelineService/StartTimeline"
    told = await page.evaluate(
        """([url, headers]) => read(send(url, headers,
          new TextEncoder().encode(JSON.stringify({worldId: "farrowhithe", label: "Grüße"}))))""",
        [url, headers(UNARY)],
    )
    assert told["status"] == 200, told
    return str(json.loads(told["text"])["timeline"]["timelineId"])


async def say(page: Page, server: Server, timeline: str, until: str = "() => false") -> Any:
    request = {
        "timelineId": timeline,
        "characterId": "hester",
        "speaker": {"id": "ann", "name": "Ann"},
        "text": "Tell me everything!",
        "streamDeltas": True,
    }
    url = f"{server.http}/npcserver.v1.PlayService/Say"
    return await page.evaluate(
        f"([url, headers, request]) => read(send(url, headers, envelope(request)), {until})",
        [url, headers(STREAM), request],
    )


async def test_an_answer_is_read_as_it_comes(page: Page, unity_server: Server) -> None:
    """Status and headers are there before the first byte, and the bytes come over many frames."""
    told = await say(page, unity_server, await start(page, unity_server))

    assert (told["statusAtFirst"], told["status"], told["problem"]) == (200, 200, "")
    assert f"npc-server:wire/{WIRE_VERSION}\n" in told["headers"]
    assert told["frames"] > 3
    assert told["text"].count('"delta"') > 10
    assert '"finished"' in told["text"]
    assert told["open"] == 0


async def test_a_call_that_is_closed_is_hung_up(page: Page, unity_server: Server) -> None:
    """The server is left in the middle of the answer, and the next one has the floor."""
    timeline = await start(page, unity_server)
    cut = await say(page, unity_server, timeline, "(bytes) => bytes.length > 400")
    whole = await say(page, unity_server, timeline)

    assert '"finished"' not in cut["text"]
    assert '"TURN_OUTCOME_COMPLETED"' in whole["text"]


async def test_what_is_wrong_is_told(page: Page, unity_server: Server) -> None:
    """A refusal has a status and a body; where no server listens, the browser's words are kept."""
    ask = "([url, headers]) => read(send(url, headers, new TextEncoder().encode('{}')))"
    path = "npcserver.v1.ServerService/GetServer"
    refused = await page.evaluate(ask, [f"{unity_server.http}/{path}", headers(UNARY, "another")])
    gone = await page.evaluate(ask, [f"http://127.0.0.1:9/{path}", headers(UNARY)])

    await page.route("**/moved", lambda route: route.fulfill(status=307, headers=ELSEWHERE))
    moved = await page.evaluate(ask, ["/moved", headers(UNARY)])

    assert (refused["status"], refused["problem"]) == (401, "")
    assert (moved["status"], moved["problem"]) == (0, "the address leads to another; use that one")
    assert "key" in refused["text"]
    assert (gone["status"], gone["problem"]) == (0, "Failed to fetch")
