"""Saves, game time and coming back, in the browser."""

import npcclient
import pytest
from playwright.async_api import Browser, expect

from tests.engines.servers import Server
from tests.engines.web_page import WebPage, web_page

pytestmark = pytest.mark.engines
NEWS = "The bell lies in the harbour."


async def save(web: WebPage, name: str) -> None:
    await web.page.get_by_role("button", name="Save & load").click()
    await web.page.get_by_label("Name this moment").fill(name)
    await web.page.get_by_role("button", name="Save", exact=True).click()
    await expect(web.page.get_by_role("button", name=f"Load “{name}”")).to_be_visible()
    await web.page.keyboard.press("Escape")
    await expect(web.page.locator("dialog")).to_be_hidden()


async def known(grpc: str, timeline: str) -> set[str]:
    async with npcclient.connect(grpc) as npc:
        return {memory.text async for memory in npc.memories.list(timeline, "hester")}


async def test_a_load_undoes_what_was_said_after_the_save(
    chromium: Browser, web_server: Server
) -> None:
    """After loading, nobody knows what was said since, the page says so, and play goes on."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await save(web, "before")
        first = await web.timeline_id()
        await web.say(NEWS)
        await expect(web.ended).to_have_count(1)
        assert NEWS in await known(web_server.grpc, first)

        await web.page.get_by_role("button", name="Save & load").click()
        await web.page.get_by_role("button", name="Load “before”").click()
        await expect(web.page.locator(".divider")).to_contain_text(["Back at “before”"])
        await expect(web.page.locator(".entry.undone")).to_have_count(2)
        await expect(web.page.locator(".feed li")).to_have_count(0)
        await web.page.wait_for_function(
            "id => !localStorage.getItem('npcserver.played').includes(id)", arg=first
        )
        second = await web.timeline_id()
        assert NEWS not in await known(web_server.grpc, second)

        await web.say("Good evening!")
        await expect(web.ended).to_have_count(2)
    assert "Good evening!" in await known(web_server.grpc, second)


async def test_outcomes_go_to_the_timeline_that_is_played(
    chromium: Browser, web_server: Server
) -> None:
    """After a load a wish from before the save comes true where play goes on; later ones do not."""
    # what the server refuses shows in the console as a network fault
    async with web_page(chromium, web_server.http, may_lose_network=True) as web:
        await web.begin()
        await web.say("A dark ale, please.")
        await expect(web.ended).to_have_count(1)
        await save(web, "thirsty")
        await web.say("Another dark ale, please.")
        await expect(web.ended).to_have_count(2)
        first = await web.timeline_id()
        await web.page.get_by_role("button", name="Save & load").click()
        await web.page.get_by_role("button", name="Load “thirsty”").click()
        await expect(web.page.locator(".divider")).to_contain_text(["Back at “thirsty”"])
        await web.page.wait_for_function(
            "id => !localStorage.getItem('npcserver.played').includes(id)", arg=first
        )
        cards = web.page.get_by_role("group", name="What Hester Quillam wants to do")
        for card in (cards.first, cards.last):
            await card.get_by_role("button", name="Let it happen").click()
        await expect(cards.first.locator(".settled")).to_have_text("It happened.")
        await expect(cards.last.locator(".settled")).to_contain_text("It was dropped")
        second = await web.timeline_id()
    deeds = [
        [it for it in await known(web_server.grpc, timeline) if "pour drink" in it]
        for timeline in (first, second)
    ]

    assert [len(those) for those in deeds] == [0, 1]


async def test_saves_are_listed_by_name_and_deleted(chromium: Browser, web_server: Server) -> None:
    """The newest is on top, each with its game time, and a deleted one is gone on the server."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await save(web, "one")
        await save(web, "two 中文")
        await web.page.get_by_role("button", name="Save & load").click()
        names = web.page.locator("li.save b")
        await expect(names.nth(0)).to_have_text("two 中文")
        await expect(names.nth(1)).to_have_text("one")
        await expect(web.page.locator("li.save").first).to_contain_text("14 March 1904, 16:30")
        await web.page.get_by_role("button", name="Delete “one”").click()
        await expect(names.get_by_text("one", exact=True)).to_have_count(0)
    async with npcclient.connect(web_server.grpc) as npc:
        left = await npc.timelines.saves("farrowhithe")

    names_left = {one.name for one in left}
    assert "two 中文" in names_left
    assert "one" not in names_left


async def test_time_passes_and_others_do_something_meanwhile(
    chromium: Browser, web_server: Server
) -> None:
    """The clock moves on the page and the server, and what others do is told in sentences."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await web.page.get_by_role("button", name="+1 h").click()
        await expect(web.page.locator(".clock b")).to_have_text("17:30")
        acts = web.page.locator(".feed li.act").filter(has_text=" is ")
        await expect(acts.first).to_be_visible()
        timeline = await web.timeline_id()
    async with npcclient.connect(web_server.grpc) as npc:
        now = (await npc.timelines.get(timeline)).world_time.ToDatetime()

    assert (now.hour, now.minute) == (17, 30)


async def test_a_game_is_gone_on_with_after_the_page_was_closed(
    chromium: Browser, web_server: Server
) -> None:
    """A reload offers the last game first; name, place and game time are as they were."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin(name="Ann Ashe")
        await web.say("A dark ale, please.")
        await expect(web.ended).to_have_count(1)
        await web.say(NEWS)
        await expect(web.ended).to_have_count(2)
        await web.page.get_by_role("button", name="+15 min").click()
        await expect(web.page.locator(".clock b")).to_have_text("16:45")
        before = await web.timeline_id()
        await web.page.reload()
        await expect(web.page.get_by_label("Who are you?")).to_have_value("Ann Ashe")
        await web.page.get_by_role("button", name="Go on").click()
        await expect(web.page.locator(".people-list h2").first).to_have_text("The Taproom")
        await expect(web.page.locator(".clock b")).to_have_text("16:45")
        await expect(web.page.locator(".mine")).to_have_text(["A dark ale, please.", NEWS])
        await expect(web.ended).to_have_count(2)
        await expect(web.ended.first.locator(".said")).to_contain_text(
            ["Dark ale it is. joy", "Mind the barometer."]
        )
        await expect(web.ended.first).to_contain_text("wanted to pour drink (drink: dark ale")
        await expect(web.page.locator(".log > *").last).to_contain_text("You are Ann Ashe, at The")
        await web.ended.last.get_by_role("button", name="Why did").click()
        await expect(web.page.locator(".why .made")).to_be_visible()

        assert await web.timeline_id() == before
        await web.page.get_by_role("button", name="Leave").click()
        await web.page.get_by_role("button", name="Begin a new game").click()
        await expect(web.page.locator(".clock b")).to_have_text("16:30")
        assert await web.timeline_id() != before

        await web.page.get_by_role("button", name="Leave").click()
        await web.page.get_by_text("Other games (").click()
        other = web.page.get_by_role("button", name="Ann Ashe's game").first
        await expect(other).to_be_visible()


async def test_a_load_elsewhere_takes_the_page_along(chromium: Browser, web_server: Server) -> None:
    """When another client loads a save and leaves this timeline, the page follows."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await save(web, "shared")
        first = await web.timeline_id()
        async with npcclient.connect(web_server.grpc) as npc:
            saves = await npc.timelines.saves("farrowhithe")
            (slot,) = [one for one in saves if one.name == "shared"]
            loaded = await npc.timelines.load(slot, leaving=first)
        await web.page.wait_for_function(
            "id => localStorage.getItem('npcserver.played').includes(id)", arg=loaded.timeline_id
        )
        await expect(web.page.locator(".divider")).to_contain_text("Somebody loaded a save")
        await web.say("Hello?")
        await expect(web.ended).to_have_count(1)
    assert "Hello?" in await known(web_server.grpc, loaded.timeline_id)
