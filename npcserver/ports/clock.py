"""Real time. Game time belongs to the timeline."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time of the real world."""

    def now(self) -> datetime:
        """Return the present moment in UTC, aware."""
        ...

    def monotonic(self) -> float:
        """Return seconds from an arbitrary start that never run backwards."""
        ...
