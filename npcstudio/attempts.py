"""How often people may try to sign in, so that passwords cannot be guessed."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cachetools import TTLCache

from npcserver.model.errors import OverLimit, Reason

WINDOW_SECONDS: Final = 15 * 60
PER_NAME: Final = 5
"""Attempts at one name from one address within the window; a person mistypes less often."""
PER_NAME_ANYWHERE: Final = 50
"""Attempts at one name from all addresses: so few guess no password of ten letters."""
PER_ADDRESS: Final = 50
"""Attempts from one address at all names: an office that signs in on Monday morning has fewer."""
_MOST: Final = 50_000  # counters; the oldest go first


@dataclass(slots=True)
class _Counter:
    count: int
    ends: float


class SignInAttempts:
    """Counts attempts of this server in a window that begins with the first.

    A browser in which the account was signed in once counts apart from all others, so that nobody
    elsewhere can shut out the person whose account it is.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counters: TTLCache[tuple[str, ...], _Counter] = TTLCache(
            _MOST, WINDOW_SECONDS, timer=clock
        )

    def note(self, look: str, address: str, *, is_known: bool) -> None:
        """Count an attempt before it is made. Raises `OverLimit`, which says when to try again."""
        now = self._clock()
        wanted = (
            {("known", look): PER_NAME}
            if is_known
            else {
                ("name", look, address): PER_NAME,
                ("name", look): PER_NAME_ANYWHERE,
                ("address", address): PER_ADDRESS,
            }
        )
        for name, most in wanted.items():
            counter = self._counters.get(name)
            if counter is not None and counter.count >= most:
                raise _too_many(counter.ends - now)
        for name in wanted:
            counter = self._counters.get(name)
            if counter is None:
                self._counters[name] = counter = _Counter(0, now + WINDOW_SECONDS)
            counter.count += 1

    def forget(self, look: str, address: str, *, is_known: bool) -> None:
        """Begin anew for who signed in; others go on to count, at the same address, too."""
        self._counters.pop(("known", look) if is_known else ("name", look, address), None)


def _too_many(seconds: float) -> OverLimit:
    minutes = max(1, math.ceil(seconds / 60))
    unit = "minute" if minutes == 1 else "minutes"
    return OverLimit(
        f"there were too many attempts to sign in; try again in {minutes} {unit}, or in a browser "
        "in which you were signed in before, or ask an administrator for a link",
        Reason.RATE_LIMITED,
        retry_after=seconds,
    )
