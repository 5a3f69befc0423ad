"""Talk while one waits for a place: what was waited for is not forgotten over it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.app.life.clock_effects import LiveHandler
from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.model.day import Act, Block, Cause, DayPlan, Step, faults_of_day
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import YARD, NpcConversationApp, new_npc_conversation_app
from tests.fakes.store_world import INN, START, clock, moved, place

NOON = START + timedelta(hours=4)
SPOKEN_TO = NOON + timedelta(minutes=7)


async def test_what_was_waited_for_is_tried_again_after_the_talk() -> None:
    """Though its time would have been over; and the day stays sound."""
    here = await before_the_yard()
    await here.notice()
    await here.talk()
    ended = (await act_of(here)).ends_at
    await here.put(moved("cy", None), clock(ended))

    await live(here)

    act, day = await act_of(here), await day_of(here)
    assert (act.cause, act.step.activity, act.step.place_id) == (Cause.PLAN, "wash", YARD)
    assert act.step.minutes >= 10
    assert faults_of_day(day) == ()
    assert [block.activity for block in day.blocks] == [
        "cook",
        "waiting",
        "talking with Bram",
        "wash",
        "rest",
    ]


async def test_where_there_is_still_no_space_one_waits_on() -> None:
    """And goes in when there is."""
    here = await before_the_yard()
    await here.notice()
    await here.talk()
    ended = (await act_of(here)).ends_at
    await here.put(clock(ended))
    await live(here)
    waiting = await act_of(here)
    await here.put(moved("cy", None), clock(ended + timedelta(minutes=5)))
    await live(here)

    assert (waiting.cause, waiting.wanted_place_id) == (Cause.WAIT, YARD)
    assert (await act_of(here)).step.activity == "wash"


@pytest.mark.parametrize("wanted", [None, INN])
async def test_who_waits_for_nothing_it_still_means_to_do_keeps_its_day(wanted: object) -> None:
    """Letting a character pass, or waiting for what the plan has dropped, puts nothing off."""
    here = await before_the_yard(wanted=wanted)
    before = await here.records(RecordKind.DAY)
    await here.notice()

    assert (await act_of(here)).cause is Cause.TALK
    assert await here.records(RecordKind.DAY) == before


async def before_the_yard(*, wanted: object = YARD) -> NpcConversationApp:
    """Mira waits since noon to wash in the yard, for ten minutes; then Bram comes."""
    here = await new_npc_conversation_app()

    async def work(unit: UnitOfWork) -> None:
        await unit.put_place(replace(place(YARD, INN), capacity=1))

    await here.store.write(work)
    await here.put(moved("bram", None), moved("cy", YARD), clock(NOON))
    await here.notice()
    wait = Step(starts_at=NOON, minutes=10, activity="waiting", place_id=INN)
    act = Act(step=wait, cause=Cause.WAIT, wanted_place_id=wanted)  # type: ignore[arg-type]
    whisper = Remembered(source=Source.INNER_VOICE)
    await here.put(
        Draft(kind=RecordKind.WHISPER, subject_id="mira", text="You will stand.", body=whisper),
        Draft(kind=RecordKind.DAY, subject_id="mira", body=a_day()),
        Draft(kind=RecordKind.ACT, subject_id="mira", text="Mira is waiting.", body=act),
        clock(SPOKEN_TO),
        moved("bram", INN),
    )
    return here


def a_day() -> DayPlan:
    wash = NOON + timedelta(minutes=10)
    return DayPlan(
        day=START.date(),
        wakes_at=START,
        sleeps_at=START + timedelta(hours=12),
        blocks=(
            Block(starts_at=START, minutes=240, activity="cook", place_id=INN),
            Block(starts_at=NOON, minutes=10, activity="wash", place_id=YARD),
            Block(starts_at=wash, minutes=470, activity="rest", place_id=INN),
        ),
    )


async def live(here: NpcConversationApp) -> None:
    """Let the clock take effect."""
    living = LiveHandler(here.minds, here.broadcast, KnownFactsCache())
    await living(here.job("", JobKind.LIVE))


async def act_of(here: NpcConversationApp) -> Act:
    body = (await here.records(RecordKind.ACT, of="mira"))[-1].body
    assert isinstance(body, Act)
    return body


async def day_of(here: NpcConversationApp) -> DayPlan:
    body = (await here.records(RecordKind.DAY, of="mira"))[-1].body
    assert isinstance(body, DayPlan)
    return body
