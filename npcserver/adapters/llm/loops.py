"""Detection of a model that repeats itself without end: `the the the …`, or one sentence."""

_STRIDE = 32
# (characters looked at, longest period): short loops are found early, long ones after 3 rounds
_WINDOWS = ((240, 48), (900, 300))
_KEPT = 900


class LoopGuard:
    """Checks the end of one answer for an exact period."""

    def __init__(self) -> None:
        self._tail = ""
        self._unseen = 0

    def is_looping(self, fragment: str) -> bool:
        """Take the next fragment and return whether the answer repeats itself by now."""
        self._tail = (self._tail + fragment)[-_KEPT:]
        self._unseen += len(fragment)
        if self._unseen < _STRIDE:
            return False
        self._unseen = 0
        return any(_has_period(self._tail[-size:], size, longest) for size, longest in _WINDOWS)


def _has_period(text: str, size: int, longest: int) -> bool:
    if len(text) < size:
        return False
    return any(text[period:] == text[:-period] for period in range(1, longest + 1))
