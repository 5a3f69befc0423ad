"""Norms hold while characters live their day: rooms for one, closed shops, houses of others."""

from collections import defaultdict

import pytest

from npcserver.model.act import Cause
from npcserver.model.attention import Attention
from npcserver.model.day import DayPlan, faults_of_day
from npcserver.model.record import Draft, Moved, RecordKind
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
    plan,
)


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


async def test_who_was_too_early_comes_when_the_shop_opens() -> None:
    """What was begun elsewhere before a closed door goes on behind it, once, when it opens."""
    here = await hamlet(ANN)
    await here.mean(ANN, plan(("06:00", "sewing", COTTAGE), ("08:30", "buying thread", SHOP)))

    await here.run(at("08:30"), at("10:00"))

    acts = await here.acts(ANN)
    assert [act.step.place_id for act in acts] == [COTTAGE, SHOP]
    assert await here.deeds(ANN) == ["08:30 buying thread", "09:00 buying thread"]
    assert acts[-1].wanted_place_id is None


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


async def test_two_on_their_way_are_not_sent_to_the_same_bath() -> None:
    """Who is on the way to a place in the foreground takes its room already."""
    here = await hamlet(ANN, BEN, attention=Attention.FOREGROUND)
    for who in (ANN, BEN):
        await here.mean(who, plan(("06:00", "washing", WASH), ("06:30", "strolling", GREEN)))

    await here.run(at("06:00"), at("06:25"))

    assert [act.step.place_id for act in await here.acts(ANN)] == [WASH]
    assert {act.cause for act in await here.acts(BEN)} == {Cause.WAIT}


async def test_nobody_slips_into_a_full_place_from_outside() -> None:
    """Who was moved into a place for one while the tick was decided is counted."""
    here = await hamlet(ANN, BEN)
    await here.mean(ANN, plan(("06:00", "washing", WASH)))
    await here.advance(at("06:00"))
    moved = Draft(kind=RecordKind.PRESENCE, subject_id=BEN, body=Moved(place_id=WASH))
    here.happens_meanwhile(moved)

    await here.live()

    assert all(len(where.get(WASH, ())) <= 1 for where in await occupancy(here))
    assert [act.cause for act in await here.acts(ANN)] == [Cause.WAIT]
