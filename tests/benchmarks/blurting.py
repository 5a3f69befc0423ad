"""The worst actor there is: it blurts out every secret it finds before it, in whatever it writes.

Besides it keeps every question it was asked, to be looked through.
"""

import json
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field

from npcserver.adapters.llm import offline
from npcserver.adapters.llm.model_text import estimated_usage
from npcserver.adapters.llm.offline import OfflineActor
from npcserver.model.inputs import (
    ConverseInput,
    FocalQuestionsInput,
    InsightsInput,
    InterviewInput,
    ReplyInput,
    SummaryInput,
)
from npcserver.ports.language_model import Finished, Request

_AT_ONCE = 3


@dataclass(slots=True)
class Blurter:
    """A model that knows all secrets by their words, and says those it is shown.

    Where it is shown none it thinks as the offline actor does. `asked` are its questions.
    """

    texts: Mapping[str, str]
    asked: list[Request] = field(default_factory=list)
    actor: OfflineActor = field(default_factory=OfflineActor)
    name: str = "test:blurter"

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Say what may not be said, if it is there to be said."""
        self.asked.append(request)
        found = self.words_in(request)[:_AT_ONCE]
        said = self._blurted(request, [self.texts[word] for word in found]) if found else None
        answer = self.actor.answer(request.material) if said is None else said
        yield answer
        yield Finished(model=self.name, usage=estimated_usage(request.messages, answer))

    def words_in(self, request: Request) -> list[str]:
        """Return the words of secrets that a question holds, in its text or in its material."""
        shown = everything(request)
        return [word for word in self.texts if word in shown]

    def _blurted(self, request: Request, texts: list[str]) -> str | None:
        told = " ".join(texts)
        match request.material:
            case ReplyInput():
                return offline.reply_json(told, importance=9)
            case ConverseInput(should_end=should_end):
                return offline.line_json(told, ends=should_end)
            case InterviewInput():
                return offline.said_json(told)
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


def everything(request: Request) -> str:
    """Return all text of a question: its messages, and what they were made from."""
    return "\n".join((*(message.text for message in request.messages), repr(request.material)))
