"""The clock takes effect: what is due begins, within norms, once, and without a model."""

import asyncio
from collections import defaultdict
from itertools import pairwise

import pytest

from npcserver.mind.living import wants_plan
from npcserver.model.act import Acting, Cause
from npcserver.model.attention import Attention
from npcserver.model.day import DayPlan, Step, faults_of_day
from npcserver.model.errors import Conflict
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, Moved, RecordKind, Remembered
from npcserver.model.surroundings import IDLE, ObjectState, object_key
from npcserver.ports.storage import Append, Appended
from tests.fakes.hamlet import (
    ANN,
    BEN,
    CAT,
    COTTAGE,
    GREEN,
    HOMES,
    LODGE,
    SHOP,
    WASH,
    Hamlet,
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


async def occupancy(here: Hamlet) -> list[dict[str, set[str]]]:
    """Return who was where after each record of the log."""
    inside: dict[str, set[str]] = defaultdict(set)
    for who, home in HOMES.items():
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


@pytest.mark.parametrize("minutes", [1, 5, 7])
async def test_a_bathroom_for_one_never_holds_two(minutes: int) -> None:
    """Of three who want it at once one goes in; the others wait, and go later."""
    here = await hamlet()
    for who in (ANN, BEN, CAT):
        mine = plan(("06:00", "washing", WASH), ("06:20", "strolling", GREEN))
        await here.mean(who, mine)

    await here.run(at("06:00"), at("08:00"), minutes)

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
    here = await hamlet(ANN, BEN)
    await here.mean(ANN, plan(("06:00", "washing", WASH), ("06:30", "strolling", GREEN)))
    await here.mean(BEN, plan(("06:00", "washing", WASH), ("06:30", "eating", LODGE)))

    await here.run(at("06:00"), at("08:00"))

    assert await here.deeds(BEN) == [
        *(f"06:{minute:02} waiting for room in Wash House" for minute in range(0, 30, 5)),
        "06:30 washing",
        "07:00 eating",
    ]
    latest = (await here.records(RecordKind.DAY, who=BEN))[-1].body
    assert isinstance(latest, DayPlan)
    assert faults_of_day(latest) == ()
    assert latest.sleeps_at == at("22:00")


async def test_nobody_waits_for_ever() -> None:
    """After an hour before a door that does not open, a day goes on without what was behind it."""
    here = await hamlet(BEN)
    await here.go("player", WASH)
    await here.mean(BEN, plan(("06:00", "washing", WASH), ("07:30", "eating", LODGE)))

    await here.run(at("06:00"), at("08:00"))

    deeds = await here.deeds(BEN)
    assert "07:00 washing" in deeds  # with a basin, at home
    assert deeds[-1] == "07:30 eating"
    assert await here.where(BEN) == LODGE
    assert all(BEN not in where.get(WASH, ()) for where in await occupancy(here))


async def test_who_leaves_makes_room_in_the_same_tick() -> None:
    """Who comes later in the order of ids may leave a place that an earlier one enters."""
    here = await hamlet(ANN, BEN)
    await here.mean(BEN, plan(("06:00", "washing", WASH), ("06:30", "eating", LODGE)))
    await here.mean(ANN, plan(("06:00", "sewing", COTTAGE), ("06:30", "washing", WASH)))
    await here.tick(at("06:00"))

    await here.tick(at("06:30"))

    assert await here.where(ANN) == WASH
    assert all(len(where.get(WASH, ())) <= 1 for where in await occupancy(here))


async def test_a_closed_shop_is_entered_by_nobody() -> None:
    """Out of hours what was to be done in a shop is done where one may be."""
    here = await hamlet(ANN)
    await here.mean(ANN, plan(("06:00", "sewing", COTTAGE), ("08:00", "buying thread", SHOP)))
    await here.tick(at("06:00"))

    await here.tick(at("08:00"))

    assert await here.where(ANN) == COTTAGE
    (*_, act) = await here.acts(ANN)
    assert (act.step.activity, act.step.place_id) == ("buying thread", COTTAGE)
    assert act.wanted_place_id == SHOP
    await here.run(at("08:05"), at("08:30"))
    assert (await here.acts(ANN))[-1] == act


async def test_a_strangers_house_is_entered_only_while_an_owner_is_in() -> None:
    """What belongs to somebody is closed to others, until an owner is inside."""
    here = await hamlet(ANN, BEN)
    await here.mean(BEN, plan(("06:00", "walking", GREEN), ("08:00", "visiting Ann", COTTAGE)))
    await here.mean(ANN, plan(("06:00", "walking", GREEN), ("09:00", "cooking", COTTAGE)))
    await here.tick(at("06:00"))

    await here.tick(at("08:00"))
    kept_out = await here.where(BEN)
    await here.mean(
        BEN,
        plan(("06:00", "walking", GREEN), ("08:00", "idling", GREEN), ("09:00", "eating", COTTAGE)),
    )
    await here.tick(at("09:00"))

    assert kept_out == GREEN
    assert await here.where(BEN) == COTTAGE


async def test_a_game_moves_whom_it_embodies() -> None:
    """In the foreground only the act is written down, with the place where it leads."""
    here = await hamlet(ANN, attention=Attention.FOREGROUND)
    await here.mean(ANN, DAY)

    await here.tick(at("08:00"))

    assert await here.records(RecordKind.PRESENCE, RecordKind.OBSERVATION) == []
    (act,) = await here.acts(ANN)
    assert act.step.place_id == GREEN


async def test_two_on_their_way_are_not_sent_to_the_same_bath() -> None:
    """Who is on the way to a place in the foreground takes its room already."""
    here = await hamlet(ANN, BEN, attention=Attention.FOREGROUND)
    for who in (ANN, BEN):
        await here.mean(who, plan(("06:00", "washing", WASH), ("06:30", "strolling", GREEN)))

    await here.run(at("06:00"), at("06:25"))

    assert [act.step.place_id for act in await here.acts(ANN)] == [WASH]
    assert {act.cause for act in await here.acts(BEN)} == {Cause.WAIT}


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


async def test_things_in_use_are_idle_again_afterwards() -> None:
    """A thing is as an act leaves it while the act lasts, unless somebody else changed it."""
    here = await hamlet(ANN)
    day = plan(("06:00", "cooking", COTTAGE), ("07:00", "mending", COTTAGE), ("08:00", "a", GREEN))
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

    await here.tick(at("06:00"))
    await here.tick(at("07:00"))
    burning = ObjectState(place_id=COTTAGE, object="bed", state="burning")
    key = object_key(COTTAGE, "bed")
    await here.write(Draft(kind=RecordKind.OBJECT, subject_id=key, body=burning))
    await here.tick(at("08:00"))

    bodies = [record.body for record in await here.records(RecordKind.OBJECT)]
    states = [(one.object, one.state) for one in bodies if isinstance(one, ObjectState)]
    assert states == [("stove", "in use"), ("stove", IDLE), ("bed", "in use"), ("bed", "burning")]


async def test_others_see_what_somebody_does_and_that_it_came() -> None:
    """Who is there and awake sees who comes and what it does, and may act on it; once."""
    here = await hamlet()
    await here.mean(BEN, plan(("06:00", "whittling", GREEN)))
    await here.tick(at("06:00"))
    await here.go(CAT, GREEN)
    await here.write(
        Draft(
            kind=RecordKind.ACT,
            subject_id=CAT,
            body=acting("dozing", "06:00", 600, cause=Cause.SLEEP),
        )
    )
    await here.wishes()
    await here.mean(ANN, plan(("06:00", "reading", GREEN)))

    await here.tick(at("06:05"))

    (seen,) = await here.records(RecordKind.OBSERVATION, who=BEN)
    assert (seen.text, seen.importance) == ("Ann is reading", 2)
    assert isinstance(seen.body, Remembered)
    assert seen.body.is_standing
    assert seen.body.about == (ANN,)
    assert [one.text for one in await here.records(RecordKind.OBSERVATION, who=ANN)] == [
        "Ben is whittling",
        "Cat is dozing",
    ]
    assert await here.records(RecordKind.OBSERVATION, who=CAT) == []
    wishes = await here.wishes()
    assert (JobKind.REACT, BEN) in wishes
    assert (JobKind.REACT, CAT) not in wishes


async def test_who_comes_sees_what_burns() -> None:
    """A thing that is not as it should be is seen by who comes in, who may act on it."""
    here = await hamlet(ANN)
    state = ObjectState(place_id=GREEN, object="bench", state="burning")
    await here.write(
        Draft(kind=RecordKind.OBJECT, subject_id=object_key(GREEN, "bench"), body=state)
    )
    await here.mean(ANN, DAY)

    await here.tick(at("08:00"))

    (seen,) = await here.records(RecordKind.OBSERVATION, who=ANN)
    assert seen.text == "the bench is burning"
    assert (JobKind.REACT, ANN) in await here.wishes()


async def test_a_fact_that_is_known_leaves_no_second_memory() -> None:
    """Seeing somebody at the same thing again is no news."""
    here = await hamlet(ANN, BEN)
    await here.mean(BEN, plan(("06:00", "whittling", GREEN), ("21:00", "eating", LODGE)))
    day = plan(("06:00", "reading", GREEN), ("07:00", "a", COTTAGE), ("08:00", "reading", GREEN))
    await here.mean(ANN, day)

    await here.run(at("06:00"), at("08:30"), 30)

    seen = [one.text for one in await here.records(RecordKind.OBSERVATION, who=BEN)]
    assert seen == ["Ann is reading"]


async def test_how_a_place_was_left_is_known() -> None:
    """Who leaves a place keeps how its things stood."""
    here = await hamlet(ANN)
    state = ObjectState(place_id=COTTAGE, object="stove", state="hot")
    key = object_key(COTTAGE, "stove")
    await here.write(Draft(kind=RecordKind.OBJECT, subject_id=key, body=state))
    await here.mean(ANN, DAY)

    await here.tick(at("08:00"))

    (known,) = await here.records(RecordKind.KNOWLEDGE)
    assert known.subject_id == "ann>cottage"
    assert getattr(known.body, "objects", None) == (("stove", "hot"),)


async def test_two_ticks_at_once_begin_an_act_once() -> None:
    """Whatever runs side by side, an act begins once: the later tick finds it begun."""
    here = await hamlet()
    for who in (ANN, BEN, CAT):
        await here.mean(who, DAY)
    await here.advance(at("08:00"))

    await asyncio.gather(here.live(), here.live(), here.live())

    for who in (ANN, BEN, CAT):
        assert len(await here.acts(who)) == 1


class Interfering:
    """Appends as a store does, after something else has happened first."""

    def __init__(self, here: Hamlet, *meanwhile: Draft, times: int = 1) -> None:
        self._append = here.store.append
        self._meanwhile = meanwhile
        self._times = times

    async def __call__(self, append: Append) -> Appended:
        if self._times:
            self._times -= 1
            await self._append(Append(timeline_id=append.timeline_id, drafts=self._meanwhile))
        return await self._append(append)


async def test_a_reaction_in_between_wins() -> None:
    """Who reacted while the tick was decided keeps to it; the others begin what is due."""
    here = await hamlet(ANN, BEN)
    for who in (ANN, BEN):
        await here.mean(who, DAY)
    await here.advance(at("08:00"))
    body = acting("running home", "08:00", 20, cause=Cause.REACTION)
    reaction = Draft(kind=RecordKind.ACT, subject_id=ANN, body=body)
    here.store.append = Interfering(here, reaction)  # type: ignore[method-assign]

    await here.live()

    assert await here.deeds(ANN) == ["08:00 running home"]
    assert await here.deeds(BEN) == ["08:00 walking"]


async def test_a_tick_that_is_overtaken_again_and_again_is_tried_later() -> None:
    """After some attempts the tick is given back; nothing of it is stored."""
    here = await hamlet(ANN)
    await here.mean(ANN, DAY)
    await here.advance(at("08:00"))
    moved = Draft(kind=RecordKind.PRESENCE, subject_id=ANN, body=Moved(place_id=SHOP))
    here.store.append = Interfering(here, moved, times=99)  # type: ignore[method-assign]

    with pytest.raises(Conflict):
        await here.living(job(JobKind.LIVE, ""))

    assert await here.acts(ANN) == []


async def test_nobody_slips_into_a_full_place_from_outside() -> None:
    """Who was moved into a place for one while the tick was decided is counted."""
    here = await hamlet(ANN, BEN)
    await here.mean(ANN, plan(("06:00", "washing", WASH)))
    await here.advance(at("06:00"))
    moved = Draft(kind=RecordKind.PRESENCE, subject_id=BEN, body=Moved(place_id=WASH))
    here.store.append = Interfering(here, moved)  # type: ignore[method-assign]

    await here.live()

    assert all(len(where.get(WASH, ())) <= 1 for where in await occupancy(here))
    assert [act.cause for act in await here.acts(ANN)] == [Cause.WAIT]
