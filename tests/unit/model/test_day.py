"""Plans for a day: what is at a moment, what is left, what is sound, and what changes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcserver.language.day import MEALS
from npcserver.model.day import (
    LONGEST_BLOCK,
    Block,
    DayPlan,
    Step,
    faults_of_day,
    faults_of_steps,
    interrupt_plan,
    repeated_meals,
    resume_plan,
)
from npcserver.model.ids import PlaceId
from tests.fakes.life_app import COTTAGE, GREEN, day_plan_of, time_of_day
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
        (replace(PLAN, blocks=(PLAN.blocks[0], PLAN.blocks[2])), "nothing is planned from 07:00"),
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


DAY = day_plan_of(
    ("06:00", "getting up", COTTAGE), ("08:00", "weaving", COTTAGE), ("14:00", "walking", GREEN)
)


@given(minutes=st.integers(0, 16 * 60))
def test_a_day_cut_in_two_is_the_same_day(minutes: int) -> None:
    """What was, followed by what is left, fills the day as before and stays sound."""
    moment = DAY.wakes_at + timedelta(minutes=minutes)

    whole = DAY.changed_from(moment, DAY.rest_from(moment))

    assert faults_of_day(whole) == ()
    assert sum(block.minutes for block in whole.blocks) == 16 * 60


def test_a_step_under_way_begins_late() -> None:
    """Steps before the moment are gone, one under way is shorter, later ones are as they were."""
    block = DAY.blocks[0]
    steps = tuple(
        Step(starts_at=time_of_day(start), minutes=40, activity=start)
        for start in ("06:00", "06:40", "07:20")
    )

    first, *_ = DAY.with_steps(block, steps).rest_from(time_of_day("07:00"))

    assert (first.starts_at, first.minutes) == (time_of_day("07:00"), 60)
    assert [(step.activity, step.starts_at, step.minutes) for step in first.steps] == [
        ("06:40", time_of_day("07:00"), 20),
        ("07:20", time_of_day("07:20"), 40),
    ]


def test_a_night_between_two_parts_of_a_day_is_no_endless_block() -> None:
    """Who is up again long after bedtime slept in between, in blocks of four hours at most."""
    late = DAY.sleeps_at + timedelta(minutes=LONGEST_BLOCK + 15)
    rest = replace(
        DAY,
        wakes_at=late,
        sleeps_at=late + timedelta(minutes=60),
        blocks=(replace(DAY.blocks[0], starts_at=late, minutes=60),),
    )

    whole = resume_plan(DAY, rest, asleep="sleeping", home_id=COTTAGE)

    assert faults_of_day(whole) == ()
    slept = [block.minutes for block in whole.blocks if block.activity == "sleeping"]
    assert sum(slept) == LONGEST_BLOCK + 15
    assert max(slept) <= LONGEST_BLOCK


DAWN = datetime(2023, 2, 13, 7, 0, tzinfo=UTC)
KITCHEN = PlaceId("kitchen")


def day(*blocks: tuple[int, str]) -> DayPlan:
    made: list[Block] = []
    at = DAWN
    for minutes, activity in blocks:
        made.append(Block(starts_at=at, minutes=minutes, activity=activity, place_id=KITCHEN))
        at += timedelta(minutes=minutes)
    return DayPlan(day=DAWN.date(), wakes_at=DAWN, sleeps_at=at, blocks=tuple(made))


def fire(at: datetime, minutes: int = 20) -> Step:
    return Step(starts_at=at, minutes=minutes, activity="put out the fire", place_id=KITCHEN)


def test_the_plan_goes_on_where_the_interlude_ends() -> None:
    """What was done before stays, what was planned for that time is gone, the rest is kept."""
    plan = day((60, "wash"), (120, "cook"), (60, "read"))

    changed = interrupt_plan(plan, fire(DAWN + timedelta(minutes=90, seconds=40)))

    assert changed is not None
    assert [(block.activity, block.minutes) for block in changed.blocks] == [
        ("wash", 60),
        ("cook", 30),
        ("put out the fire", 20),
        ("cook", 70),
        ("read", 60),
    ]
    assert faults_of_day(changed) == ()


def test_a_meal_that_is_broken_off_is_not_had_twice() -> None:
    """It goes on without its name, in whatever language, and is no second one."""
    for meal in ("have lunch at the cafe", "在家吃午饭"):
        plan = day((60, "wash"), (60, meal), (60, "read"))
        assert faults_of_day(plan) == ()

        changed = interrupt_plan(plan, fire(DAWN + timedelta(minutes=75)))

        assert changed is not None
        assert faults_of_day(changed) == ()
        assert changed.blocks[1].activity == meal


def test_nothing_is_put_into_the_night() -> None:
    """Before waking and after bedtime there is no plan to change; at its end it is cut."""
    plan = day((60, "wash"), (60, "cook"))

    assert interrupt_plan(plan, fire(DAWN - timedelta(minutes=1))) is None
    assert interrupt_plan(plan, fire(plan.sleeps_at)) is None
    late = interrupt_plan(plan, fire(plan.sleeps_at - timedelta(minutes=5)))
    assert late is not None
    assert late.blocks[-1].minutes == 5
    assert faults_of_day(late) == ()


@given(
    names=st.lists(st.sampled_from(["wash", "cook", "read", "walk"]), min_size=2, max_size=8),
    meal=st.sampled_from(MEALS),
    place=st.integers(0, 7),
    at=st.integers(0, 400),
    minutes=st.integers(1, 300),
    words=st.sampled_from(["put out the fire", "have lunch with Ann", "去吃午饭"]),
)
def test_a_sound_plan_stays_sound(
    names: list[str], meal: str, place: int, at: int, minutes: int, words: str
) -> None:
    """Whenever something comes in between, for however long, and whatever it is called."""
    names.insert(min(place, len(names)), f"have {meal} in peace")
    plan = day(*[(45, f"{name} {number}") for number, name in enumerate(names)])
    assert faults_of_day(plan) == ()

    step = Step(starts_at=DAWN + timedelta(minutes=at), minutes=minutes, activity=words)
    changed = interrupt_plan(plan, step)

    assert changed is None or faults_of_day(changed) == ()
