"""The search in books as the settings want it."""

from contextlib import AsyncExitStack
from dataclasses import replace

from npcserver.adapters.embed.registry import CachingEmbedder, EmbedderSpec, embedder
from npcserver.app.authoring.lore_index import LoreIndexCache
from npcserver.bootstrap.model_stack import embedder_spec
from npcserver.config import Settings
from npcserver.ports.clock import Clock


def book_embedder_spec(settings: Settings) -> EmbedderSpec | None:
    """Return which embedder books have of their own; None if they have that of memories."""
    chosen = settings.embedder
    if chosen.books in ("", chosen.name):
        return None
    return replace(embedder_spec(settings), name=chosen.books)


async def lore_index_cache(
    settings: Settings, stack: AsyncExitStack, vectors_of: CachingEmbedder, clock: Clock
) -> LoreIndexCache:
    """Return the indices of books, whose embedder may be another than `vectors_of` of memories.

    An embedder that books have of their own is closed with the stack. Raises `InvalidInput`, and
    `Unavailable` for an endpoint that does not answer.
    """
    spec = book_embedder_spec(settings)
    if spec is None:
        return LoreIndexCache(vectors_of, clock)
    own = await embedder(spec)
    stack.push_async_callback(own.close)
    own.warm_up()
    return LoreIndexCache(own, clock, asks=own)
