"""Extras: characters that live by plans shared by trade, age, day of the week and weather.

Where an extra is and what it does is a function of its habit, which a record holds since it became
an extra, of shared plans, which records hold too, and of the moment: nothing is stored as time
passes, and what was seen once stays true when the world is edited.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple

from npcserver import language
from npcserver.language.clock import DAY, shifted
from npcserver.language.day import activities, words_of_use
from npcserver.model.character import Character, Persona
from npcserver.model.day import Act, Block, Cause, DayPlan, Step, minutes_between
from npcserver.model.default_day import default_day, emoji_of
from npcserver.model.extra import AgeGroup, CrowdBlock, CrowdPlan, ExtraHabit, Spot
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.inputs import KnownPlace, PlanInput, Situation
from npcserver.model.world import DEFAULT_START, World

WET_WEATHER = "wet-weather"
"""The story flag with which a game says that it rains or snows: leisure is then spent inside."""

_DAY_OF_REST = 6  # Sunday
_SLEEPING_EMOJI = "\N{SLEEPING SYMBOL}"


@lru_cache(maxsize=4096)
def compiled_plan(key: str) -> CrowdPlan:
    """Return the plan of a key by rule: the day by habit of a person of that trade and age."""
    tag, trade, age, weekday, weather = key.rsplit("/", 4)
    works = bool(trade) and age == AgeGroup.ADULT and int(weekday) != _DAY_OF_REST
    words, is_wet = activities(tag), weather == "wet"
    usual = _day_by_habit(tag, f"{trade}/{age}", int(weekday), works=works)
    midnight = datetime.combine(usual.day, time(), tzinfo=usual.wakes_at.tzinfo)

    def shared(block: Block) -> CrowdBlock:
        spot, activity = Spot(block.place_id or Spot.HOME), block.activity
        if activity == words["work"]:
            activity = words["trade"].format(trade=trade)
        elif activity == words["lunch"]:
            spot = Spot.MEAL if works else Spot.HOME
        elif activity == words["morning"] and age != AgeGroup.ADULT:
            activity, spot = words["play" if age == AgeGroup.CHILD else "leisure"], Spot.OUT
        if is_wet and spot is Spot.OUT:
            spot = Spot.HOME if age == AgeGroup.CHILD else Spot.SHELTER
        start = minutes_between(midnight, block.starts_at)
        return CrowdBlock(start=start, activity=activity, spot=spot, emoji=emoji_of(activity))

    return CrowdPlan(
        blocks=tuple(map(shared, usual.blocks)),
        sleeps=minutes_between(midnight, usual.sleeps_at),
        asleep=language.text("acts", "sleeping", tag),
        idle=words["other"],
        in_use=words_of_use(tag),
    )


def _day_by_habit(tag: str, name: str, weekday: int, *, works: bool) -> DayPlan:
    """Return a default day whose places are spots."""
    world = World(id=WorldId("crowd"), name="crowd", language=tag)
    someone = Character(
        id=CharacterId(name),
        world_id=world.id,
        persona=Persona(name="-", language=tag),
        created_at=DEFAULT_START,
        updated_at=DEFAULT_START,
    )
    places = [
        KnownPlace(id=PlaceId(Spot.HOME), path="-", objects=(("bed", ""),), is_own=True),
        KnownPlace(id=PlaceId(Spot.OUT), path="square"),
    ]
    if works:
        places.append(KnownPlace(id=PlaceId(Spot.WORK), path="-", hours="-", is_own=True))
    start = DEFAULT_START.date()
    return default_day(
        PlanInput(
            situation=Situation(world=world, character=someone, now=DEFAULT_START),
            day=start + timedelta(days=weekday - start.weekday()),
            places=tuple(places),
        )
    )


class _Moment(NamedTuple):
    """Where extras of one kind are in their day: the day, its plan, and the block under way.

    `block` is None at night.
    """

    day: date
    plan: CrowdPlan
    block: CrowdBlock | None
    begins: datetime
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """The extras of a timeline at a moment: their habits by id, and the shared plans by key.

    `moves` are where the game put an extra last, and when. A plan that no record holds is compiled
    by rule. False without extras.
    """

    now: datetime
    habits: Mapping[str, ExtraHabit] = field(default_factory=dict)
    plans: Mapping[str, CrowdPlan] = field(default_factory=dict)
    moves: Mapping[str, tuple[datetime, PlaceId | None]] = field(default_factory=dict)
    is_wet: bool = False
    # Thousands do the same at a time; what they share is made once.
    _moments: dict[tuple[str, str, str, int], _Moment] = field(default_factory=dict, init=False)
    _acts: dict[tuple[int, PlaceId | None, str, str], Act] = field(default_factory=dict, init=False)

    def __bool__(self) -> bool:
        return bool(self.habits)

    def act(self, who: str) -> Act:
        """Return what an extra does now; it is at the place of the step.

        Where the game has moved it since a block began, it stays there until the next one begins;
        out of the world it stays until the game moves it again.
        """
        habit = self.habits[who]
        here = self._moment(habit)
        place_id, thing, activity = habit.home_id, "", here.plan.asleep
        if here.block is not None:
            spot, activity = here.block.spot, here.block.activity
            venue = habit.venue(spot, who, here.day)
            if venue is not None and venue.is_open(self.now.hour * 60 + self.now.minute):
                place_id, thing = venue.place_id, venue.thing
            elif spot in (Spot.OUT, Spot.SHELTER) or (spot is Spot.WORK and venue is not None):
                activity = here.plan.idle  # at home one eats as well, or works without a shop
        moved = self.moves.get(who)
        if moved is not None and (moved[1] is None or moved[0] >= here.begins):
            if moved[1] != place_id:
                thing, activity = "", here.plan.idle
            place_id = moved[1]
        key = id(here), place_id, thing, activity
        if key not in self._acts:
            self._acts[key] = _act_of(here, place_id, thing, activity)
        return self._acts[key]

    def day_plan(self, who: str) -> DayPlan:
        """Return the day of an extra as a plan of its own."""
        habit = self.habits[who]
        here = self._moment(habit)
        midnight = shifted(_midnight(habit.lived_time(self.now)), minutes=habit.minutes_later)
        blocks: list[Block] = []
        for index, one in enumerate(here.plan.blocks):
            start, end = here.plan.interval(index)
            venue = habit.venue(one.spot, who, here.day)
            is_idle = venue is None and one.spot in (Spot.OUT, Spot.SHELTER)
            blocks.append(
                Block(
                    starts_at=shifted(midnight, minutes=start),
                    minutes=end - start,
                    activity=here.plan.idle if is_idle else one.activity,
                    place_id=habit.home_id if venue is None else venue.place_id,
                    emoji=one.emoji,
                )
            )
        return DayPlan(
            day=here.day,
            wakes_at=blocks[0].starts_at,
            sleeps_at=blocks[-1].ends_at,
            outline=tuple(dict.fromkeys(one.activity for one in blocks)),
            blocks=tuple(blocks),
            is_default=True,
        )

    def missing_plans(self) -> dict[str, CrowdPlan]:
        """Return the plans by key that extras follow about now, and that no record holds."""
        alike = {(one.language, one.trade, one.age): one for one in self.habits.values()}
        days = {shifted(self.now, minutes=by).date() for by in (-MOST_LATER, 0, MOST_LATER)}
        keys = {one.plan_key(day, is_wet=self.is_wet) for one in alike.values() for day in days}
        return {key: compiled_plan(key) for key in sorted(keys - self.plans.keys())}

    def _moment(self, habit: ExtraHabit) -> _Moment:
        alike = habit.language, habit.trade, habit.age, habit.minutes_later
        found = self._moments.get(alike)
        if found is None:
            lived = habit.lived_time(self.now)
            key = habit.plan_key(lived.date(), is_wet=self.is_wet)
            plan = self.plans.get(key) or compiled_plan(key)
            index = plan.index_at(lived.hour * 60 + lived.minute)
            start, end = plan.interval(index)
            found = self._moments[alike] = _Moment(
                day=lived.date(),
                plan=plan,
                block=plan.blocks[index] if 0 <= index < len(plan.blocks) else None,
                begins=shifted(_midnight(lived), minutes=start + habit.minutes_later),
                minutes=end - start,
            )
        return found


def _act_of(here: _Moment, place_id: PlaceId | None, thing: str, activity: str) -> Act:
    is_up = here.block is not None or activity != here.plan.asleep
    step = Step(
        starts_at=here.begins,
        minutes=here.minutes,
        activity=activity,
        place_id=place_id,
        object=thing,
        object_state=here.plan.in_use if thing else "",
        emoji=here.block.emoji if here.block is not None else _SLEEPING_EMOJI,
    )
    return Act(step=step, cause=Cause.PLAN if is_up else Cause.SLEEP)


MOST_LATER = 200
"""Minutes by which the day of an extra may differ from the shared plan, either way."""


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def replay(
    habit: ExtraHabit,
    since: datetime,
    until: datetime,
    act_at: Callable[[datetime], Act],
    changes: Iterable[datetime] = (),
) -> list[tuple[datetime, Act]]:
    """Return what an extra did between two moments, with when each began, oldest first.

    `changes` are the moments at which something other than the time of day may have changed what
    `act_at` returns.
    """
    venues = (one for one in (habit.work, habit.meal, *habit.out) if one is not None)
    hours = {edge for one in venues for edge in (one.opens, one.closes)}
    days = range((until.date() - since.date()).days + 1)
    edges = {
        shifted(_midnight(since), minutes=minute + count * DAY)
        for minute in hours
        for count in days
    }
    found: list[tuple[datetime, Act]] = []
    now: datetime | None = since
    while now is not None and now <= until:
        act = act_at(now)
        if not found or _shown(found[-1][1]) != _shown(act):
            found.append((now, act))
        following = {act.ends_at, *edges, *changes}
        now = min((edge for edge in following if edge > now), default=None)
    return found


def _shown(act: Act) -> tuple[str, PlaceId | None]:
    return act.step.activity, act.step.place_id
