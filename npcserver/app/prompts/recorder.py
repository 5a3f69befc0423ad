"""A model that notes what it is asked, while another answers or nobody does."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from npcserver.model.errors import ModelUnreachable
from npcserver.ports.language_model import Finished, LanguageModel, Request


class RequestRecorder:
    """Notes every request. Once one `is_last`, or after `most`, nothing is answered any more."""

    def __init__(
        self,
        model: LanguageModel,
        *,
        is_last: Callable[[Request], bool] | None = None,
        most: int = 64,
    ) -> None:
        self._model = model
        self._is_last = is_last
        self._most = most
        self.requests: list[Request] = []
        self.last: Request | None = None

    @property
    def name(self) -> str:
        """The name of who answers."""
        return self._model.name

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Note the request and yield what the model beyond says to it."""
        if self.last is None and self._is_last is not None and self._is_last(request):
            self.last = request
        self.requests.append(request)
        if self.last is not None or len(self.requests) > self._most:
            raise ModelUnreachable("nothing more is asked: only prompts are looked at")
        async with aclosing(self._model.generate(request)) as answer:
            async for part in answer:
                yield part
