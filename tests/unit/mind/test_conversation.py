"""Beginning a conversation with another character, and saying its next line."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from npcserver.config import TalkSettings
from npcserver.language.trades import sentences
from npcserver.mind.action_selection import is_one_household
from npcserver.mind.conversation import (
    KNOWN,
    TalkRates,
    intentions,
    is_stranger,
    last_own_lines,
    narrates,
    news_for,
    say_next,
    spoken_only,
    wants_to_talk,
    with_intentions,
    without_told,
)
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.provenance import passed_on
from npcserver.mind.trades import asked_of, roles_of
from npcserver.model.canned_lines import is_goodbye, repeats
from npcserver.model.character import Persona
from npcserver.model.day import DayPlan
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.inputs import ConverseInput, InterviewInput
from npcserver.model.memory import Memory
from npcserver.model.model_use import Purpose
from npcserver.model.record import RecordKind, Source
from npcserver.model.thought import AnswerStatus
from npcserver.model.world import Place
from npcserver.ports.language_model import fixed_budget
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.questions.converse import ConverseQuestion
from npcserver.prompts.questions.interview import InterviewQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.tokens import prompt_tokens
from tests.fakes import prompt_inputs
from tests.fakes.language_models import CannedAnswers, FragmentModel
from tests.fakes.prompt_inputs import converse_input, day_situation, recollection

TALK = (("Mira", "Is it true about the boat?"), ("Bram", "Who told you that?"))


def said(text: str, *, ends: bool = False) -> str:
    return json.dumps({"say": text, "emotion": {"label": "calm"}, "ends": ends})


async def test_a_line_is_the_models() -> None:
    """It is asked for once."""
    ask = CannedAnswers(said("Ann did, and she saw the nets go."))

    line, asked = await say_next(prompt_inputs.converse_input(*TALK), ask)

    assert line.say == "Ann did, and she saw the nets go."
    assert not line.ends
    assert (asked.calls, ask.purposes) == (1, [Purpose.CONVERSE])


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Mira Holt: Ann did.", "Ann did."),
        ("Mira: Ann did.", "Ann did."),
        ("*wipes a cup* Ann did. [shrugs]", "Ann did."),
        ("Ann did. She saw it.\nBram: Liar!\nMira: No.", "Ann did. She saw it."),
        ("One. Two. Three. Four. Five.", "One. Two. Three. Four."),
        ("*shrugs*", ""),
        ("Bram: I sold it.", ""),
    ],
)
def test_only_ones_own_words_are_spoken(written: str, spoken: str) -> None:
    """No name in front, no stage directions, no line for the other, no sermon."""
    assert spoken_only(written, prompt_inputs.converse_input(*TALK)) == spoken


@pytest.mark.parametrize(
    ("first", "problem"),
    [
        ("Is it true about the boat?", "it repeats what was said before in this talk"),
        ("Is it true then about the boat?", "it repeats what was said before in this talk"),
        ("the cider is gone and so is my patience", "it repeats line 1 of those said before"),
        ("Who told you that?", "it echoes what the other has said"),
        ("*shrugs*", "there are no words of one's own in it"),
        ("Mira looked up and saw that he was lying.", "it tells a story of who speaks"),
        ("Mira Holt was silent. She wiped a cup.", "it tells a story of who speaks"),
    ],
)
async def test_a_line_that_was_said_before_is_asked_for_again(first: str, problem: str) -> None:
    """Once, saying which it was; two calls are the most."""
    ask = CannedAnswers(said(first), said("Ann told me."))

    line, asked = await say_next(prompt_inputs.converse_input(*TALK), ask)

    assert (line.say, asked.calls) == ("Ann told me.", 2)
    assert problem in ask.complaints[0]


async def test_a_model_that_only_repeats_itself_is_not_heard() -> None:
    """Then a small line of our own is said, which is none of those said before."""
    exchange = prompt_inputs.converse_input(*TALK)
    again = said("Is it true about the boat?")

    line, asked = await say_next(exchange, CannedAnswers(again, again))

    assert asked.verdict is AnswerStatus.DEFAULTED
    assert not repeats(line.say, last_own_lines(exchange))
    assert not is_garbage(line.say)


async def test_a_goodbye_ends_the_talk_whatever_its_flag_says() -> None:
    """And an end without a goodbye is one too."""
    talk = prompt_inputs.converse_input(*TALK)

    goodbye, _ = await say_next(talk, CannedAnswers(said("Never mind. Goodbye, Bram.")))
    silent, _ = await say_next(
        talk, CannedAnswers(said("Then there is nothing to say.", ends=True))
    )

    assert goodbye.ends
    assert silent.ends


async def test_nobody_leaves_with_the_first_word() -> None:
    """A talk that has just begun is not over."""
    line, _ = await say_next(
        prompt_inputs.converse_input(), CannedAnswers(said("Goodbye, winter!", ends=True))
    )

    assert not line.ends


async def test_when_it_is_time_a_goodbye_is_said() -> None:
    """A model that talks on is asked again, and is not heard if it will not stop."""
    talk = prompt_inputs.converse_input(*TALK, should_end=True)
    more = said("And another thing.")

    line, asked = await say_next(talk, CannedAnswers(more, more))

    assert asked.answer is None
    assert line.ends
    assert is_goodbye(line.say)


async def test_every_default_of_a_long_evening_is_new() -> None:
    """Thirty lines without a model: none says the same again, and each talk ends."""
    own: list[str] = []
    for _ in range(10):
        talk: list[tuple[str, str]] = []
        for turn in range(12):
            exchange = prompt_inputs.converse_input(*talk, own_lines=tuple(own[-30:]), about="")
            line, _ = await say_next(exchange, CannedAnswers("", ""))
            assert not repeats(line.say, last_own_lines(exchange))
            own.append(line.say)
            talk += [("Mira", line.say), ("Bram", f"Hm, that was the {turn} time you said so.")]
            if line.ends:
                break
        else:
            pytest.fail("it never ends")


@pytest.mark.parametrize(
    "line",
    ["Mira Holt, of the Anchor.", "Bram looked up.", "Mira? That was me.", "Miranda was here."],
)
def test_who_names_itself_or_tells_of_others_tells_no_story(line: str) -> None:
    """Only what goes on like a tale of the speaker is none of its words."""
    assert not narrates(line, "Mira Holt")


def test_lines_of_this_talk_come_first() -> None:
    """The last thirty lines count, the latest first."""
    exchange = prompt_inputs.converse_input(
        *TALK, own_lines=tuple(f"line {number}" for number in range(40))
    )

    found = last_own_lines(exchange)

    assert len(found) == 30
    assert found[:2] == ("Is it true about the boat?", "line 39")


LONG = "The nets were torn again this week, and nobody in the harbour would say how it was done. "
MEMORIES = tuple(recollection(f"{number}. {LONG * 3}") for number in range(20))
LONG_TALK = tuple(("Mira" if number % 2 else "Bram", f"{number}. {LONG}") for number in range(20))


def talk() -> ConverseInput:
    return converse_input(*LONG_TALK, recollections=MEMORIES)


def questioned() -> InterviewInput:
    return InterviewInput(
        situation=day_situation(), question="What of the nets?", recollections=MEMORIES
    )


@pytest.mark.parametrize("tokens", [2048, 2900])
def test_short_prompts_hold_the_last_lines_and_some_memories(tokens: int) -> None:
    """A prompt that may have few tokens keeps 8 lines, the best memories, and the budget."""
    said = ConverseQuestion.of(talk(), tokens)
    asked = InterviewQuestion.of(questioned(), tokens)

    assert prompt_tokens(said.messages(Templates(), "en")) <= tokens
    assert prompt_tokens(asked.messages(Templates(), "en")) <= tokens
    assert len(said.conversation) >= 8
    assert len(said.memories) >= 6
    assert len(asked.memories) >= 6


async def test_budget_is_asked_and_noted_down() -> None:
    """The budget at the moment of asking shapes the question, and stands in the receipt."""
    answer = ['{"say": "I know nothing of nets.", "ends": false}']
    thinker = PromptedThinker(FragmentModel(answer), Templates(), budget=fixed_budget(2048))

    asked = await thinker.think(talk())
    answered = await thinker.think(questioned())

    assert asked.prompt_budget == 2048
    assert answered.answer == "I know nothing of nets."


def test_space_is_not_taken_from_who_needs_none() -> None:
    """What fits is the same under any budget, so that a longer one changes nothing."""
    short = replace(talk(), recollections=MEMORIES[:1], conversation=talk().conversation[:4])

    assert ConverseQuestion.of(short, 2900) == ConverseQuestion.of(short)


FRIEND = Standing(other_id="bram", affinity=60, familiarity=50)
STRANGER = Standing(other_id="bram")
NAMES = [str(number) for number in range(200)]


def memory(
    text: str, *, kind: RecordKind = RecordKind.UTTERANCE, importance: int = 7, told_by: str = ""
) -> Memory:
    found = recollection(text, source=Source.TOLD, kind=kind, told_by=told_by).memory
    return replace(found, importance=importance)


def share(standing: Standing, about: str = "", **more: Any) -> float:
    """Return how often a character is spoken to."""
    return sum(wants_to_talk(standing, about, name, **more) for name in NAMES) / len(NAMES)


def test_the_more_one_is_liked_the_more_one_is_spoken_to() -> None:
    """From never for the hated to nearly always for the dear, with chance in between."""
    hated, known, liked = (share(replace(FRIEND, affinity=affinity)) for affinity in (-60, 0, 80))

    assert hated == 0
    assert 0.2 < known < liked < 1


def test_those_who_live_together_or_know_each_other_well_talk_more() -> None:
    """So does one in a good mood; each as much as the rates say."""
    rates = TalkRates(known=0.3, acquaintance=0.3, household=0.3, mood=0.2)
    known = replace(FRIEND, affinity=0, familiarity=KNOWN)
    plain = share(known, rates=rates)

    assert share(replace(known, familiarity=100), rates=rates) > plain
    assert share(known, rates=rates, is_household=True) > plain
    assert share(known, rates=rates, valence=-1.0) < plain < share(known, rates=rates, valence=1.0)
    assert share(known, rates=replace(rates, household=0), is_household=True) == plain


def test_only_those_who_live_together_talk_again_without_news() -> None:
    """Less often than the first time that day; with `again` at 0 never."""
    again = share(FRIEND, has_talked=True, is_household=True)

    assert 0 < again < share(FRIEND, is_household=True)
    assert share(FRIEND, has_talked=True) == 0
    assert share(STRANGER, has_talked=True, is_household=True) == 0
    never = TalkRates(again=0)
    assert share(FRIEND, has_talked=True, is_household=True, rates=never) == 0


def test_rates_of_strangers_are_settings() -> None:
    """With and without news."""
    rates = TalkRates(stranger=0, stranger_news=1)
    assert share(STRANGER, rates=rates) == 0
    assert share(STRANGER, "the mill burned down", rates=rates) == 1


def test_news_is_told_to_those_one_knows() -> None:
    """Always; to strangers more often than small talk, and never to those one cannot stand."""
    assert share(FRIEND, "the mill burned down") == 1
    assert 0 < share(STRANGER) < share(STRANGER, "the mill burned down") < 0.5
    assert share(replace(FRIEND, affinity=-60), "the mill burned down") == 0


def test_the_same_meeting_comes_to_the_same() -> None:
    """Chance follows from the name of the meeting."""
    assert [wants_to_talk(STRANGER, "", name) for name in NAMES] == [
        wants_to_talk(STRANGER, "", name) for name in NAMES
    ]
    assert is_stranger(STRANGER)
    assert not is_stranger(FRIEND)


def test_news_presses_and_was_neither_told_by_nor_to_the_other() -> None:
    """The weightiest such memory; a whisper presses whatever it weighs."""
    mill = memory("The mill burned down last night.", importance=9)
    cider = memory("Cider is getting dear.", importance=3)
    whisper = memory("Stand for mayor.", kind=RecordKind.WHISPER, importance=2)
    seen = memory("Bram fell off the roof.", kind=RecordKind.OBSERVATION, importance=10)

    assert news_for("bram", [mill, cider, whisper, seen], []) == mill.text
    assert news_for("bram", [cider, whisper], []) == whisper.text
    assert news_for("bram", [cider], []) == ""
    assert news_for("bram", [memory("It is I who did it.", told_by="bram")], []) == ""
    assert news_for("bram", [mill], ["Did you hear that the mill burned down last night?"]) == ""


def test_hearsay_is_passed_on_unasked_to_one_person_a_day() -> None:
    """Else one telling is with everybody by the evening. What one knows oneself is told to all."""
    mill = memory("The mill burned down last night.", importance=9)
    plan = memory("I stand for mayor in spring.", kind=RecordKind.PLAN, importance=7)
    plan = replace(plan, seq=mill.seq + 1)
    told = ["The mill burned down last night!", "I stand for mayor in spring."]

    assert news_for("bram", [mill], [], told) == ""
    assert news_for("bram", [mill, plan], [], told) == plan.text
    found = [replace(recollection(one.text), memory=one) for one in (mill, plan)]
    assert [one.memory for one in without_told(found, told, "")] == [plan]
    assert [one.memory for one in without_told(found, told, "Did the mill burn down?")] == [
        mill,
        plan,
    ]


def test_a_summary_of_a_talk_is_passed_on_with_what_was_said_in_it() -> None:
    """Its own words ("Ada spoke of the mill") are others than those that told it on."""
    told = ["The mill burned down last night!"]
    summary = memory("Ada spoke of the mill.", kind=RecordKind.REFLECTION, importance=7)
    grounds = {summary.seq: ("Hello.", "Last night the mill burned down.")}
    found = [replace(recollection(summary.text), memory=summary)]

    assert news_for("bram", [summary], [], told) == summary.text
    assert news_for("bram", [summary], [], told, grounds) == ""
    assert news_for("bram", [summary], told, [], grounds) == ""
    assert without_told(found, told, "", grounds) == ()
    assert without_told(found, [], "", grounds) == tuple(found)


def test_a_stranger_is_told_no_hearsay_unasked() -> None:
    """What one has seen or means to do is no hearsay."""
    mill = memory("The mill burned down last night.", importance=9)
    seen = memory("Bram fell off the roof.", kind=RecordKind.OBSERVATION, importance=10)
    seen = replace(seen, seq=mill.seq + 1)
    found = [replace(recollection(one.text), memory=one) for one in (mill, seen)]
    asked = "Did the mill burn down?"

    told = [one.memory for one in without_told(found, [], "", is_for_stranger=True)]
    answered = [one.memory for one in without_told(found, [], asked, is_for_stranger=True)]

    assert told == [seen]
    assert answered == [mill, seen]


HOST = "Mira gives a supper on 3 October and invites all her neighbours."


def test_what_others_are_to_hear_stays_in_the_plans_of_its_maker() -> None:
    """However a model sums up the day; until the day is over, and once."""
    persona = Persona(name="Mira", currently=f"Mira is tired. {HOST}", goals=("Sleep well",))
    written = datetime(1871, 9, 30, tzinfo=UTC)
    plan = DayPlan(
        day=written.date(), wakes_at=written, sleeps_at=written, currently="Mira mends nets."
    )

    assert intentions(persona, written, written) == (HOST,)
    kept = with_intentions(plan, persona, written)
    assert kept.currently == f"Mira mends nets. {HOST}"
    assert with_intentions(kept, persona, written) == kept
    late = replace(plan, wakes_at=written + timedelta(days=4))
    assert with_intentions(late, persona, written) == late


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ("They say Sam wants to be mayor this spring!", True),
        ("萨姆想在春天当镇长。", False),
        ("What a lovely spring.", False),
        ("", False),
    ],
)
def test_a_line_passes_on_what_it_shares_words_with(line: str, is_told: bool) -> None:  # noqa: FBT001
    """Enough of them that it is no chance."""
    rumour = memory("Sam wants to be mayor this spring")

    assert bool(passed_on(line, [rumour])) is is_told


def test_a_pair_talks_without_news_once_a_day() -> None:
    """However much they like each other; with news they talk again."""
    assert not any(wants_to_talk(FRIEND, "", name, has_talked=True) for name in NAMES)
    assert all(wants_to_talk(FRIEND, "the mill burned", name, has_talked=True) for name in NAMES)


@pytest.mark.parametrize(
    ("persona", "role"),
    [
        (Persona(name="Ida", background="Keeps the Copper Kettle inn."), "landlady"),
        (Persona(name="Ida", background="Runs the forge by the gate."), "smith"),
        (Persona(name="Ida", background="A clockmaker from the city."), "clockmaker"),
        (Persona(name="Ida", background="Sells pelts at the market."), "trapper"),
        (Persona(name="Ida", background="开客栈的老板娘。"), "老板娘"),
        (Persona(name="Ida", background="猎户。"), "打猎的"),
        (Persona(name="Ido", age=70, background="He carves spoons."), "old man"),
        (Persona(name="何老翁", background="赶车的。"), "老人家"),
    ],
)
def test_a_trade_or_a_look_shows_in_the_persona(persona: Persona, role: str) -> None:
    """In the first sentence of the background, in the name and in the age."""
    assert role in roles_of(persona).first


def test_what_is_told_later_fits_less() -> None:
    """A character who was at the inn once keeps none, where another does."""
    roles = roles_of(Persona(name="Ida", background="A weaver. Was seen at the inn."))

    assert "weaver" in roles.first
    assert "innkeeper" not in roles.first
    assert "innkeeper" in roles.second


def test_looks_need_an_age() -> None:
    """Who is neither old nor young is called by no look; she is no old man."""
    assert "old man" not in roles_of(Persona(name="Ida", age=40)).first
    assert "old man" not in roles_of(Persona(name="Ida", age=80, traits="She is kind.")).first
    assert "old woman" in roles_of(Persona(name="Ida", age=80, traits="She is kind.")).first


def test_a_trade_hears_what_is_asked_of_it() -> None:
    """In both languages; who has no trade hears nothing by it."""
    asked = asked_of(Persona(name="Ida", background="Keeps the inn."))

    assert any("bed" in line for line in asked)
    assert any("酒" in line for line in asked)
    assert asked_of(Persona(name="Ida", background="Likes cats.")) == ()


def test_texts_are_cut_into_sentences() -> None:
    """In both languages."""
    assert sentences("One. Two!  三。四") == ("One.", "Two!", "三。", "四")


def test_the_settings_are_the_rates() -> None:
    """Without a settings file both have the same defaults, under the same names."""
    assert TalkRates(**TalkSettings().model_dump()) == TalkRates()


def test_a_household_has_one_home() -> None:
    """The same place, or parts of one that has owners; not parts of a village."""
    world = WorldId("w")
    village = Place(id=PlaceId("village"), world_id=world, name="Village")
    cottage = Place(
        id=PlaceId("cottage"),
        world_id=world,
        name="Cottage",
        parent_id=village.id,
        owner_ids=(CharacterId("ann"), CharacterId("ben")),
    )
    loft, shed, barn = (
        Place(id=PlaceId(name), world_id=world, name=name, parent_id=parent)
        for name, parent in (("loft", cottage.id), ("shed", cottage.id), ("barn", village.id))
    )
    places = {one.id: one for one in (village, cottage, loft, shed, barn)}

    assert is_one_household(barn.id, barn.id, places)
    assert is_one_household(loft.id, shed.id, places)
    assert is_one_household(loft.id, cottage.id, places)
    assert not is_one_household(loft.id, barn.id, places)
    inn = Place(id=PlaceId("inn"), world_id=world, name="The Inn")
    assert not is_one_household(inn.id, inn.id, {inn.id: inn})
    assert not is_one_household(None, None, places)
