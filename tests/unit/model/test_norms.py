"""Norms of places: room, hours, ownership."""

from datetime import datetime, time

import pytest

from npcserver.model.ids import CharacterId, PlaceId, WorldId
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

INN, BATH, SHOP, HOUSE, ROOM = map(PlaceId, ("inn", "bath", "shop", "house", "room"))
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
        place(HOUSE, owner_ids=(ANN,)),
        place(ROOM, parent_id=HOUSE),
    )
}


def kept_out(
    who: str, where: PlaceId, *, now: datetime = NOW, **present: set[str]
) -> EntryRefusal | None:
    inside = {PlaceId(name): people for name, people in present.items()}
    return entry_refusal(who, where, places=PLACES, now=now, present=inside)


def test_a_bathroom_for_one_never_holds_two() -> None:
    """Whoever is inside keeps others out, and is not thrown out."""
    assert kept_out("bram", BATH) is None
    assert kept_out("bram", BATH, bath={"ann"}) == EntryRefusal(Norm.FULL, BATH)
    assert kept_out("ann", BATH, bath={"ann"}) is None


def test_parts_count_towards_the_whole() -> None:
    """An inn for three is full when two are in the taproom and one in the bath."""
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
    """In any part of it; the norm of a house holds for its rooms."""
    assert kept_out("bram", ROOM) == EntryRefusal(Norm.PRIVATE, HOUSE)
    assert kept_out("bram", ROOM, house={"ann"}) is None
    assert kept_out("bram", HOUSE, room={"ann"}) is None
    assert kept_out("ann", ROOM) is None


def test_a_place_nobody_knows_keeps_nobody_out() -> None:
    """It has no norms."""
    assert kept_out("bram", PlaceId("moon")) is None


def test_a_path_is_told_from_the_outside_in() -> None:
    """A place and what it is a part of are found innermost first, and named outermost first."""
    assert [one.id for one in enclosing_places(ROOM, PLACES)] == [ROOM, HOUSE]
    assert place_path(PLACES[ROOM], PLACES) == "House: Room"


@pytest.mark.parametrize(("hour", "is_open"), [(21, False), (22, True), (2, True), (4, False)])
def test_hours_may_run_past_midnight(hour: int, is_open: bool) -> None:  # noqa: FBT001
    """A tavern that opens at ten at night closes at four."""
    assert Hours(opens=time(22), closes=time(4)).contain(time(hour)) is is_open
