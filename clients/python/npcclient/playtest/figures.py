"""Times as percentiles."""

import math
from collections.abc import Sequence


def spread(seconds: Sequence[float]) -> dict[str, float] | None:
    """Return p50, p95, p99 and the longest in milliseconds; None where there are no times."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    figures = {f"p{rank}": _percentile(ordered, rank) for rank in (50, 95, 99)}
    return {
        name: round(value * 1000, 1) for name, value in (figures | {"max": ordered[-1]}).items()
    }


def _percentile(ordered: Sequence[float], rank: int) -> float:
    """Return the nearest rank: a measured time, never an interpolated one."""
    return ordered[max(0, math.ceil(len(ordered) * rank / 100) - 1)]
