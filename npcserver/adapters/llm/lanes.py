"""Two lanes to one model: a player waits only for other players."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace

from npcserver.model.errors import ModelTooSlow
from npcserver.ports.language_model import Finished, Lane, LanguageModel, Request


class LanedLanguageModel:
    """Lets at most `limit` calls through at once, of which `background` may be background ones.

    When a call ends, waiting players go first. Waiting counts against the patience of a request:
    one that waits longer than its limit for the first word raises `ModelTooSlow`.
    """

    def __init__(self, model: LanguageModel, *, limit: int, background: int | None = None) -> None:
        part = max(1, limit // 2) if background is None else background
        if not 1 <= part <= limit:
            raise ValueError("the background takes at least 1 call and at most the limit")
        self._model = model
        self._lanes = _Lanes(limit, part)

    @property
    def name(self) -> str:
        """Name of the model inside."""
        return self._model.name

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the model's answer, once it is this request's turn."""
        loop = asyncio.get_running_loop()
        patience = request.patience
        arrived = loop.time()
        async with self._lanes.turn(request.lane, min(patience.first_word, patience.total)):
            waited = loop.time() - arrived
            rest = replace(
                patience, first_word=patience.first_word - waited, total=patience.total - waited
            )
            async with aclosing(self._model.generate(replace(request, patience=rest))) as answer:
                async for item in answer:
                    yield item


class _Lanes:
    """Running and waiting calls. The call that ends gives the next its turn, so no turn is lost."""

    def __init__(self, limit: int, background: int) -> None:
        self._limits = {Lane.PLAYER: limit, Lane.BACKGROUND: background}
        self._limit = limit
        self._running = {Lane.PLAYER: 0, Lane.BACKGROUND: 0}
        self._waiting: dict[Lane, deque[asyncio.Future[None]]] = {
            Lane.PLAYER: deque(),
            Lane.BACKGROUND: deque(),
        }

    @asynccontextmanager
    async def turn(self, lane: Lane, seconds: float) -> AsyncGenerator[None, None]:
        """Wait for a turn for at most `seconds`, and end it when the block is left."""
        await self._begin(lane, seconds)
        try:
            yield
        finally:
            self._running[lane] -= 1
            self._call_up()

    async def _begin(self, lane: Lane, seconds: float) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[lane].append(turn)
        self._call_up()
        try:
            async with asyncio.timeout(seconds):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():  # got its turn at the moment of giving up
                self._running[lane] -= 1
            elif turn in self._waiting[lane]:
                self._waiting[lane].remove(turn)
            self._call_up()
            if isinstance(error, TimeoutError):
                raise ModelTooSlow(f"all calls to the model were taken for {seconds:g} s") from None
            raise

    def _call_up(self) -> None:
        for lane in (Lane.PLAYER, Lane.BACKGROUND):
            waiting = self._waiting[lane]
            while waiting and self._may_run(lane):
                turn = waiting.popleft()
                if not turn.done():  # else its task was cancelled and has not run since
                    self._running[lane] += 1
                    turn.set_result(None)

    def _may_run(self, lane: Lane) -> bool:
        return (
            sum(self._running.values()) < self._limit and self._running[lane] < self._limits[lane]
        )
