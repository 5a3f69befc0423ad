"""Talk in the browser: streamed lines, feelings, intents, circles, interruption, reasons."""

import re
from collections.abc import AsyncGenerator

import npcclient
import pytest
from npcclient import messages
from playwright.async_api import Browser, expect

from npcserver.model.feelings import LABELS
from tests.engines.servers import Server
from tests.engines.web_page import web_page

pytestmark = pytest.mark.engines

NEAR = 0.15  # to neither pleasant nor unpleasant
NOTES_GROWTH = """() => {
  globalThis.grown = [];
  new MutationObserver(() => {
    const growing = document.querySelector(".growing");
    if (growing) globalThis.grown.push(growing.textContent);
  }).observe(document.querySelector(".log"), {childList: true, subtree: true, characterData: true});
}"""


async def test_a_line_grows_as_it_is_spoken_and_shows_how_it_feels(
    chromium: Browser, web_server: Server
) -> None:
    """A sentence is seen before it is whole, then whole, and with its feeling."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await web.page.evaluate(NOTES_GROWTH)
        await web.say("Good evening!")
        await expect(web.ended).to_have_count(1)
        await expect(web.answers.locator(".said")).to_have_text("Good evening to you. joy")
        await expect(web.answers.locator("h3")).to_have_text("Hester Quillam")
        await expect(web.page.locator(".mine")).to_have_text("Good evening!")
        grown = await web.page.evaluate("globalThis.grown")

    assert len(set(grown)) >= 3
    assert all("Good evening to you.".startswith(piece) for piece in grown)


async def test_the_player_is_told_once_that_a_model_speaks(
    chromium: Browser, prompted_server: Server
) -> None:
    """A banner says so above the talk until it is closed, and not again in another game."""
    async with web_page(chromium, prompted_server.http) as web:
        await web.begin("Nell")
        banner = web.page.get_by_role("status").filter(has_text="a language model writes")
        await web.say("Good evening!")
        await expect(banner).to_be_visible()
        await expect(banner.locator("[lang=en]")).to_have_count(1)
        shown, head = await banner.bounding_box(), await web.page.locator(".top").bounding_box()
        assert shown is not None
        assert head is not None
        assert shown["y"] + shown["height"] <= head["y"]  # it covers nothing
        await expect(web.ended).to_have_count(1)
        await banner.get_by_role("button", name="OK").click()
        await expect(banner).to_be_hidden()
        await web.say("Good evening!")
        await expect(web.ended).to_have_count(2)
        await expect(banner).to_be_hidden()


async def test_a_new_game_begins_with_the_first_character_of_the_file(
    chromium: Browser, web_server: Server
) -> None:
    """A newcomer stands where the author put the first character, and speaks with that one."""
    async with web_page(chromium, web_server.http) as web:
        await web.open()
        await web.page.get_by_label("Who are you?").fill("Newcomer")
        await web.page.get_by_role("button", name="Begin a new game").click()
        await expect(web.page.locator(".people-list h2").first).to_have_text("The Taproom")
        await web.pane("Talk")
        await web.say("Good evening!")
        await expect(web.answers.locator("h3")).to_have_text("Hester Quillam")


@pytest.mark.parametrize(
    ("button", "words", "status"),
    [
        ("Let it happen", "It happened.", messages.OutcomeStatus.OUTCOME_STATUS_COMPLETED),
        ("Refuse", "You did not let it happen.", messages.OutcomeStatus.OUTCOME_STATUS_REFUSED),
    ],
)
async def test_the_player_decides_what_comes_of_an_intent(
    chromium: Browser, web_server: Server, button: str, words: str, status: int
) -> None:
    """What the player clicks is what the server stores of the intent."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await web.say("A dark ale, please.")
        card = web.page.get_by_role("group", name="What Hester Quillam wants to do")
        await expect(card).to_contain_text("pour drink (drink: dark ale, pence: 2)")
        await card.get_by_role("button", name=button).click()
        await expect(card.locator(".settled")).to_have_text(words)
        timeline = await web.timeline_id()
    async with npcclient.connect(web_server.grpc) as npc:
        seen = [event async for event in _turns(npc, timeline)]
        receipt = await npc.memories.explain(timeline, seen[-1])

    assert [outcome.status for outcome in receipt.outcomes] == [status]


async def _turns(npc: npcclient.NpcClient, timeline: str) -> AsyncGenerator[str, None]:
    """Yield the ids of all turns so far."""
    end = (await npc.timelines.get(timeline)).head_seq
    async for event in npc.play.watch(timeline, after_seq=0):
        if event.HasField("turn"):
            yield event.turn.turn_id
        if event.seq >= end:
            return


@pytest.mark.parametrize("how", ["escape", "button"])
async def test_an_interruption_reaches_the_server(
    chromium: Browser, web_server: Server, how: str
) -> None:
    """Esc and the button cut her off: the server stores a turn of a few sentences, interrupted."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await web.say("Tell me everything.")
        await expect(web.answers.locator(".said").nth(1)).to_be_visible()
        if how == "escape":
            await web.page.keyboard.press("Escape")
        else:
            await web.page.get_by_role("button", name="Interrupt").click()
        await expect(web.page.locator("[data-outcome=interrupted]")).to_be_visible()
        await expect(web.page.get_by_role("button", name="Interrupt")).to_have_count(0)
        timeline = await web.timeline_id()
    async with npcclient.connect(web_server.grpc) as npc:
        (turn,) = [turn async for turn in _turns(npc, timeline)]
        receipt = await npc.memories.explain(timeline, turn)

    assert receipt.outcome == messages.TurnOutcome.TURN_OUTCOME_INTERRUPTED
    assert len(receipt.lines) < 100


async def test_escape_in_the_panel_closes_it_during_an_answer(
    chromium: Browser, web_server: Server
) -> None:
    """It goes back to where the panel was opened from, and only the next Esc cuts her off."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await web.say("Good evening!")
        why = web.page.get_by_role("button", name="Why did Hester say that?")
        await expect(why).to_have_count(1)
        await web.say("Tell me everything.")
        await expect(web.answers.last.locator(".said").nth(1)).to_be_visible()
        await why.click()
        await expect(web.page.locator(".why h2")).to_be_focused()
        await web.page.keyboard.press("Escape")
        await expect(why).to_be_focused()
        interrupt = web.page.get_by_role("button", name="Interrupt")
        await expect(interrupt).to_be_visible()
        await web.page.keyboard.press("Escape")
        await expect(web.page.locator("[data-outcome=interrupted]")).to_be_visible()


async def test_new_words_cut_off_who_is_speaking(chromium: Browser, web_server: Server) -> None:
    """Saying something else ends the answer before it, and is answered itself."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await web.say("Tell me everything.")
        await expect(web.answers.locator(".said").nth(1)).to_be_visible()
        await web.say("Good night!")
        await expect(web.ended).to_have_count(2)
        await expect(web.ended.last.locator(".said")).to_contain_text("Good night.")

        assert await web.page.locator("[data-outcome=interrupted]").count() == 1


async def test_words_said_in_haste_are_said_one_after_the_other(
    chromium: Browser, web_server: Server
) -> None:
    """Each cuts off what came before it; all are heard, in order, and the last is answered."""
    hasty = ["Tell me everything.", "No, good night!", "What of the bell?"]
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await web.say(hasty[0])
        await expect(web.answers.locator(".said").nth(1)).to_be_visible()
        for words in hasty[1:]:
            await web.say(words)
        await expect(web.ended.last).to_contain_text("I would rather not say.")
        await expect(web.page.get_by_role("button", name="Interrupt")).to_have_count(0)
        await expect(web.page.locator(".mine")).to_have_text(hasty)
        await expect(web.page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("is_composing", [True, False], ids=["chromium", "safari"])
async def test_keys_of_an_input_method_are_left_to_it(
    chromium: Browser, web_server: Server, *, is_composing: bool
) -> None:
    """The Enter that ends a word sends nothing and the Escape that gives one up interrupts nobody.

    Safari ends the word first, and sends the key afterwards as one that composes nothing.
    """
    press = """(field, [key, isComposing]) => field.dispatchEvent(new KeyboardEvent("keydown",
      {key, isComposing, keyCode: 229, bubbles: true, cancelable: true}))"""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        words = web.page.locator("#words")
        await words.fill("\u665a\u4e0a\u597d")
        await words.evaluate(press, ["Enter", is_composing])
        await expect(words).to_have_value("\u665a\u4e0a\u597d")
        await expect(web.page.locator(".mine")).to_have_count(0)
        await words.press("Enter")
        await expect(web.page.locator(".mine")).to_have_text("\u665a\u4e0a\u597d")
        await expect(web.ended).to_have_count(1)
        await web.say("Tell me everything.")
        await expect(web.answers.locator(".said").nth(2)).to_be_visible()
        await words.evaluate(press, ["Escape", is_composing])
        lines = await web.answers.locator(".said").count()
        await expect(web.answers.locator(".said").nth(lines + 2)).to_be_visible()
        await expect(web.page.locator("[data-outcome=interrupted]")).to_have_count(0)
        await words.press("Escape")
        await expect(web.page.locator("[data-outcome=interrupted]")).to_have_count(1)


async def test_partners_who_walk_away_are_told(chromium: Browser, web_server: Server) -> None:
    """Who leaves a circle, or the player alone, has gone to a place; the talk says who is left."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await web.page.get_by_role("button", name="Call here Linnet Oake").click()
        await web.page.locator("#with-linnet").check()
        await expect(web.page.get_by_text("To Hester Quillam and Linnet Oake")).to_be_visible()
        timeline = await web.timeline_id()
        async with npcclient.connect(web_server.grpc) as npc:
            for who in ("linnet", "hester"):
                away = messages.Movement(id=who, place_id="market-square")
                await npc.play.observe(timeline, movements=[away])
                await expect(web.page.locator(f"#with-{who}")).to_have_count(0)
        notes = web.page.locator(".log .note")
        await expect(notes.nth(-2)).to_have_text(
            "Linnet Oake has gone to Market Square. You talk with Hester Quillam now."
        )
        await expect(notes.last).to_have_text("Hester Quillam has gone to Market Square.")
        await expect(web.page.locator("#spoken")).to_contain_text("Hester Quillam has gone")


async def test_the_dot_of_a_mood_agrees_with_its_word(
    chromium: Browser, web_server: Server
) -> None:
    """The colour is that of the word, whatever numbers come with it; unknown words go by them."""
    tones = """labels => import("/page/words.js").then(({tone}) => labels.map((label) =>
      [tone({label, valence: 0.9}), tone({label, valence: -0.9})]))"""
    async with web_page(chromium, web_server.http) as web:
        await web.open()
        known = await web.page.evaluate(tones, [*LABELS, ""])
        unknown = await web.page.evaluate(tones, ["schadenfreude"])

    valences = [valence for valence, _ in LABELS.values()]
    wanted = [
        "pleasant" if it > NEAR else "unpleasant" if it < -NEAR else "even" for it in valences
    ]
    assert known == [[tone, tone] for tone in [*wanted, "even"]]
    assert unknown == [["pleasant", "unpleasant"]]


async def test_a_game_of_the_page_is_in_the_language_of_the_browser(
    chromium: Browser, web_server: Server
) -> None:
    """So that the player is told in it that a model speaks."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin("Linda")
        timeline, own = await web.timeline_id(), await web.page.evaluate("navigator.language")
    async with npcclient.connect(web_server.grpc) as npc:
        assert (await npc.timelines.get(timeline)).language == own


async def test_the_page_names_days_as_the_world_does(chromium: Browser, web_server: Server) -> None:
    """With its months, eras and hours, and as usual where it has no calendar."""
    told = """calendar => import("/page/words.js").then(({day, hourOfDay, useCalendar}) => {
      useCalendar(calendar);
      return [day("1904-03-14T14:05:00Z"), hourOfDay("1904-03-14T14:05:00Z")];
    })"""
    months = [f"Moon{number}" for number in range(1, 13)]
    weekdays = ["Ash", "Birch", "Cedar", "Dew", "Elm", "Fir", "Gorse"]
    eras = [{"name": "the Thaw", "firstYear": 1900}, {"name": "the Ice"}]
    own = {"months": months, "weekdays": weekdays, "eras": eras, "hoursInDay": 20}
    async with web_page(chromium, web_server.http) as web:
        await web.open()
        named = await web.page.evaluate(told, own)
        partly = await web.page.evaluate(told, {"weekdays": weekdays})
        usual = await web.page.evaluate(told, None)

    assert named == ["Ash 14 Moon3 5 the Thaw", "hour 12 of 20"]
    assert partly == ["Ash 14 March 1904", ""]
    assert usual == ["Mon 14 March 1904", ""]


async def test_a_line_without_a_feeling_shows_none(chromium: Browser, web_server: Server) -> None:
    """Neither the log nor what is read aloud makes up a feeling that nobody knows."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await web.say("Tell me plainly")
        await expect(web.ended).to_have_count(1)
        await expect(web.answers.locator(".said")).to_have_text("No form, only words.")
        await expect(web.answers.locator(".chip")).to_have_count(0)
        spoken = await web.page.locator("[aria-live]").all_text_contents()

    assert "Hester Quillam: No form, only words." in " ".join(spoken)


async def test_two_characters_in_a_circle_answer_one_after_the_other(
    chromium: Browser, web_server: Server
) -> None:
    """Both who are asked by name answer, each under their own name, and who is apart does not."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await web.page.get_by_role("button", name="Call here Linnet Oake").click()
        await web.page.locator("#with-linnet").check()
        await expect(web.page.get_by_text("To Hester Quillam and Linnet Oake")).to_be_visible()
        await web.say("Linnet and Hester, what became of the bell?")
        await expect(web.ended).to_have_count(2)
        names = await web.answers.locator("h3").all_text_contents()

    assert names == ["Linnet Oake", "Hester Quillam"]


async def test_a_receipt_tells_why_she_said_that(chromium: Browser, web_server: Server) -> None:
    """The panel shows what was heard, what came to mind with its scores, and closes with Esc."""
    async with web_page(chromium, web_server.http) as web:
        await web.begin()
        await web.say("What happened in February?")
        await web.page.get_by_role("button", name="Why did Hester say that?").click()
        panel = web.page.get_by_role("complementary", name="Why")
        await expect(
            panel.get_by_role("heading", name="Why Hester Quillam said that")
        ).to_be_focused()
        await expect(panel).to_contain_text("What happened in February?")
        await expect(panel.locator(".recollections li").first).to_be_visible()
        await expect(panel.locator(".recollections meter").first).to_have_attribute("max", "1")
        number = panel.locator(".recollections meter + .number").first  # for who cannot read a bar
        await expect(number).to_have_text(re.compile(r"^[01]\.\d\d$"))
        await expect(panel.locator(".made")).to_contain_text("scripted")
        await web.page.keyboard.press("Escape")
        await expect(panel).to_be_hidden()


async def test_the_prompt_that_was_sent_can_be_looked_at(
    chromium: Browser, prompted_server: Server
) -> None:
    """Its tab shows that it is as it was sent, each part with its tokens, and opens by keyboard."""
    async with web_page(chromium, prompted_server.http) as web:
        await web.begin()
        await web.say("What happened in February?")
        await web.page.get_by_role("button", name="Why did Hester say that?").click()
        panel = web.page.get_by_role("complementary", name="Why")
        receipt, prompt = (panel.get_by_role("tab", name=name) for name in ("Receipt", "Prompt"))
        await expect(receipt).to_have_attribute("aria-selected", "true")
        await expect(panel.locator(".made")).to_be_visible()
        await receipt.focus()
        await web.page.keyboard.press("ArrowRight")
        await expect(prompt).to_be_focused()
        await expect(prompt).to_have_attribute("aria-selected", "true")
        await expect(panel).to_contain_text("The prompt as it was sent")
        heard = panel.locator(".part", has_text="heard").last
        await expect(heard.locator("pre")).to_contain_text("What happened in February?")
        rules = panel.locator(".part").nth(1)
        await expect(rules.locator("pre")).to_be_hidden()
        await rules.locator("summary").focus()
        await web.page.keyboard.press("Enter")
        await expect(rules.locator("pre")).to_be_visible()
        await receipt.click()
        await expect(panel.locator(".made")).to_be_visible()
        await web.page.keyboard.press("Escape")
        await expect(panel).to_be_hidden()
