"""Three lines to try with a character that speaks without a model."""

from collections.abc import Generator

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.conftest import variant
from tests.engines import recipes
from tests.engines.conftest import running
from tests.engines.home import ROOT, need
from tests.engines.servers import SAMPLE_WORLD, Server
from tests.engines.test_web_axe import violations
from tests.engines.web_page import WebPage, web_page

pytestmark = pytest.mark.engines

CHINESE_WORLD = ROOT / "tests" / "benchmarks" / "first_questions" / "liu_du.yaml"


@pytest.fixture(scope="module")
def offline_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    folder = tmp_path_factory.mktemp("suggestions")
    with running(Server(folder / "server", model="offline", world=SAMPLE_WORLD)) as server:
        yield server


@pytest.fixture(scope="module")
def chinese_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    folder = tmp_path_factory.mktemp("suggestions-zh")
    with running(Server(folder / "server", model="offline", world=CHINESE_WORLD)) as server:
        yield server


def suggested(web: WebPage) -> Locator:
    return web.page.get_by_role("group", name="Lines to try").get_by_role("button")


async def test_a_suggested_line_is_said_and_answered(
    chromium: Browser, offline_server: Server
) -> None:
    """A click says it, an answer comes, and the three are gone; the next person has three anew."""
    async with web_page(chromium, offline_server.http) as web:
        await web.begin()
        await expect(suggested(web)).to_have_count(3)
        line = await suggested(web).nth(1).text_content()
        assert line == "Dark ale, please."
        await suggested(web).nth(1).click()
        await expect(web.page.locator(".mine .said")).to_have_text(line)
        await expect(web.page.locator("#words")).to_be_focused()
        await expect(web.page.get_by_role("group", name="What Hester Quillam")).to_be_visible()
        await expect(suggested(web)).to_have_count(0)

        await web.page.get_by_role("button", name="Call here Isidor Venn").click()
        await web.page.get_by_role("checkbox", name="Isidor Venn").check()
        await expect(suggested(web)).to_have_count(0)  # a circle
        await web.page.get_by_role("checkbox", name="Hester Quillam").uncheck()
        await expect(suggested(web)).to_have_count(3)


async def test_they_are_in_the_language_of_the_character(
    chromium: Browser, chinese_server: Server
) -> None:
    """And say so to a screen reader, on a page in English."""
    async with web_page(chromium, chinese_server.http) as web:
        await web.open()
        await web.page.get_by_label("Who are you?").fill("Ann")
        await web.page.get_by_role("button", name="Begin a new game").click()
        await expect(suggested(web)).to_have_count(3)
        for each in await suggested(web).all():
            await expect(each).to_have_attribute("lang", "zh")
        await suggested(web).first.click()
        await expect(web.ended).to_have_count(1)


async def test_with_a_model_there_are_none(chromium: Browser, web_server: Server) -> None:
    """It answers more than these."""
    async with web_page(chromium, web_server.http) as web:
        async with web.page.expect_response("**/*PlayService/SuggestLines") as answered:
            await web.begin()
        assert await (await answered.value).json() == {}
        await expect(web.page.locator(".suggestions")).to_be_hidden()


@pytest.mark.parametrize(
    ("width", "look"),
    [
        (1280, "light"),
        pytest.param(1280, "dark", marks=variant),
        pytest.param(768, "light", marks=variant),
        (768, "dark"),
        pytest.param(390, "light", marks=variant),
        (390, "dark"),
    ],
)
async def test_axe_finds_nothing_about_them(
    chromium: Browser, offline_server: Server, look: str, width: int
) -> None:
    """In both themes and at three widths; a narrow page does not scroll sideways."""
    need(recipes.why_missing("npm"))
    async with web_page(chromium, offline_server.http, dark=look == "dark", width=width) as web:
        await web.begin()
        await expect(suggested(web)).to_have_count(3)
        assert await violations(web) == []
        assert await web.page.evaluate("document.documentElement.scrollWidth") <= width
