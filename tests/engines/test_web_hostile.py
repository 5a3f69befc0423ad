"""Whatever players, models and authors write stays text in the browser."""

from pathlib import Path

import pytest
import yaml
from playwright.async_api import Browser, expect

from tests.engines.conftest import NewServer
from tests.engines.servers import Server
from tests.engines.web_page import script, web_page

pytestmark = pytest.mark.engines

BAD = "<img src=x onerror='globalThis.hurt=1'>"
WORLD = {
    "format": "npcserver/world/1",
    "world": {"id": "bad", "name": f"{BAD} World", "description": f"<script>hurt=1</script>{BAD}"},
    "places": [{"id": "inn", "name": f"{BAD} Inn", "description": BAD}],
    "characters": [
        {"id": "mal", "name": f"{BAD} Mal", "place": "inn", "memories": [f"{BAD} lives."]}
    ],
    "affordances": [{"name": "wave", "description": "Wave."}],
}


async def test_hostile_text_stays_text(
    chromium: Browser, new_server: NewServer, tmp_path: Path
) -> None:
    """Names, descriptions, words, memories and saves with markup are shown and never run."""
    world = tmp_path / "bad.yaml"
    world.write_text(yaml.safe_dump(WORLD), encoding="utf-8")
    answer = {"say": f"1 < 2 &amp; {BAD} so they say.", "intents": [{"name": "wave"}]}
    server = new_server(world=world, model=script(tmp_path, answer))
    async with web_page(chromium, server.http) as web:
        await web.open()
        await expect(web.page.locator(".world h2")).to_have_text(f"{BAD} World")
        await web.page.get_by_label("Who are you?").fill(BAD)
        await web.page.get_by_role("button", name="Begin a new game").click()
        await expect(web.page.locator(".person .name")).to_have_text(f"{BAD} Mal")
        await web.say(BAD)
        await expect(web.ended).to_have_count(1)
        await expect(web.page.locator(".mine .said")).to_have_text(BAD)
        await expect(web.answers.locator("h3")).to_have_text(f"{BAD} Mal")
        await web.page.get_by_role("button", name="Let it happen").click()
        await web.ended.get_by_role("button").last.click()
        await expect(web.page.locator(".why .made")).to_be_visible()
        await expect(web.page.locator(".why")).to_contain_text(BAD)
        await web.page.get_by_role("button", name="Save & load").click()
        await web.page.get_by_label("Name this moment").fill(BAD)
        await web.page.get_by_role("button", name="Save", exact=True).click()
        await expect(web.page.locator("li.save b")).to_have_text(BAD)

        assert await web.page.locator("#app img, #app script").count() == 0
        assert await web.page.evaluate("globalThis.hurt") is None


async def test_a_key_of_any_letters_is_no_dead_end(
    chromium: Browser, locked_server: Server
) -> None:
    """A key that is not all ASCII is told not to fit, and another can be typed."""
    async with web_page(chromium, locked_server.http, may_lose_network=True) as web:
        await web.open()
        heading = web.page.get_by_role("heading", level=2)
        await expect(heading).to_have_text("This server asks for a key.")
        await web.page.get_by_label("Key").fill("🗝 glocke")
        await web.page.keyboard.press("Enter")
        await expect(heading).to_have_text("That key does not fit.")
        await web.page.get_by_label("Key").fill("lantern-over-the-door")
        await web.page.keyboard.press("Enter")
        await expect(web.page.get_by_role("button", name="Begin a new game")).to_be_visible()


async def test_words_that_do_not_fit_are_not_cut_in_silence(
    chromium: Browser, echo_server: Server
) -> None:
    """Anyone who pastes more than can be said reads so, until it is said."""
    async with web_page(chromium, echo_server.http) as web:
        await web.open()
        await web.page.get_by_role("button", name="Begin a new game").click()
        note = web.page.get_by_text("No more than 2,000 characters fit")
        await web.page.locator("#words").fill("Hello!")
        await expect(note).to_be_hidden()
        await web.page.locator("#words").fill("")
        await web.page.locator("#words").focus()
        await web.page.keyboard.insert_text("x" * 3_000)
        await expect(note).to_be_visible()
        await web.page.keyboard.press("Enter")
        await expect(note).to_be_hidden()
        await expect(web.page.locator(".mine .said")).to_have_text("x" * 2_000)
