"""Pages of evaluations in a real browser: ranking answers, and the look of a report."""

import json
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from npceval.interview_report import ranking_page
from npceval.interviews import CONDITIONS, HUMAN, blinded, read_rankings
from npceval.page import ReportPage, bars, lines
from tests.unit.npceval.test_interviews import made_item

pytestmark = pytest.mark.engines


async def test_people_rank_answers_and_save_a_file(chromium: Browser, tmp_path: Path) -> None:
    """A question in which one answer has no rank is left out; text stays text."""
    answers = dict.fromkeys((*CONDITIONS, HUMAN), "<b>Fine.</b>")
    items = [made_item(at, **answers) for at in range(2)]
    path = tmp_path / "ranking.html"
    path.write_text(ranking_page(items, seed=4), encoding="utf-8")
    page = await chromium.new_page()
    await page.goto(path.as_uri())
    await expect(page.locator("fieldset")).to_have_count(2)
    assert await page.locator("b").count() == 0

    letters = blinded(items[0], 4)
    for number, letter in enumerate(letters, 1):
        await page.select_option(f'[data-item="item0"][data-letter="{letter}"]', str(number))
    await page.select_option('[data-item="item1"][data-letter="A"]', "1")
    await page.fill("#rater", "Ann")
    async with page.expect_download() as saving:
        await page.click("#save")
    saved = tmp_path / "rankings.json"
    await (await saving.value).save_as(saved)

    (read,) = read_rankings(saved, items, 4)
    assert (read.item, read.rater) == ("item0", "person:Ann")
    assert read.ranks == {name: number for number, name in enumerate(letters.values(), 1)}
    assert list(json.loads(saved.read_text(encoding="utf-8"))["rankings"]) == ["item0"]
    await expect(page.locator("#told")).to_contain_text("1 of 2")
    await page.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_a_report_can_be_read_in_both_themes(
    chromium: Browser, tmp_path: Path, theme: str
) -> None:
    """Text and bars stand out from the paper; nothing is loaded, and nothing is wider than it."""
    made = ReportPage("Figures", "Seed 3.")
    made.plot(bars([("full", 1.2, 1.0, 1.4), ("no <memory>", 3.0, None, None)]), "Ranks.")
    made.plot(lines({"know it": [(0, 1), (24, 8)]}, "hours"), "Who knows.")
    made.table(("person", "says"), [("Ann", "word " * 200)])
    path = tmp_path / "report.html"
    path.write_text(made.html(), encoding="utf-8")
    page = await chromium.new_page(color_scheme="dark" if theme == "dark" else "light")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    await page.set_viewport_size({"width": 420, "height": 800})
    await page.goto(path.as_uri())

    shades = await page.evaluate(
        """() => {
            const sum = (text) => text.match(/[0-9.]+/g).slice(0, 3).map(Number)
                .reduce((a, b) => a + b);
            const of = (what, name) =>
                sum(getComputedStyle(document.querySelector(what))[name]);
            return [of("body", "backgroundColor"), of("body", "color"), of("svg rect", "fill")];
        }"""
    )
    paper, ink, bar = shades
    assert (paper < 150) is (theme == "dark")
    assert abs(paper - ink) > 400
    assert abs(paper - bar) > 200
    assert await page.evaluate("document.documentElement.scrollWidth") <= 420
    assert loaded == [path.as_uri()]
    await page.close()
