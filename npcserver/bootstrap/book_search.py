"""The search in books as the settings want it."""

from contextlib import AsyncExitStack

from npcserver.app.authoring.lore_index import LoreIndexCache
from npcserver.bootstrap.model_package import CachedEmbedder, models
from npcserver.config import Settings
from npcserver.ports.clock import Clock


async def lore_index_cache(
    settings: Settings, stack: AsyncExitStack, vectors_of: CachedEmbedder, clock: Clock
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
