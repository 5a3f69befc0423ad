"""A run as one file: it opens without a server, asks the network for nothing, and has it all."""

import json
import re
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from npctown.export import bundle, write_page
from npctown.run_files import RunFileError
from tests.engines.web_page import WebPage, web_page
from tests.town.made_run import make_run

pytestmark = pytest.mark.engines

PEOPLE = 25
LARGEST = 20_000_000
"""Bytes of the page of 25 people and two days at most."""


@pytest.fixture
def run(tmp_path: Path) -> Path:
    make_run(tmp_path / "run", PEOPLE)
    return tmp_path / "run"


@asynccontextmanager
async def opened(browser: Browser, file: Path) -> AsyncGenerator[WebPage, None]:
    async with web_page(browser, file.as_uri()) as web:
        await web.page.goto(web.url)
        yield web


def add_branch(run: Path, t: float) -> None:
    """Lay a branch beside a run in which one person hears a whisper, and thinks of it."""
    folder = run / "branches" / "01-1200"
    folder.mkdir(parents=True)
    header = json.loads((run / "run.json").read_text(encoding="utf-8"))
    told = {**header, "branch_of": "run", "branch_t": t}
    (folder / "run.json").write_text(json.dumps(told), encoding="utf-8")
    lines = (run / "events.jsonl").read_text(encoding="utf-8").splitlines()
    events = [one for one in map(json.loads, lines) if one["t"] >= t]
    text = "The mill is haunted."
    events.append({"t": t + 5, "kind": "thought", "who": "ada", "of": "whisper", "text": text})
    events.append({"t": t + 9, "kind": "mood", "who": "ada", "text": "afraid", "valence": -0.6})
    events.sort(key=lambda one: one["t"])
    written = "".join(f"{json.dumps(one)}\n" for one in events)
    (folder / "events.jsonl").write_text(written, encoding="utf-8")


async def test_one_file_shows_the_whole_run(chromium: Browser, run: Path, tmp_path: Path) -> None:
    """From file:// the slider reaches the last minute, and people, map and rumours are there."""
    page = tmp_path / "town.html"
    size = write_page(run, page)
    assert size == page.stat().st_size < LARGEST
    async with opened(chromium, page) as web:
        await expect(web.page.locator(".person")).to_have_count(PEOPLE)
        await web.page.get_by_role("slider").fill("2880")
        await expect(web.page.locator(".clock")).to_contain_text("Wednesday 8 June 00:00")
        await web.page.get_by_role("tab", name="Rumours").click()
        await expect(web.page.locator(".node").first).to_be_visible()
        assert await web.page.evaluate("town.map.sets[0].picture.width") == 208
        await expect(web.page.get_by_role("button", name="Walk in")).to_have_count(0)


async def test_its_policy_lets_nothing_else_in(
    chromium: Browser, run: Path, tmp_path: Path
) -> None:
    """Neither a script that was slipped in runs, nor is anything asked of the network."""
    page = tmp_path / "town.html"
    write_page(run, page)
    html = page.read_text(encoding="utf-8")
    assert re.findall(r'(?:src|href)="(?!data:)[^"]*"', html) == []
    slipped = "<script>window.isSlipped = true</script></body>"
    page.write_text(html.replace("</body>", slipped), encoding="utf-8")
    async with opened(chromium, page) as web:
        await expect(web.page.locator(".shell")).to_be_visible()
        assert await web.page.evaluate("'isSlipped' in window") is False
        asked = "fetch('http://town.example/').then(() => 'got it', () => 'refused')"
        assert await web.page.evaluate(asked) == "refused"
        assert len(web.faults) >= 2  # both are told in the console
        web.faults.clear()


async def test_a_branch_is_seen_beside_its_run(
    chromium: Browser, run: Path, tmp_path: Path
) -> None:
    """Two towns stand on one clock, and the first cause of their difference is named."""
    add_branch(run, 700)
    write_page(run, tmp_path / "town.html")
    async with opened(chromium, tmp_path / "town.html") as web:
        await web.page.get_by_label("The other town").select_option("01-1200")
        await expect(web.page.locator(".town canvas")).to_have_count(2)
        cause = web.page.locator(".cause")
        await expect(cause).to_contain_text("They part at Mon 11:45")
        await expect(cause).to_contain_text("only in The other town: Ada Bell thinks: The mill is")
        await web.page.get_by_role("button", name="Close the other town").click()
        await expect(web.page.locator(".town canvas")).to_have_count(1)


async def test_a_file_that_was_cut_off_says_so(
    chromium: Browser, run: Path, tmp_path: Path
) -> None:
    """A page that lost a part of its run tells what to do, and one of another version too."""
    page = tmp_path / "town.html"
    write_page(run, page)
    html = page.read_text(encoding="utf-8")
    start = html.index('id="run">') + 9
    page.write_text(html[: start + 4000] + html[html.index("</script>", start) :], encoding="utf-8")
    async with opened(chromium, page) as web:
        await expect(web.page.get_by_role("alert")).to_contain_text("copy it again")


def test_a_run_of_another_version_is_not_written(run: Path, tmp_path: Path) -> None:
    """The error names both versions, and a run without its map says what to copy."""
    shutil.copytree(run, tmp_path / "other")
    header = tmp_path / "other" / "run.json"
    text = header.read_text(encoding="utf-8")
    header.write_text(text.replace("npcserver/run/1", "npcserver/run/2"), encoding="utf-8")
    with pytest.raises(RunFileError, match="'npcserver/run/2'; this version reads"):
        write_page(tmp_path / "other", tmp_path / "town.html")
    shutil.rmtree(run / "map")
    with pytest.raises(RunFileError, match="copy the whole folder"):
        write_page(run, tmp_path / "town.html")


def test_modules_in_a_circle_are_refused(tmp_path: Path) -> None:
    """Two modules that need each other cannot stand one after the other."""
    for one, other in (("main.js", "b.js"), ("b.js", "main.js")):
        text = f'import {{ x as y }} from "./{other}";\nexport const x = 1;\n'
        (tmp_path / one).write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="modules import each other"):
        bundle(tmp_path)
