"""Models around a model: one that tries again, one that counts. See also `lanes` and `breaker`."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from npcserver.model.errors import (
    ModelFault,
    ModelSuperseded,
    ModelTooSlow,
    ModelUnreachable,
    PromptTooLong,
)
from npcserver.model.purpose import Purpose
from npcserver.model.turn import Rung
from npcserver.ports.language_model import Finished, LanguageModel, Request


class RetryingLanguageModel:
    """Asks once more when a call fails before its first fragment; after that the words are out.

    The second call waits a random part of `pause` seconds (full jitter), or what the endpoint
    asked for, and happens only if more than half of the total patience is left by then.
    """

    def __init__(
        self, model: LanguageModel, *, pause: float = 0.25, chance: random.Random | None = None
    ) -> None:
        self._model = model
        self._pause = pause
        self._chance = chance or random.Random()  # noqa: S311 - jitter, no secret

    @property
    def name(self) -> str:
        """Name of the model inside."""
        return self._model.name

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield what the first or the second call says; `Finished` tells which."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        total = request.patience.total
        has_spoken = False
        try:
            async with aclosing(self._model.generate(request)) as answer:
                async for item in answer:
                    has_spoken = True
                    yield item
        except (PromptTooLong, ModelSuperseded):
            raise  # the same prompt again would be refused again
        except ModelFault as fault:
            pause = max(self._chance.uniform(0, self._pause), fault.retry_after or 0.0)
            left = total - (loop.time() - start) - pause
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Metering:
    """What the calls of one purpose to one model came to; `faults` by type, in order of name.

    `last_failure` is why the last call had no answer, or none in time; empty where all had one.
    """

    purpose: Purpose
    model: str
    calls: int = 0
    finished: int = 0
    abandoned: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0
    faults: tuple[tuple[str, int], ...] = ()
    last_failure: str = ""


@dataclass(slots=True)
class _Count:
    calls: int = 0
    finished: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0
    in_flight: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    last_failure: str = ""


class Meter:
    """Counts calls by purpose and model; many metered models may share one."""

    def __init__(self) -> None:
        self._counts: dict[tuple[Purpose, str], _Count] = {}

    def count(self, purpose: Purpose, model: str) -> _Count:
        """Return the running count of a purpose and a model."""
        return self._counts.setdefault((purpose, model), _Count())

    def snapshot(self) -> tuple[Metering, ...]:
        """Return all counts as they stand, in order of purpose and model."""
        return tuple(
            Metering(
                purpose=purpose,
                model=model,
                calls=count.calls,
                finished=count.finished,
                abandoned=count.calls
                - count.finished
                - count.in_flight
                - sum(count.faults.values()),
                prompt_tokens=count.prompt_tokens,
                completion_tokens=count.completion_tokens,
                cached_tokens=count.cached_tokens,
                seconds=count.seconds,
                faults=tuple(sorted(count.faults.items())),
                last_failure=count.last_failure,
            )
            for (purpose, model), count in sorted(self._counts.items())
        )


class MeteredLanguageModel:
    """Counts what calls cost and how they end; a call that nobody finished listening to too."""

    def __init__(self, model: LanguageModel, meter: Meter) -> None:
        self._model = model
        self._meter = meter

    @property
    def name(self) -> str:
        """Name of the model inside."""
        return self._model.name

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield what the model says and count it."""
        loop = asyncio.get_running_loop()
        count = self._meter.count(request.purpose, self._model.name)
        count.calls += 1
        count.in_flight += 1
        start = loop.time()
        try:
            async with aclosing(self._model.generate(request)) as answer:
                async for item in answer:
                    if isinstance(item, Finished):
                        count.finished += 1
                        count.prompt_tokens += item.usage.prompt_tokens
                        count.completion_tokens += item.usage.completion_tokens
                        count.cached_tokens += item.usage.cached_tokens
                    yield item
        except ModelFault as fault:
            kind = type(fault).__name__
            count.faults[kind] = count.faults.get(kind, 0) + 1
            if isinstance(fault, ModelUnreachable | ModelTooSlow):
                count.last_failure = fault.message
            raise
        finally:
            count.in_flight -= 1
            count.seconds += loop.time() - start
