"""A flat FAISS index as `VectorIndex`: exact, row numbers are positions, reads copy nothing."""

from collections.abc import Sequence

import faiss
import numpy as np

from npcserver.ports.vectors import Vectors


class FaissIndex:
    """`IndexFlatIP`: float32 rows, whose inner products are cosines if they are unit vectors.

    FAISS doubles its storage when it is full, so adding a row takes amortised constant time.
    """

    def __init__(self, dimension: int) -> None:
        self._index = faiss.IndexFlatIP(dimension)
        self._view: Vectors = np.empty((0, dimension), np.float32)

    @property
    def size(self) -> int:
        """Number of rows."""
        return int(self._index.ntotal)

    @property
    def nbytes(self) -> int:
        """Bytes of the rows; memory that FAISS reserved beyond them is untouched so far."""
        return int(self._index.codes.size())

    def add(self, vectors: Vectors) -> None:
        """Append rows of shape (n, dimension)."""
        if len(vectors) == 0:
            return
        # drop the view first, since adding may move the storage
        self._view = self._view[:0].copy()
        self._index.add(np.ascontiguousarray(vectors, np.float32))
        self._look()

    def reserve(self, rows: int) -> None:
        """Make space for so many rows in all, where FAISS would have to double its storage."""
        if rows < 2 * self.size:
            return
        self._view = self._view[:0].copy()
        codes = self._index.codes
        held = codes.size()
        codes.resize(rows * self._index.code_size)
        codes.resize(held)  # a C++ vector keeps the space that it had
        self._look()

    def replace(self, rows: Sequence[int], vectors: Vectors) -> None:
        """Overwrite rows. Raises `IndexError` for a row that does not exist."""
        if len(rows) > 0:
            self._view[np.asarray(rows, np.int64)] = vectors

    def _look(self) -> None:
        flat: Vectors = faiss.rev_swig_ptr(self._index.get_xb(), self.size * self._index.d)
        self._view = flat.reshape(self.size, self._index.d)

    def view(self) -> Vectors:
        """Return FAISS's own storage, shape (size, dimension).

        Valid until the next `add` or `reserve`.
        """
        return self._view
