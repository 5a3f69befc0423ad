"""What is asked of the package of models, which is beside this one."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Protocol, cast

from npcserver import plugins
from npcserver.adapters.clock import SystemClock
from npcserver.app.authoring.lore_index import LoreIndexCache
from npcserver.config import ModelKeys, Settings
from npcserver.model.inputs import ReplyInput
from npcserver.model.model_use import ModelHost, ModelUse
from npcserver.ports.language_model import OwnedLanguageModel, ServedContext
from npcserver.ports.thinker import OwnedThinker
from npcserver.ports.vectors import OwnedEmbedder, QuestionEmbedder


class ModelEndpoint(Protocol):
    """A model that the settings name, and all that is known of it before it is asked.

    `note` says why it was chosen; `uses` are the settings of each use that it has.
    """

    @property
    def note(self) -> str: ...

    @property
    def uses(self) -> Mapping[ModelUse, ModelKeys]: ...

    @property
    def host(self) -> ModelHost: ...

    @property
    def shared_name(self) -> str: ...

    @property
    def weights(self) -> int: ...

    @property
    def ask_context(self) -> Callable[[], Awaitable[ServedContext | None]] | None: ...

    def context_by_name(self) -> ServedContext | None:
        """Return the context of a hosted model by its name, None for an unknown one."""

    def open(self, settings: Settings) -> OwnedLanguageModel | OwnedThinker:
        """Return the model; raises `InvalidInput`, which names the setting."""


class CachedEmbedder(OwnedEmbedder, QuestionEmbedder, Protocol):
    """An embedder that keeps what it has embedded."""

    @property
    def batch(self) -> int: ...


class OfflineThinker(OwnedThinker, Protocol):
    """The thinker that answers without a language model."""

    def looked_up(self, scene: ReplyInput) -> str:
        """Return the fact that answers what was heard, "" where none is known."""


class Models(Protocol):
    """The package of models; its functions raise `InvalidInput`, which names the setting."""

    async def endpoints(self, settings: Settings) -> Sequence[ModelEndpoint]:
        """Return the models that the settings name, each once, that for dialogue first."""

    async def fallback_endpoint(self, settings: Settings) -> ModelEndpoint | None:
        """Return the model that answers players when the one for dialogue has failed."""

    async def host_of_use(self, settings: Settings, use: ModelUse) -> ModelHost:
        """Return where the model for a use runs."""

    async def memory_embedder(self, settings: Settings) -> CachedEmbedder:
        """Return the embedder of memories; raises `Unavailable` where it does not answer."""

    async def book_embedder(self, settings: Settings) -> CachedEmbedder | None:
        """Return the embedder that books have of their own; None if they have that of memories."""

    def offline_thinker(self) -> OfflineThinker:
        """Return the thinker that answers without a language model."""


def models() -> Models:
    """Return the package of models."""
    return cast("Models", plugins.load(plugins.MODELS))


async def lore_index_cache(
    settings: Settings, stack: AsyncExitStack, vectors_of: CachedEmbedder, clock: SystemClock
) -> LoreIndexCache:
    """Return the indices of books, whose embedder may be another than `vectors_of` of memories.

    An embedder that books have of their own is closed with the stack. Raises `InvalidInput`, and
    `Unavailable` for an endpoint that does not answer.
    """
    own = await models().book_embedder(settings)
    if own is None:
        return LoreIndexCache(vectors_of, clock)
    stack.push_async_callback(own.close)
    own.warm_up()
    return LoreIndexCache(own, clock, asks=own)
