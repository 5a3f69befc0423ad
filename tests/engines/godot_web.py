"""Godot's web export in Chromium: a page, a small server for it, and what the engine prints."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Page

from tests.engines import pack, recipes
from tests.engines.chromium import browsing
from tests.engines.game import Game
from tests.engines.godot import PATIENCE, Ended, start_with
from tests.engines.pages import serving

PAGE = """<!doctype html>
<meta charset="utf-8"><title>Godot</title>
<style>
  html, body, canvas {{ margin: 0; width: 100%; height: 100%; overflow: hidden; display: block }}
</style>
<canvas id="canvas"></canvas>
<script src="index.js"></script>
<script>
  // an argument may name a file beside this page
  const given = {arguments}.map((one) => one.replace("{{page}}", location.origin));
  const engine = new Engine({{
    args: given, executable: "index", mainPack: "index.pck",
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


class WebGame(Game):
    """A game that runs in a page."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page


def build(folder: Path, project: Path, arguments: tuple[str, ...], ready: Path | None) -> None:
    """Put page, engine and pack into a folder; `ready` is a pack that is there already.

    In the arguments, `{page}` stands for the page's own address; what else is in the folder is
    found there.
    """
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
        async with serving(folder) as url:
            await page.goto(url)
            yield game
    finally:
        await context.close()


def run(
    folder: Path, project: Path, program: str, *arguments: str, patience: float = PATIENCE
) -> Ended:
    """Play a script or scene in a browser of its own to its end; for callers without a loop.

    Nobody looks at it: it is small, since each frame is drawn without a graphics card.
    """
    start_with(project, program)

    async def play() -> Ended:
        async with (
            browsing(draws=True) as browser,
            playing(browser, folder, project, *arguments, size=(64, 64)) as game,
        ):
            return await game.end(patience)

    return asyncio.run(play())
