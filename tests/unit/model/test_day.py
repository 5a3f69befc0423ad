"""Plans for a day: what is at a moment, what is sound, and what changes."""

from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.model.day import DayPlan, Step, faults_of_day, faults_of_steps, repeated_meals
from tests.fakes.prompt_inputs import NOW, day_plan

SIX = NOW.replace(hour=6, minute=0)
PLAN = day_plan((60, "wash"), (120, "serve ale"), (60, "mend nets"))


def stepped(plan: DayPlan, *minutes: int) -> DayPlan:
    block = plan.blocks[1]
    at = block.starts_at
    steps: list[Step] = []
    for number, each in enumerate(minutes):
        steps.append(Step(starts_at=at, minutes=each, activity=f"guest {number}"))
        at += timedelta(minutes=each)
    return plan.with_steps(block, steps)


@pytest.mark.parametrize(
    ("minutes", "activity"),
    [(-1, None), (0, "wash"), (59, "wash"), (60, "serve ale"), (239, "mend nets"), (240, None)],
)
def test_a_moment_has_its_block(minutes: int, activity: str | None) -> None:
    """From its first minute to the last before the next; asleep there is none."""
    moment = SIX + timedelta(minutes=minutes)
    block, step = PLAN.block_at(moment), PLAN.step_at(moment)

    assert (block.activity if block else None) == activity
    assert (step.activity if step else None) == activity


def test_steps_are_what_is_done_in_a_block() -> None:
    """Where they are known; the whole block where they are not."""
    fine = stepped(PLAN, 15, 105)

    at = SIX + timedelta(minutes=80)
    assert fine.step_at(at) == fine.blocks[1].steps[1]
    assert PLAN.step_at(at) == PLAN.blocks[1].as_step
    following = fine.next_after(SIX)
    assert following is not None
    assert following.activity == "guest 0"
    assert fine.next_after(PLAN.sleeps_at) is None


def test_a_changed_plan_keeps_what_was_done() -> None:
    """A block or step under way is cut off at the moment; what follows is new."""
    moment = SIX + timedelta(minutes=70)
    rest = day_plan((170, "argue"), at=moment).blocks

    changed = stepped(PLAN, 15, 105).changed_from(moment, rest)

    assert [(one.activity, one.minutes) for one in changed.blocks] == [
        ("wash", 60),
        ("serve ale", 10),
        ("argue", 170),
    ]
    assert [step.minutes for step in changed.blocks[1].steps] == [10]
    assert faults_of_day(changed) == ()


@pytest.mark.parametrize(
    ("plan", "fault"),
    [
        (replace(PLAN, blocks=()), "the day is empty"),
        (replace(PLAN, blocks=PLAN.blocks[1:]), "the first activity must start at 06:00"),
        (replace(PLAN, blocks=PLAN.blocks[:2]), "the last activity must end at 10:00"),
        (
            replace(PLAN, blocks=(PLAN.blocks[0], PLAN.blocks[2])),
            "nothing is planned from 07:00",
        ),
        (
            replace(PLAN, blocks=(replace(PLAN.blocks[0], minutes=90), *PLAN.blocks[1:])),
            "'serve ale' starts before 'wash' ends",
        ),
        (
            replace(PLAN, blocks=(*PLAN.blocks, replace(PLAN.blocks[2], minutes=0))),
            "'mend nets' takes no time",
        ),
        (day_plan((60, "lunch"), (60, "walk"), (60, "Lunch again")), "lunch is planned twice"),
    ],
)
def test_what_is_wrong_with_a_day_is_said(plan: DayPlan, fault: str) -> None:
    """In words by which it can be mended; a sound one has no fault."""
    assert fault in faults_of_day(plan)
    assert faults_of_day(PLAN) == ()


def test_a_meal_may_go_on_but_not_come_again() -> None:
    """Two blocks that touch are one meal; a second one later is too much, in any language."""
    assert repeated_meals(day_plan((60, "cook lunch"), (60, "eat lunch")).blocks) == ()
    assert repeated_meals(day_plan((60, "lunch"), (9, "nap"), (60, "lunch")).blocks) == ("lunch",)
    assert repeated_meals(day_plan((60, "吃午饭"), (9, "歇"), (60, "吃午饭")).blocks) == ("午饭",)


@pytest.mark.parametrize(
    ("minutes", "faults"),
    [
        ((60, 60), ["'guest 0' must take 5 to 15 minutes", "'guest 1' must take 5 to 15 minutes"]),
        ((15,) * 8, []),
        ((15,) * 7, ["the minutes must add up to 120"]),
        ((15,) * 7 + (12, 3), ["'guest 8' must take 5 to 15 minutes"]),
    ],
)
def test_what_is_wrong_with_steps_is_said(minutes: tuple[int, ...], faults: list[str]) -> None:
    """They fill their block exactly, in steps that are neither too long nor too short."""
    block = stepped(PLAN, *minutes).blocks[1]

    assert list(faults_of_steps(block, block.steps)) == faults


def test_steps_that_leave_a_gap_are_wrong() -> None:
    """Each starts when the one before it ends."""
    block = stepped(PLAN, *(15,) * 8).blocks[1]
    late = replace(block.steps[1], starts_at=block.steps[1].starts_at + timedelta(minutes=1))

    faults = faults_of_steps(block, (block.steps[0], late, *block.steps[2:]))

    assert faults[0] == "'guest 1' does not start when the step before it ends"
