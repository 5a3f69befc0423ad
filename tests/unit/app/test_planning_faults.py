"""A plan is dropped when its mind moved on, and goes by habit when nobody answers."""

import pytest

from npcserver.model.attention import Attention
from npcserver.model.budget import Budget
from npcserver.model.character import Persona
from npcserver.model.day import DayPlan, faults_of_day
from npcserver.model.errors import Conflict, ModelUnreachable
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobKind
from npcserver.model.record import Record, RecordKind
from npcserver.model.thought import Verdict
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.fakes.hamlet import (
    ANN,
    BEN,
    COTTAGE,
    GREEN,
    LODGE,
    PLAY,
    SHOP,
    WORLD,
    at,
    fork,
    job,
)
from tests.fakes.study import (
    MEAN,
    STROKES,
    day_answer,
    days,
    edit,
    garbage,
    says,
    silent,
    study,
    thoughts,
)


@pytest.mark.parametrize("kind", [RecordKind.DAY, RecordKind.WHISPER])
async def test_what_comes_while_a_plan_is_made_wins(kind: RecordKind) -> None:
    """A plan or a whisper that came meanwhile makes the thought be dropped, and thought again."""
    here = await study(says, ANN, now=at("05:00"))

    async def meanwhile() -> None:
        if kind is RecordKind.DAY:
            await here.mean(ANN, MEAN)
        else:
            await here.whisper(ANN, "Run for mayor.")

    here.oracle.meanwhile.append(meanwhile)

    with pytest.raises(Conflict):
        await here.planning(job(JobKind.PLAN, ANN))

    assert await days(here) == ([MEAN] if kind is RecordKind.DAY else [])
    await here.planning(job(JobKind.PLAN, ANN))
    assert len(await days(here)) == 1


async def test_a_plan_for_an_edited_persona_is_dropped() -> None:
    """Who was rewritten while it thought thinks again, as who it is now."""
    here = await study(says, ANN, now=at("05:00"))
    here.oracle.meanwhile.append(
        lambda: edit(here, Persona(name="Ann", lifestyle="Ann sleeps all day."))
    )

    with pytest.raises(Conflict):
        await here.planning(job(JobKind.PLAN, ANN))

    assert await days(here) == []


async def test_a_plan_for_a_deleted_character_is_dropped() -> None:
    """Of somebody who is gone nothing is kept, and the clock goes on for the others."""
    here = await study(says, ANN, BEN, now=at("05:00"))

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, ANN)

    here.oracle.meanwhile.append(lambda: here.store.write(delete))

    await here.spend([at("05:00"), at("08:00")])

    assert here.dropped == [JobKind.PLAN]
    assert await days(here) == []
    assert len(await here.acts(BEN)) == 2


async def test_a_load_while_a_plan_is_made_sees_nothing_of_it() -> None:
    """The plan goes to the timeline it was thought for, and never into a save loaded meanwhile."""
    here = await study(says, ANN, now=at("05:00"))
    loaded = TimelineId("tl_loaded")

    async def load() -> None:
        async def work(unit: UnitOfWork) -> None:
            head = (await unit.timeline(PLAY)).head
            await unit.add_timeline(fork(loaded, Vantage(PLAY, head), at("05:00")))

        await here.store.write(work)

    await here.advance(at("05:30"))
    here.oracle.meanwhile.append(load)

    await here.planning(job(JobKind.PLAN, ANN))

    assert len(await days(here)) == 1
    here.timeline = loaded
    assert await here.records(RecordKind.DAY, RecordKind.PLAN, RecordKind.THOUGHT) == []


async def test_garbage_makes_a_day_by_habit_and_no_memory_of_garbage() -> None:
    """An answer nobody can read is asked for once more, then a usual day takes its place."""
    here = await study(garbage, ANN, now=at("05:00"))

    await here.planning(job(JobKind.PLAN, ANN))

    (day,) = await days(here)
    assert day.is_default
    assert faults_of_day(day) == ()
    (thought,) = await thoughts(here)
    assert (thought.calls, thought.verdict) == (2, Verdict.DEFAULTED)
    records = await here.records()
    assert not any("language model" in _told(record) for record in records)


async def test_a_model_out_of_reach_is_waited_for_but_not_for_ever() -> None:
    """The first attempts fail and are tried again; then the day goes by habit."""
    here = await study(silent, ANN, now=at("05:00"))

    with pytest.raises(ModelUnreachable):
        await here.planning(job(JobKind.PLAN, ANN, attempts=3))
    await here.planning(job(JobKind.PLAN, ANN, attempts=4))

    (day,) = await days(here)
    assert day.is_default


async def test_over_budget_a_day_goes_by_habit() -> None:
    """Where nothing may be spent nobody is asked, and everybody has a day all the same."""
    here = await study(says, ANN, now=at("05:00"), budget=Budget(calls=1))

    await here.spend([at("05:00"), at("06:00")])

    assert here.oracle.asked == []
    (day,) = await days(here)
    assert day.is_default
    assert len(await here.acts(ANN)) == 2


async def test_the_dormant_plan_nothing() -> None:
    """A job left over from busier times is dropped."""
    here = await study(says, ANN, attention=Attention.DORMANT)

    await here.planning(job(JobKind.PLAN, ANN))

    assert here.oracle.asked == []
    assert await here.records() == []


async def test_a_plan_from_outside_the_known_world_stays_inside() -> None:
    """A place the character does not know of is replaced by one it knows."""
    strokes = tuple((*stroke[:3], "atlantis") for stroke in STROKES)
    here = await study(lambda _: day_answer(*strokes), ANN, now=at("05:00"))

    await here.planning(job(JobKind.PLAN, ANN))

    (day,) = await days(here)
    known = {COTTAGE, LODGE, GREEN, SHOP, "wash-house"}
    assert {block.place_id for block in day.blocks} <= known


def _told(record: Record) -> str:
    return record.text if not isinstance(record.body, DayPlan) else repr(record.body)
