"""The playtest page in a real browser, and what must never happen there."""

import json
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import yaml
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, Request, expect

PATIENCE_MS = 60_000
NETWORK = re.compile(r"Failed to load resource|net::ERR_")
expect.set_options(timeout=PATIENCE_MS)

TALK = (
    {
        "when": "ale",
        "say": "Dark ale it is. Mind the barometer.",
        "emotion": "joy",
        "intents": [{"name": "pour_drink", "arguments": {"drink": "dark ale", "pence": 2}}],
    },
    {
        "when": "everything",
        "say": " ".join(f"This is sentence number {number}." for number in range(200)),
    },
    {"when": "good night", "say": "Good night."},
    {"when": "bell", "say": "I would rather not say."},
    {"when": "february", "say": "The lamp went dark."},
    {"when": "plainly", "say": "No form, only words.", "emotion": None},
    {"say": "Good evening to you.", "emotion": "joy"},
)


@dataclass  # no slots: Playwright marks the object whose methods it calls
class WebPage:
    """A page, and what went wrong on it."""

    page: Page
    url: str
    faults: list[str] = field(default_factory=list)
    network_faults: list[str] = field(default_factory=list)
    other_hosts: list[str] = field(default_factory=list)

    def take_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            kept = self.network_faults if NETWORK.search(message.text) else self.faults
            kept.append(message.text)

    def take_request(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.url).netloc:
            self.other_hosts.append(request.url)

    async def open(self, fragment: str = "") -> None:
        await self.page.goto(f"{self.url}/{fragment}")

    async def begin(self, name: str = "Ann", place: str = "The Taproom") -> None:
        """Begin a new game under a name, and go somewhere, unless it begins there."""
        await self.open()
        await self.page.get_by_label("Who are you?").fill(name)
        await self.page.get_by_role("button", name="Begin a new game").click()
        await expect(self.page.locator(".scene")).to_be_visible()
        await self.pane("People")
        here = self.page.locator(".people-list h2").first
        await expect(here).to_be_visible()
        if await here.text_content() != place:
            await self.page.get_by_role("button", name=f"Go there {place}").click()
        await expect(here).to_have_text(place)
        await self.pane("Talk")

    async def pane(self, name: str) -> None:
        """Turn to a pane, where the screen is too narrow for all."""
        tab = self.page.locator("nav.panes").get_by_role("button", name=name)
        if await tab.is_visible():
            await tab.click()

    async def say(self, text: str) -> None:
        await self.page.locator("#words").fill(text)
        await self.page.locator("#words").press("Enter")

    async def timeline_id(self) -> str:
        kept = await self.page.evaluate("localStorage.getItem('npcserver.played')")
        ((_, played),) = json.loads(kept).items()
        return str(played["timelineId"])

    @property
    def answers(self) -> Locator:
        return self.page.locator(".entry.theirs")

    @property
    def ended(self) -> Locator:
        """Answers that are over, in order."""
        return self.page.locator(".entry.theirs:has(footer button)")


@asynccontextmanager
async def web_page(
    browser: Browser,
    url: str,
    *,
    width: int = 1280,
    height: int = 800,
    dark: bool = False,
    may_lose_network: bool = False,
) -> AsyncGenerator[WebPage, None]:
    """Give a page of its own; fails afterwards if anything went wrong on it."""
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE_MS)
    there = WebPage(await context.new_page(), url)
    there.page.on("console", there.take_console)
    there.page.on("pageerror", lambda error: there.faults.append(str(error)))
    there.page.on("request", there.take_request)
    try:
        yield there
        assert there.faults == []
        assert there.other_hosts == []
        assert may_lose_network or there.network_faults == []
    finally:
        await context.close()


def script(folder: Path, *answers: object, fragment_delay: float = 0.02) -> str:
    """Write what the model says, in order; returns the model's name."""
    file = folder / "script.yaml"
    content = {"fragment_delay": fragment_delay, "fragment_size": 5, "answers": list(answers)}
    file.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")
    return f"scripted:{file}"
