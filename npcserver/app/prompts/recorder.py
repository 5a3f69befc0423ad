"""A model that notes what it is asked, while another answers or nobody does."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from npcserver.model.errors import ModelUnreachable
from npcserver.ports.language_model import Finished, LanguageModel, Request


class RequestRecorder:
    """Notes every request. After `most` it answers nothing any more."""

    def __init__(self, model: LanguageModel, *, most: int = 64) -> None:
        self._model = model
        self._most = most
        self.requests: list[Request] = []

    @property
    def name(self) -> str:
        """The name of who answers."""
        return self._model.name

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Note the request and yield what the model beyond says to it."""
        self.requests.append(request)
        if len(self.requests) > self._most:
            raise ModelUnreachable("enough was asked")
        async with aclosing(self._model.generate(request)) as answer:
            async for part in answer:
                yield part
