"""`npc.js` of the browser client, in a page in Chromium."""

import asyncio
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.conformance.runners import (
    ROOT,
    Program,
    Runner,
    RunnerBrokeError,
    Transcript,
    transcripts,
)
from tests.conformance.schema import method
from tests.engines import chromium, recipes
from tests.engines.chromium import browsing
from tests.engines.game import Game
from tests.engines.godot import Ended
from tests.engines.pages import serving

_SECONDS = 360.0
_LIBRARY = ROOT / "clients" / "web"
_PLAYER = ROOT / "tests" / "conformance" / "web"


class BrowserRunner(Runner):
    """A page of another origin than the server's, with the client's files and the player."""

    name = "browser"
    client = "npc.js"

    def why_missing(self) -> str | None:
        """Say why there is no browser."""
        return chromium.why_missing()

    def version(self) -> str:
        """Name the browser."""
        command = [recipes.chromium() or "chromium", "--version"]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return f"{' '.join(said.split()[:2])}, npc.js"

    def run(self, program: Program) -> dict[str, Transcript]:
        """Play the program in a browser of its own."""
        with tempfile.TemporaryDirectory(prefix="npc-conformance-") as place:
            folder = Path(place)
            for file in [*_LIBRARY.glob("npc*.js"), *_PLAYER.iterdir()]:
                shutil.copy(file, folder)
            told = {**program, "streams": sorted(_streams(program))}
            written = json.dumps(told, ensure_ascii=False)
            (folder / "program.json").write_text(written, encoding="utf-8")
            ended = asyncio.run(_played(folder))
        played = transcripts(self.name, ended.text)
        if ended.code != 0:
            raise RunnerBrokeError(f"{self.name} ended with {ended.code}", played)
        return played


async def _played(folder: Path) -> Ended:
    async with browsing() as browser, serving(folder) as url:
        page = await browser.new_page()
        game = Game()
        await page.expose_function("printed", game.printed)
        await page.expose_function("ended", game.ended)
        await page.goto(f"{url}/player.html")
        return await game.end(_SECONDS)


def _streams(program: Program) -> set[str]:
    """Return the methods in a program that answer with a stream."""
    steps = [step for case in program["cases"] for step in case["steps"] if "method" in step]
    steps += [step["during"]["step"] for step in steps if "during" in step]
    found = {step["method"]: method(step["method"]) for step in steps}
    return {path for path, one in found.items() if one is not None and one.server_streaming}


RUNNERS = (BrowserRunner(),)
