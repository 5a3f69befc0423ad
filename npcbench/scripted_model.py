"""A language model that plays texts, for benchmarks and tests."""

import itertools
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence

from npcmodels.model_text import estimated_usage
from npcmodels.scripted import Pace
from npcserver.model.errors import ModelFault
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import Finished, Request

Texts = Sequence[str | ModelFault] | Callable[[Request], str | ModelFault | None]


class ScriptedLanguageModel:
    """Plays texts as a language model writes them, or echoes.

    A sequence answers REPLY requests in order and starts again at its end. A callable is asked
    every time, and may answer None. Whatever the script has no answer for is echoed. An answer is
    the raw text of the model, or a fault to raise. `faults` are raised at the calls of those
    numbers (from 0), after `fault_after` fragments.
    """

    def __init__(
        self,
        script: Texts = (),
        *,
        name: str = "scripted:echo",
        pace: Pace | None = None,
        faults: Mapping[int, ModelFault] | None = None,
        fault_after: int = 0,
        remembered: int = 200,
    ) -> None:
        self._name = name
        self._script = script
        self._turns: Iterator[str | ModelFault] = (
            iter(()) if callable(script) else itertools.cycle(script)
        )
        self._pace = pace or Pace()
        self._faults = dict(faults or {})
        self._fault_after = fault_after
        self.calls = 0
        self.requests: deque[Request] = deque(maxlen=remembered)

    @property
    def name(self) -> str:
        """The name it was given."""
        return self._name

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the next answer of the script, at its pace, within the request's patience."""
        number = self.calls
        self.calls += 1
        self.requests.append(request)
        answer = self._answer(request)
        fault = self._faults.get(number)
        if isinstance(answer, ModelFault):
            fault, answer = answer, ""
        size = max(1, self._pace.size)
        pieces = [answer[start : start + size] for start in range(0, len(answer), size)]
        if fault is not None:
            pieces = pieces[: self._fault_after]
        async for piece in self._pace.kept(pieces or [""], request.patience):
            if piece:
                yield piece
        if fault is not None:
            raise fault
        yield Finished(model=self._name, usage=estimated_usage(request.messages, answer))

    def _answer(self, request: Request) -> str | ModelFault:
        answer = None
        if callable(self._script):
            answer = self._script(request)
        elif request.purpose is Purpose.REPLY:
            answer = next(self._turns, None)
        if answer is not None:
            return answer
        heard = request.messages[-1].text if request.messages else ""
        return f"You said: {heard[:200].strip()}"
