"""A circuit breaker for an endpoint that keeps failing: closed, open for a time, then one probe."""

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from npcserver.model.errors import ModelFault, ModelTooSlow, ModelUnreachable
from npcserver.ports.language_model import Finished, Lane, LanguageModel, Request


class Breaker:
    """Opens after `threshold` provider faults in a row, or when the endpoint asks to wait.

    While open it refuses calls for `pause` seconds (or as long as the endpoint asked, up to
    `longest`: one bad `Retry-After` must not silence all characters), then lets one call through
    as a probe, which decides. Cancellations and bad answers count neither way.
    """

    def __init__(
        self,
        *,
        threshold: int = 5,
        pause: float = 10.0,
        longest: float = 30.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._threshold = threshold
        self._pause = pause
        self._longest = longest
        self._now = now
        self._faults = 0
        self._why = ""
        self._open_until: float | None = None
        self._is_probing = False

    @property
    def is_open(self) -> bool:
        """Whether calls are refused at present, except for a probe."""
        return self._open_until is not None

    def enter(self) -> bool:
        """Begin a call and return whether it is the probe; raises `ModelUnreachable` while open."""
        if self._open_until is None:
            return False
        left = self._open_until - self._now()
        if left > 0 or self._is_probing:
            raise ModelUnreachable(
                f"the model failed again and again and is left alone for now; {self._why}",
                retry_after=max(left, 1.0),
            )
        self._is_probing = True
        return True

    def succeed(self) -> None:
        """Record a call that was answered."""
        self._faults = 0
        self._open_until = None

    def fail(self, fault: ModelFault, *, is_probe: bool) -> None:
        """Record a call that failed."""
        if not isinstance(fault, ModelUnreachable | ModelTooSlow):
            return
        self._faults += 1
        self._why = f"the last time: {fault.message}"
        if fault.retry_after is not None:
            self._open_until = self._now() + min(fault.retry_after, self._longest)
        elif is_probe or self._faults >= self._threshold:
            self._open_until = self._now() + self._pause

    def leave(self, *, is_probe: bool) -> None:
        """End a call, whatever its result."""
        if is_probe:
            self._is_probing = False


class BreakingLanguageModel:
    """Refuses at once while the model is known to fail.

    Each lane has a breaker of its own, so that background work cannot shut players out.
    """

    def __init__(self, model: LanguageModel, breaker: Callable[[], Breaker] = Breaker) -> None:
        self._model = model
        self._breakers = {lane: breaker() for lane in Lane}

    @property
    def name(self) -> str:
        """Name of the model inside."""
        return self._model.name

    def is_open(self, lane: Lane) -> bool:
        """Return whether calls of this lane are refused at present."""
        return self._breakers[lane].is_open

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the model's answer, or raise `ModelUnreachable` without asking it."""
        breaker = self._breakers[request.lane]
        is_probe = breaker.enter()
        try:
            async with aclosing(self._model.generate(request)) as answer:
                async for item in answer:
                    if isinstance(item, Finished):
                        breaker.succeed()
                    yield item
        except ModelFault as fault:
            breaker.fail(fault, is_probe=is_probe)
            raise
        finally:
            breaker.leave(is_probe=is_probe)
