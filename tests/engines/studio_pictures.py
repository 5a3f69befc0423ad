"""Takes the pictures of the studio that `docs/studio.md` shows.

    python -m tests.engines.studio_pictures

Look at them before you commit.
"""

import asyncio
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from npcserver.app.drafts import EditDraft
from npcserver.model.draft import persona_of
from npcserver.model.expectation import Expectation, ExpectationKind
from npcserver.model.ids import CharacterId, TurnId, WorldId
from npcserver.model.memory import memory_id
from tests.engines.chromium import browsing
from tests.engines.home import ROOT
from tests.engines.studio_story import Story, last_turn, story

IMAGES: Final = ROOT / "docs" / "images"
SHOTS: Final[Mapping[str, tuple[str, int, int, bool]]] = {
    "relations": ("/w/farrowhithe/relations", 1280, 1100, False),
    "persona": ("/w/farrowhithe/people/hester/persona", 1280, 1000, True),
    "prompt": ("/w/farrowhithe/people/hester/persona?do=prompt#f-prompt_kind", 390, 844, False),
    "action": ("/w/farrowhithe/actions/pour_drink", 1280, 1700, True),
    "now": ("{at}/c/hester", 1280, 900, True),
    "ask": ("{at}/c/hester/ask?text=Who+sold+the+lamp+oil%3F", 1280, 800, False),
    "correct": ("{at}/correct/{false}", 1280, 1150, False),
    "talk": ("{at}/talk", 390, 844, True),
    "again": ("{again}", 1280, 900, True),
    "draft": ("{at}/drafts/hester/publish", 1280, 900, False),
    "known": ("{at}/known?memory={false}", 1280, 1100, False),
    "foreseen": ("{at}/known?memory={secret}#foreseen", 1280, 900, True),
    "whereabouts": (
        "/w/farrowhithe/places?on={timeline}&hour=17:30",
        1280,
        1000,
        False,
    ),
    "suite": ("/w/farrowhithe/suite", 1280, 800, False),
    "scene": ("/w/farrowhithe/new-scene", 1280, 1240, False),
    "diff": ("/w/farrowhithe/diff?of={timeline}@80&of={timeline}@84", 1280, 620, True),
}
"""Path, width, height, and whether it is dark."""
DRAFTED: Final[Mapping[str, Any]] = {
    "voice": "Speaks in short homely comparisons, sings the last word of each, and asks nothing.",
    "currently": "Trains a seal to carry letters.",
}


async def take(images: Path) -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as scratch:
        async with story(Path(scratch)) as told, browsing() as browser:
            at, turn = f"/t/{told.timeline_id}", await last_turn(told)
            parts = {
                "at": at,
                "timeline": told.timeline_id,
                "false": memory_id(told.timeline_id, told.false_seq),
                "secret": memory_id(told.timeline_id, told.secret_seq),
                "again": f"{at}/again/{turn}",
            }
            page = await browser.new_page()
            await page.goto(f"{told.address}{parts['again']}")
            words = "What of the oil?\nHow is the tide?"
            await page.get_by_label("What the player says").fill(words)
            await page.get_by_role("button", name="Say it on a branch").click()
            await page.locator(".done").wait_for()
            parts["again"] = page.url.removeprefix(told.address).partition("&done")[0]
            await told.here.services.drafts.edit(
                EditDraft(
                    timeline_id=told.timeline_id,
                    subject=persona_of(CharacterId("hester")),
                    apply=lambda before: replace(before, **DRAFTED),
                    why="Players find her dull.",
                )
            )
            await run_suite(told, turn)
            for name, (path, width, height, dark) in SHOTS.items():
                shown = await browser.new_page(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if dark else "light",
                )
                await shown.goto(f"{told.address}{path.format(**parts)}")
                await shown.screenshot(path=images / f"studio-{name}.png")
                await shown.close()


async def run_suite(told: Story, turn_id: str) -> None:
    """Expect something of a line, and run the suite of the world."""
    services = told.here.services
    for kind, text in (
        (ExpectationKind.NEVER_SAYS, "Isidor Venn"),
        (ExpectationKind.MEANS, "They say he sold the oil of the lamp."),
        (ExpectationKind.NEVER_OFFERS, "give_item"),
    ):
        await services.transcripts.expect(
            timeline_id=told.timeline_id,
            turn_id=TurnId(turn_id),
            expectation=Expectation(kind=kind, text=text, least=0.6),
        )
    run = await services.suites.start(WorldId("farrowhithe"))
    await run.finished.wait()


if __name__ == "__main__":
    asyncio.run(take(IMAGES))
