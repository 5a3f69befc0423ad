"""The examples of the browser client: a hook in React, and an element, each played in a page."""

import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import npcclient
import pytest
from playwright.async_api import Browser, Page, expect

from tests.engines.backend import SETTINGS, giving_tokens
from tests.engines.home import ROOT, need, node_modules
from tests.engines.pages import serving
from tests.engines.recipes import RECIPES
from tests.engines.servers import Server, living
from tests.engines.web_page import TALK, script

pytestmark = pytest.mark.engines
WEB = ROOT / "clients" / "web"
REACT = {
    "react": "react/cjs/react.production.js",
    "react-dom": "react-dom/cjs/react-dom.production.js",
    "react-dom/client": "react-dom/cjs/react-dom-client.production.js",
    "scheduler": "scheduler/cjs/scheduler.production.js",
}
# what a bundler does with React's own modules
COMMONJS = """const made = {}, texts = {};
const NAMES = ["react", "react-dom", "react-dom/client", "scheduler"];
for (const name of NAMES)
  texts[name] = await (await fetch(`./react/${name.replace("/", "-")}.js`)).text();
function require(name) {
  if (made[name]) return made[name].exports;
  const module = (made[name] = { exports: {} });
  new Function("module", "exports", "require", texts[name])(module, module.exports, require);
  return module.exports;
}
export const { createElement, useEffect, useMemo, useState } = require("react");
export const { useSyncExternalStore } = require("react");
export const { createRoot } = require("react-dom/client");
"""
BEGIN = """import { NpcClient } from "./npc.js";
const { server: url, tokens, timeline } = Object.fromEntries(new URLSearchParams(location.search));
const token = tokens && (async () => (await fetch(tokens)).text());
const npc = new NpcClient({ url, token, attempts: 1 });
const world = { worldId: "farrowhithe" };
const timelineId = timeline ??
  (await npc.call("TimelineService/StartTimeline", world)).timeline.timelineId;
"""
HOOK = f"""<!doctype html><title>React</title><div id="app"></div>
<script type="importmap">{{"imports": {{"react": "./react.js"}}}}</script>
<script type="module">{BEGIN}
import {{ createElement as h, createRoot, useState }} from "./react.js";
import {{ useTalk }} from "./examples/use-talk.js";
function Talking() {{
  const who = {{ timelineId, characterId: "hester", playerId: "ann", playerName: "Ann" }};
  const {{ lines, growing, isBusy, error, say, interrupt }} = useTalk(npc, who);
  const [text, setText] = useState("");
  const submit = (event) => {{ event.preventDefault(); say(text); setText(""); }};
  const escape = (event) => event.key === "Escape" && interrupt();
  return h("form", {{ onSubmit: submit, onKeyDown: escape }},
    h("div", {{ role: "log" }}, growing, lines.map(
      ({{ who, text }}, at) => h("p", {{ key: at }}, `${{who}}: ${{text}}`))),
    h("p", {{ role: "alert" }}, error), h("output", null, isBusy ? "busy" : "quiet"),
    h("input", {{ value: text, onChange: (event) => setText(event.target.value) }}));
}}
createRoot(document.getElementById("app")).render(h(Talking));
</script>"""
ELEMENT = f"""<!doctype html><title>An element</title>
<script type="module">{BEGIN}
await import("./examples/npc-talk.js");
const talk = document.createElement("npc-talk");
talk.token = token;
const given = {{ url, timeline: timelineId, character: "hester", player: "Ann" }};
for (const [name, value] of Object.entries(given))
  talk.setAttribute(name, value);
addEventListener("npc-intent", (event) => document.title = event.detail.intent.affordance);
document.body.append(talk);
</script>"""


@pytest.fixture(scope="module")
async def site(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[str, None]:
    """Serve a page for each example, with React beside it as npm has it."""
    need(RECIPES["npm"].why_missing())
    folder = tmp_path_factory.mktemp("examples")
    for file in WEB.glob("npc*.js"):
        shutil.copy(file, folder)
    shutil.copytree(WEB / "examples", folder / "examples")
    (folder / "react").mkdir()
    for name, path in REACT.items():
        shutil.copy(node_modules() / path, folder / "react" / f"{name.replace('/', '-')}.js")
    pages = {"react.js": COMMONJS, "hook.html": HOOK, "element.html": ELEMENT, "favicon.ico": ""}
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    async with serving(folder) as url:
        yield url


async def opened(
    chromium: Browser, site: str, page: str, server: Server, more: str = ""
) -> tuple[Page, list[str]]:
    """Open a page; gives what its console complains of as well."""
    shown = await (await chromium.new_context()).new_page()
    complaints: list[str] = []
    shown.on("pageerror", lambda error: complaints.append(str(error)))
    await shown.goto(f"{site}/{page}.html?server={server.http}{more}")
    return shown, complaints


@pytest.mark.parametrize("example", ["hook", "element"])
async def test_an_example_talks_and_interrupts(
    chromium: Browser, site: str, web_server: Server, example: str, tmp_path: Path
) -> None:
    """What is said and answered stands in the log, and Esc cuts a long answer off."""
    page, complaints = await opened(chromium, site, example, web_server)
    log, words = page.get_by_role("log"), page.get_by_role("textbox")
    await words.fill("Good evening!")
    await words.press("Enter")
    await expect(log.get_by_text("hester: Good evening to you.")).to_be_visible()
    await words.fill("Tell me everything.")
    await words.press("Enter")
    await expect(log).to_contain_text("sentence number 1")
    await words.press("Escape")
    await words.fill("A dark ale, please.")
    await words.press("Enter")
    await expect(log.get_by_text("hester: Mind the barometer.")).to_be_visible()
    said = await log.text_content()
    await page.screenshot(path=tmp_path / f"{example}.png")
    await page.context.close()

    assert "Ann: Good evening!" in str(said)
    assert "sentence number 199" not in str(said)
    assert complaints == []


@pytest.mark.parametrize("example", ["hook", "element"])
async def test_an_example_goes_on_with_another_token(
    chromium: Browser, site: str, tmp_path: Path, example: str
) -> None:
    """A player's token ends in mid-talk: the page says so, and another goes on."""
    model = script(tmp_path, *TALK)
    server = Server(tmp_path / "server", model, ("a key of the game",), settings=SETTINGS)
    async with living(server), npcclient.connect(server.grpc, key=server.keys[0]) as npc:
        timeline = (await npc.timelines.start("farrowhithe")).timeline_id
        with giving_tokens("farrowhithe", timeline) as backend:
            more = f"&tokens={backend.url}&timeline={timeline}"
            page, complaints = await opened(chromium, site, example, server, more)
            words = page.get_by_role("textbox")
            await words.fill("Good evening!")
            await words.press("Enter")
            await expect(page.get_by_text("hester: Good evening to you.")).to_be_visible()
            backend.is_refusing = True
            await words.fill("A dark ale, please.")
            await words.press("Enter")
            await expect(page.get_by_role("alert")).to_contain_text("no longer signed in")
            backend.is_refusing = False
            if example == "hook":
                await words.fill("A dark ale, please.")
            await expect(words).to_have_value("A dark ale, please.")
            await words.press("Enter")
            await expect(page.get_by_text("hester: Mind the barometer.")).to_be_visible()
            await expect(page.get_by_role("alert")).to_be_empty()
            await page.context.close()

    assert complaints == []


@pytest.mark.parametrize("example", ["hook", "element"])
async def test_an_example_says_what_went_wrong(
    chromium: Browser, site: str, web_server: Server, example: str
) -> None:
    """As a sentence with the next step, and goes on afterwards."""
    page, _ = await opened(chromium, site, example, web_server)
    words = page.get_by_role("textbox")
    await words.fill("x" * 20_000)
    await words.press("Enter")
    await expect(page.get_by_role("alert")).not_to_be_empty()
    await words.fill("Good evening!")
    await words.press("Enter")
    await expect(page.get_by_text("hester: Good evening to you.")).to_be_visible()
    await expect(page.get_by_role("alert")).to_be_empty()
    await page.context.close()
