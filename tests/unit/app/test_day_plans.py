"""Days are planned and broken into steps; an unreadable answer leaves a default plan."""

from datetime import timedelta
from itertools import pairwise

import pytest

from npcserver.app.thoughts.day_plans import PlanHandler
from npcserver.model.character import Attention, Persona
from npcserver.model.day import DayPlan, faults_of_day, faults_of_steps
from npcserver.model.errors import Conflict, ModelFault, ModelUnreachable
from npcserver.model.ids import TimelineId
from npcserver.model.inputs import PlanInput
from npcserver.model.job import Job, JobKind
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.record import Draft, Record, RecordKind, Remembered, Source
from npcserver.model.thought import AnswerStatus
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.fakes.life_app import (
    ANN,
    BEN,
    COTTAGE,
    GREEN,
    LODGE,
    ORDINARY_DAY,
    PLANNED_DAY,
    PLAY,
    SHOP,
    WORLD,
    answer_garbage,
    answer_plans,
    claimed_job,
    day_answer,
    edit_persona,
    forked_timeline,
    load_day_plans,
    load_thoughts,
    new_planning_app,
    raise_silence,
    time_of_day,
)
from tests.fakes.store_world import put


async def test_a_plan_is_a_record_a_memory_and_a_receipt() -> None:
    """One question makes a day; it is kept, remembered in words, accounted for, and begun."""
    here = await new_planning_app(answer_plans, ANN, now=time_of_day("05:00"))

    await here.planning(claimed_job(JobKind.PLAN, ANN))

    (day,) = await load_day_plans(here)
    assert (day.day, day.wakes_at, day.is_default) == (
        time_of_day("00:00").date(),
        time_of_day("06:00"),
        False,
    )
    assert faults_of_day(day) == ()
    (memory,) = await here.records(RecordKind.PLAN)
    assert memory.text.startswith("PLAN for Monday: 06:00 getting up; 07:00 having breakfast")
    assert memory.importance == 5
    assert isinstance(memory.body, Remembered)
    assert memory.body.source is Source.OWN
    (thought,) = await load_thoughts(here)
    assert (thought.purpose, thought.calls) == (Purpose.PLAN, 1)
    assert set(await here.wishes()) == {(JobKind.LIVE, ""), (JobKind.DIGEST, ANN)}


async def test_a_day_is_planned_once() -> None:
    """Who has a plan for today keeps it, however often it is asked to plan."""
    here = await new_planning_app(answer_plans, ANN, now=time_of_day("05:00"))
    await here.planning(claimed_job(JobKind.PLAN, ANN))

    await here.planning(claimed_job(JobKind.PLAN, ANN))

    assert len(await load_day_plans(here)) == 1
    assert len(here.oracle.asked) == 1


async def test_the_first_plan_of_a_running_day_begins_now() -> None:
    """Who comes to life at noon plans the rest of that day, not its morning."""
    here = await new_planning_app(
        answer_plans, ANN, now=time_of_day("12:00") + timedelta(seconds=20)
    )

    await here.planning(claimed_job(JobKind.PLAN, ANN))

    (day,) = await load_day_plans(here)
    assert day.blocks[0].starts_at == time_of_day("12:00")
    assert faults_of_day(day) == ()


async def test_who_goes_to_bed_late_lives_yesterday_in_the_small_hours() -> None:
    """At one in the morning the day of a character who sleeps from two is not over."""
    here = await new_planning_app(answer_plans, ANN, now=time_of_day("01:00", day=1))
    night = Persona(name="Ann", lifestyle="Ann wakes up at 10 am and goes to bed at 2 am.")
    await edit_persona(here, night)

    await here.planning(claimed_job(JobKind.PLAN, ANN))

    (question,) = here.oracle.questions
    assert isinstance(question, PlanInput)
    assert question.day == time_of_day("00:00").date()
    assert question.rest_from == time_of_day("01:00", day=1)


async def test_midnight_makes_one_new_plan() -> None:
    """A clock that jumps past midnight, and ticks on, gets one plan for the new day."""
    here = await new_planning_app(answer_plans, ANN, now=time_of_day("05:00"))

    await here.spend(
        [
            time_of_day("05:00"),
            time_of_day("12:00"),
            time_of_day("23:50"),
            time_of_day("04:00", day=1),
        ]
    )
    await here.spend(
        [time_of_day("04:10", day=1), time_of_day("07:00", day=1), time_of_day("09:00", day=1)]
    )

    assert [day.day.day for day in await load_day_plans(here)] == [3, 4]
    assert here.oracle.count(Purpose.PLAN) == 2


async def test_yesterday_and_what_was_promised_come_to_mind() -> None:
    """A new day is made from the plan of the day before and from memories of what was agreed."""
    here = await new_planning_app(answer_plans, ANN, now=time_of_day("05:00"))
    await here.whisper(BEN, "Not for Ann.")
    await here.mean(ANN, PLANNED_DAY)
    await here.advance(time_of_day("05:00", day=1))

    await here.planning(claimed_job(JobKind.PLAN, ANN))

    (question,) = here.oracle.questions
    assert isinstance(question, PlanInput)
    assert question.previous == PLANNED_DAY
    assert question.whispers == ()
    assert {COTTAGE, GREEN} <= {place.id for place in question.places}


async def test_a_whisper_changes_the_rest_of_the_day() -> None:
    """What the inner voice says is followed from that moment on; what was done stays."""
    here = await new_planning_app(answer_plans, ANN, now=time_of_day("05:00"))
    await here.spend(
        [time_of_day("05:00"), time_of_day("06:00"), time_of_day("08:00"), time_of_day("09:30")]
    )
    await here.whisper(ANN, "You are running for mayor.")

    await here.planning(claimed_job(JobKind.PLAN, ANN))

    before, after = await load_day_plans(here)
    question = here.oracle.questions[-1]
    assert isinstance(question, PlanInput)
    assert question.whispers == ("You are running for mayor.",)
    assert question.rest_from == time_of_day("09:30")
    assert faults_of_day(after) == ()
    assert after.blocks[:2] == before.blocks[:2]
    assert all(
        block.activity.startswith("talking to all")
        for block in after.blocks
        if block.starts_at >= time_of_day("09:30")
    )
    (*_, memory) = await here.records(RecordKind.PLAN)
    assert memory.text.startswith("PLAN for the rest of Monday: 09:30 talking to all")
    await here.spend([time_of_day("09:35")])
    assert (await here.acts(ANN))[-1].step.activity.startswith("talking to all")


async def test_a_whisper_is_followed_once() -> None:
    """Steps and changes of a day do not make an old whisper new, nor hide one not yet followed."""
    here = await new_planning_app(answer_plans, ANN, now=time_of_day("08:00"))
    await here.planning(claimed_job(JobKind.PLAN, ANN))
    await here.whisper(ANN, "Run for mayor.")
    await here.mean(ANN, (await load_day_plans(here))[-1])  # such as a reaction leaves

    await here.planning(claimed_job(JobKind.PLAN, ANN))
    await here.planning(claimed_job(JobKind.PLAN, ANN))

    assert here.oracle.count(Purpose.PLAN) == 2


async def test_what_is_whispered_at_night_is_for_the_morning() -> None:
    """A sleeper does not get up to plan; the plan of the next day follows the voice."""
    here = await new_planning_app(answer_plans, ANN, now=time_of_day("05:00"))
    await here.spend([time_of_day("05:00"), time_of_day("22:30")])
    await here.whisper(ANN, "Run for mayor.")
    await here.planning(claimed_job(JobKind.PLAN, ANN))
    at_night = here.oracle.count(Purpose.PLAN)

    await here.spend([time_of_day("01:00", day=1)])

    assert at_night == 1
    material = here.oracle.questions[-1]
    assert isinstance(material, PlanInput)
    assert material.whispers == ("Run for mayor.",)
    assert material.rest_from is None


@pytest.mark.parametrize("fault", [None, ModelUnreachable("gone")])
async def test_what_waits_for_a_rating_is_rated_before_a_plan(fault: ModelFault | None) -> None:
    """A plan ranks memories; where nobody rates them it is made all the same, and asked once."""
    here = await new_planning_app(answer_plans, ANN, now=time_of_day("05:00"))
    body = Remembered(source=Source.WITNESSED)
    seen = Draft(kind=RecordKind.OBSERVATION, subject_id=ANN, text="It rained.", body=body)
    await put(here.store, seen, to=here.timeline)
    asked: list[Job] = []

    async def rate_now(wish: Job) -> None:
        asked.append(wish)
        if fault is not None:
            raise fault

    planning = PlanHandler(here.minds, here.thinking, rate_now=rate_now)
    await planning(claimed_job(JobKind.PLAN, ANN))
    await planning(claimed_job(JobKind.PLAN, ANN))

    assert len(asked) == 1
    assert len(await load_day_plans(here)) == 1


async def test_a_block_is_broken_into_steps_with_one_question() -> None:
    """In the foreground what begins within the hour gets steps that fill it; once."""
    here = await new_planning_app(
        answer_plans, ANN, now=time_of_day("07:30"), attention=Attention.FOREGROUND
    )
    await here.mean(ANN, PLANNED_DAY)
    await here.tick(time_of_day("07:30"))

    await here.decomposing(claimed_job(JobKind.DECOMPOSE, ANN))
    await here.decomposing(claimed_job(JobKind.DECOMPOSE, ANN))
    await here.decomposing(claimed_job(JobKind.DECOMPOSE, ANN))

    *_, day = await load_day_plans(here)
    fine = [block for block in day.blocks if block.steps]
    assert [block.activity for block in fine] == ["getting up", "weaving"]
    assert all(faults_of_steps(block, block.steps) == () for block in fine)
    assert here.oracle.count(Purpose.DECOMPOSE) == 2
    await here.live()
    assert (await here.acts(ANN))[-1].step.activity == "getting up 9"


async def test_a_block_whose_steps_cannot_be_read_has_steps_all_the_same() -> None:
    """Garbage is replaced by usual steps, so nobody asks again and again."""
    here = await new_planning_app(
        answer_garbage, ANN, now=time_of_day("08:00"), attention=Attention.FOREGROUND
    )
    await here.mean(ANN, PLANNED_DAY)

    await here.decomposing(claimed_job(JobKind.DECOMPOSE, ANN))
    await here.decomposing(claimed_job(JobKind.DECOMPOSE, ANN))

    *_, day = await load_day_plans(here)
    block = day.block_at(time_of_day("08:00"))
    assert block is not None
    assert faults_of_steps(block, block.steps) == ()
    assert len(here.oracle.asked) == 2


async def test_a_model_out_of_reach_leaves_steps_by_habit_at_last() -> None:
    """After some attempts a block gets usual steps without a model."""
    here = await new_planning_app(
        raise_silence, ANN, now=time_of_day("08:00"), attention=Attention.FOREGROUND
    )
    await here.mean(ANN, PLANNED_DAY)

    with pytest.raises(ModelUnreachable):
        await here.decomposing(claimed_job(JobKind.DECOMPOSE, ANN))
    await here.decomposing(claimed_job(JobKind.DECOMPOSE, ANN, attempts=4))

    *_, day = await load_day_plans(here)
    assert any(block.steps for block in day.blocks)


async def test_steps_for_who_is_not_watched_any_more_are_dropped() -> None:
    """A tier that changes before or while steps are thought of ends the thought."""
    here = await new_planning_app(
        answer_plans, ANN, now=time_of_day("08:00"), attention=Attention.FOREGROUND
    )
    await here.mean(ANN, PLANNED_DAY)
    here.oracle.meanwhile.append(lambda: here.tier(ANN, Attention.BACKGROUND))

    with pytest.raises(Conflict):
        await here.decomposing(claimed_job(JobKind.DECOMPOSE, ANN))
    await here.decomposing(claimed_job(JobKind.DECOMPOSE, ANN))

    assert await load_day_plans(here) == [PLANNED_DAY]
    assert len(here.oracle.asked) == 1


async def test_a_day_in_the_foreground_costs_little() -> None:
    """From waking to sleep one plan and at most twelve decompositions; steps without a gap."""
    here = await new_planning_app(
        answer_plans, ANN, now=time_of_day("05:00"), attention=Attention.FOREGROUND
    )

    await here.spend([time_of_day("05:00") + timedelta(minutes=5 * n) for n in range(17 * 12 + 1)])

    assert here.oracle.count(Purpose.PLAN) == 1
    assert here.oracle.count(Purpose.DECOMPOSE) <= 12
    acts = await here.acts(ANN)
    awake = [act for act in acts if not act.is_asleep]
    assert len({act.step.starts_at for act in awake}) == len(awake)
    assert all(one.ends_at == two.step.starts_at for one, two in pairwise(acts))
    assert acts[-1].is_asleep


async def test_everybody_lives_a_day_on_their_own_in_the_background() -> None:
    """Three characters nobody watches plan, move and sleep; nobody is asked for steps."""
    here = await new_planning_app(answer_plans, now=time_of_day("05:00"))

    await here.spend([time_of_day("05:00") + timedelta(minutes=15 * n) for n in range(17 * 4 + 2)])

    assert {request.purpose for request in here.oracle.asked} == {Purpose.PLAN}
    assert len(here.oracle.asked) == 3
    assert (await here.acts(BEN))[-1].is_asleep
    assert await here.where(BEN) == LODGE


@pytest.mark.parametrize("kind", [RecordKind.DAY, RecordKind.WHISPER])
async def test_what_comes_while_a_plan_is_made_wins(kind: RecordKind) -> None:
    """A plan or a whisper that came meanwhile makes the thought be dropped, and thought again."""
    here = await new_planning_app(answer_plans, ANN, now=time_of_day("05:00"))

    async def meanwhile() -> None:
        if kind is RecordKind.DAY:
            await here.mean(ANN, PLANNED_DAY)
        else:
            await here.whisper(ANN, "Run for mayor.")

    here.oracle.meanwhile.append(meanwhile)

    with pytest.raises(Conflict):
        await here.planning(claimed_job(JobKind.PLAN, ANN))

    assert await load_day_plans(here) == ([PLANNED_DAY] if kind is RecordKind.DAY else [])
    await here.planning(claimed_job(JobKind.PLAN, ANN))
    assert len(await load_day_plans(here)) == 1


async def test_a_plan_for_an_edited_persona_is_dropped() -> None:
    """Who was rewritten while it thought thinks again, as who it is now."""
    here = await new_planning_app(answer_plans, ANN, now=time_of_day("05:00"))
    here.oracle.meanwhile.append(
        lambda: edit_persona(here, Persona(name="Ann", lifestyle="Ann sleeps all day."))
    )

    with pytest.raises(Conflict):
        await here.planning(claimed_job(JobKind.PLAN, ANN))

    assert await load_day_plans(here) == []


async def test_a_plan_for_a_deleted_character_is_dropped() -> None:
    """Of a character who is gone nothing is kept, and the clock goes on for the others."""
    here = await new_planning_app(answer_plans, ANN, BEN, now=time_of_day("05:00"))

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, ANN)

    here.oracle.meanwhile.append(lambda: here.store.write(delete))

    await here.spend([time_of_day("05:00"), time_of_day("08:00")])

    assert here.dropped == [JobKind.PLAN]
    assert await load_day_plans(here) == []
    assert len(await here.acts(BEN)) == 2


async def test_a_load_while_a_plan_is_made_sees_nothing_of_it() -> None:
    """The plan goes to the timeline it was thought for, and never into a save loaded meanwhile."""
    here = await new_planning_app(answer_plans, ANN, now=time_of_day("05:00"))
    loaded = TimelineId("tl_loaded")

    async def load() -> None:
        async def work(unit: UnitOfWork) -> None:
            head = (await unit.timeline(PLAY)).head
            await unit.add_timeline(
                forked_timeline(loaded, Vantage(PLAY, head), time_of_day("05:00"))
            )

        await here.store.write(work)

    await here.advance(time_of_day("05:30"))
    here.oracle.meanwhile.append(load)

    await here.planning(claimed_job(JobKind.PLAN, ANN))

    assert len(await load_day_plans(here)) == 1
    here.timeline = loaded
    assert await here.records(RecordKind.DAY, RecordKind.PLAN, RecordKind.THOUGHT) == []


async def test_garbage_makes_a_day_by_habit_and_no_memory_of_garbage() -> None:
    """An answer nobody can read is asked for once more, then a usual day takes its place."""
    here = await new_planning_app(answer_garbage, ANN, now=time_of_day("05:00"))

    await here.planning(claimed_job(JobKind.PLAN, ANN))

    (day,) = await load_day_plans(here)
    assert day.is_default
    assert faults_of_day(day) == ()
    (thought,) = await load_thoughts(here)
    assert (thought.calls, thought.verdict) == (2, AnswerStatus.DEFAULTED)
    records = await here.records()
    assert not any("language model" in _told(record) for record in records)


async def test_a_model_out_of_reach_is_waited_for_but_not_for_ever() -> None:
    """The first attempts fail and are tried again; then the day goes by habit."""
    here = await new_planning_app(raise_silence, ANN, now=time_of_day("05:00"))

    with pytest.raises(ModelUnreachable):
        await here.planning(claimed_job(JobKind.PLAN, ANN, attempts=3))
    await here.planning(claimed_job(JobKind.PLAN, ANN, attempts=4))

    (day,) = await load_day_plans(here)
    assert day.is_default


async def test_over_budget_a_day_goes_by_habit() -> None:
    """Where nothing may be spent nobody is asked, and everybody has a day all the same."""
    here = await new_planning_app(
        answer_plans, ANN, now=time_of_day("05:00"), budget=Budget(calls=1)
    )

    await here.spend([time_of_day("05:00"), time_of_day("06:00")])

    assert here.oracle.asked == []
    (day,) = await load_day_plans(here)
    assert day.is_default
    assert len(await here.acts(ANN)) == 2


async def test_the_dormant_plan_nothing() -> None:
    """A job left over from busier times is dropped."""
    here = await new_planning_app(answer_plans, ANN, attention=Attention.DORMANT)

    await here.planning(claimed_job(JobKind.PLAN, ANN))

    assert here.oracle.asked == []
    assert await here.records() == []


async def test_a_plan_from_outside_the_known_world_stays_inside() -> None:
    """A place the character does not know of is replaced by one it knows."""
    strokes = tuple((*stroke[:3], "atlantis") for stroke in ORDINARY_DAY)
    here = await new_planning_app(lambda _: day_answer(*strokes), ANN, now=time_of_day("05:00"))

    await here.planning(claimed_job(JobKind.PLAN, ANN))

    (day,) = await load_day_plans(here)
    known = {COTTAGE, LODGE, GREEN, SHOP, "wash-house"}
    assert {block.place_id for block in day.blocks} <= known


def _told(record: Record) -> str:
    return record.text if not isinstance(record.body, DayPlan) else repr(record.body)
