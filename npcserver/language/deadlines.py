"""When something is due that was promised in words: `by noon`, `tomorrow evening`, `两小时后`.

Data: `deadlines.toml`. A day without an hour is over at one minute to midnight, and so is what is
due in it. Words that name no time yield None.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from npcserver.language import data, patterns, words
from npcserver.language.clock import shifted

LAST_MINUTE = (23, 59)
GRACE = timedelta(hours=1)
"""How late what is due at an hour may come before it counts as broken."""

_NOON = 12
_NIGHT_ENDS = 6  # nobody who says `at five` means the middle of the night
_WEEK = 7
_A_DAY = 1440
_SPANS, _CLOCKS, _DAYS, _MOMENTS = (
    patterns("deadlines", key) for key in ("span", "clock", "day", "moment")
)
_LATE, _EARLY = words("deadlines", "late"), words("deadlines", "early")


@dataclass(frozen=True, slots=True)
class _Match:
    """What a pattern of one language found; a part that was not found is empty."""

    code: str
    found: re.Match[str]

    def part(self, *names: str) -> str:
        """Return the first of these groups that was found, in lower case."""
        groups = self.found.groupdict()
        found = next((groups[name] for name in names if groups.get(name)), "")
        return " ".join(found.lower().split())

    def table(self, name: str) -> Mapping[str, Any]:
        """Return a table of the language; empty where its file has none."""
        found: Mapping[str, Any] = data("deadlines", self.code).get(name, {})
        return found

    def number(self, name: str) -> float:
        """Return the number in a group; 1 where its words are none."""
        text = self.part(name)
        return float(text) if text.isdigit() else float(self.table("numbers").get(text, 1))


def due_at(said: str, now: datetime) -> datetime | None:
    """Return by when something is due, seen from `now`; None where no time to come is named."""
    due = _named_time(_plain(said), now)
    return due if due is not None and due > now else None


def names_a_time(said: str) -> bool:
    """Say whether words name a time to come."""
    return any(pattern.search(_plain(said)) for each in _ALL for pattern in each.values())


def day_to_come(said: str, now: datetime) -> datetime | None:
    """Return when the day that words name is over, as seen from `now`; None without one."""
    day = _search(_DAYS, _plain(said))
    return None if day is None else _ending(_date(day, now))


def without_time(said: str) -> str:
    """Return the words without those that name a time: `bring it by noon` becomes `bring it`."""
    text = _plain(said)
    for each in _ALL:
        for pattern in each.values():
            text = pattern.sub(" ", text)
    return " ".join(text.split())


def is_overdue(due: datetime, now: datetime) -> bool:
    """Say whether time has run out: an hour has its grace, a day ends with the day."""
    is_of_a_day = (due.hour, due.minute) == LAST_MINUTE
    return now - due > (timedelta(0) if is_of_a_day else GRACE)


_ALL = (_SPANS, _CLOCKS, _DAYS, _MOMENTS)


def _search(each: Mapping[str, re.Pattern[str]], text: str) -> _Match | None:
    found = [_Match(code, match) for code, one in each.items() if (match := one.search(text))]
    return min(found, key=lambda one: one.found.start(), default=None)


def _named_time(text: str, now: datetime) -> datetime | None:
    span = _search(_SPANS, text)
    if span is not None:
        unit = span.table("minutes")[span.part("unit")]
        due = shifted(now, minutes=span.number("count") * unit)
        return _ending(due) if unit >= _A_DAY else due
    day, clock, moment = (_search(each, text) for each in (_DAYS, _CLOCKS, _MOMENTS))
    if day is None and clock is None and moment is None:
        return None
    # the part of the day that the words for a day name: `tonight`, `Friday evening`
    part = "" if day is None else day.part("part", "this", "offset")
    end = None if day is None else day.table("ends").get(part)
    part = part if end is not None else ""
    if moment is not None and not part:
        part = moment.part("mark", "part")
        end = moment.table("ends")[part]
    date = None if day is None else _date(day, now)
    if clock is not None:
        return _at_clock(clock, part, date, now)
    if end is None:
        return _ending(date or now)
    due = _hour(date or now, *end)
    return shifted(due, days=1) if date is None and due <= now else due


def _plain(said: str) -> str:
    return said.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def _date(found: _Match, now: datetime) -> datetime:
    offset = found.part("offset")
    if offset:
        return shifted(now, days=found.table("offsets")[offset])
    if found.part("this"):
        return now
    if found.part("week"):
        return shifted(now, days=2 * _WEEK - 1 - now.weekday())  # the end of the week to come
    wanted: int = found.table("weekdays")[found.part("weekday")]
    if found.part("next").startswith(tuple(data("deadlines", found.code)["next"])):
        return shifted(now, days=_WEEK - now.weekday() + wanted)
    return shifted(now, days=(wanted - now.weekday() - 1) % _WEEK + 1)


def _at_clock(found: _Match, part: str, date: datetime | None, now: datetime) -> datetime | None:
    hour = int(found.number("hour"))
    minute = int(found.part("minute") or 0)
    past = found.part("past")
    if past:
        minute = found.table("past")[past]
    if hour > 24 or minute > 59:
        return None
    is_late = found.part("half") == "p" or part in _LATE
    is_early = found.part("half") == "a" or part in _EARLY
    if hour < _NOON and is_late:
        hour += _NOON
    is_plain = hour <= _NOON and not (is_late or is_early)
    if date is not None:
        hour += _NOON if is_plain and hour <= _NIGHT_ENDS + 1 else 0
        return _hour(date, hour % 24, minute)
    candidates = [hour % 24, (hour + _NOON) % 24] if is_plain else [hour % 24]
    times = [_hour(shifted(now, days=days), at, minute) for days in (0, 1) for at in candidates]
    sensible = [at for at in times if not is_plain or at.hour >= _NIGHT_ENDS]
    return min((at for at in sensible if at > now), default=None)


def _ending(day: datetime) -> datetime:
    return _hour(day, *LAST_MINUTE)


def _hour(day: datetime, hour: int, minute: int) -> datetime:
    return day.replace(hour=hour, minute=minute, second=0, microsecond=0)
