"""Models around a model: call lanes, a circuit breaker, a retry, a meter."""

import asyncio
import math
import random
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import TypeVar

from npcserver.fair_queue import FairQueue
from npcserver.model.errors import (
    CircuitOpen,
    ModelDeclined,
    ModelFault,
    ModelSuperseded,
    ModelThoughtTooLong,
    ModelTooSlow,
    ModelUnreachable,
    PromptTooLong,
)
from npcserver.model.inputs import ReplyInput
from npcserver.model.model_use import Purpose
from npcserver.model.question import TypedQuestion
from npcserver.model.turn import Rung, Usage
from npcserver.ports.language_model import CallLane, CallTimeouts, Finished, LanguageModel, Request
from npcserver.ports.observer import span
from npcserver.ports.thinker import AskResult, Check, ReplyPart, Thinker
from npcserver.ports.turn_leases import TurnSignals


@dataclass(frozen=True, slots=True)
class LaneDepth:
    """How many calls of a lane run and wait at present, and how many may run."""

    running: int
    waiting: int
    limit: int


class LanedLanguageModel:
    """Lets at most `limit` calls through at once, of which `background` may be background ones.

    When a call ends, waiting players go first, and among them the flow with the fewest running
    calls. Waiting counts against the patience of a request:
    one that waits longer than its limit for the first word raises `ModelTooSlow`.
    """

    def __init__(self, model: LanguageModel, *, limit: int, background: int | None = None) -> None:
        part = max(1, limit // 2) if background is None else background
        if not 1 <= part <= limit:
            raise ValueError("the background takes at least 1 call and at most the limit")
        self._model = model
        self.name = model.name
        self._limits = {CallLane.PLAYER: limit, CallLane.BACKGROUND: part}
        self.queue = FairQueue(limit, self._may_run, self._rank)

    def depth(self, lane: CallLane) -> LaneDepth:
        """Return how full a lane is."""
        waiting = sum(one.flow[0] == lane for one in self.queue.waiting)
        return LaneDepth(self.queue.running[(lane,)], waiting, self.queue.part(self._limits[lane]))

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the model's answer, once it is this request's turn."""
        loop = asyncio.get_running_loop()
        patience = request.patience
        arrived = loop.time()
        longest = min(patience.first_word, patience.total)
        ticket = self.queue.enter((request.lane, request.flow))
        try:
            try:
                async with asyncio.timeout(longest):
                    await ticket.granted
            except TimeoutError:
                raise ModelTooSlow(f"all calls to the model were taken for {longest:g} s") from None
            waited = loop.time() - arrived
            rest = replace(
                patience, first_word=patience.first_word - waited, total=patience.total - waited
            )
            async with aclosing(self._model.generate(replace(request, patience=rest))) as answer:
                async for item in answer:
                    yield item
        finally:
            self.queue.leave(ticket)

    def _may_run(self, flow: tuple[CallLane, str]) -> bool:
        return self.queue.running[flow[:1]] < self.queue.part(self._limits[flow[0]])

    def _rank(self, flow: tuple[CallLane, str]) -> tuple[int, int]:
        return flow[0] is CallLane.BACKGROUND, self.queue.running[flow]


class CircuitBreaker:
    """Opens after `threshold` provider faults in a row, or when the endpoint asks to wait.

    While open it refuses calls for `pause` seconds (or as long as the endpoint asked, up to
    `longest`: one bad `Retry-After` must not silence all characters), then lets one call through
    as a probe, which decides. Cancellations and bad answers count neither way. `changed` is called
    when it opens (True) or closes.
    """

    def __init__(
        self,
        *,
        threshold: int = 5,
        pause: float = 5.0,
        longest: float = 30.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.changed: Callable[[bool], None] = lambda _: None
        self._threshold = threshold
        self._pause = pause
        self._longest = longest
        self._now = now
        self._faults = 0
        self._why = ""
        self._open_until: float | None = None
        self._is_probing = False
        self._answered_at = -math.inf

    @property
    def is_open(self) -> bool:
        """Whether calls are refused at present, except for a probe."""
        return self._open_until is not None

    def enter(self) -> bool:
        """Begin a call and return whether it is the probe; raises `CircuitOpen` while open."""
        if self._open_until is None:
            return False
        left = self._open_until - self._now()
        if left > 0 or self._is_probing:
            raise CircuitOpen(
                f"the model failed again and again and is left alone for now; {self._why}",
                retry_after=max(left, 1.0),
            )
        self._is_probing = True
        return True

    def succeed(self) -> None:
        """Record a call that was answered."""
        self._faults = 0
        self._answered_at = self._now()
        self._set(None)

    def fail(self, fault: ModelFault, *, is_probe: bool) -> None:
        """Record a call that failed."""
        if not isinstance(fault, ModelUnreachable | ModelTooSlow):
            return
        self._faults += 1
        self._why = f"the last time: {fault.message}"
        if fault.retry_after is not None:
            self._set(self._now() + min(fault.retry_after, self._longest))
        elif is_probe or self._faults >= self._threshold:
            self._set(self._now() + self._pause)

    def hear(self, *, is_open: bool) -> None:
        """Have the next call decide as a probe, since the breaker of another server changed.

        The word alone decides nothing: that server's own way to the model may be cut off. While
        calls are answered here, a breaker elsewhere that opens changes nothing.
        """
        now = self._now()
        if is_open and self._open_until is None and now - self._answered_at >= self._pause:
            self._why = "so another server said"
            self._open_until = now
        elif not is_open and self._open_until is not None:
            self._open_until = min(self._open_until, now)

    def _set(self, open_until: float | None) -> None:
        was_open, self._open_until = self.is_open, open_until
        if self.is_open != was_open:
            self.changed(self.is_open)

    def leave(self, *, is_probe: bool) -> None:
        """End a call, whatever its result."""
        if is_probe:
            self._is_probing = False


class CircuitBreakerLanguageModel:
    """Refuses at once while the model is known to fail.

    Each purpose has a breaker of its own, so that background work cannot shut players out.
    """

    def __init__(
        self, model: LanguageModel, breaker: Callable[[], CircuitBreaker] = CircuitBreaker
    ) -> None:
        self._model = model
        self.name = model.name
        self._breakers = {purpose: breaker() for purpose in Purpose}

    def is_open(self, purpose: Purpose) -> bool:
        """Return whether calls of this purpose are refused at present."""
        return self._breakers[purpose].is_open

    def share(self, signals: TurnSignals, model: str) -> None:
        """Tell the servers that use the same model when a breaker opens or closes."""
        name = f"breaker {model}"

        def hear(purpose: str, is_open: int) -> None:
            self._breakers[Purpose(purpose)].hear(is_open=bool(is_open))

        for purpose, breaker in self._breakers.items():
            breaker.changed = partial(signals.tell, name, purpose.value)
        signals.on(name, hear)

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the model's answer, or raise `CircuitOpen` without asking it."""
        breaker = self._breakers[request.purpose]
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


T = TypeVar("T")


_LEAST_THINKING, _MOST_THINKING = 1024, 8192
"""Tokens that an answer may have beside its limit, where the model was seen to think them away."""


class RetryingLanguageModel:
    """Asks once more when a call fails before its first fragment; after that the words are out.

    The second call waits a random part of `pause` seconds (full jitter), or what the endpoint
    asked for, and happens only if more than half of the total patience is left by then. Where
    thinking left no tokens for the answer, it and the calls after it may be longer, until an answer
    keeps within its limit.
    """

    def __init__(
        self, model: LanguageModel, *, pause: float = 0.25, chance: random.Random | None = None
    ) -> None:
        self._model = model
        self.name = model.name
        self._pause = pause
        self._chance = chance or random.Random()  # noqa: S311 - jitter, no secret
        self._for_thinking = 0

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield what the first or the second call says; `Finished` tells which."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        total = request.patience.total
        has_spoken = False
        limit = request.max_tokens
        may_think = request.purpose is not Purpose.READ_AHEAD
        if may_think:
            request = replace(request, max_tokens=limit + self._for_thinking)
        try:
            async with aclosing(self._model.generate(request)) as answer:
                async for item in answer:
                    has_spoken = True
                    if isinstance(item, Finished) and may_think:
                        within = item.usage.completion_tokens <= limit
                        self._for_thinking = 0 if within else self._for_thinking
                    yield item
        except (PromptTooLong, ModelSuperseded, ModelDeclined, CircuitOpen):
            raise  # the same prompt again would be refused again
        except ModelFault as fault:
            pause = max(self._chance.uniform(0, self._pause), fault.retry_after or 0.0)
            left = total - (loop.time() - start) - pause
            if isinstance(fault, ModelThoughtTooLong) and may_think:
                wanted = max(_LEAST_THINKING, 2 * self._for_thinking)
                self._for_thinking = min(wanted, _MOST_THINKING)
                request = replace(request, max_tokens=limit + self._for_thinking)
            if has_spoken or left <= total / 2:
                raise
        else:
            return
        await asyncio.sleep(pause)
        patience = replace(
            request.patience, total=left, first_word=min(request.patience.first_word, left)
        )
        async with aclosing(self._model.generate(replace(request, patience=patience))) as answer:
            async for item in answer:
                yield replace(item, rung=Rung.RETRY) if isinstance(item, Finished) else item


@dataclass(slots=True, kw_only=True)
class ModelUsage:
    """What the calls of one purpose to one model came to; `faults` by type, in order of name.

    `last_failure` is why the last call had no answer, or none in time; empty where all had one.
    """

    purpose: Purpose
    model: str
    calls: int = 0
    finished: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0
    in_flight: int = 0
    faults: tuple[tuple[str, int], ...] = ()
    last_failure: str = ""

    @property
    def abandoned(self) -> int:
        """How many calls their caller gave up."""
        return self.calls - self.finished - self.in_flight - sum(dict(self.faults).values())

    def finish(self, usage: Usage) -> None:
        """Count a call that was answered, and its price."""
        self.finished += 1
        self.prompt_tokens += usage.prompt_tokens
        self.completion_tokens += usage.completion_tokens
        self.cached_tokens += usage.cached_tokens


class Meter:
    """Counts calls by purpose and model; many metered models may share one."""

    def __init__(self) -> None:
        self._counts: dict[tuple[Purpose, str], ModelUsage] = {}

    @contextmanager
    def call(self, purpose: Purpose, model: str) -> Generator[ModelUsage, None, None]:
        """Count one call: its time, and the fault that it ends with."""
        empty = ModelUsage(purpose=purpose, model=model)
        count = self._counts.setdefault((purpose, model), empty)
        count.calls += 1
        count.in_flight += 1
        start = monotonic()
        try:
            yield count
        except ModelFault as fault:
            counted = Counter(dict(count.faults))
            counted[type(fault).__name__] += 1
            count.faults = tuple(sorted(counted.items()))
            if isinstance(fault, ModelUnreachable | ModelTooSlow):
                count.last_failure = fault.message
            raise
        finally:
            count.in_flight -= 1
            count.seconds += monotonic() - start

    def snapshot(self) -> tuple[ModelUsage, ...]:
        """Return all counts as they stand, in order of purpose and model."""
        return tuple(replace(count) for _, count in sorted(self._counts.items()))


class MeteredLanguageModel:
    """Counts what calls cost and how they end; a call that nobody finished listening to too."""

    def __init__(self, model: LanguageModel, meter: Meter) -> None:
        self._model = model
        self.name = model.name
        self._meter = meter

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield what the model says and count it."""
        with (
            self._meter.call(request.purpose, self.name) as count,
            span("model call", purpose=request.purpose, model=self.name) as traced,
        ):
            async with aclosing(self._model.generate(request)) as answer:
                async for item in answer:
                    if isinstance(item, Finished):
                        count.finish(item.usage)
                        traced.set(
                            prompt_tokens=item.usage.prompt_tokens,
                            cached_tokens=item.usage.cached_tokens,
                            completion_tokens=item.usage.completion_tokens,
                        )
                    yield item


class MeteredThinker:
    """Counts what is asked of a thinker that sends no prompts, and how that ends."""

    def __init__(self, thinker: Thinker, meter: Meter) -> None:
        self._thinker = thinker
        self.name = thinker.name
        self._meter = meter

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        """Return what the thinker answers and count it."""
        with self._meter.call(question.purpose, self.name) as count:
            asked = await self._thinker.think(question, check)
            count.finish(asked.usage)
        return asked

    async def reply(
        self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
    ) -> AsyncGenerator[ReplyPart, None]:
        """Yield what the thinker says and count it."""
        with self._meter.call(Purpose.REPLY, self.name) as count:
            async with aclosing(self._thinker.reply(scene, patience, is_again=is_again)) as parts:
                async for part in parts:
                    if isinstance(part, Finished):
                        count.finish(part.usage)
                    yield part
