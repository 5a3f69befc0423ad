"""Game time as people speak of it. Templates turn the keys into words of their language."""

from dataclasses import dataclass
from datetime import datetime, timedelta

_JUST_NOW = timedelta(minutes=10)
_DAY_BEGINS = timedelta(hours=5)  # two in the morning still belongs to last night
_DAYS_PER_WEEK = 7
_DAYS_PER_MONTH = 30
_DAYS_PER_YEAR = 365


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
class Ago:
    """How long ago: `span` is just_now, today, yesterday, days, weeks, months or years.

    `part` is the part of that day; `count` the number of days, weeks, months or years.
    """

    span: str
    part: str
    count: int = 1


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


def ago(past: datetime, now: datetime) -> Ago:
    """Say how `past` looks from `now`; what lies ahead counts as just now."""
    part = part_of_day(past)
    if now - past <= _JUST_NOW:
        return Ago(span="just_now", part=part)
    days = ((now - _DAY_BEGINS).date() - (past - _DAY_BEGINS).date()).days
    if days <= 0:
        return Ago(span="today", part=part)
    if days == 1:
        return Ago(span="yesterday", part=part)
    for span, length in (
        ("years", _DAYS_PER_YEAR),
        ("months", _DAYS_PER_MONTH),
        ("weeks", _DAYS_PER_WEEK),
    ):
        if days >= 2 * length or (span == "weeks" and days >= length):
            return Ago(span=span, part=part, count=days // length)
    return Ago(span="days", part=part, count=days)


def part_of_day(time: datetime) -> str:
    """Return morning (from 5), afternoon (from 12), evening (from 17) or night (from 22)."""
    for begins, part in ((22, "night"), (17, "evening"), (12, "afternoon"), (5, "morning")):
        if time.hour >= begins:
            return part
    return "night"
