"""The page of a town in a real browser: a recorded run is watched, searched and understood."""

import json
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from npctown.web import RecordedRun, serving
from tests.conftest import variant
from tests.engines import recipes
from tests.engines.home import ROOT, need
from tests.engines.test_web_axe import violations
from tests.engines.test_web_looks import NAMELESS, SIDEWAYS
from tests.engines.web_page import WebPage, web_page
from tests.town.made_run import make_run

pytestmark = pytest.mark.engines

PEOPLE = 25
WHERE = """() => [...town.run.people.values()]
  .map((one) => [one.stand(town.player.t), town.doing(one)])"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("town") / "run"
    make_run(folder, PEOPLE)
    return folder


@asynccontextmanager
async def watched(
    browser: Browser, folder: Path, fragment: str = "", **look: int
) -> AsyncGenerator[WebPage, None]:
    """Open the page of a run that is over, and wait for its first picture."""
    async with (
        serving(RecordedRun(folder)) as url,
        web_page(browser, url.rstrip("/"), **look) as web,  # type: ignore[arg-type]
    ):
        await web.open(fragment)
        await expect(web.page.locator(".shell")).to_be_visible()
        await expect(web.page.locator(".person")).to_have_count(PEOPLE)
        yield web


async def test_the_slider_shows_any_minute(chromium: Browser, run: Path) -> None:
    """It moves the clock, people stand where they stood then, and the way back shows the same."""
    async with watched(chromium, run) as web:
        slider = web.page.get_by_role("slider", name="Time of the run")
        await web.page.get_by_role("button", name="Pause").click()
        await slider.fill("840")
        await expect(web.page.locator(".clock b")).to_have_text("14:00")
        first = await web.page.evaluate(WHERE)
        await slider.fill("2600")
        await expect(web.page.locator(".clock")).to_contain_text("Tuesday")
        assert await web.page.evaluate(WHERE) != first
        await slider.fill("840")
        assert await web.page.evaluate(WHERE) == first
        await slider.press("ArrowRight")
        await expect(web.page.locator(".clock b")).to_have_text("14:01")


async def test_time_passes_as_fast_as_is_chosen(chromium: Browser, run: Path) -> None:
    """At 600× the clock goes on by minutes in a second, and stands when it is paused."""
    async with watched(chromium, run, "#t=600") as web:
        await web.page.get_by_role("button", name="600×").click()
        await web.page.wait_for_function("town.player.t > 610")
        await web.page.keyboard.press("Escape")
        await web.page.keyboard.press("Space")
        stands = await web.page.evaluate("town.player.t")
        await web.page.wait_for_timeout(300)
        assert await web.page.evaluate("town.player.t") == stands
        await web.page.keyboard.press("n")
        assert await web.page.evaluate("town.player.t") > stands


async def test_a_person_is_followed(chromium: Browser, run: Path) -> None:
    """The panel has plan, thoughts, friends and words, and the view stays with who walks."""
    async with watched(chromium, run, "#t=1300") as web:
        await web.page.get_by_label("Find a person").fill("edie")
        await web.page.get_by_role("button", name="Edie Wren").click()
        panel = web.page.locator("#panel")
        await expect(panel.locator("h2")).to_have_text("Edie Wren")
        await expect(panel.locator(".plan li")).not_to_have_count(0)
        await expect(panel.locator(".friends li")).not_to_have_count(0)
        await expect(panel.locator(".said li")).not_to_have_count(0)
        await web.page.get_by_role("slider").fill("1400")
        await expect(panel.locator(".thoughts li")).to_contain_text("Day 1 was long")
        await web.page.wait_for_function(
            "() => { const one = town.scene.find('edie'); const { camera } = town.scene;"
            " return Math.abs((one.x + 0.5) * 16 - camera.x) < 200; }"
        )
        await expect(panel.get_by_role("button", name="Following")).to_be_visible()
        await web.page.locator("canvas").first.focus()
        await web.page.keyboard.press("ArrowLeft")
        await expect(panel.get_by_role("button", name="Follow")).to_be_visible()


async def test_a_rumour_grows_with_the_time(chromium: Browser, run: Path) -> None:
    """Who knows by then is drawn with the edge from who told them; the rest is faint."""
    lines = (run / "events.jsonl").read_text(encoding="utf-8").splitlines()
    knows = [
        one for one in map(json.loads, lines) if one["kind"] == "knows" and one["fact"] == "bell"
    ]
    half = knows[len(knows) // 2]["t"]
    told = sum(one["t"] <= half for one in knows)
    async with watched(chromium, run, f"#t={half}") as web:
        await web.page.get_by_role("button", name="Pause").click()
        await web.page.get_by_role("slider").fill(str(int(half) + 1))
        await web.page.get_by_role("tab", name="Rumours").click()
        graph = web.page.locator(".graph")
        await expect(graph.locator(".node")).to_have_count(len(knows))
        await expect(graph.locator(".node:not(.later)")).to_have_count(told)
        await expect(graph.locator(".edge")).to_have_count(sum(bool(one["by"]) for one in knows))
        await expect(graph.locator(".edge.odd")).to_have_count(
            sum(bool(one["distorted"]) for one in knows)
        )
        await expect(web.page.locator(".count")).to_contain_text(f"{told} of {PEOPLE} know")
        await graph.locator(".node").first.press("Enter")
        await expect(web.page.locator("#panel h2")).to_have_text("Ada Bell")


async def test_ties_and_news_are_text_too(chromium: Browser, run: Path) -> None:
    """Relations and what was said can be read, and a talk is opened whole."""
    async with watched(chromium, run, "#t=660") as web:
        await web.page.get_by_role("tab", name="Ties").click()
        await expect(web.page.locator(".count")).to_contain_text("of all pairs know each other")
        await expect(web.page.locator(".changes li")).not_to_have_count(0)
        await web.page.get_by_role("tab", name="Lately").click()
        await web.page.locator(".feed .quote").first.click()
        await expect(web.page.locator(".talk .lines li")).not_to_have_count(0)
        await expect(web.page.locator(".talk h2")).to_be_focused()
        await web.page.keyboard.press("Escape")
        await expect(web.page.locator(".feed")).to_be_visible()
        await expect(web.page.locator(".feed")).to_contain_text("stove (The Lantern) is burning")


@pytest.mark.parametrize(("width", "dark"), [(1400, 0), (1400, 1), (800, 0), (375, 0)])
async def test_the_page_is_usable_by_all(
    chromium: Browser, run: Path, width: int, dark: int
) -> None:
    """Axe finds nothing, everything has a name, nothing scrolls sideways, in each panel."""
    need(recipes.why_missing("npm"))
    async with watched(chromium, run, "#t=1000&who=ada", width=width, dark=dark) as web:
        for tab in ("Person", "Rumours", "Ties", "Lately"):
            await web.page.get_by_role("tab", name=tab).click()
            assert await violations(web) == []
            assert await web.page.evaluate(NAMELESS) == []
            assert await web.page.evaluate(SIDEWAYS) <= 0


@pytest.mark.parametrize(
    ("file", "change", "text"),
    [
        ("run.json", ("npcserver/run/1", "npcserver/run/9"), "npcserver/run/9"),
        ("run.json", ('"people"', '"persons"'), "no description of a run"),
        ("map/map.tmj", ('"layers"', '"layer"'), "cannot be drawn"),
    ],
)
async def test_a_run_that_cannot_be_shown_says_why(
    chromium: Browser, run: Path, tmp_path: Path, file: str, change: tuple[str, str], text: str
) -> None:
    """Another format, no people, a map that is none: the page says so in a sentence."""
    shutil.copytree(run, tmp_path / "run")
    path = tmp_path / "run" / file
    path.write_text(path.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    async with (
        serving(RecordedRun(tmp_path / "run")) as url,
        web_page(chromium, url.rstrip("/")) as web,
    ):
        await web.open()
        await expect(web.page.get_by_role("alert")).to_contain_text(text)


async def test_lines_that_are_broken_are_left_out(
    chromium: Browser, run: Path, tmp_path: Path
) -> None:
    """An event without a time is counted and told; all others are shown."""
    shutil.copytree(run, tmp_path / "run")
    with (tmp_path / "run" / "events.jsonl").open("a", encoding="utf-8") as events:
        events.write('{"kind":"walk","who":"ada"}\n{"t":2880,"kind":"walk","who":"ada"}\n')
    async with watched(chromium, tmp_path / "run") as web:
        await web.page.wait_for_function("town.run.broken === 2")
        await expect(web.page.locator(".person")).to_have_count(PEOPLE)


@variant
async def test_a_thousand_people_are_drawn(chromium: Browser, tmp_path: Path) -> None:
    """The page's own meter counts pictures of a town of a thousand."""
    make_run(tmp_path / "run", 1000, days=1)
    async with (
        serving(RecordedRun(tmp_path / "run")) as url,
        web_page(chromium, url.rstrip("/")) as web,
    ):
        await web.open("?meter#t=800")
        await web.page.wait_for_function("document.querySelector('#meter')?.dataset.frames > 100")
        await expect(web.page.locator("#meter")).to_contain_text("frames a second")


def test_the_pictures_of_the_docs_are_there() -> None:
    """What README and the page on towns show exists, and one of them moves: `make pictures`."""
    images = ROOT / "docs" / "images"
    for name in ("talk-light", "night-dark"):
        assert (images / f"town-{name}.png").read_bytes().startswith(b"\x89PNG")
    assert (images / "town.webp").read_bytes().count(b"ANMF") > 20
