"""What characters did in game time that the clock skipped, by plan, habit and norms; no model.

Each character has one schedule, and all that is remembered is cut out of schedules: nobody is in
two places at once, and two who met agree on when and where.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

from npcserver.language.day import EMOJI, activities, kind_of
from npcserver.model.day import DayPlan
from npcserver.model.ids import PlaceId
from npcserver.model.world import Place, enclosing_places

SHORTEST_JUMP = timedelta(hours=6)
"""A shorter move of the clock skips nothing that is worth remembering."""
_DAYS = 8  # of which schedules are made, however long the jump
_LONGEST = 400  # days before the end of a jump that are remembered
_SHORTEST_DEED = timedelta(minutes=20)
_MEETINGS = 2  # of one character in one jump
_DAY, _WEEK = timedelta(days=1), timedelta(days=7)
_ROUTINE = ("rise", "breakfast", "bed", "sleep", "other", "whisper")
_AT_HOME = ("morning", "evening")
_UNREMARKABLE = (EMOJI["sleep"], EMOJI["wash"])


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedLife:
    """A character during a jump: its plans of the days, and the ids of those it knows.

    `busy_until` is when its act under way ends.
    """

    id: str
    language: str
    busy_until: datetime
    plans: tuple[DayPlan, ...]
    acquaintances: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What a character did, where, and whom it `met` there (an id, or empty).

    `rank` is 0 for a deed of its own, 1 for one of any day, 2 for time spent at home. Of equal ones
    the lower `order` is remembered, which is drawn by timeline, character and time.
    """

    who: str
    starts_at: datetime
    ends_at: datetime
    activity: str
    place_id: PlaceId | None
    rank: int = 0
    order: int = 0
    met: str = ""

    def overlaps(self, other: "Deed") -> bool:
        """Return whether some time belongs to both."""
        return self.starts_at < other.ends_at and other.starts_at < self.ends_at


def days_between(since: datetime, until: datetime, seed: str) -> tuple[date, ...]:
    """Return the days of a jump that are remembered: all of a few, else one of each eighth."""
    last = until.date().toordinal()
    first = max(since.date().toordinal(), last - _LONGEST)
    if last - first < _DAYS:
        return tuple(date.fromordinal(day) for day in range(first, last + 1))
    edges = [first + (last + 1 - first) * part // _DAYS for part in range(_DAYS + 1)]
    return tuple(
        date.fromordinal(begin + _drawn(seed, str(begin)) % (end - begin))
        for begin, end in pairwise(edges)
    )


@dataclass(slots=True, kw_only=True)
class SkippedTime:
    """A jump of the clock from `since` to `until`, with all who lived through it.

    `shut` are places that are closed, with the time at which they open again (None if unknown).
    `apart` are pairs of people who do not meet on a day. `names` are the ids of those who bear a
    name that an activity may mention, in lower case.
    """

    since: datetime
    until: datetime
    seed: str
    places: Mapping[PlaceId, Place]
    lives: Sequence[SkippedLife]
    shut: Mapping[PlaceId, datetime | None] = field(default_factory=dict)
    apart: Collection[tuple[frozenset[str], date]] = ()
    names: Mapping[str, AbstractSet[str]] = field(default_factory=dict)
    _days: dict[str, dict[date, list[Deed]]] = field(default_factory=dict, init=False)
    _inside: defaultdict[tuple[PlaceId, date], list[Deed]] = field(init=False)
    _chosen: defaultdict[str, list[Deed]] = field(init=False)
    _named: re.Pattern[str] = field(init=False)
    _mentioned: dict[str, tuple[AbstractSet[str], ...]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._inside, self._chosen = defaultdict(list), defaultdict(list)
        names = "|".join(re.escape(name) for name in sorted(self.names, key=len, reverse=True))
        self._named = re.compile(rf"(?<![a-z])(?:{names or '(?!)'})(?![a-z])", re.IGNORECASE)
        for life in sorted(self.lives, key=lambda one: one.id):
            self._days[life.id] = {plan.day: list(self._hours(life, plan)) for plan in life.plans}
        for days in self._days.values():
            for day, hours in days.items():
                for hour in hours:
                    for place in self._around(hour):
                        self._inside[place.id, day].append(hour)

    def deeds(self) -> tuple[Deed, ...]:
        """Return the few deeds that are remembered, by time; a meeting is one deed of each."""
        self._days = {
            who: {
                day: [
                    hour
                    for hour in hours
                    if hour.rank <= _LEAST
                    and hour.ends_at - hour.starts_at >= _SHORTEST_DEED
                    and all(self._is_open(place, hour, day) for place in self._around(hour))
                ]
                for day, hours in days.items()
            }
            for who, days in self._days.items()
        }
        self._meet()
        for who in self._days:
            self._add_deeds(who)
        found = (deed for deeds in self._chosen.values() for deed in deeds)
        return tuple(sorted(found, key=lambda deed: (deed.starts_at, deed.who)))

    def _hours(self, life: SkippedLife, plan: DayPlan) -> Iterator[Deed]:
        habits = {words: key for key, words in activities(life.language).items()}
        for block in plan.blocks:
            start = max(block.starts_at, life.busy_until, self.since)
            end = min(block.ends_at, self.until)
            if start < end:
                yield Deed(
                    who=life.id,
                    starts_at=start,
                    ends_at=end,
                    activity=block.activity,
                    place_id=block.place_id,
                    rank=_rank(block.activity, habits.get(block.activity, "")),
                    order=_drawn(self.seed, life.id, start.isoformat()),
                )

    def _around(self, hour: Deed) -> tuple[Place, ...]:
        return () if hour.place_id is None else enclosing_places(hour.place_id, self.places)

    def _is_open(self, place: Place, hour: Deed, day: date) -> bool:
        last = hour.ends_at - timedelta(minutes=1)
        opens = self.shut.get(place.id, self.since)
        if opens is None or opens > hour.starts_at:
            return False
        inside = self._inside[place.id, day]
        if hour.who not in place.owner_ids:
            times = (hour.starts_at, last)
            if place.hours is not None and not all(place.hours.contain(at.time()) for at in times):
                return False
            if place.owner_ids and not all(
                any(
                    one.starts_at <= at < one.ends_at
                    for one in inside
                    if one.who in place.owner_ids
                )
                for at in times
            ):
                return False
        if place.capacity is None:
            return True
        earlier = {one.who for one in inside if one.who < hour.who and one.overlaps(hour)}
        return len(earlier) < place.capacity

    def _meet(self) -> None:
        pairs = {
            (min(life.id, other), max(life.id, other))
            for life in self.lives
            for other in life.acquaintances & self._days.keys() - {life.id}
        }
        found = [both for one, other in sorted(pairs) for both in self._meetings(one, other)]
        met: set[frozenset[str]] = set()
        for both in sorted(found, key=lambda both: both[0].order ^ both[1].order):
            pair = frozenset(deed.who for deed in both)
            is_free = all(
                self._is_free(deed) and len(self._chosen[deed.who]) < _MEETINGS for deed in both
            )
            if is_free and pair not in met:
                met.add(pair)
                for deed in both:
                    self._chosen[deed.who].append(deed)

    def _meetings(self, one: str, other: str) -> Iterator[tuple[Deed, Deed]]:
        for day, hours in self._days[one].items():
            if (frozenset((one, other)), day) in self.apart:
                continue
            for mine in hours:
                for theirs in self._days[other].get(day, ()):
                    start = max(mine.starts_at, theirs.starts_at)
                    end = min(mine.ends_at, theirs.ends_at)
                    is_shared = mine.place_id is not None and mine.place_id == theirs.place_id
                    if not is_shared or end - start < _SHORTEST_DEED:
                        continue
                    if self._mentions_only(mine, other) and self._mentions_only(theirs, one):
                        yield (
                            replace(mine, starts_at=start, ends_at=end, met=other),
                            replace(theirs, starts_at=start, ends_at=end, met=one),
                        )

    def _add_deeds(self, who: str) -> None:
        """Add deeds of one character: rather such as it has none of, and on other days."""
        chosen = self._chosen[who]
        left = [
            hour
            for hours in self._days[who].values()
            for hour in hours
            if self._mentions_only(hour, who)
        ]
        length = self.until - self.since
        wanted = 3 if length < _DAY else 4 if length <= _WEEK else 6
        while len(chosen) < wanted:
            kinds = Counter((deed.activity, deed.place_id) for deed in chosen)
            days = Counter(deed.starts_at.date() for deed in chosen)
            free = [hour for hour in left if self._is_free(hour)]
            if not free:
                return
            chosen.append(
                min(
                    free,
                    key=lambda hour: (
                        kinds[hour.activity, hour.place_id],
                        days[hour.starts_at.date()],
                        hour.rank,
                        hour.order,
                    ),
                )
            )

    def _is_free(self, deed: Deed) -> bool:
        return not any(deed.overlaps(one) for one in self._chosen[deed.who])

    def _mentions_only(self, deed: Deed, other: str) -> bool:
        """Return whether every name in an activity may mean one who does it, or this other."""
        if deed.activity not in self._mentioned:
            named = self._named.findall(deed.activity)
            self._mentioned[deed.activity] = tuple(self.names[one.casefold()] for one in named)
        return not any(
            bearers.isdisjoint((deed.who, other)) for bearers in self._mentioned[deed.activity]
        )


_LEAST = 2


@lru_cache(maxsize=4096)  # the same activities come back every day
def _rank(activity: str, habit: str) -> int:
    kind = kind_of(activity)
    if habit in _ROUTINE or (not habit and kind is not None and kind.emoji in _UNREMARKABLE):
        return _LEAST + 1
    return _LEAST if habit in _AT_HOME else int(bool(habit))


def _drawn(*names: str) -> int:
    return crc32(" ".join(names).encode())
