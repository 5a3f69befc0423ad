"""What the models that are none think: valid answers, made of nothing but their material."""

import json
from typing import Any

import pytest

from npcserver.adapters.llm.offline import OfflineActor
from npcserver.adapters.llm.scripted import ScriptedLanguageModel
from npcserver.mind.ask import complete
from npcserver.model.feelings import Standing
from npcserver.model.pondering import (
    Impression,
    Inferring,
    Noticing,
    Parting,
    Pondering,
    Questioned,
    Wondering,
)
from npcserver.model.purpose import Purpose
from npcserver.model.scene import Spoken
from npcserver.ports.language_model import Message, Request
from tests.fakes.musing import MILLER, PLACES, dawn, exchange, memory, recollection, situation

WHEEL = memory(3, "The wheel of the mill is broken.", importance=8)
TOLD = memory(4, "The bridge will be closed tomorrow.", speaker="Clara", importance=7)


def thought(material: Pondering) -> dict[str, Any]:
    answer = json.loads(OfflineActor().answer(material))
    assert isinstance(answer, dict)
    return answer


def test_a_day_is_planned_at_known_places() -> None:
    """The day goes from waking to sleep as the persona lives, and only to places it knows."""
    day = thought(dawn())

    assert (day["wake_up"], day["sleep"]) == ("06:00", "22:00")
    assert {block["place"] for block in day["blocks"]} <= {place.id for place in PLACES}
    assert sum(block["minutes"] for block in day["blocks"]) == 16 * 60


def test_three_different_questions_are_wondered_about() -> None:
    """There are always three, and they name who was talked with."""
    asked = thought(Wondering(situation=situation(), memories=(WHEEL, TOLD)))["questions"]

    assert len(set(asked)) == 3
    assert any("Clara" in question for question in asked)


def test_insights_rest_on_what_is_there() -> None:
    """Each insight quotes its first piece of evidence, and numbers lie within the list."""
    material = Inferring(situation=situation(), questions=("What next?",), evidence=(WHEEL, TOLD))

    insights = thought(material)["insights"]

    assert len(insights) == 2
    for insight in insights:
        assert all(1 <= number <= 2 for number in insight["because"])
        quoted = material.evidence[insight["because"][0] - 1]
        assert quoted.text.rstrip(".") in insight["insight"]


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
    noticed = Noticing(situation=situation(), event=memory(9, text), day=None, places=PLACES)

    assert thought(noticed)["choice"] == choice


def test_news_is_told_first_and_only_once() -> None:
    """Who knows something opens with it, and does not say it again."""
    opening = thought(exchange(news=(TOLD,)))
    later = thought(
        exchange(
            ("Berta", opening["say"]),
            ("Anselm", "Is that so?"),
            news=(TOLD,),
            own_lines=(opening["say"],),
        )
    )

    assert "bridge" in opening["say"]
    assert not opening["ends"]
    assert later["say"] not in opening["say"]


@pytest.mark.parametrize("last", ["Goodbye, Berta.", "Take care of yourself."])
def test_a_goodbye_is_answered_with_one(last: str) -> None:
    """Nobody walks off without a word."""
    answer = thought(exchange(("Berta", "Hello."), ("Anselm", last)))

    assert answer["ends"]


def test_a_conversation_ends_by_itself() -> None:
    """After a few lines leave is taken, whatever was said last."""
    said = [("Berta" if at % 2 == 0 else "Anselm", f"Line {at}.") for at in range(7)]

    assert thought(exchange(*said))["ends"]
    assert thought(exchange(should_end=True))["ends"]


def test_what_concerns_plans_is_kept_apart_from_what_is_interesting() -> None:
    """A date is for the plans; the rest may be interesting; one's own lines are neither."""
    said = (
        Spoken(speaker="Anselm", text="Come to the dance tomorrow at 8 pm!", is_own=False),
        Spoken(speaker="Anselm", text="My grandfather built the old mill wheel.", is_own=False),
        Spoken(speaker="Berta", text="I was a dancer once.", is_own=True),
    )

    kept = thought(Parting(situation=situation(), partner=MILLER, conversation=said))

    assert "dance" in kept["for_my_plans"]
    assert "grandfather" in kept["interesting"]
    assert "dancer" not in kept["for_my_plans"] + kept["interesting"]


def test_an_insult_costs_affinity() -> None:
    """Kind words win a little, unkind ones lose more."""

    def affinity(text: str) -> int:
        heard = memory(2, text, speaker="Anselm")
        standing = Standing(other_id="miller", other_name="Anselm")
        material = Impression(
            situation=situation(), other=MILLER, standing=standing, memories=(heard,)
        )
        return int(thought(material)["affinity"])

    assert affinity("You are a fool and a liar.") < 0 < affinity("How nice to see you.")


def test_an_interview_is_answered_from_memory() -> None:
    """What came to mind is what is told."""
    asked = Questioned(
        situation=situation(),
        question="What do you know about the bridge?",
        recollections=(recollection(TOLD),),
    )

    assert "closed" in thought(asked)["say"]


def test_chinese_thoughts_are_chinese() -> None:
    """A character that speaks Chinese wonders in Chinese."""
    material = Wondering(situation=situation(language="zh"), memories=(WHEEL,))

    assert all("？" in text for text in thought(material)["questions"])


def test_a_danger_is_dealt_with_in_words_of_its_own_language() -> None:
    """What it does about it is said as it says everything else."""
    fire = memory(9, "炉子着火了。")
    noticed = Noticing(situation=situation(language="zh"), event=fire, day=None, places=PLACES)

    assert thought(noticed)["activity"] == "处理这件事：炉子着火了。"


async def test_the_scripted_model_thinks_too() -> None:
    """Thoughts that no script answers are thought from their material, the same each time."""
    request = Request(
        purpose=Purpose.PLAN, messages=(Message("user", "Plan the day."),), material=dawn()
    )
    model = ScriptedLanguageModel(lambda _: None)

    first, _ = await complete(model, request)
    second, _ = await complete(model, request)

    assert first == second
    assert json.loads(first)["blocks"]
