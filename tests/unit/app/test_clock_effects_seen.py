"""What others see of what a character does, and what becomes of the things it uses."""

import pytest

from npcserver.model.day import Act, Cause, Step
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, RecordKind, Remembered
from npcserver.model.world import IDLE, ObjectState, object_key
from tests.fakes.life_app import (
    ANN,
    BEN,
    CAT,
    COTTAGE,
    GREEN,
    LODGE,
    SHOP,
    WASH,
    day_plan_of,
    new_life_app,
    time_of_day,
)

DAY = day_plan_of(
    ("06:00", "getting up", COTTAGE),
    ("06:30", "washing", WASH),
    ("07:00", "having breakfast", COTTAGE),
    ("08:00", "walking", GREEN),
    ("09:00", "shopping", SHOP),
    ("12:00", "having lunch", COTTAGE),
    ("13:00", "reading", GREEN),
    ("18:00", "having dinner", COTTAGE),
    ("20:00", "sewing", COTTAGE),
)


def acting(activity: str, when: str, minutes: int, **more: object) -> Act:
    step = Step(starts_at=time_of_day(when), minutes=minutes, activity=activity, place_id=GREEN)
    return Act(step=step, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("state", "by"), [("burning", ""), ("in use", CAT)])
async def test_things_in_use_are_idle_again_afterwards(state: str, by: str) -> None:
    """A thing is as an act leaves it while the act lasts, unless another changed it."""
    here = await new_life_app(ANN)
    day = day_plan_of(
        ("06:00", "cooking", COTTAGE), ("07:00", "mending", COTTAGE), ("08:00", "a", GREEN)
    )
    for block, name in zip(day.blocks, ("stove", "bed"), strict=False):
        step = Step(
            starts_at=block.starts_at,
            minutes=block.minutes,
            activity=block.activity,
            place_id=COTTAGE,
            object=name,
            object_state="in use",
        )
        day = day.with_steps(block, (step,))
    await here.mean(ANN, day)

    await here.tick(time_of_day("06:00"))
    await here.tick(time_of_day("07:00"))
    changed = ObjectState(place_id=COTTAGE, object="bed", state=state, by=by)
    key = object_key(COTTAGE, "bed")
    await here.write(Draft(kind=RecordKind.OBJECT, subject_id=key, body=changed))
    await here.tick(time_of_day("08:00"))

    bodies = [record.body for record in await here.records(RecordKind.OBJECT)]
    states = [(one.object, one.state) for one in bodies if isinstance(one, ObjectState)]
    assert states == [("stove", "in use"), ("stove", IDLE), ("bed", "in use"), ("bed", state)]


async def test_others_see_what_a_character_does_and_that_it_came() -> None:
    """Who is there and awake sees who comes and what it does, and may act on it; once."""
    here = await new_life_app()
    await here.mean(BEN, day_plan_of(("06:00", "whittling", GREEN)))
    await here.tick(time_of_day("06:00"))
    await here.go(CAT, GREEN)
    await here.write(
        Draft(
            kind=RecordKind.ACT,
            subject_id=CAT,
            body=acting("dozing", "06:00", 600, cause=Cause.SLEEP),
        )
    )
    await here.wishes()
    await here.mean(ANN, day_plan_of(("06:00", "reading", GREEN)))

    await here.tick(time_of_day("06:05"))

    _, seen = await here.records(RecordKind.OBSERVATION, who=BEN)
    assert (seen.text, seen.importance) == ("Ann is reading", 2)
    assert isinstance(seen.body, Remembered)
    assert seen.body.is_standing
    assert seen.body.about == (ANN,)
    assert [one.text for one in await here.records(RecordKind.OBSERVATION, who=ANN)] == [
        "Ann is reading",
        "Ben is whittling",
        "Cat is dozing",
    ]
    assert await here.records(RecordKind.OBSERVATION, who=CAT) == []
    wishes = await here.wishes()
    assert (JobKind.REACT, BEN) in wishes
    assert (JobKind.REACT, CAT) not in wishes


async def test_who_comes_sees_what_burns() -> None:
    """A thing that is not as it should be is seen by who comes in, who may act on it."""
    here = await new_life_app(ANN)
    state = ObjectState(place_id=GREEN, object="bench", state="burning")
    await here.write(
        Draft(kind=RecordKind.OBJECT, subject_id=object_key(GREEN, "bench"), body=state)
    )
    await here.mean(ANN, DAY)

    await here.tick(time_of_day("08:00"))

    own, seen = await here.records(RecordKind.OBSERVATION, who=ANN)
    assert (own.text, seen.text) == ("Ann is walking", "the bench is burning")
    assert (JobKind.REACT, ANN) in await here.wishes()


async def test_a_fact_that_is_known_leaves_no_second_memory() -> None:
    """Seeing a character at the same thing again is no news."""
    here = await new_life_app(ANN, BEN)
    await here.mean(BEN, day_plan_of(("06:00", "whittling", GREEN), ("21:00", "eating", LODGE)))
    day = day_plan_of(
        ("06:00", "reading", GREEN), ("07:00", "a", COTTAGE), ("08:00", "reading", GREEN)
    )
    await here.mean(ANN, day)

    await here.run(time_of_day("06:00"), time_of_day("08:30"), 30)

    seen = [one.text for one in await here.records(RecordKind.OBSERVATION, who=BEN)]
    assert seen == ["Ben is whittling", "Ann is reading"]


async def test_how_a_place_was_left_is_known() -> None:
    """Who leaves a place keeps how its things stood."""
    here = await new_life_app(ANN)
    state = ObjectState(place_id=COTTAGE, object="stove", state="hot")
    key = object_key(COTTAGE, "stove")
    await here.write(Draft(kind=RecordKind.OBJECT, subject_id=key, body=state))
    await here.mean(ANN, DAY)

    await here.tick(time_of_day("08:00"))

    (known,) = await here.records(RecordKind.KNOWLEDGE)
    assert known.subject_id == "ann>cottage"
    assert getattr(known.body, "objects", None) == (("stove", "hot"),)
