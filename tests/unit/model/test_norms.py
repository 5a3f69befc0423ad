"""Norms of places, and who perceives what."""

from datetime import datetime, time

import pytest

from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.senses import Channel, Perceiver, Percept, Range, has_sense, perceives
from npcserver.model.world import (
    EntryRefusal,
    Hours,
    Norm,
    Place,
    enclosing_places,
    entry_refusal,
    place_path,
)
from tests.fakes.prompt_inputs import NOW
from tests.fakes.store_world import place as stored_place

INN, BATH, SHOP, HOME, CHAMBER = map(PlaceId, ("inn", "bath", "shop", "home", "chamber"))
ANN = CharacterId("ann")


def place(place_id: PlaceId, **changes: object) -> Place:
    known: dict[str, object] = {"id": place_id, "world_id": WorldId("w"), "name": place_id.title()}
    return Place(**{**known, **changes})  # type: ignore[arg-type]


PLACES = {
    one.id: one
    for one in (
        place(INN, capacity=3),
        place(BATH, parent_id=INN, capacity=1),
        place(SHOP, hours=Hours(opens=time(9), closes=time(17)), owner_ids=(ANN,)),
        place(HOME, owner_ids=(ANN,)),
        place(CHAMBER, parent_id=HOME),
    )
}


def kept_out(
    who: str, where: PlaceId, *, now: datetime = NOW, **present: set[str]
) -> EntryRefusal | None:
    inside = {PlaceId(name): people for name, people in present.items()}
    return entry_refusal(who, where, places=PLACES, now=now, present=inside)


def test_no_place_holds_more_than_it_has_places_for() -> None:
    """Anyone inside keeps others out and is not thrown out; parts count towards the whole."""
    assert kept_out("bram", BATH) is None
    assert kept_out("bram", BATH, bath={"ann"}) == EntryRefusal(Norm.FULL, BATH)
    assert kept_out("ann", BATH, bath={"ann"}) is None
    assert kept_out("bram", INN, inn={"a", "b"}, bath={"c"}) == EntryRefusal(Norm.FULL, INN)
    assert kept_out("bram", BATH, inn={"a", "b", "c"}) == EntryRefusal(Norm.FULL, INN)
    assert kept_out("bram", INN, inn={"a"}, bath={"c"}) is None


@pytest.mark.parametrize(
    ("hour", "norm"), [(8, Norm.CLOSED), (9, None), (16, None), (17, Norm.CLOSED)]
)
def test_a_shop_is_closed_out_of_hours(hour: int, norm: Norm | None) -> None:
    """To customers; from the minute it opens to the one before it closes."""
    found = kept_out("bram", SHOP, now=NOW.replace(hour=hour, minute=0), shop={"ann"})

    assert (found.norm if found else None) == norm
    assert kept_out("ann", SHOP, now=NOW.replace(hour=hour, minute=0)) is None


def test_a_private_place_is_entered_with_an_owner_in_it() -> None:
    """In any part of it; the norm of a place holds for its parts."""
    assert kept_out("bram", CHAMBER) == EntryRefusal(Norm.PRIVATE, HOME)
    assert kept_out("bram", CHAMBER, home={"ann"}) is None
    assert kept_out("bram", HOME, chamber={"ann"}) is None
    assert kept_out("ann", CHAMBER) is None


def test_a_place_nobody_knows_keeps_nobody_out() -> None:
    """It has no norms."""
    assert kept_out("bram", PlaceId("moon")) is None


def test_a_path_is_told_from_the_outside_in() -> None:
    """A place and what it is a part of are found innermost first, and named outermost first."""
    assert [one.id for one in enclosing_places(CHAMBER, PLACES)] == [CHAMBER, HOME]
    assert place_path(PLACES[CHAMBER], PLACES) == "Home: Chamber"


@pytest.mark.parametrize(("hour", "is_open"), [(21, False), (22, True), (2, True), (4, False)])
def test_hours_may_run_past_midnight(hour: int, is_open: bool) -> None:  # noqa: FBT001
    """A tavern that opens at ten at night closes at four."""
    assert Hours(opens=time(22), closes=time(4)).contain(time(hour)) is is_open


BUILDING, KITCHEN, HALL, YARD = (PlaceId(name) for name in ("house", "kitchen", "hall", "yard"))
NESTED = {
    one.id: one
    for one in (
        stored_place(BUILDING),
        stored_place(KITCHEN, BUILDING),
        stored_place(HALL, BUILDING),
        stored_place(YARD),
    )
}


@pytest.mark.parametrize(
    ("reach", "there"),
    [
        (Range.PLACE, {KITCHEN}),
        (Range.NEARBY, {BUILDING, KITCHEN, HALL}),
        (Range.WORLD, {BUILDING, KITCHEN, HALL, YARD}),
    ],
)
def test_the_range_says_how_far_it_reaches(reach: Range, there: set[PlaceId]) -> None:
    """The place, the whole it is a part of with all parts, or everywhere."""
    smoke = Percept(place_id=KITCHEN, range=reach)

    assert {
        place_id for place_id in NESTED if perceives(Perceiver(place_id=place_id), smoke, NESTED)
    } == there


def test_near_a_place_that_is_no_part_are_its_own_parts() -> None:
    """The whole reaches its parts, and nobody outside."""
    bell = Percept(place_id=BUILDING, range=Range.NEARBY)

    assert perceives(Perceiver(place_id=HALL), bell, NESTED)
    assert not perceives(Perceiver(place_id=YARD), bell, NESTED)


@pytest.mark.parametrize("reach", list(Range))
def test_the_absent_perceive_nothing(reach: Range) -> None:
    """A character who is nowhere is not even reached by what the world hears."""
    assert not perceives(Perceiver(place_id=None), Percept(range=reach), NESTED)


@pytest.mark.parametrize("channel", list(Channel))
@pytest.mark.parametrize("is_deaf", [False, True])
@pytest.mark.parametrize("is_blind", [False, True])
def test_a_channel_takes_its_sense(channel: Channel, *, is_deaf: bool, is_blind: bool) -> None:
    """Sight takes eyes, sound ears, and what comes by either takes one of them."""
    senses = {Channel.SIGHT: not is_blind, Channel.SOUND: not is_deaf}
    senses[Channel.ANY] = any(senses.values())

    assert has_sense(channel, is_deaf=is_deaf, is_blind=is_blind) is senses[channel]


@pytest.mark.parametrize(
    ("what", "wakes"),
    [
        (Percept(place_id=KITCHEN, channel=Channel.SOUND, importance=8), True),
        (Percept(place_id=KITCHEN, channel=Channel.ANY, importance=9), True),
        (Percept(place_id=KITCHEN, channel=Channel.SOUND, importance=7), False),
        (Percept(place_id=KITCHEN, channel=Channel.SOUND), False),
        (Percept(place_id=KITCHEN, channel=Channel.SIGHT, importance=10), False),
        (Percept(place_id=HALL, channel=Channel.SOUND, range=Range.NEARBY, importance=10), False),
    ],
)
def test_only_a_loud_sound_in_the_same_place_wakes(what: Percept, *, wakes: bool) -> None:
    """Neither light nor what is far off does, and the deaf sleep on."""
    sleeper, deaf = Perceiver(place_id=KITCHEN), Perceiver(place_id=KITCHEN, is_deaf=True)

    assert perceives(sleeper, what, NESTED, is_asleep=True) is wakes
    assert not perceives(deaf, what, NESTED, is_asleep=True)
