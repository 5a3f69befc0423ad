"""A model that waits at a gate before it answers what it is asked for certain purposes."""

import asyncio
from collections.abc import AsyncGenerator, Callable

from npcserver.adapters.llm.scripted import ScriptedLanguageModel
from npcserver.model.errors import ModelFault
from npcserver.model.purpose import Purpose
from npcserver.ports.language_model import Finished, Request


class Gate:
    """Answers by a script; a question of the `held` purpose waits until the gate is opened."""

    def __init__(self, answers: Callable[[Request], str | ModelFault | None]) -> None:
        self._inner = ScriptedLanguageModel(answers)
        self.held: Purpose | None = None
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()

    @property
    def name(self) -> str:
        return "gate"

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        if request.purpose is self.held:
            self.reached.set()
            await self.opened.wait()
        async for piece in self._inner.generate(request):
            yield piece
