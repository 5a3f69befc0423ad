"""Planning: what a model says where it can be read, and the habit where it cannot."""

import json

from npcserver.mind.planning import decompose, plan_day
from npcserver.model.day import faults_of_day, faults_of_steps
from npcserver.model.purpose import Purpose
from npcserver.model.thought import Verdict
from npcserver.model.usual import usual_day
from npcserver.model.usual_steps import usual_steps
from tests.fakes import days
from tests.fakes.days import Answering

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
    ask = Answering(DAY)

    plan, asked = await plan_day(days.dawn(), ask)

    assert plan is asked.answer
    assert {block.activity for block in plan.blocks} == {"mending"}
    assert ask.purposes == [Purpose.PLAN]


async def test_a_day_is_mended_by_asking_again() -> None:
    """The complaint says what was wrong with it."""
    ask = Answering(DAY.replace("1020", "600"), DAY)

    plan, asked = await plan_day(days.dawn(), ask)

    assert asked.calls == 2
    assert faults_of_day(plan) == ()
    assert "the last activity must end at 23:00" in ask.complaints[0]


async def test_a_day_goes_by_habit_where_nothing_can_be_read() -> None:
    """After two unreadable answers there is a sound plan all the same, marked as a default."""
    dawn = days.dawn()

    plan, asked = await plan_day(dawn, Answering("Error: 502 Bad Gateway", "[]"))

    assert asked.verdict is Verdict.DEFAULTED
    assert plan == usual_day(dawn)
    assert plan.is_default
    assert faults_of_day(plan) == ()


async def test_an_hour_goes_by_habit_where_nothing_can_be_read() -> None:
    """The steps fill it all the same."""
    hour = days.hour()

    steps, asked = await decompose(hour, Answering("", "{}"))

    assert asked.answer is None
    assert steps == usual_steps(hour)
    assert faults_of_steps(hour.block, steps) == ()


async def test_an_hour_is_the_models() -> None:
    """Steps that can be read are the steps."""
    rows = [{"minutes": 15, "activity": f"serving guest {n}", "place": "anchor"} for n in range(4)]

    steps, _ = await decompose(days.hour(), Answering(json.dumps({"steps": rows})))

    assert [step.activity for step in steps] == [f"serving guest {n}" for n in range(4)]


async def test_nobody_is_asked_to_cut_a_moment() -> None:
    """What takes less than two steps is one."""
    ask = Answering()

    steps, asked = await decompose(days.hour(7), ask)

    assert [step.minutes for step in steps] == [7]
    assert (asked.calls, ask.purposes) == (0, [])
