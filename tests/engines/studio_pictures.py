"""Takes the pictures of the studio that `docs/studio.md` shows.

    python -m tests.engines.studio_pictures

Look at them before you commit.
"""

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from npcserver.model.memory import memory_id
from tests.engines.chromium import browsing
from tests.engines.home import ROOT
from tests.engines.studio_story import last_turn, story

IMAGES: Final = ROOT / "docs" / "images"
SHOTS: Final[Mapping[str, tuple[str, int, int, bool]]] = {
    "relations": ("/w/farrowhithe/relations", 1280, 1100, False),
    "action": ("/w/farrowhithe/actions/pour_drink", 1280, 1700, True),
    "now": ("{at}/c/hester", 1280, 900, True),
    "ask": ("{at}/c/hester/ask?text=Who+sold+the+lamp+oil%3F", 1280, 800, False),
    "correct": ("{at}/correct/{false}", 1280, 1150, False),
    "talk": ("{at}/talk", 390, 844, True),
    "again": ("{again}", 1280, 900, True),
    "known": ("{at}/known?memory={false}", 1280, 1100, False),
}
"""Path, width, height, and whether it is dark."""


async def take(images: Path) -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as scratch:
        async with story(Path(scratch)) as told, browsing() as browser:
            at, turn = f"/t/{told.timeline_id}", await last_turn(told)
            parts = {
                "at": at,
                "false": memory_id(told.timeline_id, told.false_seq),
                "again": f"{at}/again/{turn}",
            }
            page = await browser.new_page()
            await page.goto(f"{told.address}{parts['again']}")
            words = "What of the oil?\nHow is the tide?"
            await page.get_by_label("What the player says").fill(words)
            await page.get_by_role("button", name="Say it on a branch").click()
            await page.locator(".done").wait_for()
            parts["again"] = page.url.removeprefix(told.address).partition("&done")[0]
            for name, (path, width, height, dark) in SHOTS.items():
                shown = await browser.new_page(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if dark else "light",
                )
                await shown.goto(f"{told.address}{path.format(**parts)}")
                await shown.screenshot(path=images / f"studio-{name}.png")
                await shown.close()


if __name__ == "__main__":
    asyncio.run(take(IMAGES))
