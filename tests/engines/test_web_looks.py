"""How the page looks and is used: light, dark, on a phone, by keyboard; pictures for the docs.

`NPCSERVER_SHOTS=1` writes the pictures to docs/images/browser-*.png.
"""

import re
from collections.abc import Generator
from pathlib import Path

import npcclient
import pytest
from npcclient import messages
from playwright.async_api import Browser, Page, expect

from tests.conftest import variant
from tests.engines.conftest import running
from tests.engines.home import ROOT, SHOWN
from tests.engines.servers import Server
from tests.engines.web_page import WebPage, script, web_page

pytestmark = pytest.mark.engines

ANSWERS = [
    {
        "when": "ale",
        "say": "Dark ale, and the first one is on the slate. Mind the barometer, it bites.",
        "emotion": "amusement",
        "intents": [{"name": "pour_drink", "arguments": {"drink": "dark ale", "pence": 0}}],
    },
    {"when": "anybody", "say": "Only me, and the gull.", "emotion": "calm"},
    # in turn; who answers whom in the circle below is for the server to say
    {
        "say": "I heard it, out by the Teeth. Three strokes, and then nothing but water.",
        "emotion": "fear",
    },
    {"say": "She hears what she wants to hear. So do I, some nights.", "emotion": "worry"},
    {"say": "It rings when the wind stands in the north. That is all.", "emotion": "calm"},
]
NAMELESS = """() => [...document.querySelectorAll("button, input, textarea, summary")]
  .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim()
    || (one.labels && one.labels.length && one.labels[0].textContent.trim())))
  .map((one) => one.outerHTML)"""
SIDEWAYS = """() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)
  - document.documentElement.clientWidth"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    folder = tmp_path_factory.mktemp("looks")
    with running(Server(folder / "server", model=script(folder, *ANSWERS))) as server:
        yield server


async def shot(page: Page, name: str) -> None:
    """Take a picture for the docs, where that is asked for."""
    if SHOWN:
        file = ROOT / "docs" / "images" / f"browser-{name}.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        await page.screenshot(path=file)


async def play(web: WebPage) -> None:
    """Play until there is something to look at: a drink, a circle, some time."""
    await web.begin()
    await web.say("Good evening! A dark ale, please.")
    await web.page.get_by_role("button", name="Let it happen").click()
    await expect(web.ended).to_have_count(1)
    await web.pane("People")
    await web.page.get_by_role("button", name="Call here Linnet Oake").click()
    await web.page.locator("#with-linnet").check()
    await web.pane("Talk")
    await web.say("Linnet, have you heard the bell? And you, Hester?")
    await expect(web.ended.nth(1)).to_be_visible()
    await expect(web.page.get_by_role("button", name="Interrupt")).to_have_count(0)


@pytest.mark.parametrize("look", ["light", pytest.param("dark", marks=variant)])
async def test_a_wide_screen_shows_people_talk_and_news_at_once(
    chromium: Browser, server: Server, look: str
) -> None:
    """All three panes are seen, everything that can be used has a name, and it is photographed."""
    async with web_page(chromium, server.http, dark=look == "dark", height=940) as web:
        await web.open()
        await expect(web.page.get_by_role("button", name="Begin a new game")).to_be_visible()
        assert await web.page.evaluate(NAMELESS) == []
        await play(web)
        await web.page.get_by_role("button", name="+15 min").click()
        await expect(web.page.locator(".clock b")).to_have_text("16:45")
        await expect(web.page.get_by_role("button", name="+15 min")).to_be_enabled()
        await expect(web.page.locator(".feed li").first).to_be_visible()
        for pane in ("People", "Talk", "Meanwhile"):
            await expect(web.page.locator(f'.pane[aria-label="{pane}"]')).to_be_visible()
        assert await web.page.evaluate(NAMELESS) == []
        assert await web.page.evaluate(SIDEWAYS) <= 0
        await shot(web.page, look)
        await web.page.get_by_role("button", name="Why did Linnet say that?").first.click()
        await expect(web.page.locator(".why .made")).to_be_visible()
        await expect(web.page.locator("#words")).to_be_visible()
        assert await web.page.evaluate(SIDEWAYS) <= 0
        await shot(web.page, f"why-{look}")


async def test_a_phone_shows_one_pane_at_a_time_and_never_scrolls_sideways(
    chromium: Browser, server: Server
) -> None:
    """At 360 pixels everything fits: the entrance, each pane, the saves and the reasons."""
    async with web_page(chromium, server.http, width=360, height=740) as web:
        await web.open()
        await expect(web.page.get_by_role("button", name="Begin a new game")).to_be_visible()
        assert await web.page.evaluate(SIDEWAYS) <= 0
        await play(web)
        await shot(web.page, "phone")
        for pane in ("People", "Meanwhile", "Talk"):
            await web.pane(pane)
            await expect(web.page.locator(f'.pane[aria-label="{pane}"]')).to_be_visible()
            assert await web.page.locator(".pane:visible").count() == 1
            assert await web.page.evaluate(SIDEWAYS) <= 0, pane
        await web.page.get_by_role("button", name="Save & load").click()
        await web.page.get_by_label("Name this moment").fill("w" * 80)
        await web.page.get_by_role("button", name="Save", exact=True).click()
        await expect(web.page.locator("li.save").first).to_be_visible()
        assert await web.page.evaluate(SIDEWAYS) <= 0
        await web.page.keyboard.press("Escape")
        await web.page.get_by_role("button", name="Why did Linnet say that?").first.click()
        await expect(web.page.locator(".why .made")).to_be_visible()
        assert await web.page.evaluate(SIDEWAYS) <= 0


@pytest.mark.parametrize("look", [pytest.param("light", marks=variant), "dark", "phone"])
async def test_a_prompt_fits_on_every_screen(
    chromium: Browser, prompted_server: Server, look: str
) -> None:
    """Its parts have names and do not scroll sideways, and it is photographed."""
    width, height = (360, 740) if look == "phone" else (1280, 940)
    page = web_page(chromium, prompted_server.http, dark=look == "dark", width=width, height=height)
    async with page as web:
        await web.begin()
        await web.say("Good evening! A dark ale, please.")
        await web.page.get_by_role("button", name="Why did Hester say that?").first.click()
        await web.page.get_by_role("tab", name="Prompt").click()
        await expect(web.page.locator(".why .part").first).to_be_visible()
        assert await web.page.evaluate(NAMELESS) == []
        assert await web.page.evaluate(SIDEWAYS) <= 0
        await shot(web.page, f"prompt-{look}")


async def test_a_game_is_played_without_a_mouse(chromium: Browser, server: Server) -> None:
    """From the name to the answer and its reason by Tab, Enter and Space; Esc goes back."""
    async with web_page(chromium, server.http) as web:
        await web.open()
        begin = web.page.get_by_role("button", name="Begin a new game")
        await begin.focus()
        await web.page.keyboard.press("Enter")
        await expect(web.page.locator("#words")).to_be_focused()
        await web.page.keyboard.type("Good evening.")
        await web.page.keyboard.press("Shift+Enter")
        await web.page.keyboard.type("Is anybody here?")
        await web.page.keyboard.press("Enter")
        await expect(web.ended).to_have_count(1)
        assert (
            await web.page.locator(".mine .said").inner_text() == "Good evening.\nIs anybody here?"
        )
        await expect(web.page.locator("#spoken p").last).to_contain_text(
            "calm: Only me, and the gull."
        )
        why = web.ended.get_by_role("button", name="Why did")
        await why.focus()
        await web.page.keyboard.press("Enter")
        await expect(web.page.locator(".why h2")).to_be_focused()
        await web.page.keyboard.press("Escape")
        await expect(why).to_be_focused()
        box = web.page.get_by_role("checkbox").first
        await box.focus()
        await web.page.keyboard.press("Space")
        await expect(web.page.locator("#words")).to_be_disabled()
        await expect(box).to_be_focused()


async def test_the_keyboard_stays_where_it_was_when_a_button_goes(
    chromium: Browser, server: Server
) -> None:
    """After walking, waiting, calling, deciding and losing a partner, Tab goes on from there."""
    async with web_page(chromium, server.http) as web:
        await web.open()
        await web.page.get_by_role("button", name="Begin a new game").click()
        press = web.page.keyboard.press

        async def use(name: str) -> None:
            await web.page.get_by_role("button", name=name).focus()
            await press("Enter")

        await use("Go there The Chapel of the Ebb")
        await use("Go there The Taproom")
        place = web.page.locator(".people-list h2").first
        await expect(place).to_have_text("The Taproom")
        await expect(place).to_be_focused()
        await use("+15 min")
        await expect(web.page.locator(".clock b")).to_have_text("16:45")
        await expect(web.page.get_by_role("button", name="+15 min")).to_be_focused()
        # what she does at this hour is known: news of it that came later would take her away again
        await expect(web.page.locator("main")).to_contain_text(re.compile(r"Linnet Oake\s*is "))
        await use("Call here Linnet Oake")
        await expect(web.page.locator("#with-linnet")).to_be_focused()
        await web.page.locator("#with-hester").check()
        await web.say("A dark ale, please.")
        await use("Let it happen")
        await expect(web.page.locator(".settled")).to_be_focused()
        await expect(web.ended).to_have_count(1)
        await web.page.locator("#with-hester").uncheck()
        await web.page.locator("#with-linnet").check()
        await web.page.locator("#words").focus()
        timeline = await web.timeline_id()
        async with npcclient.connect(server.grpc) as npc:
            away = messages.Movement(id="linnet", place_id="market-square")
            await npc.play.observe(timeline, movements=[away])
        await expect(web.page.locator("#words")).to_be_disabled()
        await expect(web.page.locator(".log")).to_be_focused()


def test_the_pictures_of_the_docs_are_there() -> None:
    """What the readme shows exists; NPCSERVER_SHOTS=1 takes it anew."""
    for name in ("light", "dark", "phone"):
        picture = Path(ROOT / "docs" / "images" / f"browser-{name}.png")
        assert picture.read_bytes().startswith(b"\x89PNG")
