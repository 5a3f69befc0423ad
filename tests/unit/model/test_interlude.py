"""Putting something unforeseen into a day."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from npcserver.language.day import MEALS
from npcserver.model.day import Block, DayPlan, Step, faults_of_day, interrupt_plan
from npcserver.model.ids import PlaceId

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
