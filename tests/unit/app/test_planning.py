"""Days are planned once, from what is known, and follow the inner voice."""

from datetime import timedelta

import pytest

from npcserver.app.thoughts.planning import Planning
from npcserver.model.character import Persona
from npcserver.model.day import faults_of_day
from npcserver.model.errors import ModelFault, ModelUnreachable
from npcserver.model.job import Job, JobKind
from npcserver.model.pondering import Dawn
from npcserver.model.purpose import Purpose
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from tests.fakes.hamlet import (
    ANN,
    BEN,
    COTTAGE,
    GREEN,
    at,
    job,
)
from tests.fakes.stage import put
from tests.fakes.study import MEAN, days, edit, says, study, thoughts


async def test_a_plan_is_a_record_a_memory_and_a_receipt() -> None:
    """One question makes a day; it is kept, remembered in words, accounted for, and begun."""
    here = await study(says, ANN, now=at("05:00"))

    await here.planning(job(JobKind.PLAN, ANN))

    (day,) = await days(here)
    assert (day.day, day.wakes_at, day.is_default) == (at("00:00").date(), at("06:00"), False)
    assert faults_of_day(day) == ()
    (memory,) = await here.records(RecordKind.PLAN)
    assert memory.text.startswith("PLAN for Monday: 06:00 getting up; 07:00 having breakfast")
    assert memory.importance == 5
    assert isinstance(memory.body, Remembered)
    assert memory.body.source is Source.OWN
    (thought,) = await thoughts(here)
    assert (thought.purpose, thought.calls) == (Purpose.PLAN, 1)
    assert set(await here.wishes()) == {(JobKind.LIVE, ""), (JobKind.DIGEST, ANN)}


async def test_a_day_is_planned_once() -> None:
    """Who has a plan for today keeps it, however often it is asked to plan."""
    here = await study(says, ANN, now=at("05:00"))
    await here.planning(job(JobKind.PLAN, ANN))

    await here.planning(job(JobKind.PLAN, ANN))

    assert len(await days(here)) == 1
    assert len(here.oracle.asked) == 1


async def test_the_first_plan_of_a_running_day_begins_now() -> None:
    """Who comes to life at noon plans the rest of that day, not its morning."""
    here = await study(says, ANN, now=at("12:00") + timedelta(seconds=20))

    await here.planning(job(JobKind.PLAN, ANN))

    (day,) = await days(here)
    assert day.blocks[0].starts_at == at("12:00")
    assert faults_of_day(day) == ()


async def test_who_goes_to_bed_late_lives_yesterday_in_the_small_hours() -> None:
    """At one in the morning the day of somebody who sleeps from two is not over."""
    here = await study(says, ANN, now=at("01:00", day=1))
    night = Persona(name="Ann", lifestyle="Ann wakes up at 10 am and goes to bed at 2 am.")
    await edit(here, night)

    await here.planning(job(JobKind.PLAN, ANN))

    (request,) = here.oracle.asked
    assert isinstance(request.material, Dawn)
    assert request.material.day == at("00:00").date()
    assert request.material.rest_from == at("01:00", day=1)


async def test_midnight_makes_one_new_plan() -> None:
    """A clock that jumps past midnight, and ticks on, gets one plan for the new day."""
    here = await study(says, ANN, now=at("05:00"))

    await here.spend([at("05:00"), at("12:00"), at("23:50"), at("04:00", day=1)])
    await here.spend([at("04:10", day=1), at("07:00", day=1), at("09:00", day=1)])

    assert [day.day.day for day in await days(here)] == [3, 4]
    assert here.oracle.count(Purpose.PLAN) == 2


async def test_yesterday_and_what_was_promised_come_to_mind() -> None:
    """A new day is made from the plan of the day before and from memories of what was agreed."""
    here = await study(says, ANN, now=at("05:00"))
    await here.whisper(BEN, "Not for Ann.")
    await here.mean(ANN, MEAN)
    await here.advance(at("05:00", day=1))

    await here.planning(job(JobKind.PLAN, ANN))

    (request,) = here.oracle.asked
    assert isinstance(request.material, Dawn)
    assert request.material.previous == MEAN
    assert request.material.whispers == ()
    assert {COTTAGE, GREEN} <= {place.id for place in request.material.places}


async def test_a_whisper_changes_the_rest_of_the_day() -> None:
    """What the inner voice says is followed from that moment on; what was done stays."""
    here = await study(says, ANN, now=at("05:00"))
    await here.spend([at("05:00"), at("06:00"), at("08:00"), at("09:30")])
    await here.whisper(ANN, "You are running for mayor.")

    await here.planning(job(JobKind.PLAN, ANN))

    before, after = await days(here)
    request = here.oracle.asked[-1]
    assert isinstance(request.material, Dawn)
    assert request.material.whispers == ("You are running for mayor.",)
    assert request.material.rest_from == at("09:30")
    assert faults_of_day(after) == ()
    assert after.blocks[:2] == before.blocks[:2]
    assert all(
        block.activity.startswith("talking to all")
        for block in after.blocks
        if block.starts_at >= at("09:30")
    )
    (*_, memory) = await here.records(RecordKind.PLAN)
    assert memory.text.startswith("PLAN for the rest of Monday: 09:30 talking to all")
    await here.spend([at("09:35")])
    assert (await here.acts(ANN))[-1].step.activity.startswith("talking to all")


async def test_a_whisper_is_followed_once() -> None:
    """Steps and changes of a day do not make an old whisper new, nor hide one not yet followed."""
    here = await study(says, ANN, now=at("08:00"))
    await here.planning(job(JobKind.PLAN, ANN))
    await here.whisper(ANN, "Run for mayor.")
    await here.mean(ANN, (await days(here))[-1])  # such as a reaction leaves

    await here.planning(job(JobKind.PLAN, ANN))
    await here.planning(job(JobKind.PLAN, ANN))

    assert here.oracle.count(Purpose.PLAN) == 2


async def test_what_is_whispered_at_night_is_for_the_morning() -> None:
    """A sleeper does not get up to plan; the plan of the next day follows the voice."""
    here = await study(says, ANN, now=at("05:00"))
    await here.spend([at("05:00"), at("22:30")])
    await here.whisper(ANN, "Run for mayor.")
    await here.planning(job(JobKind.PLAN, ANN))
    at_night = here.oracle.count(Purpose.PLAN)

    await here.spend([at("01:00", day=1)])

    assert at_night == 1
    material = here.oracle.asked[-1].material
    assert isinstance(material, Dawn)
    assert material.whispers == ("Run for mayor.",)
    assert material.rest_from is None


@pytest.mark.parametrize("fault", [None, ModelUnreachable("gone")])
async def test_what_waits_for_a_rating_is_rated_before_a_plan(fault: ModelFault | None) -> None:
    """A plan ranks memories; where nobody rates them it is made all the same, and asked once."""
    here = await study(says, ANN, now=at("05:00"))
    body = Remembered(source=Source.WITNESSED)
    seen = Draft(kind=RecordKind.OBSERVATION, subject_id=ANN, text="It rained.", body=body)
    await put(here.store, seen, to=here.timeline)
    asked: list[Job] = []

    async def rate_now(wish: Job) -> None:
        asked.append(wish)
        if fault is not None:
            raise fault

    planning = Planning(here.minds, here.thinking, rate_now=rate_now)
    await planning(job(JobKind.PLAN, ANN))
    await planning(job(JobKind.PLAN, ANN))

    assert len(asked) == 1
    assert len(await days(here)) == 1
