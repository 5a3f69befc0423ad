"""The clock takes effect: what is due begins, once, and without a model."""

import asyncio
from itertools import pairwise

import pytest

from npcserver.mind.living import wants_plan
from npcserver.model.act import Acting, Cause
from npcserver.model.attention import Attention
from npcserver.model.day import Step
from npcserver.model.errors import Conflict
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, Moved, RecordKind
from tests.fakes.hamlet import (
    ANN,
    BEN,
    CAT,
    COTTAGE,
    GREEN,
    SHOP,
    WASH,
    at,
    hamlet,
    job,
    plan,
)

DAY = plan(
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


def acting(activity: str, when: str, minutes: int, **more: object) -> Acting:
    step = Step(starts_at=at(when), minutes=minutes, activity=activity, place_id=GREEN)
    return Acting(step=step, **more)  # type: ignore[arg-type]


async def test_a_day_runs_from_waking_to_sleep() -> None:
    """Every stroke of a plan is acted once, when it is due, and the night is slept through."""
    here = await hamlet(ANN)
    await here.mean(ANN, DAY)

    await here.run(at("00:00"), at("23:55"))

    assert await here.deeds(ANN) == [
        "00:00 sleeping",
        "06:00 getting up",
        "06:30 washing",
        "07:00 having breakfast",
        "08:00 walking",
        "09:00 shopping",
        "12:00 having lunch",
        "13:00 reading",
        "18:00 having dinner",
        "20:00 sewing",
        "22:00 sleeping",
    ]
    acts = await here.acts(ANN)
    assert all(one.ends_at == two.step.starts_at for one, two in pairwise(acts))
    assert acts[-1].is_asleep
    assert acts[-1].ends_at == at("06:00", day=1)
    assert await here.where(ANN) == COTTAGE


async def test_an_act_takes_who_does_it_to_its_place() -> None:
    """The server moves whom nobody embodies, and writes down in words what it does."""
    here = await hamlet(ANN)
    await here.mean(ANN, DAY)

    await here.tick(at("08:00"))

    assert await here.where(ANN) == GREEN
    (record,) = await here.records(RecordKind.ACT, who=ANN)
    assert record.text == "Ann is walking"


async def test_a_clock_that_jumps_begins_only_what_is_now() -> None:
    """What lay between two ticks is not acted, and no act is waited for that ended unseen."""
    here = await hamlet(ANN)
    await here.mean(ANN, DAY)
    await here.tick(at("07:03"))

    await here.tick(at("12:00"))
    await here.tick(at("22:47"))

    assert await here.deeds(ANN) == [
        "07:03 having breakfast",
        "12:00 having lunch",
        "22:47 sleeping",
    ]


async def test_a_tick_without_news_writes_nothing() -> None:
    """Where nobody begins anything the log does not grow."""
    here = await hamlet(ANN)
    await here.mean(ANN, DAY)
    await here.tick(at("08:00"))
    before = len(await here.records())

    await here.live()

    assert len(await here.records()) == before


async def test_a_game_moves_whom_it_embodies() -> None:
    """In the foreground only the act is written down, with the place where it leads."""
    here = await hamlet(ANN, attention=Attention.FOREGROUND)
    await here.mean(ANN, DAY)

    await here.tick(at("08:00"))

    assert await here.records(RecordKind.PRESENCE, RecordKind.OBSERVATION) == []
    (act,) = await here.acts(ANN)
    assert act.step.place_id == GREEN


async def test_the_dormant_do_nothing() -> None:
    """Who is dormant begins nothing, and no plan is wanted for it."""
    here = await hamlet(ANN, attention=Attention.DORMANT)
    await here.mean(ANN, DAY)

    await here.run(at("06:00"), at("12:00"), 60)

    assert await here.acts(ANN) == []
    assert await here.wishes() == []


@pytest.mark.parametrize("cause", [Cause.REACTION, Cause.TALK])
async def test_what_was_not_planned_is_ended_before_the_plan_goes_on(cause: Cause) -> None:
    """A reaction or a talk is not broken off by the next stroke of the plan."""
    here = await hamlet(ANN)
    await here.mean(ANN, DAY)
    await here.tick(at("07:55"))
    body = acting("putting out a fire", "07:55", 20, cause=cause)
    await here.write(Draft(kind=RecordKind.ACT, subject_id=ANN, body=body))

    await here.run(at("08:00"), at("08:30"))

    assert (await here.deeds(ANN))[-2:] == ["07:55 putting out a fire", "08:15 walking"]


async def test_a_plan_is_wanted_once_a_day_and_the_present_act_goes_on() -> None:
    """Past midnight a new plan is wanted; until it is there nobody starts anything."""
    here = await hamlet(ANN)
    await here.tick(at("05:00"))
    first = await here.wishes()
    await here.mean(ANN, DAY)
    await here.tick(at("21:00"))
    during = await here.wishes()
    await here.run(at("22:00"), at("23:59"), 30)
    before = await here.deeds(ANN)

    await here.tick(at("09:30", day=1))

    assert first == [(JobKind.PLAN, ANN)]
    assert (JobKind.PLAN, ANN) not in during
    assert (JobKind.PLAN, ANN) in await here.wishes()
    assert await here.deeds(ANN) == before


def test_a_late_day_ends_when_one_goes_to_bed() -> None:
    """Who sleeps from two in the morning has no need of a new plan at one."""
    late = plan(("10:00", "playing cards", GREEN), sleeps="26:00")

    assert not wants_plan(late, at("01:00", day=1))
    assert wants_plan(late, at("02:00", day=1))
    assert not wants_plan(plan(("06:00", "sewing", COTTAGE)), at("23:00"))
    assert wants_plan(None, at("12:00"))


async def test_steps_are_wanted_for_what_begins_within_the_hour() -> None:
    """Only in the foreground, only for blocks of half an hour and more, and not for the night."""
    here = await hamlet(ANN, BEN)
    await here.tier(ANN, Attention.FOREGROUND)
    short = plan(("06:00", "dressing", COTTAGE), ("06:20", "sewing", COTTAGE))
    await here.mean(ANN, short)
    await here.mean(BEN, short)

    await here.tick(at("05:00"))
    early = await here.wishes()
    await here.tick(at("05:30"))

    assert early == []
    assert await here.wishes() == [(JobKind.DECOMPOSE, ANN)]


async def test_two_ticks_at_once_begin_an_act_once() -> None:
    """Whatever runs side by side, an act begins once: the later tick finds it begun."""
    here = await hamlet()
    for who in (ANN, BEN, CAT):
        await here.mean(who, DAY)
    await here.advance(at("08:00"))

    await asyncio.gather(here.live(), here.live(), here.live())

    for who in (ANN, BEN, CAT):
        assert len(await here.acts(who)) == 1


async def test_a_reaction_in_between_wins() -> None:
    """Who reacted while the tick was decided keeps to it; the others begin what is due."""
    here = await hamlet(ANN, BEN)
    for who in (ANN, BEN):
        await here.mean(who, DAY)
    await here.advance(at("08:00"))
    body = acting("running home", "08:00", 20, cause=Cause.REACTION)
    reaction = Draft(kind=RecordKind.ACT, subject_id=ANN, body=body)
    here.happens_meanwhile(reaction)

    await here.live()

    assert await here.deeds(ANN) == ["08:00 running home"]
    assert await here.deeds(BEN) == ["08:00 walking"]


async def test_a_tick_that_is_overtaken_again_and_again_is_tried_later() -> None:
    """After some attempts the tick is given back; nothing of it is stored."""
    here = await hamlet(ANN)
    await here.mean(ANN, DAY)
    await here.advance(at("08:00"))
    moved = Draft(kind=RecordKind.PRESENCE, subject_id=ANN, body=Moved(place_id=SHOP))
    here.happens_meanwhile(moved, times=99)

    with pytest.raises(Conflict):
        await here.living(job(JobKind.LIVE, ""))

    assert await here.acts(ANN) == []


async def test_who_ends_a_talk_looks_at_who_is_there() -> None:
    """It was free for nobody meanwhile; whoever ends something else has no need to."""
    here = await hamlet(ANN, BEN)
    for who, cause in ((ANN, Cause.TALK), (BEN, Cause.REACTION)):
        await here.mean(who, plan(("06:00", "sitting", GREEN)))
        step = Step(starts_at=at("07:00"), minutes=6, activity="something", place_id=GREEN)
        body = Acting(step=step, cause=cause)
        await here.write(Draft(kind=RecordKind.ACT, subject_id=who, body=body))
        await here.go(who, GREEN)
    await here.tick(at("07:05"))
    meanwhile = await here.wishes()

    await here.tick(at("07:06"))

    looking = [who for kind, who in await here.wishes() if kind is JobKind.REACT]
    assert (meanwhile, looking) == ([], [ANN])
