"""Planning: what a model says, the habit where it cannot be read, and plans in words."""

import json
from dataclasses import replace

import pytest

from npcserver.app.thoughts.day_plans import decompose, plan_day
from npcserver.mind import activity_texts
from npcserver.model.day import faults_of_day, faults_of_steps
from npcserver.model.default_day import default_day, default_steps
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from tests.fakes import prompt_inputs
from tests.fakes.language_models import CannedAnswers
from tests.fakes.life_app import COTTAGE, GREEN, day_plan_of, time_of_day

DAY = json.dumps(
    {
        "currently": "Mira Holt is tired of the storm.",
        "wake_up": "06:00",
        "sleep": "23:00",
        "outline": [],
        "blocks": [{"start": "06:00", "minutes": 1020, "activity": "mending", "place": "loft"}],
    }
)


async def test_a_day_is_the_models() -> None:
    """A plan that can be read is the plan."""
    ask = CannedAnswers(DAY)

    plan, asked = await plan_day(prompt_inputs.plan_input(), ask)

    assert plan is asked.answer
    assert {block.activity for block in plan.blocks} == {"mending"}
    assert ask.purposes == [Purpose.PLAN]


async def test_a_day_is_mended_by_asking_again() -> None:
    """The complaint says what was wrong with it."""
    ask = CannedAnswers(DAY.replace("1020", "600"), DAY)

    plan, asked = await plan_day(prompt_inputs.plan_input(), ask)

    assert asked.calls == 2
    assert faults_of_day(plan) == ()
    assert "the last activity must end at 23:00" in ask.complaints[0]


async def test_a_day_goes_by_habit_where_nothing_can_be_read() -> None:
    """After two unreadable answers there is a sound plan all the same, marked as a default."""
    dawn = prompt_inputs.plan_input()

    plan, asked = await plan_day(dawn, CannedAnswers("Error: 502 Bad Gateway", "[]"))

    assert asked.verdict is AnswerStatus.DEFAULTED
    assert plan == default_day(dawn)
    assert plan.is_default
    assert faults_of_day(plan) == ()


async def test_an_hour_goes_by_habit_where_nothing_can_be_read() -> None:
    """The steps fill it all the same."""
    hour = prompt_inputs.decompose_input()

    steps, asked = await decompose(hour, CannedAnswers("", "{}"))

    assert asked.answer is None
    assert steps == default_steps(hour)
    assert faults_of_steps(hour.block, steps) == ()


async def test_an_hour_is_the_models() -> None:
    """Steps that can be read are the steps."""
    rows = [{"minutes": 15, "activity": f"serving guest {n}", "place": "anchor"} for n in range(4)]

    steps, _ = await decompose(
        prompt_inputs.decompose_input(), CannedAnswers(json.dumps({"steps": rows}))
    )

    assert [step.activity for step in steps] == [f"serving guest {n}" for n in range(4)]


async def test_nobody_is_asked_to_cut_a_moment() -> None:
    """What takes less than two steps is one."""
    ask = CannedAnswers()

    steps, asked = await decompose(prompt_inputs.decompose_input(7), ask)

    assert [step.minutes for step in steps] == [7]
    assert (asked.calls, ask.purposes) == (0, [])


WEAVING_DAY = day_plan_of(
    ("06:00", "getting up", COTTAGE),
    ("08:00", "weaving", COTTAGE),
    ("12:00", "weaving", COTTAGE),
    ("14:00", "walking", GREEN),
)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ann is reading"),
        ("zh", "Ann正在reading"),
        ("zh-CN", "Ann正在reading"),
        ("fr", "Ann is reading"),
    ],
)
def test_what_a_character_does_is_seen_in_the_language_of_the_world(
    language: str, text: str
) -> None:
    """An act is told in the words of its language, in English where there are none."""
    assert activity_texts.seen("Ann", "reading.", language) == text


def test_braces_in_names_are_only_braces() -> None:
    """Names and activities are data, whatever they look like."""
    assert (
        activity_texts.seen("{name}", "writing {activity}", "en") == "{name} is writing {activity}"
    )


def test_a_plan_is_remembered_with_its_times() -> None:
    """What goes on over several blocks is told once."""
    text = activity_texts.as_memory(WEAVING_DAY, "en")

    assert text == "PLAN for Monday: 06:00 getting up; 08:00 weaving; 14:00 walking"


def test_of_a_changed_plan_the_rest_is_remembered() -> None:
    """What was over when the plan changed is no part of what one means to do."""
    text = activity_texts.as_memory(WEAVING_DAY, "zh", since=time_of_day("12:30"))

    assert text == "星期一余下时间的计划：12:30 weaving；14:00 walking"


def test_an_outline_is_one_line() -> None:
    """The broad strokes tell a day; without any, its blocks do."""
    assert activity_texts.outline(WEAVING_DAY, "en") == "getting up; weaving; walking"
    assert (
        activity_texts.outline(replace(WEAVING_DAY, outline=("work", "rest")), "en") == "work; rest"
    )
