"""Planning: what a model says where it can be read, and the habit where it cannot."""

import json

from npcserver.app.thoughts.day_plans import decompose, plan_day
from npcserver.model.day import faults_of_day, faults_of_steps
from npcserver.model.default_day import default_day, default_steps
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from tests.fakes import prompt_inputs
from tests.fakes.language_models import CannedAnswers

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
