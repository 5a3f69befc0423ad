"""Vectors of texts: the embedder that makes them and the index that keeps them."""

import re
from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors of one vector space."""

    @property
    def name(self) -> str:
        """`provider:model`; vectors of different names are never compared."""

    @property
    def dimension(self) -> int:
        """Length of every vector, known before the first call."""

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return float32 of shape (len(texts), dimension), L2-normalised; never blocks the loop.

        Blank texts get zeros, which resemble nothing; overlong texts are cut. A text gets the same
        vector, up to rounding, whatever the other texts of the call are.

        Raises `Unavailable` (reason EMBEDDER_UNAVAILABLE).
        """


@runtime_checkable
class QuestionEmbedder(Protocol):
    """Embeds questions into the space of an embedder's texts, in a way of their own."""

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Return vectors of questions; see `Embedder.embed`."""


class OwnedEmbedder(Embedder, Protocol):
    """An embedder that may hold a thread, weights or connections."""

    def warm_up(self) -> None:
        """Start loading what the first call needs, and return at once."""

    async def close(self) -> None:
        """Release all resources; waiting calls raise `Unavailable`."""


_DIMENSION = re.compile(r"@(\d+)/")


def dimension_of(space: str) -> int | None:
    """Return the length of vectors that the name of a space tells (`embedder@length/which`)."""
    found = _DIMENSION.search(space)
    return None if found is None else int(found[1])


Rows = NDArray[np.int64]


class VectorIndex(Protocol):
    """Flat float32 storage addressed by row number 0..size-1. Not safe for concurrent writes."""

    @property
    def size(self) -> int:
        """Number of rows."""

    @property
    def nbytes(self) -> int:
        """Bytes held."""

    def add(self, vectors: Vectors) -> None:
        """Append rows; a row of zeros stands for a text that has no vector yet."""

    def reserve(self, rows: int) -> None:
        """Make space for so many rows in all, so that adding them copies nothing.

        It may move the storage, as `add` may.
        """

    def replace(self, rows: Sequence[int], vectors: Vectors) -> None:
        """Overwrite rows whose vectors have become known."""

    def view(self) -> Vectors:
        """Return the storage as an array of shape (size, dimension) without copying.

        Valid until the next `add` or `reserve`.
        """


NewIndex = Callable[[int], VectorIndex]
"""Creates an empty index of the given dimension."""
