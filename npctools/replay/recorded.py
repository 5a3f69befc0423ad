"""A model that plays what was recorded, and lets nobody else speak unless it is told to."""

from collections import deque
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from npcserver.model.errors import ModelUnreachable
from npcserver.ports.language_model import Finished, LanguageModel, Message, Request
from npctools.session import RecordedAnswer

_FRAGMENT = 64


class RefusingModel:
    """Answers nothing: where a replay asks what was never asked, that shows."""

    @property
    def name(self) -> str:
        """`recorded:nothing`."""
        return "recorded:nothing"

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Raise `ModelUnreachable`."""
        raise ModelUnreachable(f"no answer to this was recorded ({request.purpose})")
        yield ""  # makes this a generator


class RecordedModel:
    """Plays the answers it was given, in order; any other question goes to the model `beyond`.

    An answer is played as it came, in fragments, and ends as it ended: finished, or by the fault
    that is named in it.
    """

    def __init__(self, beyond: LanguageModel | None = None) -> None:
        self._beyond = beyond or RefusingModel()
        self._answers: deque[RecordedAnswer] = deque()
        self._only_for = ""
        self._fragment = _FRAGMENT
        self.played = 0
        self.asked: tuple[Message, ...] = ()

    @property
    def name(self) -> str:
        """Name of the model whose answer is next, else of the one beyond."""
        return self._answers[0].model if self._answers else self._beyond.name

    def cue(
        self, answers: Sequence[RecordedAnswer], *, only_for: str = "", letter_by_letter: bool
    ) -> None:
        """Lay out the answers to the next questions.

        With `only_for` they belong to the prompt of that digest, and to no other.
        """
        self._answers = deque(answers)
        self._only_for = only_for
        self._fragment = 1 if letter_by_letter else _FRAGMENT

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the next recorded answer, or what the model beyond says; `asked` is the prompt."""
        self.asked = tuple(request.messages)
        is_meant = not self._only_for or request.digest == self._only_for
        if not self._answers or not is_meant:
            async with aclosing(self._beyond.generate(request)) as fresh:
                async for item in fresh:
                    yield item
            return
        answer = self._answers.popleft()
        self.played += 1
        for start in range(0, len(answer.text), self._fragment):
            yield answer.text[start : start + self._fragment]
        fault = answer.raised()
        if fault is not None:
            raise fault
        yield Finished(model=answer.model, usage=answer.usage, rung=answer.rung)
