"""Godot's web export in Chromium: a page, a small server for it, and what the engine prints."""

import asyncio
import json
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page

from tests.engines import pack, recipes
from tests.engines.chromium import browsing
from tests.engines.godot import PATIENCE, Ended, start_with

PAGE = """<!doctype html>
<meta charset="utf-8"><title>Godot</title>
<style>
  html, body, canvas {{ margin: 0; width: 100%; height: 100%; overflow: hidden; display: block }}
</style>
<canvas id="canvas"></canvas>
<script src="index.js"></script>
<script>
  const engine = new Engine({{
    args: {arguments}, executable: "index", mainPack: "index.pck",
    canvasResizePolicy: 2, gdextensionLibs: [],
  }});
  const say = (words) => window.printed(words.join(" "));
  engine.startGame({{
    canvas: document.getElementById("canvas"),
    onPrint: (...words) => say(words), onPrintError: (...words) => say(words),
    onExit: (code) => window.ended(code),
  }}).catch((error) => {{ window.printed("" + error); window.ended(-1); }});
</script>
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: Any) -> None:
        """Say nothing: a test's output is the engine's."""


@asynccontextmanager
async def _served(folder: Path) -> AsyncGenerator[str, None]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        thread.join()


class WebGame:
    """A game that runs in a page: what it printed so far, and its end."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lines: list[str] = []
        self._code: int | None = None
        self._changed = asyncio.Condition()

    async def printed(self, text: str) -> None:
        """Take what the engine prints."""
        async with self._changed:
            self.lines += text.split("\n")
            self._changed.notify_all()

    async def ended(self, code: int) -> None:
        """Take the exit code."""
        async with self._changed:
            self._code = code
            self._changed.notify_all()

    async def line(self, beginning: str, patience: float = PATIENCE) -> str:
        """Wait for a line that begins so, and return what follows in it.

        Raises AssertionError, with all that was printed, when the game ends without or is too slow.
        """

        def found() -> str | None:
            return next((line for line in self.lines if line.startswith(beginning)), None)

        await self._wait(lambda: found() is not None or self._code is not None, patience)
        line = found()
        assert line is not None, f"no line {beginning!r} in:\n" + "\n".join(self.lines)
        return line.removeprefix(beginning).strip()

    async def end(self, patience: float = PATIENCE) -> Ended:
        """Wait for the end of the game; code -1 when it does not come."""
        await self._wait(lambda: self._code is not None, patience)
        code = -1 if self._code is None else self._code
        return Ended(list(self.lines), code)

    async def _wait(self, condition: Any, patience: float) -> None:
        async with self._changed:
            try:
                await asyncio.wait_for(self._changed.wait_for(condition), patience)
            except TimeoutError:
                self.lines.append(f"not after {patience:.0f} s")


def build(folder: Path, project: Path, arguments: tuple[str, ...], ready: Path | None) -> None:
    """Put page, engine and pack into a folder; `ready` is a pack that is there already."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in recipes.GODOT_WEB:
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(recipes.godot_web() / name)
    if ready is None:
        pack.write(folder / "index.pck", pack.files_of(project))
    else:
        (folder / "index.pck").write_bytes(ready.read_bytes())
    page = PAGE.format(arguments=json.dumps(["--", *arguments]))
    (folder / "index.html").write_text(page, encoding="utf-8")


@asynccontextmanager
async def playing(
    browser: Browser,
    folder: Path,
    project: Path,
    *arguments: str,
    ready: Path | None = None,
    size: tuple[int, int] = (1280, 720),
) -> AsyncGenerator[WebGame, None]:
    """Export the project into `folder` and play it in a page for as long as the block runs."""
    build(folder, project, arguments, ready)
    width, height = size
    context = await browser.new_context(viewport={"width": width, "height": height})
    try:
        page = await context.new_page()
        game = WebGame(page)
        await page.expose_function("printed", game.printed)
        await page.expose_function("ended", game.ended)
        async with _served(folder) as url:
            await page.goto(url)
            yield game
    finally:
        await context.close()


def run(
    folder: Path, project: Path, program: str, *arguments: str, patience: float = PATIENCE
) -> Ended:
    """Play a script or scene in a browser of its own to its end; for callers without a loop."""
    start_with(project, program)

    async def play() -> Ended:
        async with browsing() as browser, playing(browser, folder, project, *arguments) as game:
            return await game.end(patience)

    return asyncio.run(play())
