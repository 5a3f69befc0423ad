"""What the models that are none think: valid answers, made of nothing but their material."""

from dataclasses import dataclass
from typing import TypeVar

import pytest

from npcmodels.offline import OfflineActor
from npcmodels.scripted import ScriptedThinker
from npcserver.model.feelings import Standing
from npcserver.model.inputs import (
    CharacterQuestion,
    FocalQuestionsInput,
    InsightsInput,
    InterviewInput,
    ReactInput,
    RelationInput,
    Spoken,
    SummaryInput,
)
from npcserver.model.question import TypedQuestion
from tests.fakes.prompt_inputs import (
    MILL_PLACES,
    MILLER,
    mill_converse_input,
    mill_memory,
    mill_plan_input,
    mill_recollection,
    mill_situation,
)

T = TypeVar("T")
WHEEL = mill_memory(3, "The wheel of the mill is broken.", importance=8)
TOLD = mill_memory(4, "The bridge will be closed tomorrow.", speaker="Clara", importance=7)


def thought(material: TypedQuestion[T]) -> T:
    return OfflineActor().answer(material)


def test_a_day_is_planned_at_known_places() -> None:
    """The day goes from waking to sleep as the persona lives, and only to places it knows."""
    day = thought(mill_plan_input())

    assert (f"{day.wakes_at:%H:%M}", f"{day.sleeps_at:%H:%M}") == ("06:00", "22:00")
    assert {block.place_id for block in day.blocks} <= {place.id for place in MILL_PLACES}
    assert sum(block.minutes for block in day.blocks) == 16 * 60


def test_three_different_questions_are_wondered_about() -> None:
    """There are always three, and they name who was talked with."""
    asked = thought(FocalQuestionsInput(situation=mill_situation(), memories=(WHEEL, TOLD)))

    assert len(set(asked)) == 3
    assert any("Clara" in question for question in asked)


def test_insights_rest_on_what_is_there() -> None:
    """Each insight quotes its first piece of evidence, and numbers lie within the list."""
    material = InsightsInput(
        situation=mill_situation(), questions=("What next?",), evidence=(WHEEL, TOLD)
    )

    insights = thought(material)

    assert len(insights) == 2
    for insight in insights:
        assert all(0 <= place < 2 for place in insight.evidence)
        quoted = material.evidence[insight.evidence[0]]
        assert quoted.text.rstrip(".") in insight.text


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("The stove is burning.", "react"),
        ("Somebody screams.", "react"),
        ("The candles are burning.", "go_on"),
        ("A cart rolls by.", "go_on"),
    ],
)
def test_an_alarm_is_dealt_with_and_chatter_is_not(text: str, choice: str) -> None:
    """A fire makes it act; candles that burn and a cart that rolls by do not."""
    noticed = ReactInput(
        situation=mill_situation(), event=mill_memory(9, text), day=None, places=MILL_PLACES
    )

    assert thought(noticed).choice == choice


def test_news_is_told_first_and_only_once() -> None:
    """Who knows something opens with it, and does not say it again."""
    opening = thought(mill_converse_input(news=(TOLD,)))
    later = thought(
        mill_converse_input(
            ("Berta", opening.say),
            ("Anselm", "Is that so?"),
            news=(TOLD,),
            own_lines=(opening.say,),
        )
    )

    assert "bridge" in opening.say
    assert not opening.ends
    assert later.say not in opening.say


@pytest.mark.parametrize("last", ["Goodbye, Berta.", "Take care of yourself."])
def test_a_goodbye_is_answered_with_one(last: str) -> None:
    """Nobody walks off without a word."""
    answer = thought(mill_converse_input(("Berta", "Hello."), ("Anselm", last)))

    assert answer.ends


def test_a_conversation_ends_by_itself() -> None:
    """After a few lines leave is taken, whatever was said last."""
    said = [("Berta" if at % 2 == 0 else "Anselm", f"Line {at}.") for at in range(7)]

    assert thought(mill_converse_input(*said)).ends
    assert thought(mill_converse_input(should_end=True)).ends


def test_what_concerns_plans_is_kept_apart_from_what_is_interesting() -> None:
    """A date is for the plans; the rest may be interesting; one's own lines are neither."""
    said = (
        Spoken(speaker="Anselm", text="Come to the dance tomorrow at 8 pm!", is_own=False),
        Spoken(speaker="Anselm", text="My grandfather built the old mill wheel.", is_own=False),
        Spoken(speaker="Berta", text="I was a dancer once.", is_own=True),
    )

    kept = thought(SummaryInput(situation=mill_situation(), partner=MILLER, conversation=said))

    assert "dance" in kept.for_my_plans
    assert "grandfather" in kept.interesting
    assert "dancer" not in kept.for_my_plans + kept.interesting


def test_an_insult_costs_affinity() -> None:
    """Kind words win a little, unkind ones lose more."""

    def affinity(text: str) -> int:
        heard = mill_memory(2, text, speaker="Anselm")
        standing = Standing(other_id="miller", other_name="Anselm")
        material = RelationInput(
            situation=mill_situation(), other=MILLER, standing=standing, memories=(heard,)
        )
        affinity: int = thought(material).affinity
        return affinity

    assert affinity("You are a fool and a liar.") < 0 < affinity("How nice to see you.")


def test_an_interview_is_answered_from_memory() -> None:
    """What came to mind is what is told."""
    asked = InterviewInput(
        situation=mill_situation(),
        question="What do you know about the bridge?",
        recollections=(mill_recollection(TOLD),),
    )

    assert "closed" in thought(asked)


def test_chinese_thoughts_are_chinese() -> None:
    """A character that speaks Chinese wonders in Chinese."""
    material = FocalQuestionsInput(situation=mill_situation(language="zh"), memories=(WHEEL,))

    assert all("？" in text for text in thought(material))


def test_a_danger_is_dealt_with_in_words_of_its_own_language() -> None:
    """What it does about it is said as it says everything else."""
    fire = mill_memory(9, "炉子着火了。")
    noticed = ReactInput(
        situation=mill_situation(language="zh"), event=fire, day=None, places=MILL_PLACES
    )

    step = thought(noticed).step
    assert step is not None
    assert step.activity == "处理这件事：炉子着火了"


async def test_the_scripted_thinker_thinks_too() -> None:
    """Thoughts that no script answers are thought from their material, the same each time."""
    thinker = ScriptedThinker(lambda _: None)

    first, second = [await thinker.think(mill_plan_input()) for _ in range(2)]

    assert first == second
    assert first.answer is not None
    assert first.answer.blocks


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherInput(CharacterQuestion[str]):
    """A question that the actor has no rule for."""

    def answer_by_rule(self) -> str:
        return f"{self.situation.character.name} looks at the sky."


def test_a_question_answers_by_its_own_rule() -> None:
    """A new question needs no change of the actor."""
    question = WeatherInput(situation=mill_situation())

    assert (
        OfflineActor().answer(question) == f"{question.situation.character.name} looks at the sky."
    )
