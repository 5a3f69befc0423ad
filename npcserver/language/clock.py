"""Times of day in a text, as authors and models write them.

Each language has a module `clock` with a function `clocks` that yields the times it knows. Times
are minutes since midnight.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from npcserver.language import functions

DAY = 24 * 60


def shifted(moment: datetime, **span: float) -> datetime:
    """Return a moment (UTC) later or earlier by a span of `timedelta`, within the years 1 to 9999.

    The calendar of Python ends there, and worlds may begin or end at either edge.
    """
    try:
        return moment + timedelta(**span)
    except OverflowError:
        return _LAST if sum(span.values()) > 0 else _FIRST


_FIRST = datetime.min.replace(tzinfo=UTC)
_LAST = datetime.max.replace(second=0, microsecond=0, tzinfo=UTC)  # plans are of whole minutes


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A time of day in a text; `is_exact` unless morning and evening cannot be told apart.

    It stands from `start` to `end`, and begins with a preposition of `lead` letters.
    """

    minutes: int
    is_exact: bool
    start: int = 0
    end: int = 0
    lead: int = field(default=0, compare=False)

    def after(self, earliest: int) -> int:
        """Return the first time it can mean from `earliest` on, else the time as it stands."""
        if self.is_exact or self.minutes >= earliest:
            return self.minutes
        later = self.minutes + DAY // 2
        return later if earliest <= later < DAY else self.minutes


def clocks(text: str) -> Iterator[ClockTime]:
    """Yield the times of day a text names, by language, in order.

    A bare number counts only after `at` or the like.
    """
    text = text.replace("a.m.", "am").replace("p.m.", "pm")
    for named in functions("clock", "clocks").values():
        yield from named(text)
