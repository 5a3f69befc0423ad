"""Game time as people speak of it. Templates turn the keys into words of their language."""

from dataclasses import dataclass
from datetime import datetime

_DAYS_PER_WEEK = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A point of game time: `weekday` from 0 (Monday), `month` from 1, `clock` as 14:05."""

    weekday: int
    day: int
    month: int
    year: int
    clock: str
    part: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """When a memory came: by weekday and clock where it `is_of_this_week`, else by its date.

    The `year` is 0 where it is the present one.
    """

    at: Moment
    is_of_this_week: bool
    year: int = 0


def moment(now: datetime) -> Moment:
    """Take a point of time apart."""
    return Moment(
        weekday=now.weekday(),
        day=now.day,
        month=now.month,
        year=now.year,
        clock=f"{now:%H:%M}",
        part=part_of_day(now),
    )


def stamp(past: datetime, now: datetime) -> Stamp:
    """Return when `past` was, in words that stay the same for the six days after it.

    After that its weekday would name another day. What lies ahead is of this week.
    """
    days = (now.date() - past.date()).days
    return Stamp(
        at=moment(past),
        is_of_this_week=days < _DAYS_PER_WEEK,
        year=past.year if past.year != now.year else 0,
    )


def part_of_day(time: datetime) -> str:
    """Return morning (from 5), afternoon (from 12), evening (from 17) or night (from 22)."""
    for begins, part in ((22, "night"), (17, "evening"), (12, "afternoon"), (5, "morning")):
        if time.hour >= begins:
            return part
    return "night"
