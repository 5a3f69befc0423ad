"""The studio in a real browser: one walk through all of it, and all that axe can tell."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Browser, Page, expect

from npcscenes.app.group_chats import GroupChats
from npcscenes.cli.scene_files import recorded_moves
from npcserver.app.drafts import EditDraft
from npcserver.model.access import KeyRole
from npcserver.model.draft import persona_of
from npcserver.model.expectation import Expectation, ExpectationKind
from npcserver.model.ids import CharacterId, PlaceId, TurnId, WorldId
from npcserver.model.memory import memory_id
from tests.conftest import TRIES_VARIANTS
from tests.engines import recipes
from tests.engines.home import need
from tests.engines.studio_story import FALSE, Story, last_turn, story
from tests.engines.test_web_axe import violations
from tests.engines.test_web_looks import SIDEWAYS
from tests.engines.web_page import WebPage, web_page
from tests.fakes.pictures import png

pytestmark = pytest.mark.engines
SAME_FORM = ("A new character", "A new book", "Settings of Farrowhithe", "A new world")
"""Pages of one template."""
Look = tuple[int, Literal["light", "dark"]]
LOOKS: tuple[Look, ...] = ((1280, "light"), (390, "dark"))
"""What a page is looked at in: its width, and its theme."""
if TRIES_VARIANTS:
    LOOKS += ((390, "light"), (1280, "dark"))
LARGEST = 150_000
"""Bytes of the first page with all that it loads."""


@pytest.fixture
async def told(tmp_path: Path) -> AsyncGenerator[Story]:
    async with story(tmp_path) as story_told:
        yield story_told


def pages(told: Story, turn_id: str, scene_id: str) -> dict[str, str]:
    """Return the paths of all pages, by their titles."""
    at = f"/t/{told.timeline_id}"
    false = memory_id(told.timeline_id, told.false_seq)
    return {
        "Worlds": "/",
        "Your account": "/account",
        "People": "/people",
        "Changes of Farrowhithe": "/w/farrowhithe/changes",
        "Farrowhithe": "/w/farrowhithe",
        "Flagged lines": "/w/farrowhithe/flags",
        "Characters of Farrowhithe": "/w/farrowhithe/people",
        "Hester Quillam at the start": "/w/farrowhithe/people/hester",
        "What Hester Quillam remembers at the start": "/w/farrowhithe/people/hester/seed",
        "A new character": "/w/farrowhithe/new-character",
        "Places of Farrowhithe": f"/w/farrowhithe/places?on={told.timeline_id}&hour=18:00",
        "A new place": "/w/farrowhithe/new-place",
        "Actions in Farrowhithe": "/w/farrowhithe/actions",
        "Action pour_drink": f"/w/farrowhithe/actions/pour_drink?draft={told.timeline_id}",
        "Relations in Farrowhithe": "/w/farrowhithe/relations",
        "How Hester Quillam stands to another person": "/w/farrowhithe/relations/hester",
        "Books of Farrowhithe": "/w/farrowhithe/books?text=Who+lit+the+lamp%3F&character=hester",
        "The Farrowhithe Tide Tables": "/w/farrowhithe/books/tide-tables",
        "A new book": "/w/farrowhithe/new-book",
        "Scenes of Farrowhithe": "/w/farrowhithe/scenes",
        "Who plays the lead in the film about time": f"{at}/scenes/{scene_id}?eyes=everything",
        "Farrowhithe as a file": "/w/farrowhithe/file",
        "Settings of Farrowhithe": "/w/farrowhithe/settings",
        "A new world": "/new-world",
        "Import a world": "/import",
        "Persona of Hester Quillam": "/w/farrowhithe/people/hester/persona",
        "Versions of Hester Quillam": "/w/farrowhithe/people/hester/persona/versions",
        "Tuesday playtest": at,
        "Hester Quillam": f"{at}/c/hester",
        "What Hester Quillam remembers": f"{at}/c/hester/memories",
        "What comes to Hester Quillam's mind": f"{at}/c/hester/ask?text=Who+sold+the+oil%3F",
        "Insights of Hester Quillam": f"{at}/c/hester/insights",
        "Correct a memory": f"{at}/correct/{false}",
        "Corrections": f"{at}/corrections",
        "Drafts": f"{at}/drafts",
        "Draft Hester Quillam": f"/w/farrowhithe/people/hester/persona/draft/{told.timeline_id}",
        "Draft of Hester Quillam": f"{at}/drafts/hester/publish",
        "Conversation": f"{at}/talk",
        "Why Hester Quillam said that": f"{at}/turn/{turn_id}",
        "Say it again": f"{at}/again/{turn_id}",
        "Who knows": f"{at}/known?memory={memory_id(told.timeline_id, told.secret_seq)}",
        "Suite of expectations": "/w/farrowhithe/suite",
        "Two moments compared": f"/w/farrowhithe/diff?of={at[3:]}@80&of={at[3:]}",
        "Search all transcripts": "/w/farrowhithe/transcripts?text=light",
        "Open an incident": "/incident",
        "This did not work": "/t/none",
    }


async def expect_accessible(web: WebPage, title: str) -> None:
    """Expect that axe finds nothing on the page in each look, and that it never scrolls sideways.

    CI looks at pages of one template in one look.
    """
    await expect(web.page.get_by_role("heading", level=1)).to_have_text(title)
    is_known = title in SAME_FORM and not TRIES_VARIANTS
    for width, look in LOOKS[-1:] if is_known else LOOKS:
        await web.page.emulate_media(color_scheme=look)
        await web.page.set_viewport_size({"width": width, "height": 800})
        assert await violations(web) == [], (title, width, look)
        assert await web.page.evaluate(SIDEWAYS) <= 0, (title, width, look)


async def test_axe_finds_nothing(chromium: Browser, told: Story) -> None:
    """On each page, with a flag and a correction on it, in both themes and widths."""
    need(recipes.why_missing("npm"))
    turn = await last_turn(told)
    services = told.here.services
    await services.transcripts.flag(
        timeline_id=told.timeline_id, turn_id=TurnId(turn), note="too blunt", author_id="ada"
    )
    await services.transcripts.expect(
        timeline_id=told.timeline_id,
        turn_id=TurnId(turn),
        expectation=Expectation(kind=ExpectationKind.NEVER_SAYS, text="Isidor Venn"),
    )
    run = await services.suites.start(WorldId("farrowhithe"))
    await run.finished.wait()
    await services.characters.put_portrait(WorldId("farrowhithe"), CharacterId("hester"), png())
    await services.corrections.add(
        timeline_id=told.timeline_id,
        character_id=CharacterId("hester"),
        text="Ann likes eels.",
        why="A test.",
    )
    await services.drafts.edit(
        EditDraft(
            timeline_id=told.timeline_id,
            subject=persona_of(CharacterId("hester")),
            apply=lambda before: replace(before, voice="Short and rude.", goals=()),
            why="Players found her dull.",
        )
    )
    chats = GroupChats.of(services)
    scene = await chats.add_recorded(told.timeline_id, recorded_moves("casting"))
    async with web_page(chromium, told.address, may_lose_network=True) as web:
        _, link = await services.accounts.invite(name="Ada", role=KeyRole.ADMIN)
        for title, path in {
            "Sign in": "/sign-in",
            "Welcome, Ada": f"/join?link={link}",
        }.items():
            await web.page.goto(f"{told.address}{path}")
            await expect_accessible(web, title)
        for label in ("Password", "The same password again"):
            await web.page.get_by_label(label, exact=True).fill("a lantern on the quay")
        await web.page.get_by_role("button", name="Keep the password and sign in").click()
        for title, path in pages(told, turn, scene.id).items():
            await web.page.goto(f"{told.address}{path}")
            await expect_accessible(web, title)


async def test_a_designer_walks_through_all_of_it(chromium: Browser, told: Story) -> None:
    """From the worlds to a wrong line, why, its correction, the line again, and a lock."""
    async with web_page(chromium, told.address) as web:
        await web.open()
        await web.page.get_by_role("link", name="Farrowhithe").click()
        await expect(web.page.get_by_role("link", name="Save: At the inn")).to_be_visible()
        await web.page.get_by_role("link", name="Tuesday playtest").click()
        await expect_why_and_flag(web.page)
        await expect_suite(web.page)
        await expect_incident(web.page)
        assert await violations(web) == []
        await web.page.goto(f"{told.address}/t/{told.timeline_id}")
        await web.page.get_by_role("link", name="Conversation").click()
        line = web.page.locator(".turn").filter(has_text="Who put out the light?")
        await line.get_by_role("link", name="Why, in full").click()
        await expect_correction(web.page)
        await expect_said_again(web.page)
        await expect_lock(web.page, told)
    # a page that says what another saved has the status of a conflict
    async with web_page(chromium, told.address, may_lose_network=True) as web:
        await expect_persona(web.page, told)


async def expect_why_and_flag(page: Page) -> None:
    await page.get_by_role("link", name="Conversation").click()
    line = page.locator(".turn").filter(has_text="Who put out the light?")
    await expect(line.locator(".why")).to_contain_text("wrote this")
    await line.locator("summary").click()
    await line.get_by_label("Note").fill("Where does she have this from?")
    await line.get_by_role("button", name="Keep the note").click()
    await expect(page.locator(".flag")).to_have_text("⚑ Where does she have this from?")
    await line.get_by_role("link", name="Why, in full").click()
    await expect(page.get_by_role("heading", name="Prompt by parts")).to_be_visible()


async def expect_suite(page: Page) -> None:
    await page.get_by_text("Expect something").click()
    await page.get_by_label("What is expected").select_option("never_tells")
    await expect(page.locator("#f-text")).to_be_hidden()
    await page.get_by_label("What is expected").select_option("means")
    await expect(page.get_by_label("Least likeness")).to_be_visible()
    await page.get_by_label("What is expected").select_option("never_says")
    await expect(page.get_by_label("Least likeness")).to_be_hidden()
    await page.locator("#f-text").fill("sold the lamp oil")
    await page.get_by_role("button", name="Keep the expectation").click()
    await expect(page.locator(".done")).to_contain_text("kept with the line")
    line = page.url.partition("?")[0]
    await page.get_by_role("link", name="Suite of expectations").click()
    await page.get_by_role("button", name="Run the suite (1)").click()
    await expect(page.get_by_role("heading", name="Done")).to_be_visible(timeout=60_000)
    await expect(page.locator(".turn .flag")).to_contain_text("does not say “sold the lamp oil”")
    await page.goto(line)


async def expect_incident(page: Page) -> None:
    async with page.expect_download() as coming:
        await page.get_by_role("link", name="Take it along as a file").click()
    taken = await (await coming.value).path()
    await page.goto(f"{page.url.partition('/t/')[0]}/incident")
    await page.get_by_label("File").set_input_files(taken)
    await page.get_by_role("button", name="Open").click()
    await expect(page.get_by_text("it comes out the same")).to_be_visible()


async def expect_correction(page: Page) -> None:
    row = page.locator("tr").filter(has_text=FALSE)
    await row.get_by_role("link", name="Correct").first.click()
    await expect(page.locator(".price").first).to_contain_text("Isidor cares more for coins")
    await page.locator("#f-text").fill("The lamp oil leaked into the sea.")
    await page.get_by_label("Why (others read it)").fill("Isidor is honest.")
    await page.get_by_text("Whom it may be told, for a lock").click()
    await page.get_by_label("Dorcas Pym").check()
    correction = page.url
    await page.goto(correction.partition("/correct/")[0])
    await page.get_by_label("Name of this moment").fill("While a correction is typed")
    await page.get_by_role("button", name="Save this moment").click()
    await expect(page.locator(".done")).to_be_visible()
    await page.goto(correction)  # what was typed is still there
    await expect(page.locator("input[name=to]:checked")).to_have_count(1)
    await expect(page.locator("#f-text")).to_have_value("The lamp oil leaked into the sea.")
    await page.get_by_label("What becomes of it").first.select_option("make_anew")
    await page.get_by_role("button", name="Apply the correction").click()
    await expect(page.locator(".done")).to_contain_text("Corrected.")
    await expect(page.locator("ins").first).to_have_text("The lamp oil leaked into the sea.")


async def expect_said_again(page: Page) -> None:
    await page.get_by_role("link", name="Conversation").click()
    line = page.locator(".turn").filter(has_text="Who put out the light?")
    await line.get_by_role("link", name="Say it again").click()
    await page.get_by_label("What the player says").fill("What of the oil?\nHow is the tide?")
    await page.get_by_role("button", name="Say it on a branch").click()
    sides = page.locator(".sides .card")
    await expect(sides).to_have_count(3)
    await expect(sides.nth(1)).to_contain_text("It went where the money went")
    await expect(sides.nth(2)).to_contain_text("Half past five")
    sent = page.url.partition("&done")[0]
    await sides.nth(2).get_by_label("Name of this moment").fill("Asks for the tide")
    await sides.nth(2).get_by_role("button", name="Keep this one").click()
    await expect(page.locator(".done")).to_contain_text("Kept")
    await page.goto(sent)
    await expect(page.locator(".sides .card")).to_have_count(3)


async def expect_lock(page: Page, told: Story) -> None:
    await page.goto(f"{told.address}/t/{told.timeline_id}/c/wenna/memories?text=lamp+oil")
    await page.get_by_role("link", name="Who knows").last.click()
    await page.locator('.node[data-person="orrel"]').click()
    await expect(page.get_by_role("checkbox", name="Captain Mathias Orrel")).to_be_checked()
    await page.get_by_role("button", name="See the price of this lock").click()
    await expect(page.get_by_label("Lock it")).to_be_checked()
    await page.get_by_role("button", name="Apply the correction").click()
    await expect(page.locator(".done")).to_contain_text("Corrected.")
    await page.get_by_role("button", name="Take back").first.click()
    await expect(page.locator(".done")).to_contain_text("Taken back.")


async def expect_persona(page: Page, told: Story) -> None:
    at = f"{told.address}/w/farrowhithe/people/hester/persona"
    await page.goto(f"{told.address}/t/{told.timeline_id}/c/hester")
    await page.get_by_role("link", name="Persona").click()
    await page.get_by_role("textbox", name="Currently").fill("Hester fears the sea. " * 90)
    await expect(page.locator("#doubts")).to_contain_text("a prompt shows at most 400")
    await page.get_by_role("textbox", name="Currently").fill("Hester fears the sea.")
    await page.get_by_role("button", name="More rows: Goals").click()
    await page.locator("#f-goals-4").fill("Learn to swim")
    hester = await told.here.services.characters.get(WorldId("farrowhithe"), CharacterId("hester"))
    voice = replace(hester.persona, voice="Speaks in whispers.")
    await told.here.services.characters.edit(
        world_id=hester.world_id,
        character_id=hester.id,
        apply=lambda before: replace(before, persona=voice),
    )
    await page.goto(at)  # the session ended, or the page was closed: all of it is there again
    await expect(page.locator("#f-goals-3")).to_have_value("Learn to swim")
    await expect(page.locator("#f-currently")).to_have_value("Hester fears the sea.")
    await page.get_by_role("button", name="Save as a new version").first.click()
    await expect(page.get_by_role("alert")).to_contain_text("Another designer saved this persona")
    await expect(page.locator("#f-voice")).to_have_value("Speaks in whispers.")
    await page.get_by_role("button", name="Save as a new version").first.click()
    await expect(page.locator(".done")).to_contain_text("Saved as a new version")
    await expect(page.locator("#f-currently")).to_have_value("Hester fears the sea.")
    await page.get_by_role("link", name="Versions").click()
    await expect(page.locator("ins").first).to_contain_text("fears")
    await page.get_by_role("button", name="Restore version 1").click()
    await expect(page.locator(".done")).to_contain_text("Restored, as a new version.")


async def test_a_world_is_begun_from_nothing(chromium: Browser, told: Story) -> None:
    """A name, a place, an action that is checked while it is typed, a character with a secret."""
    async with web_page(chromium, told.address, may_lose_network=True) as web:
        page = web.page
        await web.open()
        await page.get_by_role("button", name="I have seen this").click()
        await expect(page.get_by_role("heading", name="Your first visit")).to_have_count(0)
        await page.get_by_role("link", name="Make a world").click()
        await page.get_by_label("Name").fill("The Mill")
        await page.get_by_role("button", name="Save").click()
        await expect(page.locator(".done")).to_contain_text("The world is made.")
        await page.get_by_role("link", name="Places").click()
        await page.get_by_role("link", name="Add a place").click()
        await page.get_by_label("Name").fill("The Loft")
        await page.get_by_role("button", name="Save").click()
        await expect_checked_action(page)
        await page.get_by_role("link", name="Characters", exact=True).click()
        await page.get_by_role("link", name="Add a character").click()
        await page.get_by_label("Name").fill("Berta Holm")
        await page.get_by_label("Begins at").select_option("the-loft")
        await page.get_by_label("Who the character is and was").fill("Miller. Stubborn.")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_role("link", name="Add a seed memory").click()
        await page.get_by_label("What it remembers").fill("You hid the ledger in the flour.")
        await expect(page.get_by_label("Least trust")).to_be_hidden()
        await page.get_by_label("Who may be told").select_option("some")
        await page.get_by_label("Least trust").fill("60")
        await page.get_by_role("button", name="Save").click()
        await expect(page.locator(".memory")).to_contain_text("locked: secret-")
        await expect_both_texts(page, told)


async def expect_both_texts(page: Page, told: Story) -> None:
    """Expect what was typed in a page that was closed, with what it was typed upon."""
    world, loft = WorldId("the-mill"), f"{told.address}/w/the-mill/places/the-loft"
    await page.goto(loft)
    await page.get_by_label("Description").fill("Hay and owls.")
    await page.goto(told.address)
    await told.here.services.worlds.edit_place(
        world_id=world,
        place_id=PlaceId("the-loft"),
        apply=lambda before: replace(before, description="Sacks."),
    )
    await page.goto(loft)
    await expect(page.get_by_label("Description")).to_have_value("Hay and owls.")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("alert")).to_contain_text("Another designer saved this")
    await expect(page.locator(".theirs")).to_contain_text("Sacks.")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator(".done")).to_contain_text("Saved.")
    assert (await told.here.services.worlds.get_place(world, PlaceId("the-loft"))).description == (
        "Hay and owls."
    )


async def expect_checked_action(page: Page) -> None:
    await page.get_by_role("link", name="Actions").click()
    await page.get_by_role("link", name="Add an action").click()
    await page.get_by_label("Name", exact=True).fill("hand_over")
    await page.get_by_label("Name of the parameter").fill("Pounds!")
    await page.get_by_label("Type").select_option("integer")
    await expect(page.locator(".wrong")).to_contain_text("must be a-z, 0-9 and _")
    await expect(page.get_by_label("Values to choose from")).to_be_hidden()
    await page.get_by_label("Name of the parameter").fill("pounds")
    await page.get_by_label("Most", exact=True).fill("50")
    await expect(page.locator(".wrong")).to_have_count(0)
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("article.card")).to_contain_text("pounds: integer ..50")


async def test_everything_can_be_reached_by_the_keyboard_and_is_small(
    chromium: Browser, told: Story
) -> None:
    """The first stop leads to the page; the first page with all that it loads has few bytes."""
    async with web_page(chromium, told.address, width=390) as web:
        sizes: list[int] = []
        web.page.on("response", lambda one: sizes.append(int(one.headers.get("content-length", 0))))
        await web.open()
        await web.page.keyboard.press("Tab")
        skip = web.page.get_by_role("link", name="Skip to the page")
        await expect(skip).to_be_focused()
        await expect(skip).to_be_in_viewport()
        await web.page.keyboard.press("Enter")
        await expect(web.page.locator("main")).to_be_focused()
        await web.page.keyboard.press("Tab")
        first = web.page.get_by_role("link", name="Open the world")
        await expect(first).to_be_focused()
        await web.page.keyboard.press("Enter")
        await expect(web.page.get_by_role("heading", level=1)).to_have_text("Farrowhithe")
        assert 0 < sum(sizes) < LARGEST
        script = await web.page.request.get(f"{told.address}/static/studio.js")
        assert script.headers["cache-control"] == "no-cache", "pages of a new server need it"
