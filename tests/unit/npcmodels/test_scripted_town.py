"""The scripted mind of towns says what it is shown, and goes where people are asked to come."""

from dataclasses import replace
from datetime import timedelta

import pytest

from npcmodels.scripted import scripted_model
from npcmodels.scripted_town import TELLS, TownMind
from npcserver.model.day import DayPlan
from npcserver.model.inputs import ConverseInput, RatingInput
from npcserver.model.record import RecordKind
from npcserver.model.turn import ReplyAnswer
from tests.fakes.prompt_inputs import (
    MILL_MORNING,
    MILL_PLACES,
    mill_converse_input,
    mill_memory,
    mill_plan_input,
    mill_recollection,
    mill_situation,
)

FEAST = "Greta gives a feast in the {place} on 15 March at six, and invites everybody."
PLAN = "PLAN for Monday: 06:00 getting up; 07:00 giving a party at noon tomorrow."


def _place() -> str:
    return MILL_PLACES[-1].path.rpartition(":")[2].strip()


def _said(asked: ConverseInput) -> str:
    answer = TownMind()(asked)
    return answer.say if isinstance(answer, ReplyAnswer) else ""


def _of_day(asked: ConverseInput, days: int) -> ConverseInput:
    situation = replace(asked.situation, now=MILL_MORNING + timedelta(days=days))
    return replace(asked, situation=situation)


def test_what_was_heard_is_passed_on_to_some_and_what_was_planned_to_none() -> None:
    """The sentence is that of its author; with the same people and day chance says the same."""
    feast = FEAST.format(place=_place())
    heard = mill_converse_input(news=(mill_memory(1, feast, speaker="Greta"),))
    lines = [_said(_of_day(heard, -day)) for day in range(200)]

    told = [one for one in lines if feast in one]
    assert TELLS - 0.15 < len(told) / len(lines) < TELLS + 0.15
    assert lines == [_said(_of_day(heard, -day)) for day in range(200)]
    planned = mill_converse_input(news=(replace(mill_memory(1, PLAN), kind=RecordKind.PLAN),))
    assert not any("party" in _said(_of_day(planned, -day)) for day in range(20))


def test_ones_own_news_comes_first_and_once_in_a_talk() -> None:
    """What an author wrote of the character is told to everyone, but not twice."""
    own = "Berta invites everybody to a dance at the mill on 15 March."
    asked = mill_converse_input()
    asked = replace(asked, situation=replace(asked.situation, currently=own))
    first = _said(asked)

    assert own in first
    again = mill_converse_input(("Berta", first), ("Anselm", "Is that so?"))
    again = replace(again, situation=replace(again.situation, currently=own))
    assert own not in _said(again)


def test_a_sentence_that_only_refers_is_told_with_the_one_before() -> None:
    """Nobody knows what "it" is."""
    text = "Berta lays a long table again. It is on 15 March, and she invites everybody."
    asked = mill_converse_input()
    asked = replace(asked, situation=replace(asked.situation, currently=text))

    assert text in _said(asked)


@pytest.mark.parametrize("before", ["", "Berta counts her sacks. "])
def test_a_goal_is_told_as_what_one_means_to_do(before: str) -> None:
    """Others can pass it on, and know whose it is; also where a plan appended it."""
    asked = mill_converse_input()
    who = asked.situation.character
    goal = "Hold a feast by Sunday"
    who = replace(who, persona=replace(who.persona, goals=(goal,)))
    situation = replace(asked.situation, character=who, currently=before + goal)
    asked = replace(asked, situation=situation)

    assert "Berta means to hold a feast by Sunday" in _said(asked)


@pytest.mark.parametrize(
    ("words", "is_told"),
    [
        ("Greta gives a dance on 15 March.", True),
        ("I owe Clement eight pounds, due on 15 March.", False),
        ("Greta lends us the barn on 15 March.", False),
    ],
)
def test_what_a_third_one_said_of_itself_is_not_told_as_ones_own(
    words: str, *, is_told: bool
) -> None:
    """Else the debt of one becomes that of the next."""
    for heard in (f'Anselm told me: "{words}"', f"Berta, have you heard? {words}"):
        asked = mill_converse_input(news=(mill_memory(1, heard, speaker="Anselm"),))
        assert any(words in _said(_of_day(asked, -day)) for day in range(40)) is is_told


@pytest.mark.parametrize(("day", "goes"), [(14, False), (15, True), (16, False)])
def test_an_invitation_is_accepted_on_its_day(day: int, *, goes: bool) -> None:
    """The plan has the place at the hour, and is whole around it; other days stay usual."""
    feast = mill_memory(1, FEAST.format(place=_place()), speaker="Greta")
    now = MILL_MORNING.replace(day=day)
    asked = mill_plan_input(
        day=now.date(),
        situation=replace(mill_situation(), now=now),
        recollections=(mill_recollection(feast),),
    )
    plan = TownMind()(asked)

    if not goes:
        assert plan is None
        return
    assert isinstance(plan, DayPlan)
    there = [one for one in plan.blocks if one.activity.startswith("being where")]
    assert [(one.starts_at.hour, one.minutes, one.place_id) for one in there] == [
        (18, 120, MILL_PLACES[-1].id)
    ]
    assert plan.blocks[0].starts_at == plan.wakes_at
    assert plan.blocks[-1].ends_at == plan.sleeps_at


def test_it_is_a_model_by_name_and_rates_what_is_announced_higher() -> None:
    """`scripted:town` is known beside the other scripts."""
    feast = FEAST.format(place="mill")
    ratings = TownMind()(RatingInput(name="Berta", texts=(feast, "The hens are out.")))

    assert scripted_model("scripted:town").name == "scripted:town"
    assert isinstance(ratings, tuple)
    assert ratings[0] > ratings[1]
