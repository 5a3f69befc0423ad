"""Storage of one character's vectors, in the order in which they were added."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from npcserver.ports.embedder import Vectors

Rows = NDArray[np.int64]


class VectorIndex(Protocol):
    """Flat float32 storage addressed by row number 0..size-1. Not safe for concurrent writes."""

    @property
    def size(self) -> int:
        """Number of rows."""
        ...

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        ...

    def add(self, vectors: Vectors) -> None:
        """Append rows; a row of zeros stands for a text that has no vector yet."""
        ...

    def replace(self, rows: Sequence[int], vectors: Vectors) -> None:
        """Overwrite rows whose vectors have become known."""
        ...

    def view(self) -> Vectors:
        """Return the storage as an array of shape (size, dimension) without copying.

        Valid until the next `add`.
        """
        ...

    def nearest(self, query: Vectors, k: int, rows: Rows | None = None) -> tuple[Rows, Vectors]:
        """Return the k most similar rows, best first, and their inner products.

        `rows` restricts the search; fewer than k are returned if there are fewer.
        """
        ...


NewIndex = Callable[[int], VectorIndex]
"""Creates an empty index of the given dimension."""
