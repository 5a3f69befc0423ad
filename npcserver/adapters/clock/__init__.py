"""The system's clock."""

import time
from datetime import UTC, datetime


class SystemClock:
    """The time of this machine."""

    def now(self) -> datetime:
        """Return the present moment in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds on a clock that never runs backwards."""
        return time.monotonic()
