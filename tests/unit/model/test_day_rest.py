"""What is left of a day from a moment on, and what it comes to together with what was."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from npcserver.model.day import LONGEST_BLOCK, Step, faults_of_day, resume_plan
from tests.fakes.life_app import COTTAGE, GREEN, day_plan_of, time_of_day

DAY = day_plan_of(
    ("06:00", "getting up", COTTAGE),
    ("08:00", "weaving", COTTAGE),
    ("14:00", "walking", GREEN),
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
