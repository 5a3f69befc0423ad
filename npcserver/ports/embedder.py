"""Embedding of texts."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors of one vector space."""

    @property
    def name(self) -> str:
        """`provider:model`; vectors of different names are never compared."""
        ...

    @property
    def dimension(self) -> int:
        """Length of every vector, known before the first call."""
        ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return float32 of shape (len(texts), dimension), L2-normalised; never blocks the loop.

        Blank texts get zeros, which resemble nothing; overlong texts are cut. A text gets the same
        vector, up to rounding, whatever the other texts of the call are.

        Raises `Unavailable` (reason EMBEDDER_UNAVAILABLE).
        """
        ...
