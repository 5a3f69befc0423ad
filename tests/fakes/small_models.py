"""Language models of a few lines, for tests of cognition that script every fragment."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime

from npcserver.model.errors import Fault
from npcserver.model.turn import Rung, Usage
from npcserver.ports.language_model import Finished, Request

HANG = object()
"""In a script: wait for ever."""


class Scripted:
    """Plays scripts, one a call: texts are fragments, faults are raised, `HANG` hangs."""

    name = "test:scripted"

    def __init__(self, *scripts: Sequence[object], rung: Rung = Rung.PRIMARY) -> None:
        self._scripts = list(scripts)
        self._rung = rung
        self.requests: list[Request] = []
        self.closed = 0

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        self.requests.append(request)
        script = self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]
        try:
            for step in script:
                await asyncio.sleep(0)
                if isinstance(step, Fault):
                    raise step
                if step is HANG:
                    await asyncio.Event().wait()
                if isinstance(step, str):
                    yield step
            yield Finished(
                model="test:scripted-1",
                usage=Usage(prompt_tokens=10, completion_tokens=5),
                rung=self._rung,
            )
        finally:
            self.closed += 1


class ManualClock:
    """A clock that moves when told to."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)

    def monotonic(self) -> float:
        return self.seconds
