"""Scenes of the studio in a real browser: the form of a file, and a seat that a player plays."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from npcscenes.files.scene_file import parse_scene
from tests.engines.studio_story import story
from tests.engines.test_studio import expect_accessible
from tests.engines.web_page import WebPage, web_page

pytestmark = pytest.mark.engines


async def test_a_scene_is_written_in_a_form_and_a_player_joins(
    chromium: Browser, tmp_path: Path
) -> None:
    """Told while it is typed, kept in a closed page, saved, opened, started; a seat by its link."""
    async with story(tmp_path) as told, web_page(chromium, told.address) as web:
        page = web.page
        await page.goto(f"{told.address}/w/farrowhithe/scenes")
        await page.get_by_role("link", name="Write a scene in a form").click()
        await expect_typed(page)
        await expect_accessible(web, "A scene in Farrowhithe")
        file = tmp_path / "bridge.yaml"
        async with page.expect_download() as coming:
            await page.get_by_role("button", name="Save as a file").click()
        await (await coming.value).save_as(file)
        script = parse_scene(file.read_text(encoding="utf-8"), file.name)
        assert script.members[3].beliefs[0].text == "The bridge can wait."
        assert [one.score for one in script.ties] == [70]

        await page.get_by_role("link", name="Scenes").first.click()
        await page.get_by_label("A file from your disk").set_input_files(file)
        await page.get_by_role("button", name="Open it in the form").click()
        await expect(page.get_by_role("status")).to_contain_text("This file is in order")
        await expect(page.locator("#f-members-3-name")).to_have_value("Zeb")
        await page.get_by_role("button", name="Open it, and let it wait for players").click()
        await expect(page.locator(".done")).to_contain_text("waits until it is told to go on")
        works = asyncio.create_task(told.here.cognition.work_in_order())
        await expect_seat(web)
        works.cancel()


async def expect_typed(page: Page) -> None:
    await page.get_by_role("button", name="Add a member").click()
    await page.locator("#f-members-3-name").fill("Zeb")
    await page.locator("#f-course-rounds").fill("40")
    await page.locator("#f-course-rounds").blur()
    wrong = page.locator('[data-field="course-rounds"] .wrong')
    await expect(wrong).to_contain_text("from 1 to 20")
    await expect(page.locator("#l-members-3")).to_have_text("Zeb")
    await expect(page.locator("#f-ballot-decider option")).to_contain_text(["none", "Zeb"])
    await page.locator('[name="add"][value="members-3-beliefs"]').click()
    await page.locator("#f-members-3-beliefs-0-text").fill("The bridge can wait.")
    await page.reload()
    await expect(page.locator("#f-members-3-beliefs-0-text")).to_have_value("The bridge can wait.")
    form = page.url.partition("#")[0]
    await page.goto(f"{form.partition('/w/')[0]}/account")  # the page is left, and opened anew
    await page.goto(form)
    await expect(page.locator("#f-members-3-beliefs-0-text")).to_have_value("The bridge can wait.")
    await expect(wrong).to_contain_text("from 1 to 20")
    await page.locator("#f-course-rounds").fill("1")
    await page.get_by_text("How each stands to each").click()
    await page.locator("#f-relations-3-0").fill("70")
    await page.locator("#f-relations-3-0").blur()
    await expect(wrong).to_have_count(0)


async def expect_seat(web: WebPage) -> None:
    page = web.page
    seat = page.locator(".price li").filter(has_text="Zeb")
    await seat.locator("summary").click()
    await seat.get_by_label("Player").fill("ann")
    await seat.get_by_role("button", name="Give the seat to a player").click()
    await expect(page.locator(".price li").filter(has_text="is played by Ann")).to_have_count(1)
    link = await page.locator("code").text_content()
    await page.get_by_role("button", name="Go on to the end").click()
    await expect(page.get_by_text("waits for this player to choose a partner")).to_be_visible()
    await expect_accessible(web, "Bridge or well")
    await page.goto(str(link))
    await expect(page.get_by_role("heading", level=1)).to_have_text("You play Zeb")
    await expect_accessible(web, "You play Zeb")
    await page.get_by_label("Your choice").select_option(index=1)
    await page.get_by_label("Your first words").fill("Let the bridge be.")
    await page.get_by_role("button", name="Choose").click()
    await expect(page.locator(".done")).to_contain_text("The scene goes on.")
    await expect(page.get_by_text("Let the bridge be.")).to_be_visible()
