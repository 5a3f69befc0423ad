"""However people plan and the clock ticks, nobody enters a full, closed or private place."""

from dataclasses import replace
from datetime import datetime, time, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from npcserver.mind.action_selection import ActSelector, ActStart, WorldSnapshot, acts_to_begin
from npcserver.model.character import Attention
from npcserver.model.day import Cause, DayPlan, faults_of_day
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.world import Hours, Place, enclosing_places
from tests.conftest import examples
from tests.fakes.life_app import day_plan_of, time_of_day

HOME, HALL, BATH, CLOSET, SHOP = map(PlaceId, ("home", "hall", "bath", "closet", "shop"))
WHO = ("ann", "ben", "cat", "dan")


def _place(place_id: PlaceId, **more: object) -> Place:
    return replace(Place(id=place_id, world_id=WorldId("w"), name=place_id), **more)  # type: ignore[arg-type]


PLACES = {
    place.id: place
    for place in (
        _place(HOME),
        _place(HALL, capacity=3),
        _place(BATH, parent_id=HALL, capacity=1),
        _place(CLOSET, parent_id=HALL, owner_ids=(CharacterId("ann"),)),
        _place(SHOP, hours=Hours(opens=time(8), closes=time(10))),
    )
}
TARGETS = st.sampled_from((HALL, BATH, CLOSET, SHOP, HOME))


@st.composite
def days(draw: st.DrawFn) -> DayPlan:
    """Return a plan of strokes of five minutes to two hours each."""
    now, strokes = time_of_day("06:00"), []
    while now < time_of_day("11:00"):
        place = draw(TARGETS)
        strokes.append((f"{now:%H:%M}", f"{now:%H:%M}", place))
        now += timedelta(minutes=5 * draw(st.integers(1, 24)))
    return day_plan_of(*strokes)


def _inside(where: dict[str, PlaceId], place_id: PlaceId) -> set[str]:
    return {
        who
        for who, here in where.items()
        if any(place.id == place_id for place in enclosing_places(here, PLACES))
    }


def _may(who: str, where: dict[str, PlaceId], begun: ActStart, now: datetime) -> bool:
    """Say whether a character may be where it has just gone."""
    target = begun.place_id
    assert target is not None
    for place in enclosing_places(target, PLACES):
        inside = _inside(where, place.id)
        if place.capacity is not None and len(inside) > place.capacity:
            return False
        if place.owner_ids and not inside & {*place.owner_ids}:
            return False
        if place.hours is not None and not place.hours.contain(now.time()):
            return False
    return who in WHO


def _tick(lives: dict[str, ActSelector], where: dict[str, PlaceId], now: datetime) -> None:
    """Let what is due begin, and check every step of it."""
    present = {place: frozenset(w for w in WHO if where[w] == place) for place in PLACES}
    for begun in acts_to_begin(
        tuple(lives.values()), WorldSnapshot(now=now, places=PLACES, present=present)
    ):
        who, before = begun.life.id, where[begun.life.id]
        assert begun.place_id is not None
        where[who] = begun.place_id
        assert begun.place_id == before or _may(who, where, begun, now)
        assert begun.acting.ends_at > now or begun.acting.cause is Cause.PLAN
        day = begun.day or lives[who].day
        assert day is not None
        assert faults_of_day(day) == ()
        lives[who] = replace(lives[who], act=begun.acting, place_id=begun.place_id, day=day)
    hours = PLACES[SHOP].hours
    assert hours is None or hours.contain(now.time()) or SHOP not in where.values()


@settings(max_examples=examples(60), deadline=None)
@given(
    plans=st.lists(days(), min_size=len(WHO), max_size=len(WHO)),
    steps=st.lists(st.integers(1, 40), min_size=10, max_size=60),
)
def test_norms_hold_at_every_moment(plans: list[DayPlan], steps: list[int]) -> None:
    """After each single movement every place entered holds no more than it may, and is open."""
    where = dict.fromkeys(WHO, HOME)
    lives = {
        who: ActSelector(
            id=who, name=who, attention=Attention.BACKGROUND, day=day, place_id=HOME, home_id=HOME
        )
        for who, day in zip(WHO, plans, strict=True)
    }
    now = time_of_day("06:00")

    for minutes in steps:
        _tick(lives, where, now)
        now += timedelta(minutes=minutes)
