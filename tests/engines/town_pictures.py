"""Takes the pictures of the town that README and `docs/town.md` show, one of them moving.

    python -m tests.engines.town_pictures [RUN]

Without a run a day of Withymouth is lived first, by the scripted mind. Look at them before you
commit.
"""

import argparse
import asyncio
import io
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.async_api import Browser, FloatRect, Page

from npctown.web import RecordedRun, serving
from tests.engines.chromium import browsing
from tests.engines.home import ROOT

IMAGES: Final = ROOT / "docs" / "images"
STILLS: Final[Mapping[str, tuple[str, bool, str]]] = {
    "talk-light": ("lately", False, "TALK"),
    "night-dark": ("rumours", True, "NIGHT"),
}
FRAMES, FRAME_MS, FRAME_MINUTES = 44, 180, 0.22
WIDTH, HEIGHT = 640, 400

# the talk of most lines; two minutes after it began most of it can be seen
TALK: Final = """() => { const all = [...town.run.talks.values()].filter((one) => one.t > 240);
  const most = all.sort((a, b) => b.lines.length - a.lines.length)[0]; return [most.t, most.who[0]]; }"""  # noqa: E501
# at half past nine, with those who are longest awake
NIGHT: Final = """() => { const begun = new Date(town.run.started);
  const t = ((21.6 - begun.getUTCHours() - begun.getUTCMinutes() / 60 + 24) % 24) * 60;
  town.player.seek(t);
  const awake = [...town.run.people.values()].filter((one) => town.doing(one) !== 'is asleep');
  return [t, (awake.find((one) => /landlady/.test(one.trade)) ?? awake[0]).id]; }"""
SHOWN: Final = """([t, who, tab]) => { town.player.isPlaying = false; town.player.seek(t);
  town.tour.turn(false); town.showTour(); town.scene.see(t, 0); town.scene.show(who);
  if (tab === 'person') town.choose(who, true); else town.show(tab); }"""
STEP: Final = """([t, who]) => { town.player.seek(t); const { tile } = town.map;
  const one = town.scene.find(who); town.scene.camera.zoom = 2;
  town.scene.camera.toward((one.x + 0.5) * tile, (one.y - 1) * tile, 0.12);
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); }"""


async def opened(browser: Browser, url: str, *, dark: bool) -> Page:
    context = await browser.new_context(
        viewport={"width": 1280, "height": 800}, color_scheme="dark" if dark else "light"
    )
    context.set_default_timeout(180_000)
    page = await context.new_page()
    await page.goto(url)
    await page.wait_for_function("window.town && town.source.isWhole")
    return page


async def take(run: Path) -> None:
    """Take all pictures of a run."""
    async with serving(RecordedRun(run)) as url, browsing() as browser:
        for name, (tab, dark, when) in STILLS.items():
            page = await opened(browser, url, dark=dark)
            t, who = await page.evaluate(TALK if when == "TALK" else NIGHT)
            minute = t + 3 if when == "TALK" else t
            await page.evaluate(SHOWN, [minute, who, tab])
            await page.wait_for_timeout(1_500)
            await page.screenshot(path=IMAGES / f"town-{name}.png")
            await page.context.close()
        await move(await opened(browser, url, dark=False))


async def move(page: Page) -> None:
    """Take a talk as a moving picture, from before it begins."""
    t, who = await page.evaluate(TALK)
    await page.evaluate(SHOWN, [t, who, "lately"])
    box: Any = await page.locator(".town").bounding_box()
    clip: FloatRect = {
        "x": box["x"] + (box["width"] - WIDTH) / 2,
        "y": box["y"] + (box["height"] - HEIGHT) / 2,
        "width": WIDTH,
        "height": HEIGHT,
    }
    frames = []
    for number in range(FRAMES):
        await page.evaluate(STEP, [t - 2 + number * FRAME_MINUTES, who])
        shot = await page.screenshot(clip=clip)
        frames.append(Image.open(io.BytesIO(shot)).convert("RGB"))
    first, *others = frames
    first.save(
        IMAGES / "town.webp",
        save_all=True,
        append_images=others,
        duration=FRAME_MS,
        loop=0,
        quality=72,
        method=6,
    )


def lived(folder: Path) -> Path:
    """Let the town live from morning to night."""
    command = ("npcserver", "town", "--days", "0.75", "--model", "scripted", "--no-page")
    subprocess.run([sys.executable, "-m", *command, "--out", str(folder)], check=True)
    return folder


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, nargs="?")
    asked = parser.parse_args().run
    with tempfile.TemporaryDirectory() as scratch:
        asyncio.run(take(asked or lived(Path(scratch) / "run")))
