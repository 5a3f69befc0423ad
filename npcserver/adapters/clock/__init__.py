"""The system's clock."""

import time
from datetime import UTC, datetime


class SystemClock:
    """Tells the time of this machine."""

    def now(self) -> datetime:
        """Return the present moment in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds that never run backwards."""
        return time.monotonic()
