"""Embedders by name (`provider:model`), each with a cache of vectors."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

import numpy as np

from npcmodels.embed.e5 import E5Embedder
from npcmodels.embed.hash_embedder import HashingEmbedder
from npcmodels.embed.usem3 import Usem3Embedder
from npcmodels.registry import check_endpoint
from npcserver.config import EmbedderSettings
from npcserver.model.errors import InvalidInput
from npcserver.model.limits import key_problem
from npcserver.ports.vectors import OwnedEmbedder, QuestionEmbedder, Vectors

_OVERHEAD_BYTES = 300
"""Bytes of one entry besides its text and numbers: dictionary, string and array headers."""


class CachingEmbedder:
    """Calls the embedder only for texts it has not cached; evicts the least recently used."""

    def __init__(self, embedder: OwnedEmbedder, *, budget_bytes: int = 16 << 20) -> None:
        self._embedder = embedder
        self.name = embedder.name
        self._budget = budget_bytes
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()
        self.nbytes = 0

    @property
    def dimension(self) -> int:
        """Length of every vector."""
        return self._embedder.dimension

    @property
    def batch(self) -> int:
        """The most texts of a call to an endpoint; 0 for an embedder that makes none."""
        return getattr(self._embedder, "batch", 0)

    def warm_up(self) -> None:
        """Warm up the wrapped embedder."""
        self._embedder.warm_up()

    async def close(self) -> None:
        """Close the wrapped embedder."""
        await self._embedder.close()

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Return one vector for each question; cached only if it is embedded as any text."""
        if isinstance(self._embedder, QuestionEmbedder):
            return await self._embedder.embed_questions(texts)
        return await self.embed(texts)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector for each text; each unknown text is embedded once."""
        known: dict[str, Vectors] = {}
        for text in texts:
            if (vector := self._vectors.get(text)) is not None:
                self._vectors.move_to_end(text)
                known[text] = vector
        unknown = list(dict.fromkeys(text for text in texts if text not in known))
        if unknown:
            found = await self._embedder.embed(unknown)
            for text, vector in zip(unknown, found, strict=True):
                known[text] = vector.copy()  # a copy, so that the batch can be freed
                self._remember(text, known[text])
        rows = np.empty((len(texts), self.dimension), np.float32)
        for position, text in enumerate(texts):
            rows[position] = known[text]
        return rows

    def _remember(self, text: str, vector: Vectors) -> None:
        if not vector.any():  # the endpoint may embed it the next time
            return
        if text not in self._vectors:  # another call may have stored it meanwhile
            self._vectors[text] = vector
            self.nbytes += _size(text, vector)
        while self.nbytes > self._budget:
            self.nbytes -= _size(*self._vectors.popitem(last=False))


def _size(text: str, vector: Vectors) -> int:
    return 4 * len(text) + vector.nbytes + _OVERHEAD_BYTES


async def embedder(settings: EmbedderSettings) -> CachingEmbedder:
    """Return the embedder with the name in the settings, wrapped in a cache.

    Raises `InvalidInput` for invalid settings, `Unavailable` if an endpoint must be asked for its
    dimension and does not answer.
    """
    provider, _, _ = settings.name.partition(":")
    factory = FACTORIES.get(provider)
    if factory is None:
        known = ", ".join(sorted(FACTORIES))
        raise InvalidInput("embedder.name", f"no embedder {provider!r}; known: {known}")
    made = factory(settings)
    return CachingEmbedder(await made if isinstance(made, Awaitable) else made)


async def _openai(settings: EmbedderSettings) -> OwnedEmbedder:
    # imported here: the openai package takes 0.7 s of CPU, and most servers do not need it
    from npcmodels.embed.openai import OpenAIEmbedder  # noqa: PLC0415

    url = settings.base_url
    check_endpoint("embedder", settings.name, "text-embedding-3-small", url or None)
    key_from = settings.key_variable or "embedder.api_key"
    if problem := key_problem(settings.key):
        raise InvalidInput(key_from, problem)
    made = OpenAIEmbedder(
        model=settings.name.partition(":")[2],
        base_url=url,
        api_key=settings.key,
        key_from=key_from,
        dimension=settings.dimension,
        batch=settings.batch_size,
        longest=settings.longest_text,
        extra=settings.extra,
    )
    if not settings.dimension:
        try:
            await made.measure()
        except BaseException:
            await made.close()
            raise
    return made


FACTORIES: dict[str, Callable[[EmbedderSettings], OwnedEmbedder | Awaitable[OwnedEmbedder]]] = {
    "usem3": lambda _: Usem3Embedder(),
    "e5": lambda _: E5Embedder(),
    "hashing": lambda settings: HashingEmbedder(settings.dimension or 512),
    "openai": _openai,
}
