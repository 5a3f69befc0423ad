"""Text to vectors."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors of one space."""

    @property
    def name(self) -> str:
        """`provider:model`; vectors of different names are never compared."""
        ...

    @property
    def dimension(self) -> int:
        """Length of every vector. Known before the first call."""
        ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return float32 of shape (len(texts), dimension), L2-normalised; never blocks the loop.

        Blank texts get zeros, which resemble nothing; over-long ones are cut. The same text gets
        the same vector, whatever it is asked for together with, up to rounding.

        Raises `Unavailable` (reason EMBEDDER_UNAVAILABLE).
        """
        ...
