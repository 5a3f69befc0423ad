"""The Godot demo as a web export in Chromium: played by keyboard, looked at, interrupted."""

import asyncio
import base64
import json
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from tests.conformance.server import served
from tests.conftest import variant
from tests.engines import godot, godot_web
from tests.engines.conftest import NewServer
from tests.engines.home import HERE, ROOT, SHOWN
from tests.engines.servers import Server

DEMO = "res://tests/play_demo.gd"
ANSWERS = f"scripted:{HERE / 'tavern_answers.yaml'}"
EXAMPLE = "res://examples/talk_2d/talk_2d.tscn"
QUESTION = "Could I have something warm, please?"
ANSWER = "it costs you nothing but your news."
DEED = "Hester Quillam poured the visitor a glass of dark ale, on the house."
# drawn without a graphics card: small, unless the picture is for the documentation
SIZE = (1280, 720) if SHOWN else (512, 288)
COUNT_COLORS = """async (png) => {
  const file = await (await fetch("data:image/png;base64," + png)).blob();
  const picture = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const pixels = new Uint32Array(
    context.getImageData(0, 0, picture.width, picture.height).data.buffer);
  return new Set(pixels).size;
}"""
# as a gallery shows it in its list
SHRINK = """async ([png, width]) => {
  const file = await (await fetch("data:image/png;base64," + png)).blob();
  const picture = await createImageBitmap(file, { resizeWidth: width, resizeQuality: "high" });
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const small = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  return small.toBase64();
}"""

pytestmark = [pytest.mark.engines, pytest.mark.timeout(400)]


async def colors(page: Page, png: bytes) -> int:
    """Return how many colors a picture has, as a browser counts them."""
    return int(await page.evaluate(COUNT_COLORS, base64.b64encode(png).decode()))


async def shrunk(page: Page, png: bytes, width: int = 320) -> bytes:
    """Return a picture in another width."""
    return base64.b64decode(await page.evaluate(SHRINK, [base64.b64encode(png).decode(), width]))


async def say(game: godot_web.WebGame, words: str) -> None:
    await game.page.keyboard.type(words)
    await game.page.keyboard.press("Enter")


async def test_demo_is_played_in_a_browser(
    godot_web_project: Path, drawing_chromium: Browser, new_server: NewServer, tmp_path: Path
) -> None:
    """A person types, a guest answers, and what it does is seen and told to the server."""
    server = new_server(model=ANSWERS, keys=("sesame-sesame-sesame",))
    godot.start_with(godot_web_project, DEMO)
    arguments = (f"--server={server.http}", "--key=sesame-sesame-sesame")
    web = tmp_path / "web"
    async with godot_web.playing(
        drawing_chromium, web, godot_web_project, *arguments, size=SIZE
    ) as game:
        await game.line("READY")
        before = await game.page.screenshot()
        await game.page.keyboard.type(QUESTION)
        asked = await game.page.screenshot()
        await game.page.keyboard.press("Enter")
        assert await game.line("TURN") == "1"
        assert await game.line("DEED") == "pour_drink reported"
        shown = json.loads([line for line in game.lines if line.startswith("WORDS ")][-1][6:])
        after = await game.page.screenshot()
        blank = await drawing_chromium.new_page()
        found = [await colors(blank, before), await colors(blank, after)]
        folder = ROOT / "docs" / "images" if SHOWN else tmp_path
        for name, picture in (("-room", before), ("-question", asked), ("", after)):
            (folder / f"godot-demo{name}.png").write_bytes(picture)
            thumbnail = await shrunk(blank, picture)
            (folder / f"godot-demo{name}-thumbnail.png").write_bytes(thumbnail)
        await blank.close()

    assert all(part in shown for part in (QUESTION, ANSWER, DEED)), shown
    assert min(found) > 1000, f"the room has {found} colors: it is not drawn"
    assert before != after
    assert not [line for line in game.lines if "SCRIPT ERROR" in line], "\n".join(game.lines)


async def test_the_balloon_of_an_export_speaks_in_a_browser(
    godot_project: Path,
    godot_web_project: Path,
    drawing_chromium: Browser,
    tavern_server: Server,
    tmp_path: Path,
) -> None:
    """Godot exports the example in 2D; a person walks to a guest, types, and reads the balloon."""
    godot.start_with(godot_project, DEMO)
    exported = await asyncio.to_thread(godot.export_pack, godot_project, tmp_path / "native.pck")
    assert exported.code == 0, exported.text
    arguments = (f"--scene={EXAMPLE}", f"--server={tavern_server.http}")
    async with godot_web.playing(
        drawing_chromium,
        tmp_path / "web",
        godot_web_project,
        *arguments,
        ready=tmp_path / "native.pck",
        size=SIZE,
    ) as game:
        await game.line("CLOSED")
        await game.page.keyboard.down("ArrowRight")
        assert await game.line("OPEN") == "true"
        await game.page.keyboard.up("ArrowRight")
        before = await game.page.screenshot()
        await say(game, QUESTION)
        await until_words(game, ANSWER)
        after = await game.page.screenshot()

    (tmp_path / "balloon.png").write_bytes(after)
    assert before != after
    assert not [line for line in game.lines if "ERROR" in line], "\n".join(game.lines)


async def until_words(game: godot_web.WebGame, words: str) -> None:
    """Wait until these words are shown."""
    count = 1
    while words not in json.loads(await game.line("WORDS", count=count)):
        count += 1


async def test_interruption_reaches_the_model_from_a_browser(
    godot_web_project: Path, drawing_chromium: Browser, tmp_path: Path
) -> None:
    """A web export that interrupts ends the model's call; the turn ends as interrupted."""
    godot.start_with(godot_web_project, "res://tests/interrupt.gd")
    with served() as server:
        arguments = (f"--server={server.http}", f"--key={server.key}", "--character=ada")
        web = tmp_path / "web"
        async with godot_web.playing(
            drawing_chromium, web, godot_web_project, *arguments, size=(64, 64)
        ) as game:
            asked_at = float(await game.line("ASKED"))
            outcome = await game.line("OUTCOME")
            ended = await game.end()
        events = [call["event"] for call in server.calls() if "endless" in call["heard"]]
        stopped_at = [call["at"] for call in server.calls() if call["event"] == "cancel"]

    assert ended.code == 0, ended.text
    assert outcome == "3"
    assert events == ["begin", "cancel"]
    assert stopped_at
    assert stopped_at[0] >= asked_at


@variant
async def test_native_pack_plays_in_the_browser_too(
    godot_project: Path, godot_web_project: Path, drawing_chromium: Browser, tmp_path: Path
) -> None:
    """What Godot itself exports with our preset runs as what the tests pack."""
    godot.start_with(godot_project, "res://tests/interrupt.gd")
    pack = tmp_path / "native.pck"
    exported = await asyncio.to_thread(godot.export_pack, godot_project, pack)
    assert exported.code == 0, exported.text
    with served() as server:
        arguments = (f"--server={server.http}", f"--key={server.key}", "--character=ada")
        web = tmp_path / "web"
        async with godot_web.playing(
            drawing_chromium, web, godot_web_project, *arguments, ready=pack, size=(64, 64)
        ) as game:
            ended = await game.end()

    assert ended.code == 0, ended.text
    assert "OUTCOME 3" in ended.lines
