"""Calls to a local model that give way to players: readings, and thoughts of a slow one.

A reading only reads a prompt, so that the model's server has it in its cache: a call of the purpose
`READ_AHEAD`, or the rest of a player's call whose first word did not come in time. No reading
delays a player: a player's call ends all of them first. Where the model is slow to read, it ends
thoughts as well; they are asked again once players are quiet.
"""

import asyncio
import math
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace

from npcserver.aio import beside, drop, unless, until
from npcserver.model.errors import Fault, ModelSuperseded, ModelTooSlow, ModelUnreachable
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import CallLane, CallTimeouts, Finished, LanguageModel, Request

READ_ON_SECONDS = 120.0
"""How long a prompt is read on after its turn was given up."""

_NEARLY = 0.95  # share of the patience after which a cancellation counts as a timeout
_CLOSES_WITHIN = 1.0  # seconds for an ended call to leave the endpoint
_QUIET = 20.0  # seconds without players before a thought: it takes their prompt from the cache

Answer = AsyncGenerator[str | Finished, None]


class ReadAheadLanguageModel:
    """Lets a local model read on after a turn was given up, and read ahead while it is idle.

    A player's call whose first word does not come in time raises `ModelTooSlow` as usual; its
    prompt is read on until the first word, for at most `read_on` seconds. The same question, asked
    again in that time, continues that call. A call of the purpose `READ_AHEAD` waits until no
    player waits, and raises `ModelSuperseded` when one comes.

    Where `is_slow` says of a call for the background that players would feel it, the call waits
    until none was answered for `quiet` seconds, is broken off when one comes, and asked again, as
    often as its patience allows; its answer is yielded whole.
    """

    def __init__(
        self,
        model: LanguageModel,
        *,
        read_on: float = READ_ON_SECONDS,
        is_slow: Callable[[Request], bool] = lambda _: False,
        quiet: float = _QUIET,
    ) -> None:
        self._model = model
        self.name = model.name
        self._read_on = read_on
        self._is_slow = is_slow
        self._quiet = quiet
        self._players = 0
        self._last_player = -math.inf
        self._readings: set[_PromptRead] = set()
        self._changed = asyncio.Condition()
        self.outages = 0
        """How often the endpoint was unreachable: it may have come back with an empty cache."""

    async def close(self) -> None:
        """End all readings."""
        await self._end_readings()

    async def generate(self, request: Request) -> Answer:
        """Yield what the model says."""
        if request.purpose is Purpose.READ_AHEAD:
            answer = self._read_ahead(request)
        elif request.lane is CallLane.PLAYER:
            answer = self._for_player(request)
        elif self._is_slow(request):
            answer = self._giving_way(request)
        else:
            answer = self._model.generate(request)
        try:
            async with aclosing(answer):
                async for item in answer:
                    yield item
        except ModelUnreachable:
            self.outages += 1
            raise

    async def _read_ahead(self, request: Request) -> Answer:
        async with self._changed:  # one reading at a time: each gets the whole machine
            await self._changed.wait_for(lambda: not self._players and not self._readings)
            reading = _PromptRead()
            self._readings.add(reading)
        has_finished = False
        try:
            async with aclosing(until(reading.stop, self._model.generate(request))) as answer:
                async for item in answer:
                    has_finished = isinstance(item, Finished)
                    yield item
        finally:
            await self._is_over(reading)
        if not has_finished:
            raise ModelSuperseded("a player is answered first; what was read stays in the cache")

    async def _giving_way(self, request: Request) -> Answer:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + request.patience.total
        while True:
            await self._players_are_quiet(deadline)
            left = max(deadline - loop.time(), 0.0)
            asked = replace(request, patience=replace(request.patience, total=left))
            thought = _PromptRead()
            self._readings.add(thought)
            try:
                async with aclosing(until(thought.stop, self._model.generate(asked))) as answer:
                    items = [item async for item in answer]
            finally:
                await self._is_over(thought)
            is_whole = bool(items) and isinstance(items[-1], Finished)
            if is_whole or not thought.stop.is_set():
                break
        for item in items:
            yield item

    async def _players_are_quiet(self, deadline: float) -> None:
        """Return once no player was answered for a while; raises `ModelTooSlow` at the deadline."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout_at(deadline):
                while True:
                    async with self._changed:
                        await self._changed.wait_for(lambda: not self._players)
                    rest = self._last_player + self._quiet - loop.time()
                    if rest <= 0:
                        return
                    await asyncio.sleep(rest)
        except TimeoutError:
            raise ModelTooSlow("players were answered first, all the time") from None

    async def _for_player(self, request: Request) -> Answer:
        self._players += 1
        loop, patience = asyncio.get_running_loop(), request.patience
        late = loop.time() + _NEARLY * min(patience.first_word, patience.total)
        call: _Call | None = None
        has_spoken = False
        try:
            # Before the readings end: ending one would close the call to take over.
            call = await self._taken_up(request.digest)
            await self._end_readings()
            call = call or _Call(self._model.generate(self._longer(request)))
            async with aclosing(_within(request.patience, call)) as items:
                async for item in items:
                    has_spoken = True
                    yield item
        except _NoFirstWord as given_up:
            if call is not None:
                self._read_on_with(call, request.digest)
                call = None
            raise given_up.fault from None
        except asyncio.CancelledError:
            if call is not None and not has_spoken and loop.time() >= late:
                self._read_on_with(call, request.digest)  # the turn's own deadline came first
                call = None
            raise
        finally:
            if call is not None:
                await call.close()
            self._players -= 1
            self._last_player = loop.time()
            await self._tell()

    def _longer(self, request: Request) -> Request:
        patience = request.patience
        return replace(
            request,
            patience=replace(
                patience,
                first_word=patience.first_word + self._read_on,
                total=patience.total + self._read_on,
            ),
        )

    def _read_on_with(self, call: "_Call", digest: str) -> None:
        reading = _PromptRead(call=call, digest=digest)
        self._readings.add(reading)
        beside(self._read_to_first_word(reading, call))

    async def _read_to_first_word(self, reading: "_PromptRead", call: "_Call") -> None:
        try:
            with suppress(Fault, TimeoutError):
                await unless(reading.stop, call.next(self._read_on))
        finally:
            if reading.call is not None:  # no call took it over
                await call.close()
            await self._is_over(reading)

    async def _taken_up(self, digest: str) -> "_Call | None":
        for reading in self._readings:
            if reading.digest == digest and reading.call is not None:
                call, reading.call = reading.call, None
                reading.stop.set()
                await reading.ended.wait()
                return call
        return None

    async def _end_readings(self) -> None:
        """End all readings, and wait until they have left the endpoint."""
        readings = tuple(self._readings)
        for reading in readings:
            reading.stop.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSES_WITHIN):
                for reading in readings:
                    await reading.ended.wait()

    async def _is_over(self, reading: "_PromptRead") -> None:
        self._readings.discard(reading)
        reading.ended.set()
        await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()


async def _item(answer: Answer) -> str | Finished | None:
    return await anext(answer, None)


class _Call:
    """An answer whose next item may be awaited by several callers, one after the other."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._item: asyncio.Future[str | Finished | None] | None = None

    async def next(self, seconds: float) -> str | Finished | None:
        """Return the next item, None at the end; raises `TimeoutError`, and may be called again."""
        if self._item is None:
            self._item = beside(_item(self._answer))
        await asyncio.wait((self._item,), timeout=seconds)
        if not self._item.done():
            raise TimeoutError
        item, self._item = self._item, None
        return item.result()

    async def close(self) -> None:
        """Cancel the call to the model."""
        item, self._item = self._item, None
        if item is not None:
            await drop(item)
        await self._answer.aclose()


@dataclass(eq=False, slots=True, kw_only=True)
class _PromptRead:
    """A running reading: `stop` ends it, `ended` is set once it has left the endpoint.

    `call` reads on for a call of a player that was given up; None once another call took it over.
    """

    stop: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    call: _Call | None = None
    digest: str = ""


class _NoFirstWord(Exception):  # noqa: N818 - no error, but the reason to read on
    def __init__(self, fault: ModelTooSlow) -> None:
        super().__init__(fault)
        self.fault = fault


async def _within(patience: CallTimeouts, call: _Call) -> Answer:
    """Yield the items that come in time; raises `_NoFirstWord`, or `ModelTooSlow`."""
    loop = asyncio.get_running_loop()
    begun, seconds = loop.time(), min(patience.first_word, patience.total)
    has_spoken = False
    while True:
        try:
            item = await call.next(max(begun + seconds - loop.time(), 0))
        except TimeoutError:
            if has_spoken:
                fault = ModelTooSlow(f"the answer took longer than {patience.total:g} s")
                raise fault from None
            raise _NoFirstWord(ModelTooSlow(f"no word within {seconds:g} s")) from None
        if item is None:
            return
        yield item
        has_spoken, seconds = True, patience.total
