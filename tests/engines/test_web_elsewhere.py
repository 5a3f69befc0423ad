"""npc.js in another's page, near and far; and TLS between a page and its server."""

import base64
import hashlib
import re
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.async_api import Browser, expect

from tests.engines.chromium import browsing
from tests.engines.conftest import NewServer
from tests.engines.home import ROOT
from tests.engines.pages import serving
from tests.engines.servers import Certificate, Server
from tests.engines.web_page import script, web_page

pytestmark = pytest.mark.engines

OWN_PAGE = """<!doctype html><title>A game of our own</title><p id="said"></p>
<script type="module">
import { NpcClient } from "./npc.js";
const npc = new NpcClient({ url: new URLSearchParams(location.search).get("server"), attempts: 1 });
const said = document.getElementById("said");
try {
  const { timeline } = await npc.call("TimelineService/StartTimeline", { worldId: "farrowhithe" });
  const turn = npc.say({ timelineId: timeline.timelineId, characterId: "hester",
    speaker: { id: "ann", name: "Ann" }, text: "Good evening!" });
  for await (const event of turn) if (event.line) said.append(event.line.text);
} catch (error) { said.append(error.code); }
said.dataset.over = "yes";
</script>"""

GAMES_PART = """<!doctype html><title>A game</title><p id="more"></p><p id="lines"></p>
<script>
const showMore = (text) => document.getElementById("more").append(text);
const showLine = (text, mood) => document.getElementById("lines").append(`${text} (${mood})`);
const playGesture = () => {};
const doIt = () => {};
</script>"""


@pytest.fixture
async def own_site(tmp_path: Path) -> AsyncGenerator[str, None]:
    """Serve a page of a user's own with copies of the client's files, on another port."""
    folder = tmp_path / "site"
    folder.mkdir()
    for file in (ROOT / "clients" / "web").glob("npc*.js"):
        shutil.copy(file, folder)
    (folder / "index.html").write_text(OWN_PAGE, encoding="utf-8")
    (folder / "favicon.ico").write_bytes(b"")
    async with serving(folder) as url:
        yield url


async def said(browser: Browser, site: str, server: str) -> tuple[str, list[str]]:
    """Open a user's own page; returns what it shows in the end, and what the console says."""
    context = await browser.new_context()
    page = await context.new_page()
    console: list[str] = []
    page.on("console", lambda message: console.append(message.text))
    await page.goto(f"{site}/?server={server}")
    shown = page.locator("#said[data-over]")
    await expect(shown).to_be_attached()
    text = await shown.text_content()
    await context.close()
    return text or "", console


async def test_anothers_page_on_this_machine_uses_the_client(
    chromium: Browser, web_server: Server, own_site: str
) -> None:
    """A few copied files and twelve lines of one's own are a game that talks."""
    assert await said(chromium, own_site, web_server.http) == ("Good evening to you.", [])


async def test_the_readmes_page_is_a_game(
    chromium: Browser, web_server: Server, tmp_path: Path
) -> None:
    """The page in the readme, copied as it stands, shows lines whole, and piece by piece before."""
    readme = (ROOT / "clients" / "web" / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```html\n(.*?)```", readme, re.DOTALL)
    page = GAMES_PART + code.replace("http://127.0.0.1:50052", web_server.http)
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    for file in (ROOT / "clients" / "web").glob("npc*.js"):
        shutil.copy(file, tmp_path)
    async with serving(tmp_path) as url:
        context = await chromium.new_context()
        opened = await context.new_page()
        await opened.goto(url)
        await expect(opened.locator("#lines")).to_have_text("Good evening to you. (joy)")
        assert await opened.locator("#more").text_content() == "Good evening to you."
        await context.close()


async def test_a_page_from_elsewhere_calls_where_it_was_named_and_nowhere_else(
    chromium: Browser, new_server: NewServer, own_site: str, tmp_path: Path
) -> None:
    """An origin in `http.origins` talks; another is `unavailable`, and the console says CORS."""
    named = own_site.replace("127.0.0.1", "game.example")
    other = own_site.replace("127.0.0.1", "other.example")
    model = script(tmp_path, {"say": "Come in."})
    server = new_server(model=model, settings={"NPCSERVER_HTTP__ORIGINS": f'["{named}"]'})

    assert await said(chromium, named, server.http) == ("Come in.", [])
    text, console = await said(chromium, other, server.http)
    assert text == "unavailable"
    assert "CORS" in console[0]


async def test_a_game_is_played_over_tls_by_who_trusts_the_server(
    new_server: NewServer, tls: Certificate, tmp_path: Path
) -> None:
    """The page, its calls and its streams go over TLS once the browser trusts the certificate."""
    server = new_server(model=script(tmp_path, {"say": "Safe and sound."}), tls=tls)
    assert server.http.startswith("https://")
    flag = f"--ignore-certificate-errors-spki-list={_key_hash(tls.chain)}"
    async with browsing(flag) as browser, web_page(browser, server.http) as web:
        await web.begin()
        await web.say("Good evening!")
        await expect(web.ended.locator(".said")).to_contain_text("Safe and sound.")


async def test_tls_on_one_side_only_is_told_as_unavailable(
    chromium: Browser, echo_server: Server, tls_server: Server, own_site: str
) -> None:
    """An unknown certificate, `http:` to a server with TLS and `https:` to one without: no hang."""
    mixed = {
        "a certificate that nobody knows": tls_server.http,
        "no TLS to a server with it": tls_server.http.replace("https:", "http:"),
        "TLS to a server without": echo_server.http.replace("http:", "https:"),
    }

    found = {case: (await said(chromium, own_site, url))[0] for case, url in mixed.items()}

    assert found == dict.fromkeys(mixed, "unavailable")


def _key_hash(chain: Path) -> str:
    """Return what Chromium names the key of a certificate by."""
    certificate = x509.load_pem_x509_certificate(chain.read_bytes())
    key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(key).digest()).decode()
