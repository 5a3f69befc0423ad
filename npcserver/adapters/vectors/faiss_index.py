"""A flat FAISS index as `VectorIndex`: exact, row numbers are positions, reads copy nothing."""

from collections.abc import Sequence

import faiss
import numpy as np

from npcserver.ports.vectors import Rows, Vectors


class FaissIndex:
    """`IndexFlatIP`: inner products over float32 rows, which are cosines of unit vectors.

    FAISS doubles its storage when it is full, so adding a row takes amortised constant time.
    """

    def __init__(self, dimension: int) -> None:
        _use_one_thread()
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
        flat: Vectors = faiss.rev_swig_ptr(self._index.get_xb(), self.size * self._index.d)
        self._view = flat.reshape(self.size, self._index.d)

    def replace(self, rows: Sequence[int], vectors: Vectors) -> None:
        """Overwrite rows. Raises `IndexError` for a row that does not exist."""
        if len(rows) > 0:
            self._view[np.asarray(rows, np.int64)] = vectors

    def view(self) -> Vectors:
        """Return FAISS's own storage, shape (size, dimension); valid until the next `add`."""
        return self._view

    def nearest(self, query: Vectors, k: int, rows: Rows | None = None) -> tuple[Rows, Vectors]:
        """Return the k most similar of `rows` (None: of all), best first."""
        wanted = min(k, self.size if rows is None else len(np.unique(rows)))
        if wanted <= 0:
            return np.empty(0, np.int64), np.empty(0, np.float32)
        _use_one_thread()
        parameters = None
        if rows is not None:
            mask = np.zeros(self.size, np.bool_)
            mask[rows] = True
            bits = np.packbits(mask, bitorder="little")
            selector = faiss.IDSelectorBitmap(self.size, faiss.swig_ptr(bits))
            parameters = faiss.SearchParameters()
            parameters.sel = selector  # borrowed: `selector` and `bits` outlive the search here
        question = np.ascontiguousarray(query, np.float32).reshape(1, -1)
        similarity, found = self._index.search(question, wanted, params=parameters)
        return found[0], similarity[0]


def _use_one_thread() -> None:
    """Keep OpenMP off; the setting belongs to the calling thread, so each search repeats it."""
    faiss.omp_set_num_threads(1)
