"""Real time; game time belongs to timelines."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """The time of the real world."""

    def now(self) -> datetime:
        """Return the present time in UTC, timezone-aware."""
        ...

    def monotonic(self) -> float:
        """Return seconds from an arbitrary start; they never decrease."""
        ...
