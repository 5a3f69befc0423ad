"""The worst actor there is: it blurts out every secret it finds before it, in whatever it writes.

Besides it keeps every question it was asked, to be looked through.
"""

import json
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from npcmodels.model_text import estimated_usage
from npcmodels.offline import OfflineActor
from npcserver.model.errors import ModelUnreachable
from npcserver.model.inputs import (
    ConverseInput,
    FocalQuestionsInput,
    InsightsInput,
    InterviewInput,
    ReplyInput,
    SummaryInput,
)
from npcserver.model.question import TypedQuestion
from npcserver.ports.language_model import CallTimeouts, Finished, Request
from npcserver.ports.thinker import AskResult, Check, ReplyPart
from npcserver.prompts.render import Templates
from tests.fakes.language_models import AskedThinker, InformedRequest

T = TypeVar("T")

_AT_ONCE = 3


@dataclass(slots=True)
class Blurter:
    """A model that knows all secrets by their words, and says those it is shown.

    Where it is shown none it is not there. `asked` are its questions.
    """

    texts: Mapping[str, str]
    asked: list[InformedRequest] = field(default_factory=list)
    name: str = "test:blurter"

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Say what may not be said, if it is there to be said."""
        assert isinstance(request, InformedRequest)
        self.asked.append(request)
        found = self.words_in(request)[:_AT_ONCE]
        said = self._blurted(request, [self.texts[word] for word in found]) if found else None
        if said is None:
            raise ModelUnreachable("there is nothing to blurt out")
        yield said
        yield Finished(model=self.name, usage=estimated_usage(request.messages, said))

    def words_in(self, request: InformedRequest) -> list[str]:
        """Return the words of secrets that a question holds, in its text or in its material."""
        shown = everything(request)
        return [word for word in self.texts if word in shown]

    def _blurted(self, request: InformedRequest, texts: list[str]) -> str | None:
        told = " ".join(texts)
        match request.material:
            case ReplyInput():
                return json.dumps({"say": told, "importance": 9})
            case ConverseInput(should_end=should_end):
                return json.dumps({"say": told, "ends": should_end})
            case InterviewInput():
                return json.dumps({"say": told})
            case FocalQuestionsInput():
                return json.dumps({"questions": [f"Why is it that {text}" for text in texts] * 2})
            case InsightsInput():
                insights = [{"insight": text, "because": [1], "importance": 9} for text in texts]
                return json.dumps({"insights": insights})
            case SummaryInput():
                kept = {"for_my_plans": texts[0], "interesting": texts[-1], "importance": 9}
                return json.dumps(kept)
            case _:
                return None


class BlurtingThinker(AskedThinker):
    """Thinks with a blurter, and as the offline actor does where that has nothing to say."""

    def __init__(self, blurter: Blurter) -> None:
        super().__init__(blurter, Templates())
        self._actor = OfflineActor()

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        """Return what is blurted out, or thought without a model."""
        try:
            return await super().think(question, check)
        except ModelUnreachable:
            return await self._actor.think(question, check)

    async def reply(
        self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
    ) -> AsyncGenerator[ReplyPart, None]:
        """Yield what is blurted out, or said without a model."""
        try:
            async for part in super().reply(scene, patience, is_again=is_again):
                yield part
        except ModelUnreachable:
            async for part in self._actor.reply(scene, patience, is_again=is_again):
                yield part


def everything(request: InformedRequest) -> str:
    """Return all text of a question: its messages, and what they were made from."""
    return "\n".join((*(message.text for message in request.messages), repr(request.material)))
