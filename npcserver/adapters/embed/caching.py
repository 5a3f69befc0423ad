"""Cache of embedded texts, since the same texts recur in play."""

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from npcserver.adapters.embed.owned import OwnedEmbedder
from npcserver.ports.embedder import Vectors

_OVERHEAD_BYTES = 300
"""Bytes of one entry besides its text and numbers: dictionary, string and array headers."""


class CachingEmbedder:
    """Calls the embedder only for texts it has not cached; evicts the least recently used."""

    def __init__(self, embedder: OwnedEmbedder, *, budget_bytes: int = 16 << 20) -> None:
        self._embedder = embedder
        self._budget = budget_bytes
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()
        self._bytes = 0

    @property
    def name(self) -> str:
        """Name of the wrapped embedder."""
        return self._embedder.name

    @property
    def dimension(self) -> int:
        """Length of every vector."""
        return self._embedder.dimension

    @property
    def nbytes(self) -> int:
        """Estimated bytes held."""
        return self._bytes

    def warm_up(self) -> None:
        """Warm up the wrapped embedder."""
        self._embedder.warm_up()

    async def close(self) -> None:
        """Close the wrapped embedder."""
        await self._embedder.close()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector for each text; each unknown text is embedded once."""
        known = {text: vector for text in texts if (vector := self._remembered(text)) is not None}
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

    def _remembered(self, text: str) -> Vectors | None:
        vector = self._vectors.get(text)
        if vector is not None:
            self._vectors.move_to_end(text)
        return vector

    def _remember(self, text: str, vector: Vectors) -> None:
        if text not in self._vectors:  # another call may have stored it meanwhile
            self._vectors[text] = vector
            self._bytes += _size(text, vector)
        while self._bytes > self._budget:
            self._bytes -= _size(*self._vectors.popitem(last=False))


def _size(text: str, vector: Vectors) -> int:
    return 4 * len(text) + vector.nbytes + _OVERHEAD_BYTES
