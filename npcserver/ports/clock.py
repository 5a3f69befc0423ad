"""Real time; game time belongs to timelines."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """The time of the real world."""

    def now(self) -> datetime:
        """Return the present time in UTC, timezone-aware."""

    def monotonic(self) -> float:
        """Return seconds from an arbitrary start; they never decrease."""


@dataclass(frozen=True, slots=True)
class StillClock:
    """A clock that stands still, for work done again: nothing is too slow there."""

    moment: datetime

    def now(self) -> datetime:
        """Return the moment."""
        return self.moment

    def monotonic(self) -> float:
        """Return 0."""
        return 0.0
