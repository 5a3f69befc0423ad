"""What is in the way: no server, a restart, a wrong key, nothing imported, a proxy that cuts."""

import asyncio
from pathlib import Path

import npcclient
import pytest
from npcclient import messages
from playwright.async_api import Browser, expect

from tests.engines.conftest import NewProxy, NewServer
from tests.engines.servers import Server
from tests.engines.web_page import script, web_page

pytestmark = pytest.mark.engines
TURN_AWAY = """isHidden => {
  Object.defineProperty(document, "hidden", {get: () => isHidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NO_STORAGE = """for (const name of ["localStorage", "sessionStorage"]) {
  const refuse = () => { throw new DOMException("no storage here", "SecurityError"); };
  Object.defineProperty(globalThis, name, {get: refuse});
}"""
LONG = {"say": " ".join(f"This is sentence number {number}." for number in range(200))}


async def test_a_page_resumes_after_the_server_was_killed_and_started_again(
    chromium: Browser, new_server: NewServer, tmp_path: Path
) -> None:
    """The banner says that it is lost and that it is back; nothing was missed, and talk goes on."""
    server = new_server(model=script(tmp_path, {"say": "Still here."}))
    async with web_page(chromium, server.http, may_lose_network=True) as web:
        await web.begin()
        timeline = await web.timeline_id()
        server.kill()
        await expect(web.page.locator("#banner.lost")).to_contain_text("does not answer")
        server.start()
        async with npcclient.connect(server.grpc) as npc:
            gone = messages.Movement(id="isidor", place_id="harbour")
            await npc.play.observe(timeline, movements=[gone])
        await expect(web.page.locator("#banner.back")).to_contain_text("is back")
        await expect(web.page.locator(".feed")).to_contain_text("Isidor Venn goes to The Harbour.")
        await web.say("Are you there?")
        await expect(web.ended).to_have_count(1)

        assert await web.timeline_id() == timeline


async def test_a_turn_that_was_cut_off_is_said_again_once_the_server_is_back(
    chromium: Browser, new_server: NewServer, tmp_path: Path
) -> None:
    """The broken answer stands as it was heard, the fault is told, and a click says it again."""
    server = new_server(model=script(tmp_path, {"when": "everything", **LONG}, {"say": "Yes."}))
    async with web_page(chromium, server.http, may_lose_network=True) as web:
        await web.begin()
        await web.say("Tell me everything.")
        await expect(web.answers.locator(".said").nth(1)).to_be_visible()
        server.kill()
        fault = web.page.get_by_role("alert")
        await expect(fault).to_contain_text("npcserver serve")
        await expect(web.page.locator(".growing")).to_have_count(0)
        server.start()
        await fault.get_by_role("button", name="Say it again").click()
        await expect(fault).to_have_count(0)
        await expect(web.answers.nth(1).locator(".said").first).to_be_visible()
        await web.page.keyboard.press("Escape")
        await expect(web.page.locator("[data-outcome=interrupted]")).to_be_visible()

        assert await web.page.locator(".mine").count() == 1
        timeline = await web.timeline_id()
    async with npcclient.connect(server.grpc) as npc:
        texts = [memory.text async for memory in npc.memories.list(timeline, "hester")]
    assert texts.count("Tell me everything.") == 1


async def test_nobody_there_is_told_and_the_page_goes_on_by_itself(
    chromium: Browser, new_server: NewServer
) -> None:
    """Without a server the entrance says what to start, and shows the worlds once it runs."""
    server = new_server()
    async with web_page(chromium, server.http, may_lose_network=True) as web:
        await web.begin()
        server.stop()
        await web.page.get_by_role("button", name="Leave").click()
        card = web.page.locator("#nobody")
        await expect(card).to_contain_text(f"Nobody answers at {server.http}")
        await expect(card).to_contain_text("npcserver serve")
        server.start()
        await expect(web.page.get_by_role("button", name="Go on")).to_be_visible()


async def test_a_key_is_asked_for_until_it_fits(chromium: Browser, locked_server: Server) -> None:
    """Without a key and with a wrong one the page asks; with the right one it goes on."""
    async with web_page(chromium, locked_server.http, may_lose_network=True) as web:
        await web.open()
        await expect(web.page.get_by_role("heading", level=2)).to_have_text(
            "This server asks for a key."
        )
        await web.page.get_by_label("Key").fill("wrong")
        await web.page.get_by_role("button", name="Use it").click()
        await expect(web.page.get_by_role("heading", level=2)).to_have_text(
            "That key does not fit."
        )
        await expect(web.page.locator("#ask-key")).to_contain_text("server.keys")
        await web.page.get_by_label("Key").fill("lantern-over-the-door")
        await web.page.keyboard.press("Enter")
        await expect(web.page.get_by_role("button", name="Begin a new game")).to_be_visible()


async def test_a_link_may_carry_the_key_which_is_not_left_in_the_address(
    chromium: Browser, locked_server: Server
) -> None:
    """The fragment opens the page, is gone from the address, and outlives a reload."""
    async with web_page(chromium, locked_server.http) as web:
        await web.open("#key=lantern%20%26%20light%20by%20the%20door")
        await expect(web.page.get_by_role("button", name="Begin a new game")).to_be_visible()
        assert "lantern" not in web.page.url
        await web.page.reload()
        await expect(web.page.get_by_role("button", name="Begin a new game")).to_be_visible()


async def test_an_empty_server_says_what_to_import(
    chromium: Browser, new_server: NewServer
) -> None:
    """Without any world the entrance names the command, and sees a new world by itself."""
    server = new_server()
    async with npcclient.connect(server.grpc) as npc:
        await npc.worlds.delete("farrowhithe")
        async with web_page(chromium, server.http) as web:
            await web.open()
            card = web.page.locator("#nothing")
            await expect(card).to_contain_text("No world is here yet")
            await expect(card).to_contain_text("npcserver play --say /quit")
            await npc.worlds.create(messages.World(name="Elsewhere"))
            await expect(web.page.locator(".world h2")).to_have_text("Elsewhere")
            await web.page.get_by_role("button", name="Begin a new game").click()
            await expect(web.page.locator("#banner")).to_contain_text("Nobody lives in Elsewhere")


async def test_a_proxy_that_cuts_idle_connections_loses_nothing(
    chromium: Browser, web_server: Server, new_proxy: NewProxy
) -> None:
    """Whatever happens between two cuts is told once, in order."""
    proxy = new_proxy(web_server.http_port, 1.5)
    places = ["harbour", "causeway", "taproom", "harbour", "causeway", "taproom"]
    async with web_page(chromium, proxy.url, may_lose_network=True) as web:
        await web.begin()
        timeline = await web.timeline_id()
        async with asyncio.timeout(60):
            # the watch of a quiet timeline is cut first; the proxy counts in a thread of its own
            while proxy.idle_cuts == 0:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        async with npcclient.connect(web_server.grpc) as npc:
            for number, place in enumerate(places):
                move = messages.Movement(id="isidor", place_id=place)
                if number % 2:
                    proxy.cut()
                await npc.play.observe(timeline, movements=[move])
                if number % 2 == 0:
                    told = web.page.locator(".feed li", has_text="Isidor Venn goes to")
                    await expect(told).to_have_count(number + 1)
        told = web.page.locator(".feed li p", has_text="Isidor Venn goes to")
        await expect(told).to_have_count(len(places))
        names = [text.strip(" .").rpartition(" ")[2] for text in await told.all_text_contents()]

    assert names == ["Harbour", "Causeway", "Taproom"] * 2


async def test_a_game_that_is_not_there_any_more_offers_another(
    chromium: Browser, web_server: Server
) -> None:
    """A deleted timeline is told as such, with the way out."""
    async with web_page(chromium, web_server.http, may_lose_network=True) as web:
        await web.begin()
        async with npcclient.connect(web_server.grpc) as npc:
            await npc.timelines.delete_timeline(await web.timeline_id())
        await expect(web.page.locator("#banner")).to_contain_text("not on the server any more")
        await web.page.get_by_role("button", name="Choose another").click()
        await expect(web.page.get_by_role("button", name="Begin a new game")).to_be_visible()


async def test_a_hidden_tab_lets_go_of_its_watch_and_misses_nothing(
    chromium: Browser, web_server: Server
) -> None:
    """While nobody looks no connection is held; what happened meanwhile is told afterwards."""
    async with web_page(chromium, web_server.http, may_lose_network=True) as web:
        await web.begin()
        timeline = await web.timeline_id()
        async with web.page.expect_event("requestfailed", lambda one: "/Watch" in one.url):
            await web.page.evaluate(TURN_AWAY, arg=True)
        async with npcclient.connect(web_server.grpc) as npc:
            gone = messages.Movement(id="isidor", place_id="harbour")
            await npc.play.observe(timeline, movements=[gone])
        async with web.page.expect_request("**/Watch"):
            await web.page.evaluate(TURN_AWAY, arg=False)
        told = web.page.locator(".feed li", has_text="Isidor Venn goes to The Harbour.")
        await expect(told).to_have_count(1)


async def test_a_browser_that_keeps_nothing_plays_all_the_same(
    chromium: Browser, web_server: Server
) -> None:
    """Where storage is forbidden one talks as usual, and is a visitor again afterwards."""
    async with web_page(chromium, web_server.http) as web:
        await web.page.add_init_script(NO_STORAGE)
        await web.begin(name="Ann")
        await web.say("Good evening!")
        await expect(web.ended).to_have_count(1)
        await web.open()
        await expect(web.page.get_by_label("Who are you?")).to_have_value("Visitor")


async def test_a_name_may_be_as_long_as_a_name_may_be(
    chromium: Browser, web_server: Server
) -> None:
    """The longest that can be typed, with two units for each letter, is answered and saved."""
    name = "𝔄" * 40
    async with web_page(chromium, web_server.http) as web:
        await web.begin(name=name)
        await web.say("Good evening!")
        await expect(web.ended).to_have_count(1)
        await web.page.get_by_role("button", name="Save & load").click()
        await web.page.get_by_label("Name this moment").fill(name)
        await web.page.get_by_role("button", name="Save", exact=True).click()
        await web.page.get_by_role("button", name=f"Load “{name}”").click()
        await expect(web.page.locator(".divider")).to_contain_text("Back at")
        await web.open()
        await web.page.get_by_label("Who are you?").fill("w" * 80)
        await web.page.get_by_role("button", name="Begin a new game").click()
        await expect(web.page.locator(".scene")).to_be_visible()
