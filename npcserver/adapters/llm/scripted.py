"""A model that plays given answers: for tests, for demos, for scenes without any mind."""

import asyncio
import itertools
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence

from npcserver.adapters.llm import answers
from npcserver.adapters.llm.offline import OfflineActor
from npcserver.adapters.llm.tokens import estimated_usage
from npcserver.model.errors import ModelFault, ModelTooSlow
from npcserver.model.purpose import Purpose
from npcserver.model.scene import Scene, Statements
from npcserver.ports.language_model import Finished, Request

Answer = str | ModelFault
Script = Sequence[Answer] | Mapping[str, Answer] | Callable[[Request], Answer | None]


class ScriptedLanguageModel:
    """Plays a script, or echoes what it hears.

    A sequence answers REPLY requests in order and starts again at its end. A mapping answers with
    the first entry whose key occurs in what was heard. A callable is asked every time, and may
    answer None. Whatever the script has no answer for is echoed: a reply that says what was heard,
    middling ratings; thoughts are answered from their material, as the offline actor thinks them.
    An answer is the raw text of the model, or a fault to raise. `faults` are raised at the calls
    of those numbers (from 0), after `fault_after` fragments.
    """

    def __init__(  # noqa: PLR0913 - a script has many knobs, each with a quiet default
        self,
        script: Script = (),
        *,
        name: str = "scripted:echo",
        first_word_delay: float = 0.0,
        fragment_delay: float = 0.0,
        fragment_size: int = 8,
        faults: Mapping[int, ModelFault] | None = None,
        fault_after: int = 0,
        remembered: int = 200,
    ) -> None:
        self._name = name
        self._script = script
        self._turns: Iterator[Answer] = (
            itertools.cycle(script) if isinstance(script, Sequence) else iter(())
        )
        self._first_word_delay = first_word_delay
        self._fragment_delay = fragment_delay
        self._fragment_size = max(1, fragment_size)
        self._faults = dict(faults or {})
        self._fault_after = fault_after
        self._thinker: OfflineActor | None = None
        self.calls = 0
        self.requests: deque[Request] = deque(maxlen=remembered)

    @property
    def name(self) -> str:
        """`scripted:script`."""
        return self._name

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the next answer of the script, with its delays, within the request's patience."""
        number = self.calls
        self.calls += 1
        self.requests.append(request)
        answer = self._answer(request)
        fault = self._faults.get(number)
        if isinstance(answer, ModelFault):
            fault, answer = answer, ""
        pieces = self._pieces(answer)
        if fault is not None:
            pieces = pieces[: self._fault_after]
        async for piece in self._spoken(pieces, request):
            yield piece
        if fault is not None:
            raise fault
        yield Finished(model=self._name, usage=estimated_usage(request.messages, answer))

    async def _spoken(self, pieces: Sequence[str], request: Request) -> AsyncGenerator[str, None]:
        patience = request.patience
        loop = asyncio.get_running_loop()
        end = loop.time() + patience.total
        delay, bound = self._first_word_delay, patience.first_word
        for piece in pieces or [""]:
            bound = min(bound, max(0.0, end - loop.time()))
            if delay > bound:
                await asyncio.sleep(bound)
                raise ModelTooSlow(f"the script waits {delay:g} s, the request only {bound:g} s")
            if delay:
                await asyncio.sleep(delay)
            if piece:
                yield piece
            delay, bound = self._fragment_delay, patience.between_words

    def _pieces(self, answer: str) -> list[str]:
        size = self._fragment_size
        return [answer[start : start + size] for start in range(0, len(answer), size)]

    def _answer(self, request: Request) -> Answer:
        script = self._script
        if callable(script):
            answer = script(request)
            return self._echo(request) if answer is None else answer
        if request.purpose is Purpose.REPLY:
            if isinstance(script, Mapping):
                words = heard(request).casefold()
                for key, answer in script.items():
                    if key.casefold() in words:
                        return answer
            elif script:
                return next(self._turns)
        return self._echo(request)

    def _echo(self, request: Request) -> str:
        if request.purpose in (Purpose.REPLY, Purpose.RATE):
            return echo(request)
        if self._thinker is None:  # thoughts are few, and reading how they are put takes a while
            self._thinker = OfflineActor()
        return self._thinker.answer(request.material)


def heard(request: Request) -> str:
    """Return what was said to the character, from the material or else from the last message."""
    if isinstance(request.material, Scene):
        return request.material.heard
    return request.messages[-1].text if request.messages else ""


def echo(request: Request) -> str:
    """Return a valid reply, or valid ratings."""
    if request.purpose is Purpose.RATE:
        count = len(request.material.texts) if isinstance(request.material, Statements) else 1
        return answers.ratings([5] * count)
    return answers.reply(f"You said: {heard(request)[:200].strip()}")
