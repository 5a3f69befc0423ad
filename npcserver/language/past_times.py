"""The past times that words name: `last week`, `on the ninth of June`, `上个月`.

Data: `past_times.toml`. What is to come is named by `deadlines`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from npcserver.language import data, patterns
from npcserver.language.clock import shifted

_MOST = 3  # times in one question
_READ = 500  # characters; who says more has named the time by then
_WEEK, _WEEKEND = 7, 5
_MONTHS = 12
_YEAR = 365
_ONE_DAY = timedelta(days=1)
_SLACK = {"week": 4, "month": 16, "year": 183}  # days about a time so many weeks or months ago
_PARTS = {"early": (0.0, 0.4), "mid": (0.25, 0.75), "late": (0.6, 1.0), "": (0.0, 1.0)}


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A span of game time, `start` to before `end`."""

    start: datetime
    end: datetime

    def part(self, begins: float, ends: float) -> "TimeSpan":
        """Return a part of it, by shares of its length."""
        whole = self.end - self.start
        return TimeSpan(self.start + begins * whole, self.start + ends * whole)


@dataclass(frozen=True, slots=True)
class _TimeWords:
    """What a pattern of one language found; a group that was not found is empty."""

    tables: Mapping[str, Any]
    groups: Mapping[str, str | None]

    def part(self, name: str) -> str:
        """Return what stands in a group, or in one of its name with a number behind."""
        words = (text for group, text in self.groups.items() if text and group[: len(name)] == name)
        return " ".join(next(words, "").lower().split())

    def entry(self, table: str, group: str) -> Any:
        """Return what a table says of the words in a group; None where it says nothing."""
        return self.tables.get(table, {}).get(self.part(group))

    def number(self, group: str) -> int | None:
        """Return the number in a group; None where its words are none."""
        text = self.part(group)
        found = int(text) if text.isdecimal() else self.entry("numbers", group)
        return None if found is None else int(found)


_Reader = Callable[[_TimeWords, datetime], TimeSpan | None]


def past_spans(text: str, now: datetime) -> tuple[TimeSpan, ...]:
    """Return the past times that a text names as seen from `now`, in order, at most three.

    A day or month without a year is the last one that has begun. Where the text speaks of what is
    to come, none are returned.
    """
    plain = text[:_READ].replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    lower = " ".join(plain.lower().split())
    # most questions name no time, and looking for each kind of time takes a tenth of a millisecond
    codes = {code for code, signs in _SIGNS.items() if any(sign in lower for sign in signs)}
    if not codes or any(one.search(plain) for one in _TO_COME.values()):
        return ()
    found: list[tuple[int, TimeSpan]] = []
    taken: list[tuple[int, int]] = []
    for kind, match, words in _matches(plain, _READERS, codes):  # the most precise kinds first
        span = _within_years(partial(_READERS[kind], words, now))
        start, end = match.span()
        if any(start < stop and begun < end for begun, stop in taken):
            continue  # the month of a date, which was read whole
        taken.append((start, end))
        if span is not None and span.start <= now:
            found.append((start, span))
    return tuple(span for _, span in sorted(found, key=lambda one: one[0])[:_MOST])


def date_to_come(text: str, since: datetime) -> datetime | None:
    """Return when the first date that a text names is over; None without one.

    A date without a year is the next one, `since` included.
    """
    plain = text[:_READ].replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    for _, _, words in _matches(plain, ("date",)):
        span = _within_years(partial(_date, words, shifted(since, days=_YEAR - 1)))
        if span is not None:
            return span.end
    return None


def dates_in(text: str, now: datetime) -> tuple[datetime, ...]:
    """Return the midnights with which days begin that a text names by month, as of `now`.

    Feasts count. A day without a year is the last one that has begun; days to come, and words such
    as `yesterday`, name none.
    """
    days: list[datetime] = []
    for kind, _, words in _matches(text, ("date", "feast")):
        if kind == "feast" or words.part("month"):
            span = _within_years(partial(_READERS[kind], words, now))
            days += [span.start] if span is not None and span.start <= now else []
    return tuple(dict.fromkeys(days))


def _matches(
    text: str, kinds: Iterable[str], codes: Collection[str] | None = None
) -> Iterator[tuple[str, re.Match[str], _TimeWords]]:
    """Yield where times are named, kind by kind, in some languages (None: all)."""
    for kind in kinds:
        for code, pattern in _PATTERNS[kind].items():
            for match in pattern.finditer(text) if codes is None or code in codes else ():
                yield kind, match, _TimeWords(data("past_times", code), match.groupdict())


def _within_years(read: Callable[[], TimeSpan | None]) -> TimeSpan | None:
    """Return a time; None for one that there is none of, as 31 April and the year 0."""
    try:
        return read()
    except (ValueError, OverflowError):
        return None


def _date(found: _TimeWords, now: datetime) -> TimeSpan | None:
    day, month = found.number("day"), found.entry("months", "month")
    if day is None:
        return None
    year = found.number("year")
    if month is None:  # `on the ninth`: of this month, or of the last that had one
        months = (_month_before(now, back) for back in range(_MONTHS))
        days = (_day_of(at.year, at.month, day) for at in months)
        return next((one for one in days if one is not None and one.start <= now), None)
    return _last(lambda at: _day_of(at, month, day), now, year)


def _feast(found: _TimeWords, now: datetime) -> TimeSpan | None:
    month, day = found.entry("feasts", "feast")
    return _last(lambda year: _day_of(year, month, day), now, None)


def _month(found: _TimeWords, now: datetime) -> TimeSpan | None:
    month, year = found.entry("months", "month"), found.number("year")
    if month is None:
        return None if year is None else _months(datetime(year, 1, 1, tzinfo=UTC), _MONTHS)
    span = _last(lambda at: _months(datetime(at, month, 1, tzinfo=UTC), 1), now, year)
    return None if span is None else span.part(*_PARTS[found.entry("parts", "part") or ""])


def _season(found: _TimeWords, now: datetime) -> TimeSpan | None:
    first = found.entry("seasons", "season")
    return _last(lambda year: _months(datetime(year, first, 1, tzinfo=UTC), 3), now, None)


def _weekday(found: _TimeWords, now: datetime) -> TimeSpan | None:
    wanted: int = found.entry("weekdays", "weekday")
    back = (now.weekday() - wanted) % _WEEK
    if found.part("last"):
        back = back or _WEEK
    return _day(shifted(now, days=-back))


def _ago(found: _TimeWords, now: datetime) -> TimeSpan | None:
    count, unit = found.number("count"), found.entry("units", "unit")
    if count is None:
        return None
    if unit == "day":
        return _day(shifted(now, days=-count))
    if unit == "week":
        at = shifted(now, days=-count * _WEEK)
    else:
        at = _month_before(now, count * _MONTHS if unit == "year" else count)
    slack = timedelta(days=_SLACK[unit])
    return TimeSpan(at - slack, at + slack)


def _relative(found: _TimeWords, now: datetime) -> TimeSpan | None:
    unit, back = found.entry("units", "unit"), int(found.entry("back", "which"))
    midnight = _midnight(now)
    monday = shifted(midnight, days=-now.weekday())
    if unit == "week":
        start = shifted(monday, days=-_WEEK * back)
        return TimeSpan(start, shifted(start, days=_WEEK))
    if unit == "weekend":
        start = shifted(monday, days=_WEEKEND - _WEEK * back)
        return TimeSpan(start, shifted(start, days=2))
    if unit == "year":
        return _months(datetime(now.year - back, 1, 1, tzinfo=UTC), _MONTHS)
    return _months(_month_before(now, back).replace(day=1), 1)


def _offset(found: _TimeWords, now: datetime) -> TimeSpan | None:
    first, days, *hours = found.entry("offsets", "offset")
    start = shifted(_midnight(now), days=-first, hours=hours[0] if hours else 0)
    return TimeSpan(start, shifted(start, days=days))


_READERS: Mapping[str, _Reader] = {
    "date": _date,
    "feast": _feast,
    "month": _month,
    "ago": _ago,
    "relative": _relative,
    "season": _season,
    "weekday": _weekday,
    "offset": _offset,
}
_PATTERNS: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    kind: patterns("past_times", kind) for kind in _READERS
}
_TO_COME = patterns("past_times", "to_come")
_SIGNS: Mapping[str, tuple[str, ...]] = {
    code: tuple(data("past_times", code).get("signs", ("",))) for code in _TO_COME
}
"""One of these, in lower case, stands in every text that names a time in a language."""


def _last(
    span_in: Callable[[int], TimeSpan | None], now: datetime, year: int | None
) -> TimeSpan | None:
    """Return a time of a year; without one, of the last year in which it had begun by `now`."""
    if year is not None:
        return span_in(year)
    found = (span_in(at) for at in (now.year, now.year - 1))
    return next((one for one in found if one is not None and one.start <= now), None)


def _day_of(year: int, month: int, day: int) -> TimeSpan | None:
    try:
        return _day(datetime(year, month, day, tzinfo=UTC))
    except ValueError:  # no such day
        return None


def _day(at: datetime) -> TimeSpan:
    start = _midnight(at)
    return TimeSpan(start, shifted(start, days=1))


def _months(start: datetime, count: int) -> TimeSpan:
    start = _midnight(start)
    return TimeSpan(start, _month_before(start, -count))


def _month_before(at: datetime, count: int) -> datetime:
    """Return the same day so many months earlier, or the last of the month."""
    year, month = divmod(at.year * _MONTHS + at.month - 1 - count, _MONTHS)
    first = at.replace(year=year, month=month + 1, day=1)
    following = first.replace(day=28) + 4 * _ONE_DAY
    last = following - timedelta(days=following.day)
    return first.replace(day=min(at.day, last.day))


def _midnight(at: datetime) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0)
