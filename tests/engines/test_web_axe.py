"""The page is usable by all that axe-core can tell: in both themes, at three widths."""

from collections.abc import Generator

import pytest
from playwright.async_api import Browser, expect

from tests.conftest import variant
from tests.engines import recipes
from tests.engines.conftest import running
from tests.engines.home import need, node_modules
from tests.engines.servers import Server
from tests.engines.web_page import WebPage, script, web_page

pytestmark = pytest.mark.engines

ANSWERS = [
    {
        "when": "ale",
        "say": "Dark ale it is.",
        "emotion": "joy",
        "intents": [{"name": "pour_drink", "arguments": {"drink": "dark ale", "pence": 2}}],
    },
    {"when": "中文", "say": "晚上好。", "emotion": "joy"},
    {"when": "عربي", "say": "مساء الخير.", "emotion": "worry"},
    {"say": "Good evening to you.", "emotion": "joy"},
]
# Without a choice all rules of WCAG and the best practices run; this one has to be asked for.
RUN = """async () => {
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const found = await axe.run(document, { resultTypes: ["violations"], rules });
  return found.violations.map((one) =>
    `${one.id} (${one.impact}): ` + one.nodes.map((node) => node.html.slice(0, 160)).join(" | "));
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server, None, None]:
    need(recipes.why_missing("npm"))
    folder = tmp_path_factory.mktemp("axe")
    with running(Server(folder / "server", model=script(folder, *ANSWERS))) as server:
        yield server


async def violations(web: WebPage) -> list[str]:
    """Return what axe finds in what is shown now."""
    if not await web.page.evaluate("'axe' in window"):
        source = (node_modules() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
        await web.page.evaluate(source)
    found: list[str] = await web.page.evaluate(RUN)
    return found


@pytest.mark.parametrize(
    ("width", "look"),
    [
        (1280, "light"),
        pytest.param(1280, "dark", marks=variant),
        (768, "light"),
        pytest.param(768, "dark", marks=variant),
        pytest.param(390, "light", marks=variant),
        (390, "dark"),
    ],
)
async def test_axe_finds_nothing(chromium: Browser, server: Server, look: str, width: int) -> None:
    """At the entrance, in talk, in each pane, and with reasons and saves open."""
    async with web_page(chromium, server.http, dark=look == "dark", width=width) as web:
        await web.open()
        await expect(web.page.get_by_role("button", name="Begin a new game")).to_be_visible()
        assert await violations(web) == []
        await web.begin()
        await web.say("A dark ale, please.")
        await expect(web.ended).to_have_count(1)
        await expect(web.page.get_by_role("button", name="Interrupt")).to_have_count(0)
        for pane in ("Talk", "People", "Meanwhile"):
            await web.pane(pane)
            assert await violations(web) == [], pane
        await web.pane("Talk")
        await web.page.get_by_role("button", name="Why did Hester say that?").click()
        await expect(web.page.locator(".why .made")).to_be_visible()
        assert await violations(web) == []
        await web.page.keyboard.press("Escape")
        await web.page.get_by_role("button", name="Save & load").click()
        await web.page.get_by_label("Name this moment").fill("Before")
        await web.page.get_by_role("button", name="Save", exact=True).click()
        await expect(web.page.locator("li.save").first).to_be_visible()
        assert await violations(web) == []


async def test_each_line_says_its_language_and_direction(chromium: Browser, server: Server) -> None:
    """A screen reader speaks Chinese as Chinese on a page in English, and Arabic runs leftwards."""
    async with web_page(chromium, server.http) as web:
        await web.begin()
        for number, (words, language) in enumerate(
            [("中文", "zh"), ("عربي", "ar"), ("Hello", "en")], 1
        ):
            await web.say(words)
            await expect(web.ended).to_have_count(number)
            line = web.answers.last.locator(".said span[dir=auto]")
            await expect(line).to_have_attribute("lang", language)
            direction = await line.evaluate("(one) => getComputedStyle(one).direction")
            assert direction == ("rtl" if language == "ar" else "ltr")
        await expect(web.page.locator(".mine .said").first).to_have_attribute("lang", "zh")


async def test_a_feeling_is_shown_where_it_changes(chromium: Browser, server: Server) -> None:
    """The same feeling after each sentence says nothing."""
    async with web_page(chromium, server.http) as web:
        await web.begin()
        for number, (words, shown) in enumerate([("Hello", 1), ("Hello again", 0), ("عربي", 1)], 1):
            await web.say(words)
            await expect(web.ended).to_have_count(number)
            await expect(web.answers.last.locator(".said .chip")).to_have_count(shown)


async def test_the_first_tab_stop_leads_to_the_talk(chromium: Browser, server: Server) -> None:
    """Also from another pane of a narrow screen."""
    async with web_page(chromium, server.http, width=390) as web:
        await web.begin()
        await web.pane("People")
        await web.page.locator("a.skip").focus()
        await expect(web.page.locator("a.skip")).to_be_in_viewport()
        await web.page.keyboard.press("Enter")
        await expect(web.page.locator("#words")).to_be_focused()
