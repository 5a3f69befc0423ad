"""A world's own names of months, days and eras, and into how many hours it divides a day.

The clock stays as it is: twelve months and weeks of seven days, which a calendar only calls
otherwise.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated

from npcserver.model import limits
from npcserver.model.bounds import Items, Name, NumberRange

MONTHS = 12
DAYS = 7
HOURS = 24
_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Era:
    """Years that are counted from a year of the clock, which is its year 1."""

    name: Name
    first_year: Annotated[int, NumberRange(1, 9999)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """Names from January and from Monday on; empty where those of the language hold.

    `hours_in_day` is 24 unless the world counts its hours otherwise.
    """

    months: Annotated[tuple[Name, ...], Items(MONTHS)] = ()
    weekdays: Annotated[tuple[Name, ...], Items(DAYS)] = ()
    eras: Annotated[tuple[Era, ...], Items(limits.ERAS, key="first_year")] = ()
    hours_in_day: Annotated[int, NumberRange(1, limits.HOURS_IN_DAY)] = HOURS

    def weekday(self, at: date) -> str:
        """Return the name of a day of the week; empty for that of the language."""
        return self.weekdays[at.weekday()] if self.weekdays else ""

    def month(self, at: datetime) -> str:
        """Return the name of a month; empty for that of the language."""
        return self.months[at.month - 1] if self.months else ""

    def era(self, at: datetime) -> tuple[str, int]:
        """Return the era that a time is in, and its year there; ("", 0) without one."""
        begun = [one for one in self.eras if one.first_year <= at.year]
        latest = max(begun, key=lambda one: one.first_year, default=None)
        return ("", 0) if latest is None else (latest.name, at.year - latest.first_year + 1)

    def hour(self, at: datetime) -> int:
        """Return the hour of the day from 1, of those into which the world divides it; else 0."""
        if self.hours_in_day == HOURS:
            return 0
        return (at.hour * 60 + at.minute) * self.hours_in_day // _MINUTES + 1


EARTH = Calendar()
"""The calendar of worlds without one of their own."""
