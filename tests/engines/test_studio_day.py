"""A designer's day in a real browser, with a game beside it that notices each change."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import npcclient
import pytest
from npcclient.messages import Observation
from playwright.async_api import Browser, Page, expect

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.config import HttpSettings, StudioSettings
from npcserver.model.access import KeyRole
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import Request
from tests.benchmarks.played import quiet
from tests.engines.web_page import WebPage, web_page

pytestmark = pytest.mark.engines
PASSWORD: Final = "a lantern on the quay"  # noqa: S105 - of tests
WRONG = "The harbour board says that the ferry sails at noon."
RIGHT = "The harbour board says that the ferry sails at six."
HIDDEN = "Tobias hides the key of the light below the fourth post."
QUESTION = "When does the ferry sail?"


def answered(request: Request) -> str | None:
    """Return what a model makes of the memory and the voice that are in its prompt."""
    if request.purpose is not Purpose.REPLY:
        return None
    prompt = "\n".join(one.text for one in request.messages)
    hour = "at six" if RIGHT in prompt else "at noon" if WRONG in prompt else "I know not when"
    in_rhyme = " Be near the pier!" if "Speaks in rhymes" in prompt else ""
    return json.dumps({"emotion": "calm", "say": f"She sails {hour}.{in_rhyme}"})


@asynccontextmanager
async def studio(folder: Path) -> AsyncGenerator[RunningServer]:
    settings = quiet(folder).model_copy(
        update={
            "http": HttpSettings(enabled="off"),
            "studio": StudioSettings(enabled=True, port=0),
        }
    )
    model = ScriptedLanguageModel(answered, name="scripted:ferry")
    async with bootstrap.running(settings, model=model) as here:
        yield here


@dataclass
class Game:
    """A game of the same world, which the designer does not touch."""

    npc: npcclient.NpcClient
    timeline: str = ""

    async def ask(self) -> str:
        return await self.npc.play.say(self.timeline, "tobias", QUESTION, speaker="Ann").text()


async def test_a_designer_makes_a_character_and_mends_it(chromium: Browser, tmp_path: Path) -> None:
    """From signing in to an incident on a second server; the game answers otherwise at once."""
    async with studio(tmp_path / "one") as here, studio(tmp_path / "two") as other:
        await here.importing.put(load_world(sample_world()))
        _, link = await here.services.accounts.invite(name="Grace", role=KeyRole.ADMIN)
        _, key = await here.services.keys.create(name="the game", role=KeyRole.GAME_SERVER)
        address, file = here.studio.rstrip("/"), tmp_path / "noon.jsonl.gz"
        async with (
            npcclient.connect(here.address, key=key) as npc,
            web_page(chromium, address) as web,
        ):
            page, game = web.page, Game(npc)
            await sign_in(page, address, link)
            await make_tobias(page)
            game.timeline = await start_timeline(page)
            heard = Observation(text=WRONG, witness_ids=["tobias"])
            await npc.play.observe(game.timeline, [heard])
            assert await game.ask() == "She sails at noon."
            await correct_what_is_wrong(page)
            assert await game.ask() == "She sails at six."
            await say_it_again(page)
            assert await game.ask() == "She sails at six."
            await publish(page)
            assert await game.ask() == "She sails at six. Be near the pier!"
            await expect_it(page)
            await run_suite(page)
            await restore_version(page, address)
            assert await game.ask() == "She sails at six."
            await see_who_knows(page, address, game)
            await take_incident(page, address, game, file)
        async with web_page(chromium, other.studio.rstrip("/")) as web:
            await open_incident(web, file)


async def sign_in(page: Page, address: str, link: str) -> None:
    await page.goto(f"{address}/join?link={link}")
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_label("The same password again").fill(PASSWORD)
    await page.get_by_role("button").last.click()
    await page.get_by_role("button", name="Sign out").click()
    await page.goto(f"{address}/")
    await page.get_by_label("Name").fill("Grace")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").first.click()


async def make_tobias(page: Page) -> None:
    """Make a character, choose where it begins, and say what it hides from all."""
    await page.get_by_role("link", name="Farrowhithe").click()
    await page.get_by_role("link", name="Characters").click()
    await page.get_by_role("link", name="Add a character").click()
    await page.get_by_label("Name").fill("Tobias Reed")
    await page.get_by_label("Id").fill("tobias")
    await page.get_by_label("Begins at").select_option(label="The Taproom")
    await page.get_by_label("Who the character is and was").fill("Keeps the ferry's board.")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Tobias Reed at the start")
    await page.get_by_role("link", name="Add a seed memory").click()
    await page.get_by_label("What it remembers").fill(HIDDEN)
    await page.get_by_label("Who may be told").select_option("never")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator(".lock")).to_be_visible()


async def start_timeline(page: Page) -> str:
    await page.get_by_role("link", name="Timelines").click()
    await page.get_by_label("Name of the new timeline").fill("Tobias at work")
    await page.get_by_role("button", name="Start a timeline").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Tobias at work")
    return page.url.rpartition("/t/")[2].partition("?")[0]


async def correct_what_is_wrong(page: Page) -> None:
    """Go from the line to what it rests on, and its price."""
    await page.get_by_role("link", name="Conversation").click()
    line = page.locator(".turn").filter(has_text="at noon")
    await line.get_by_role("link", name="Why, in full").click()
    row = page.locator("tr").filter(has_text=WRONG)
    await row.get_by_role("link", name="Correct").first.click()
    await expect(page.locator(".price").first).to_contain_text("She sails at noon.")
    await page.locator("#f-text").fill(RIGHT)
    await page.get_by_label("Why (others read it)").fill("The board was wrong.")
    await page.get_by_role("button", name="Apply the correction").click()
    await expect(page.locator(".done")).to_contain_text("Corrected.")


async def say_it_again(page: Page) -> None:
    """Draft another voice for a branch, and hear the same question there beside the old answer."""
    await page.get_by_role("link", name="Conversation").click()
    line = page.locator(".turn").filter(has_text="at six")
    await line.get_by_role("link", name="Say it again").click()
    await page.get_by_text("With another persona").click()
    await page.get_by_label("Voice").fill("Speaks in rhymes.")
    await page.get_by_role("button", name="Say it on a branch").click()
    sides = page.locator(".sides .card")
    await expect(sides.nth(0)).to_contain_text("She sails at six.")
    await expect(sides.nth(1)).to_contain_text("She sails at six. Be near the pier!")
    await sides.nth(1).get_by_role("link", name="With a draft:").click()


async def publish(page: Page) -> None:
    """Publish the draft, once it is seen whom it reaches."""
    await page.get_by_role("link", name="See whom it reaches").click()
    await expect(page.locator("#reach")).to_contain_text("Tobias at work")
    await expect(page.locator("#reach")).to_contain_text("Ann")
    await page.get_by_role("button", name="Publish as a new version").click()
    await expect(page.locator(".done")).to_be_visible()
    await page.get_by_role("link", name="Farrowhithe").click()
    await page.get_by_role("link", name="Tobias at work").click()


async def expect_it(page: Page) -> None:
    """Flag the wrong line, and say what is expected of it."""
    await page.get_by_role("link", name="Conversation").click()
    line = page.locator(".turn").filter(has_text="at noon")
    await line.locator("summary").click()
    await line.get_by_label("Note").fill("She has the wrong hour.")
    await line.get_by_role("button", name="Keep the note").click()
    await expect(page.locator(".flag")).to_have_text("⚑ She has the wrong hour.")
    await line.get_by_role("link", name="Why, in full").click()
    await page.get_by_text("Expect something").click()
    await page.locator("#f-expected").select_option("says")
    await page.locator("#f-text").fill("be near the pier")
    await page.get_by_role("button", name="Keep the expectation").click()


async def run_suite(page: Page) -> None:
    await page.get_by_role("link", name="Farrowhithe").click()
    await page.get_by_role("link", name="Suite of expectations").click()
    await page.get_by_role("button", name="Run the suite (1)").click()
    await expect(page.get_by_role("heading", name="Done")).to_be_visible()
    await expect(page.locator("ins")).to_contain_text("Be near the pier!")


async def restore_version(page: Page, address: str) -> None:
    await page.goto(f"{address}/w/farrowhithe/people/tobias/persona/versions")
    await page.get_by_role("button", name="Restore version 1").click()
    await expect(page.locator(".done")).to_contain_text("Restored, as a new version.")


async def see_who_knows(page: Page, address: str, game: Game) -> None:
    """See who knows the secret: Tobias alone."""
    await page.goto(f"{address}/t/{game.timeline}/known")
    await page.get_by_label("Words").fill(HIDDEN)
    await page.get_by_role("button", name="Who knows this?").click()
    await expect(page.get_by_role("heading", name="Those who know it: 1")).to_be_visible()
    await expect(page.locator(".node.knows")).to_contain_text("Tobias Reed")


async def take_incident(page: Page, address: str, game: Game, file: Path) -> None:
    await page.goto(f"{address}/t/{game.timeline}/talk")
    line = page.locator(".turn").filter(has_text="at noon")
    await line.get_by_role("link", name="Why, in full").click()
    async with page.expect_download() as coming:
        await page.get_by_role("link", name="Take it along as a file").click()
    await (await coming.value).save_as(file)


async def open_incident(web: WebPage, file: Path) -> None:
    """Open it on a server that has no such world."""
    await web.open("incident")
    await web.page.get_by_label("File").set_input_files(file)
    await web.page.get_by_role("button", name="Open", exact=True).click()
    await expect(web.page.locator(".words").first).to_contain_text("She sails at noon.")
    await expect(web.page.get_by_text("it comes out the same")).to_be_visible()
