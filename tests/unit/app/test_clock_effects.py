"""When the clock moves, acts that are due begin, within norms."""

import asyncio
from collections import defaultdict
from itertools import pairwise

import pytest

from npcserver.mind.action_selection import wants_plan
from npcserver.model.character import Attention
from npcserver.model.day import Act, Cause, DayPlan, Step, faults_of_day
from npcserver.model.errors import Conflict
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, Moved, RecordKind
from tests.fakes.life_app import (
    ANN,
    BEN,
    CAT,
    COTTAGE,
    DAY_IN_HAMLET,
    GREEN,
    HAMLET_HOMES,
    LODGE,
    SHOP,
    WASH,
    LifeApp,
    acting,
    claimed_job,
    day_plan_of,
    new_life_app,
    time_of_day,
)


async def test_a_day_runs_from_waking_to_sleep() -> None:
    """Every stroke of a plan is acted once, when it is due, and the night is slept through."""
    here = await new_life_app(ANN)
    await here.mean(ANN, DAY_IN_HAMLET)

    await here.run(time_of_day("00:00"), time_of_day("23:55"))

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
    assert acts[-1].ends_at == time_of_day("06:00", day=1)
    assert await here.where(ANN) == COTTAGE


async def test_an_act_takes_who_does_it_to_its_place() -> None:
    """The server moves whom nobody embodies, and writes down in words what it does."""
    here = await new_life_app(ANN)
    await here.mean(ANN, DAY_IN_HAMLET)

    await here.tick(time_of_day("08:00"))

    assert await here.where(ANN) == GREEN
    (record,) = await here.records(RecordKind.ACT, who=ANN)
    assert record.text == "Ann is walking"


async def test_a_clock_that_jumps_begins_only_what_is_now() -> None:
    """What lay between two ticks is not acted, and no act is waited for that ended unseen."""
    here = await new_life_app(ANN)
    await here.mean(ANN, DAY_IN_HAMLET)
    await here.tick(time_of_day("07:03"))

    await here.tick(time_of_day("12:00"))
    await here.tick(time_of_day("22:47"))

    assert await here.deeds(ANN) == [
        "07:03 having breakfast",
        "12:00 having lunch",
        "22:47 sleeping",
    ]


async def test_a_tick_without_news_writes_nothing() -> None:
    """Where nobody begins anything the log does not grow."""
    here = await new_life_app(ANN)
    await here.mean(ANN, DAY_IN_HAMLET)
    await here.tick(time_of_day("08:00"))
    before = len(await here.records())

    await here.live()

    assert len(await here.records()) == before


async def test_a_game_moves_whom_it_embodies() -> None:
    """In the foreground only the act is written down, with the place where it leads."""
    here = await new_life_app(ANN, attention=Attention.FOREGROUND)
    await here.mean(ANN, DAY_IN_HAMLET)

    await here.tick(time_of_day("08:00"))

    assert await here.records(RecordKind.PRESENCE, RecordKind.OBSERVATION) == []
    (act,) = await here.acts(ANN)
    assert act.step.place_id == GREEN


async def test_the_dormant_do_nothing() -> None:
    """Who is dormant begins nothing, and no plan is wanted for it."""
    here = await new_life_app(ANN, attention=Attention.DORMANT)
    await here.mean(ANN, DAY_IN_HAMLET)

    await here.run(time_of_day("06:00"), time_of_day("12:00"), 60)

    assert await here.acts(ANN) == []
    assert await here.wishes() == []


@pytest.mark.parametrize("cause", [Cause.REACTION, Cause.TALK])
async def test_what_was_not_planned_is_ended_before_the_plan_goes_on(cause: Cause) -> None:
    """A reaction or a talk is not broken off by the next stroke of the plan."""
    here = await new_life_app(ANN)
    await here.mean(ANN, DAY_IN_HAMLET)
    await here.tick(time_of_day("07:55"))
    body = acting("putting out a fire", "07:55", 20, cause=cause)
    await here.write(Draft(kind=RecordKind.ACT, subject_id=ANN, body=body))

    await here.run(time_of_day("08:00"), time_of_day("08:30"))

    assert (await here.deeds(ANN))[-2:] == ["07:55 putting out a fire", "08:15 walking"]


async def test_a_plan_is_wanted_once_a_day_and_the_present_act_goes_on() -> None:
    """Past midnight a new plan is wanted; until it is there nobody starts anything."""
    here = await new_life_app(ANN)
    await here.tick(time_of_day("05:00"))
    first = await here.wishes()
    await here.mean(ANN, DAY_IN_HAMLET)
    await here.tick(time_of_day("21:00"))
    during = await here.wishes()
    await here.run(time_of_day("22:00"), time_of_day("23:59"), 30)
    before = await here.deeds(ANN)

    await here.tick(time_of_day("09:30", day=1))

    assert first == [(JobKind.PLAN, ANN)]
    assert (JobKind.PLAN, ANN) not in during
    assert (JobKind.PLAN, ANN) in await here.wishes()
    assert await here.deeds(ANN) == before


def test_a_late_day_ends_when_one_goes_to_bed() -> None:
    """Who sleeps from two in the morning has no need of a new plan at one."""
    late = day_plan_of(("10:00", "playing cards", GREEN), sleeps="26:00")

    assert not wants_plan(late, time_of_day("01:00", day=1))
    assert wants_plan(late, time_of_day("02:00", day=1))
    assert not wants_plan(day_plan_of(("06:00", "sewing", COTTAGE)), time_of_day("23:00"))
    assert wants_plan(None, time_of_day("12:00"))


async def test_steps_are_wanted_for_what_begins_within_the_hour() -> None:
    """Only in the foreground, only for blocks of half an hour and more, and not for the night."""
    here = await new_life_app(ANN, BEN)
    await here.tier(ANN, Attention.FOREGROUND)
    short = day_plan_of(("06:00", "dressing", COTTAGE), ("06:20", "sewing", COTTAGE))
    await here.mean(ANN, short)
    await here.mean(BEN, short)

    await here.tick(time_of_day("05:00"))
    early = await here.wishes()
    await here.tick(time_of_day("05:30"))

    assert early == []
    assert await here.wishes() == [(JobKind.DECOMPOSE, ANN)]


async def test_two_ticks_at_once_begin_an_act_once() -> None:
    """Whatever runs side by side, an act begins once: the later tick finds it begun."""
    here = await new_life_app()
    for who in (ANN, BEN, CAT):
        await here.mean(who, DAY_IN_HAMLET)
    await here.advance(time_of_day("08:00"))

    await asyncio.gather(here.live(), here.live(), here.live())

    for who in (ANN, BEN, CAT):
        assert len(await here.acts(who)) == 1


async def test_a_reaction_in_between_wins() -> None:
    """Who reacted while the tick was decided keeps to it; the others begin what is due."""
    here = await new_life_app(ANN, BEN)
    for who in (ANN, BEN):
        await here.mean(who, DAY_IN_HAMLET)
    await here.advance(time_of_day("08:00"))
    body = acting("running home", "08:00", 20, cause=Cause.REACTION)
    reaction = Draft(kind=RecordKind.ACT, subject_id=ANN, body=body)
    here.happens_meanwhile(reaction)

    await here.live()

    assert await here.deeds(ANN) == ["08:00 running home"]
    assert await here.deeds(BEN) == ["08:00 walking"]


async def test_a_tick_that_is_overtaken_again_and_again_is_tried_later() -> None:
    """After some attempts the tick is given back; nothing of it is stored."""
    here = await new_life_app(ANN)
    await here.mean(ANN, DAY_IN_HAMLET)
    await here.advance(time_of_day("08:00"))
    moved = Draft(kind=RecordKind.PRESENCE, subject_id=ANN, body=Moved(place_id=SHOP))
    here.happens_meanwhile(moved, times=99)

    with pytest.raises(Conflict):
        await here.living(claimed_job(JobKind.LIVE, ""))

    assert await here.acts(ANN) == []


async def test_who_ends_a_talk_looks_at_who_is_there() -> None:
    """It was free for nobody meanwhile; anyone who ends something else has no need to."""
    here = await new_life_app(ANN, BEN)
    for who, cause in ((ANN, Cause.TALK), (BEN, Cause.REACTION)):
        await here.mean(who, day_plan_of(("06:00", "sitting", GREEN)))
        step = Step(starts_at=time_of_day("07:00"), minutes=6, activity="something", place_id=GREEN)
        body = Act(step=step, cause=cause)
        await here.write(Draft(kind=RecordKind.ACT, subject_id=who, body=body))
        await here.go(who, GREEN)
    await here.tick(time_of_day("07:05"))
    meanwhile = await here.wishes()

    await here.tick(time_of_day("07:06"))

    looking = [who for kind, who in await here.wishes() if kind is JobKind.REACT]
    assert (meanwhile, looking) == ([], [ANN])


async def occupancy(here: LifeApp) -> list[dict[str, set[str]]]:
    """Return who was where after each record of the log."""
    inside: dict[str, set[str]] = defaultdict(set)
    for who, home in HAMLET_HOMES.items():
        inside[home].add(who)
    found: list[dict[str, set[str]]] = []
    for record in await here.records():
        if isinstance(record.body, Moved):
            for people in inside.values():
                people.discard(record.subject_id)
            if record.body.place_id is not None:
                inside[record.body.place_id].add(record.subject_id)
        found.append({place: set(people) for place, people in inside.items()})
    return found


@pytest.mark.parametrize("minutes", [1, 5, 7])
async def test_a_bathroom_for_one_never_holds_two(minutes: int) -> None:
    """Of three who want it at once one goes in; the others wait, and go later."""
    here = await new_life_app()
    for who in (ANN, BEN, CAT):
        mine = day_plan_of(("06:00", "washing", WASH), ("06:20", "strolling", GREEN))
        await here.mean(who, mine)

    await here.run(time_of_day("06:00"), time_of_day("08:00"), minutes)

    assert all(len(where.get(WASH, ())) <= 1 for where in await occupancy(here))
    for who in (ANN, BEN, CAT):
        done = [act.step.activity for act in await here.acts(who)]
        assert done.count("washing") == 1
        assert done[-1] == "strolling"
    waits = [act for act in await here.acts(BEN) if act.cause is Cause.WAIT]
    assert waits[0].wanted_place_id == WASH
    assert waits[0].step.place_id == LODGE
    assert waits[0].step.activity == "waiting for room in Wash House"


async def test_who_had_to_wait_takes_as_long_as_it_meant_to() -> None:
    """Waiting puts a day off: it stays sound, and what was waited for is not cut short."""
    here = await new_life_app(ANN, BEN)
    await here.mean(ANN, day_plan_of(("06:00", "washing", WASH), ("06:30", "strolling", GREEN)))
    await here.mean(BEN, day_plan_of(("06:00", "washing", WASH), ("06:30", "eating", LODGE)))

    await here.run(time_of_day("06:00"), time_of_day("08:00"))

    assert await here.deeds(BEN) == [
        *(f"06:{minute:02} waiting for room in Wash House" for minute in range(0, 30, 5)),
        "06:30 washing",
        "07:00 eating",
    ]
    latest = (await here.records(RecordKind.DAY, who=BEN))[-1].body
    assert isinstance(latest, DayPlan)
    assert faults_of_day(latest) == ()
    assert latest.sleeps_at == time_of_day("22:00")


async def test_nobody_waits_for_ever() -> None:
    """After an hour before a door that does not open, a day goes on without what was behind it."""
    here = await new_life_app(BEN)
    await here.go("player", WASH)
    await here.mean(BEN, day_plan_of(("06:00", "washing", WASH), ("07:30", "eating", LODGE)))

    await here.run(time_of_day("06:00"), time_of_day("08:00"))

    deeds = await here.deeds(BEN)
    assert "07:00 washing" in deeds  # with a basin, at home
    assert deeds[-1] == "07:30 eating"
    assert await here.where(BEN) == LODGE
    assert all(BEN not in where.get(WASH, ()) for where in await occupancy(here))


async def test_who_leaves_makes_space_in_the_same_tick() -> None:
    """Who comes later in the order of ids may leave a place that an earlier one enters."""
    here = await new_life_app(ANN, BEN)
    await here.mean(BEN, day_plan_of(("06:00", "washing", WASH), ("06:30", "eating", LODGE)))
    await here.mean(ANN, day_plan_of(("06:00", "sewing", COTTAGE), ("06:30", "washing", WASH)))
    await here.tick(time_of_day("06:00"))

    await here.tick(time_of_day("06:30"))

    assert await here.where(ANN) == WASH
    assert all(len(where.get(WASH, ())) <= 1 for where in await occupancy(here))


async def test_a_closed_shop_is_entered_by_nobody() -> None:
    """Out of hours what was to be done in a shop is done where one may be."""
    here = await new_life_app(ANN)
    await here.mean(
        ANN, day_plan_of(("06:00", "sewing", COTTAGE), ("08:00", "buying thread", SHOP))
    )
    await here.tick(time_of_day("06:00"))

    await here.tick(time_of_day("08:00"))

    assert await here.where(ANN) == COTTAGE
    (*_, act) = await here.acts(ANN)
    assert (act.step.activity, act.step.place_id) == ("buying thread", COTTAGE)
    assert act.wanted_place_id == SHOP
    await here.run(time_of_day("08:05"), time_of_day("08:30"))
    assert (await here.acts(ANN))[-1] == act


async def test_who_was_too_early_comes_when_the_shop_opens() -> None:
    """What was begun elsewhere before a closed door goes on behind it, once, when it opens."""
    here = await new_life_app(ANN)
    await here.mean(
        ANN, day_plan_of(("06:00", "sewing", COTTAGE), ("08:30", "buying thread", SHOP))
    )

    await here.run(time_of_day("08:30"), time_of_day("10:00"))

    acts = await here.acts(ANN)
    assert [act.step.place_id for act in acts] == [COTTAGE, SHOP]
    assert await here.deeds(ANN) == ["08:30 buying thread", "09:00 buying thread"]
    assert acts[-1].wanted_place_id is None


async def test_a_strangers_home_is_entered_only_while_an_owner_is_in() -> None:
    """What belongs to a character is closed to others, until an owner is inside."""
    here = await new_life_app(ANN, BEN)
    await here.mean(
        BEN, day_plan_of(("06:00", "walking", GREEN), ("08:00", "visiting Ann", COTTAGE))
    )
    await here.mean(ANN, day_plan_of(("06:00", "walking", GREEN), ("09:00", "cooking", COTTAGE)))
    await here.tick(time_of_day("06:00"))

    await here.tick(time_of_day("08:00"))
    kept_out = await here.where(BEN)
    await here.mean(
        BEN,
        day_plan_of(
            ("06:00", "walking", GREEN), ("08:00", "idling", GREEN), ("09:00", "eating", COTTAGE)
        ),
    )
    await here.tick(time_of_day("09:00"))

    assert kept_out == GREEN
    assert await here.where(BEN) == COTTAGE


async def test_two_on_their_way_are_not_sent_to_the_same_bath() -> None:
    """Who is on the way to a place in the foreground takes its space already."""
    here = await new_life_app(ANN, BEN, attention=Attention.FOREGROUND)
    for who in (ANN, BEN):
        await here.mean(who, day_plan_of(("06:00", "washing", WASH), ("06:30", "strolling", GREEN)))

    await here.run(time_of_day("06:00"), time_of_day("06:25"))

    assert [act.step.place_id for act in await here.acts(ANN)] == [WASH]
    assert {act.cause for act in await here.acts(BEN)} == {Cause.WAIT}


async def test_nobody_slips_into_a_full_place_from_outside() -> None:
    """Who was moved into a place for one while the tick was decided is counted."""
    here = await new_life_app(ANN, BEN)
    await here.mean(ANN, day_plan_of(("06:00", "washing", WASH)))
    await here.advance(time_of_day("06:00"))
    moved = Draft(kind=RecordKind.PRESENCE, subject_id=BEN, body=Moved(place_id=WASH))
    here.happens_meanwhile(moved)

    await here.live()

    assert all(len(where.get(WASH, ())) <= 1 for where in await occupancy(here))
    assert [act.cause for act in await here.acts(ANN)] == [Cause.WAIT]
