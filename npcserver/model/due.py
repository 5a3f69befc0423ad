"""When something is due that was promised in words: `by noon`, `tomorrow evening`, `两小时后`.

Pure: from words and the game time at which they were said. A day without an hour is over at one
minute to midnight, and so is what is due in it. Words that name no time yield None.
"""

import re
from datetime import datetime, timedelta

from npcserver.model import due_words as words

LAST_MINUTE = (23, 59)
GRACE = timedelta(hours=1)
"""How late what is due at an hour may come before it counts as broken."""

_NOON = 12
_NIGHT_ENDS = 6  # nobody who says `at five` means the middle of the night
_WEEK = 7
_A_DAY = 1440
_LATE_HALVES = frozenset(
    (
        "afternoon",
        "evening",
        "night",
        "tonight",
        "下午",
        "傍晚",
        "晚上",
        "今晚",
        "今夜",
        "明晚",
        "夜里",
    )
)


def due_at(said: str, now: datetime) -> datetime | None:
    """Return by when something is due, seen from `now`; None where no time to come is named."""
    due = _named_time(_plain(said), now)
    return due if due is not None and due > now else None


def names_a_time(said: str) -> bool:
    """Say whether words name a time to come."""
    return any(pattern.search(_plain(said)) for pattern in _ALL)


def without_time(said: str) -> str:
    """Return the words without those that name a time: `bring it by noon` becomes `bring it`."""
    text = _plain(said)
    for pattern in _ALL:
        text = pattern.sub(" ", text)
    return " ".join(text.split())


def is_overdue(due: datetime, now: datetime) -> bool:
    """Say whether time has run out: an hour has its grace, a day ends with the day."""
    is_of_a_day = (due.hour, due.minute) == LAST_MINUTE
    return now > due + (timedelta(0) if is_of_a_day else GRACE)


_ALL = (words.SPAN, words.CLOCK, words.DAY, words.MOMENT)


def _named_time(text: str, now: datetime) -> datetime | None:
    span = words.SPAN.search(text)
    if span is not None:
        return _after_span(span, now)
    day, clock, moment = (
        pattern.search(text) for pattern in (words.DAY, words.CLOCK, words.MOMENT)
    )
    if day is None and clock is None and moment is None:
        return None
    part = _part(day) or _named(moment, "mark", "part", "mark_zh")
    date = None if day is None else _date(day, now)
    if clock is not None:
        return _at_clock(clock, part, date, now)
    return _at_part(part, date, now)


def _plain(said: str) -> str:
    return said.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def _named(found: re.Match[str] | None, *groups: str) -> str:
    """Return the first of these groups that was found, in lower case."""
    if found is None:
        return ""
    return next((found[group].lower() for group in groups if found[group]), "")


def _number(text: str) -> float:
    return float(text) if text.isdigit() else words.NUMBERS.get(" ".join(text.lower().split()), 1)


def _after_span(found: re.Match[str], now: datetime) -> datetime:
    unit = words.MINUTES[_named(found, "unit", "unit_zh")]
    minutes = _number(_named(found, "count", "count_zh")) * unit
    due = now + timedelta(minutes=minutes)
    return _ending(due) if unit >= _A_DAY else due


def _part(day: re.Match[str] | None) -> str:
    """Return the part of the day that the words for a day name: `tonight`, `Friday evening`."""
    part = _named(day, "part", "this", "offset", "offset_zh")
    return part if part in words.ENDS_OF_PARTS else ""


def _date(found: re.Match[str], now: datetime) -> datetime:
    """Return the day that is named, at the hour of `now`."""
    offset = _named(found, "offset", "offset_zh")
    if offset:
        return now + timedelta(days=words.OFFSETS[offset])
    if found["this"]:
        return now
    if found["week"] or found["week_zh"]:
        return now + timedelta(days=2 * _WEEK - 1 - now.weekday())  # the end of the week to come
    wanted = words.WEEKDAYS[_named(found, "weekday", "weekday_zh")]
    if _named(found, "next", "next_zh").startswith(("next", "下")):
        return now + timedelta(days=_WEEK - now.weekday() + wanted)
    return now + timedelta(days=(wanted - now.weekday() - 1) % _WEEK + 1)


def _at_clock(
    found: re.Match[str], part: str, date: datetime | None, now: datetime
) -> datetime | None:
    hour = int(_number(_named(found, "hour", "hour_zh")))
    minute = int(found["minute"] or 0)
    if found["past"] or found["past_zh"]:
        minute = 15 if (found["past"] or "").lower().startswith("quarter") else 30
    if hour > 24 or minute > 59:
        return None
    is_late = found["half"] in ("p", "P") or part in _LATE_HALVES
    is_early = found["half"] in ("a", "A") or part in ("morning", "早上", "早晨", "上午")
    if hour < _NOON and is_late:
        hour += _NOON
    is_plain = hour <= _NOON and not (is_late or is_early)
    if date is not None:
        hour += _NOON if is_plain and hour <= _NIGHT_ENDS + 1 else 0
        return _hour(date, hour % 24, minute)
    candidates = [hour % 24, (hour + _NOON) % 24] if is_plain else [hour % 24]
    times = [_hour(now + timedelta(days=days), at, minute) for days in (0, 1) for at in candidates]
    sensible = [at for at in times if not is_plain or at.hour >= _NIGHT_ENDS]
    return min((at for at in sensible if at > now), default=None)


def _at_part(part: str, date: datetime | None, now: datetime) -> datetime:
    if not part:
        return _ending(date or now)
    due = _hour(date or now, *words.ENDS_OF_PARTS[part])
    return due + timedelta(days=1) if date is None and due <= now else due


def _ending(day: datetime) -> datetime:
    return _hour(day, *LAST_MINUTE)


def _hour(day: datetime, hour: int, minute: int) -> datetime:
    return day.replace(hour=hour, minute=minute, second=0, microsecond=0)
