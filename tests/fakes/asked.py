"""A prompted thinker whose model may look at the question behind its prompt."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from contextvars import ContextVar
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.model.inputs import ReplyInput
from npcserver.model.question import TypedQuestion
from npcserver.ports.language_model import CallTimeouts, Finished, LanguageModel, Request
from npcserver.ports.thinker import AskResult, Check, ReplyPart
from npcserver.prompts.render import Templates

T = TypeVar("T")

_QUESTION: ContextVar[Any] = ContextVar("question")


def question_now() -> Any:
    """Return the question, or the scene of a reply, for which a model is asked at the moment."""
    return _QUESTION.get()


@dataclass(frozen=True, slots=True, kw_only=True)
class InformedRequest(Request):
    """A request with the question, or the scene, that its prompt was made from."""

    material: Any = None


class _Informing:
    """Passes requests on with their questions."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        plain = {field.name: getattr(request, field.name) for field in fields(request)}
        informed = InformedRequest(**plain, material=question_now())
        async with aclosing(self._model.generate(informed)) as answer:
            async for item in answer:
                yield item


class AskedThinker(PromptedThinker):
    """Tells the model that it asks what it is asked for; see `question_now`."""

    def __init__(self, model: LanguageModel, templates: Templates, **how: Any) -> None:
        super().__init__(_Informing(model), templates, **how)

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        _QUESTION.set(question)
        return await super().think(question, check)

    async def reply(
        self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
    ) -> AsyncGenerator[ReplyPart, None]:
        _QUESTION.set(scene)
        async for part in super().reply(scene, patience, is_again=is_again):
            yield part
