"""What records hold of extras: the habit of each, and the plans that they share."""

import zlib
from bisect import bisect_right
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property

from npcserver.language.clock import DAY, shifted
from npcserver.model.ids import PlaceId


class Spot(StrEnum):
    """Where a block of a shared plan takes place; each extra has its own place for it.

    SHELTER: leisure in wet weather, where MEAL is.
    """

    HOME = "home"
    WORK = "work"
    MEAL = "meal"
    OUT = "out"
    SHELTER = "shelter"


class AgeGroup(StrEnum):
    """The age of an extra, as far as its day depends on it."""

    CHILD = "child"
    ADULT = "adult"
    OLD = "old"


@dataclass(frozen=True, slots=True, kw_only=True)
class Venue:
    """A place that an extra goes to, when it is open in minutes of the day, and what it uses there.

    `closes` before `opens` means past midnight; two equal minutes mean always.
    """

    place_id: PlaceId
    opens: int = 0
    closes: int = 0
    thing: str = ""

    def is_open(self, minute: int) -> bool:
        """Return whether it is open at a minute of the day."""
        if self.opens < self.closes:
            return self.opens <= minute < self.closes
        return self.opens == self.closes or minute >= self.opens or minute < self.closes


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraHabit:
    """Which shared plan an extra follows, where, and by how many minutes later than others.

    `out` are the places of its leisure, of which it goes to one on each day.
    """

    language: str
    trade: str = ""
    age: AgeGroup = AgeGroup.ADULT
    minutes_later: int = 0
    home_id: PlaceId | None = None
    work: Venue | None = None
    meal: Venue | None = None
    out: tuple[Venue, ...] = ()

    def plan_key(self, day: date, *, is_wet: bool) -> str:
        """Return the key of the shared plan of a day."""
        weather = "wet" if is_wet else "dry"
        return f"{self.language}/{self.trade}/{self.age}/{day.weekday()}/{weather}"

    def lived_time(self, moment: datetime) -> datetime:
        """Return the time of the shared plan at a moment."""
        return shifted(moment, minutes=-self.minutes_later)

    def venue(self, spot: Spot, who: str, day: date) -> Venue | None:
        """Return where it goes for a block of its plan; None for its home."""
        match spot:
            case Spot.HOME:
                return None
            case Spot.WORK:
                return self.work
            case Spot.MEAL | Spot.SHELTER:
                return self.meal
            case Spot.OUT:
                choice = zlib.crc32(f"{who} {day.isoformat()}".encode())
                return self.out[choice % len(self.out)] if self.out else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CrowdBlock:
    """An activity from a minute of the day until the next block."""

    start: int
    activity: str
    spot: Spot
    emoji: str = ""


@dataclass(frozen=True, kw_only=True)
class CrowdPlan:
    """Body of a crowd record: the day of extras of one trade and age, on a weekday, in a weather.

    `blocks` fill the day from getting up until the minute `sleeps`. `idle` is what an extra does
    that cannot be where its plan sends it, `asleep` the activity of sleeping, and `in_use` the
    state of a thing that is used.
    """

    blocks: tuple[CrowdBlock, ...]
    sleeps: int
    asleep: str
    idle: str
    in_use: str

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(one.start for one in self.blocks)

    def index_at(self, minute: int) -> int:
        """Return which block is under way: -1 before the first, their count once in bed."""
        return len(self.blocks) if minute >= self.sleeps else bisect_right(self._starts, minute) - 1

    def interval(self, index: int) -> tuple[int, int]:
        """Return the minutes from which until which a block lasts, or the night around the day."""
        edges = (self.sleeps - DAY, *self._starts, self.sleeps, self._starts[0] + DAY)
        return edges[index + 1], edges[index + 2]
