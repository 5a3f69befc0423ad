"""Saves, game time and coming back, in the browser."""

from pathlib import Path

import npcclient
import pytest
from playwright.async_api import Browser, expect

from tests.engines.conftest import NewServer
from tests.engines.web_page import WebPage, script, web_page

pytestmark = pytest.mark.engines
SECRET = "The bell lies in the harbour."


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
    chromium: Browser, new_server: NewServer, tmp_path: Path
) -> None:
    """After loading, nobody knows what was said since, the page says so, and play goes on."""
    server = new_server(model=script(tmp_path, {"say": "Is that so."}))
    async with web_page(chromium, server.http) as web:
        await web.begin()
        await save(web, "before")
        first = await web.timeline_id()
        await web.say(SECRET)
        await expect(web.ended).to_have_count(1)
        assert SECRET in await known(server.grpc, first)

        await web.page.get_by_role("button", name="Save & load").click()
        await web.page.get_by_role("button", name="Load “before”").click()
        await expect(web.page.locator(".divider")).to_contain_text("Back at “before”")
        await expect(web.page.locator(".entry.undone")).to_have_count(2)
        await expect(web.page.locator(".feed li")).to_have_count(0)
        second = await web.timeline_id()
        assert second != first
        assert SECRET not in await known(server.grpc, second)

        await web.say("Good evening!")
        await expect(web.ended).to_have_count(2)
    assert "Good evening!" in await known(server.grpc, second)


async def test_saves_are_listed_by_name_and_deleted(
    chromium: Browser, new_server: NewServer
) -> None:
    """The newest is on top, each with its game time, and a deleted one is gone on the server."""
    server = new_server()
    async with web_page(chromium, server.http) as web:
        await web.begin()
        await save(web, "one")
        await save(web, "two 中文")
        await web.page.get_by_role("button", name="Save & load").click()
        await expect(web.page.locator("li.save b")).to_have_text(["two 中文", "one"])
        await expect(web.page.locator("li.save").first).to_contain_text("14 March 1904, 16:30")
        await web.page.get_by_role("button", name="Delete “one”").click()
        await expect(web.page.locator("li.save b")).to_have_text(["two 中文"])
    async with npcclient.connect(server.grpc) as npc:
        left = await npc.timelines.saves("farrowhithe")

    assert [one.name for one in left] == ["two 中文"]


async def test_time_passes_and_others_do_something_meanwhile(
    chromium: Browser, new_server: NewServer
) -> None:
    """The clock moves on the page and the server, and what others do is told in sentences."""
    server = new_server(model="offline")
    async with web_page(chromium, server.http) as web:
        await web.begin()
        await web.page.get_by_role("button", name="+1 h").click()
        await expect(web.page.locator(".clock b")).to_have_text("17:30")
        await expect(web.page.locator(".feed li.act").first).to_contain_text(" is ")
        timeline = await web.timeline_id()
    async with npcclient.connect(server.grpc) as npc:
        now = (await npc.timelines.get(timeline)).world_time.ToDatetime()

    assert (now.hour, now.minute) == (17, 30)


async def test_a_game_is_gone_on_with_after_the_page_was_closed(
    chromium: Browser, new_server: NewServer
) -> None:
    """A reload offers the last game first; name, place and game time are as they were."""
    server = new_server()
    async with web_page(chromium, server.http) as web:
        await web.begin(name="Ann Ashe")
        await web.page.get_by_role("button", name="+15 min").click()
        await expect(web.page.locator(".clock b")).to_have_text("16:45")
        before = await web.timeline_id()
        await web.page.reload()
        await expect(web.page.get_by_label("Who are you?")).to_have_value("Ann Ashe")
        await web.page.get_by_role("button", name="Go on").click()
        await expect(web.page.locator(".people-list h2").first).to_have_text("The Taproom")
        await expect(web.page.locator(".clock b")).to_have_text("16:45")

        assert await web.timeline_id() == before
        await web.page.get_by_role("button", name="Leave").click()
        await web.page.get_by_role("button", name="Begin a new game").click()
        await expect(web.page.locator(".clock b")).to_have_text("16:30")
        assert await web.timeline_id() != before


async def test_a_load_elsewhere_takes_the_page_along(
    chromium: Browser, new_server: NewServer
) -> None:
    """When another client loads a save and leaves this timeline, the page follows."""
    server = new_server()
    async with web_page(chromium, server.http) as web:
        await web.begin()
        await save(web, "shared")
        first = await web.timeline_id()
        async with npcclient.connect(server.grpc) as npc:
            (slot,) = await npc.timelines.saves("farrowhithe")
            loaded = await npc.timelines.load(slot, leaving=first)
        await web.page.wait_for_function(
            "id => localStorage.getItem('npcserver.played').includes(id)", arg=loaded.timeline_id
        )
        await web.say("Hello?")
        await expect(web.ended).to_have_count(1)
    assert "Hello?" in await known(server.grpc, loaded.timeline_id)
