"""Memories of time that the clock skipped, and what texts say of the dead and of shut places.

Data: `jumps.toml`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from npcserver.language import finder, is_served, pattern, patterns, text, texts

_T = TypeVar("_T")
_BEHIND = 100  # characters behind a name that may say that its bearer is dead
_DEAD, _ALIVE = patterns("jumps", "dead"), patterns("jumps", "alive")
_KILLED = patterns("jumps", "killed")
_SHUT, _UNSHUT = patterns("jumps", "shut"), patterns("jumps", "unshut")
_PARTS = pattern("jumps", "parts")
_FATE, _CLOSING = pattern("jumps", "fate"), pattern("jumps", "closing")

comes_every_year = finder("jumps", "yearly")
"""Return whether a text is about a day that comes every year, such as a birthday."""
is_to_come = finder("jumps", "coming")
"""Return whether a text that names a day speaks of it as one to come."""


class DayNames(Protocol):
    """Names that a world gives days and months; empty for those of the language."""

    def weekday(self, at: datetime) -> str:
        """Return the name of a day of the week."""

    def month(self, at: datetime) -> str:
        """Return the name of a month."""

    def era(self, at: datetime) -> tuple[str, int]:
        """Return the era and its year; ("", 0) without one."""


def deed_text(
    at: datetime,
    activity: str,
    within: Sequence[str],
    others: Sequence[str],
    language: str,
    *,
    now: datetime,
    calendar: DayNames,
) -> str:
    """Return what is remembered of a deed, a meeting where there are `others`, as of `now`.

    `within` names the place and those that contain it, innermost first. In a language without words
    for it the memory is what the author wrote: activity, place and names.
    """
    if not is_served(language, "jumps"):
        return ", ".join(part for part in (activity, *within, *others) if part)
    place = ""
    for name in reversed(within):
        form = text("jumps", "within", language)
        place = form.format(part=name, whole=place) if place else name
    where = text("jumps", "place", language).format(place=place) if place else ""
    names = text("jumps", "and", language).join(others)
    form = text("jumps", "meeting" if others else "deed", language)
    return form.format(
        date=_date(at, now, language, calendar), activity=activity, place=where, others=names
    )


def day_text(at: datetime, known: str, language: str, *, now: datetime, calendar: DayNames) -> str:
    """Return what is remembered of a day that was known beforehand from a text."""
    if not is_served(language, "jumps"):
        return known
    date = _date(at, now, language, calendar)
    return text("jumps", "day", language).format(date=date, text=known)


def deaths_in(told: str, ids: Mapping[str, _T]) -> Iterator[tuple[_T, bool]]:
    """Yield who a text says is dead (True) or alive after all (False).

    `ids` are those of the people who bear a name, by their names in lower case.
    """
    if not ids or not _FATE.search(told):
        return
    names = "|".join(re.escape(name) for name in sorted(ids, key=len, reverse=True))
    for found in re.finditer(rf"(?<![a-z])(?:{names})(?![a-z])", told, re.IGNORECASE):
        behind, before = told[found.end() : found.end() + _BEHIND], told[: found.start()]
        is_dead = any(one.search(behind) for one in _DEAD.values())
        if is_dead or any(one.search(before) for one in _KILLED.values()):
            yield ids[found[0].casefold()], True
        elif any(one.search(behind) for one in _ALIVE.values()):
            yield ids[found[0].casefold()], False


def shut_in(told: str) -> Iterator[tuple[str, bool]]:
    """Yield the words for each place that a text says is shut (True) or open again (False)."""
    if not _CLOSING.search(told):
        return
    for each, is_shut in ((_SHUT, True), (_UNSHUT, False)):
        for one in each.values():
            for found in one.finditer(told):
                if not _PARTS.search(found["what"]):
                    yield found["what"], is_shut


def _date(at: datetime, now: datetime, language: str, calendar: DayNames) -> str:
    weekday = calendar.weekday(at) or texts("calendar", "weekdays_short", language)[at.weekday()]
    month = calendar.month(at) or texts("calendar", "months", language)[at.month - 1]
    date = text("calendar", "date", language).format(weekday=weekday, day=at.day, month=month)
    is_of_now = at.year == now.year
    if is_of_now:
        return date
    era, era_year = calendar.era(at)
    named = text("calendar", "year_of_era", language).format(year=era_year, era=era)
    return text("jumps", "dated", language).format(date=date, year=named if era else at.year)
