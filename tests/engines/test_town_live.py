"""A town that lives, steered from its page: whisper, fire, a visitor, and a second town."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from npctown.control import LiveTown
from npctown.town_run import RunOptions, TownRun, new_run
from npctown.web import serving
from tests.engines.web_page import WebPage, web_page
from tests.fakes.forked_towns import forked_towns
from tests.town.little_town import write_town

pytestmark = pytest.mark.engines

FOREVER = 1e9


@pytest.fixture(scope="module", autouse=True)
def quick_starts() -> Generator[None, None, None]:
    with forked_towns():
        yield


@asynccontextmanager
async def living(
    browser: Browser, folder: Path, *, may_be_refused: bool = False
) -> AsyncGenerator[tuple[WebPage, TownRun], None]:
    """Let a little town live at 600×, and open its page."""
    town = write_town(folder / "town")
    options = RunOptions(town=str(town), out=folder / "run", model="scripted", tick_minutes=5)
    stop = asyncio.Event()
    async with new_run(options, lambda _: None) as run, asyncio.TaskGroup() as tasks:
        run.simulation.pace.speed = 600
        live = LiveTown(run, lambda _: None)
        tasks.create_task(run.live(FOREVER, stop=stop))
        try:
            async with (
                serving(live) as url,
                web_page(browser, url.rstrip("/"), may_lose_network=may_be_refused) as web,
            ):
                await web.open()
                await expect(web.page.locator(".shell")).to_be_visible()
                await expect(web.page.locator(".chip", has_text="live")).to_be_visible()
                yield web, run
        finally:
            stop.set()
            await live.close()


async def test_a_whisper_and_a_fire_are_seen_at_once(chromium: Browser, tmp_path: Path) -> None:
    """What the reader does is in the thoughts of who was meant, and in the news of the town."""
    async with living(chromium, tmp_path) as (web, _):
        page = web.page
        await page.get_by_role("button", name="Ada").click()
        await page.get_by_role("button", name="Whisper").click()
        await page.get_by_label("Whisper to Ada").fill("I left the oven on.")
        await page.get_by_role("button", name="Send").click()
        await expect(page.locator(".thoughts")).to_contain_text("I left the oven on.")
        await page.get_by_role("button", name="Set on fire").click()
        await page.get_by_label("Choose what burns").select_option(label="hearth · inn")
        await page.locator("dialog").get_by_role("button", name="Set on fire").click()
        await page.get_by_role("tab", name="Lately").click()
        await expect(page.locator(".feed")).to_contain_text("hearth (inn) is burning")
        assert await page.evaluate("town.run.fires(town.run.end).length") == 1


async def test_a_visitor_walks_by_keys_and_talks(chromium: Browser, tmp_path: Path) -> None:
    """Arrow keys walk, a wall stops, Enter goes to the words, and who is near answers."""
    async with living(chromium, tmp_path, may_be_refused=True) as (web, run):
        page = web.page
        run.simulation.pace.is_paused = True
        await page.get_by_role("button", name="Ada").click()
        await page.get_by_role("button", name="Walk in").click()
        await page.get_by_label("Your name").fill("Ann")
        await page.locator("dialog").get_by_role("button", name="Walk in").click()
        await expect(page.locator(".guest")).to_contain_text("You are Ann")
        await expect(page.get_by_role("button", name="Ann")).to_be_visible()
        own = "[town.scene.own.x, town.scene.own.y].map(Math.round)"
        begun = await page.evaluate(own)
        for key in ("ArrowDown", "w", "ArrowLeft", "ArrowRight"):  # the first two stay inside
            await page.keyboard.down(key)
            for _ in range(20):
                await page.wait_for_timeout(200)
                if await page.evaluate(own) != begun:
                    break
            await page.keyboard.up(key)
            if await page.evaluate(own) != begun:
                break
        assert await page.evaluate(own) != begun
        await page.wait_for_function("town.visitor.near !== ''")
        await page.keyboard.press("Enter")
        await page.keyboard.type("Good morning. How is the mill?")
        await page.keyboard.press("Enter")
        await expect(page.locator(".answer b")).not_to_have_count(0)
        await page.get_by_role("tab", name="Lately").click()
        await page.get_by_role("button", name="Leave town").click()
        await expect(page.locator(".guest")).to_be_hidden()
        await expect(page.locator(".feed")).to_contain_text("Ann leaves town")


async def test_a_branch_lives_beside_its_town(chromium: Browser, tmp_path: Path) -> None:
    """Branch here: two towns on one clock, and the whisper named as the cause of the difference."""
    async with living(chromium, tmp_path) as (web, run):
        page = web.page
        await page.wait_for_function("town.player.t > 70")
        run.simulation.pace.is_paused = True
        await page.get_by_role("button", name="Branch here").click()
        await page.get_by_label("Whisper to").select_option(label="Ben")
        await page.get_by_label("Whisper", exact=True).fill("The mill will burn tonight.")
        await page.locator("dialog").get_by_role("button", name="Branch here").click()
        await expect(page.locator(".town canvas")).to_have_count(2)
        run.simulation.pace.is_paused = False
        await expect(page.locator(".cause")).to_contain_text("The mill will burn tonight.")
        await expect(page.locator(".cause")).to_contain_text("First cause")


async def test_a_page_goes_on_when_the_town_is_back(chromium: Browser, tmp_path: Path) -> None:
    """Where the stream of events breaks the page says so, asks again, and misses nothing."""
    async with living(chromium, tmp_path) as (web, run):
        page = web.page
        await page.evaluate("town.source.stream.onerror()")
        await expect(page.locator("#banner")).to_contain_text("The town does not answer")
        await expect(page.locator("#banner")).to_contain_text("The town is back")
        run.simulation.pace.is_paused = True

        def written() -> int:
            text = (tmp_path / "run" / "events.jsonl").read_text(encoding="utf-8")
            return text.count("\n")

        lines = 0
        while lines < written():  # a step under way still writes
            lines = written()
            await page.wait_for_function(f"town.run.events.length >= {lines}")
            await asyncio.sleep(1)
        assert await page.evaluate("town.run.events.length") == lines
