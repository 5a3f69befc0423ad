"""A vector index of plain NumPy, as slow and as simple as it can be."""

from collections.abc import Sequence

import numpy as np

from npcserver.ports.embedder import Vectors
from npcserver.ports.vector_index import Rows


class NumpyIndex:
    """Keeps its rows in one array that is copied at every addition."""

    def __init__(self, dimension: int) -> None:
        self._rows: Vectors = np.empty((0, dimension), np.float32)

    @property
    def size(self) -> int:
        return len(self._rows)

    @property
    def nbytes(self) -> int:
        return self._rows.nbytes

    def add(self, vectors: Vectors) -> None:
        self._rows = np.concatenate([self._rows, vectors.astype(np.float32)])

    def replace(self, rows: Sequence[int], vectors: Vectors) -> None:
        self._rows[list(rows)] = vectors

    def view(self) -> Vectors:
        return self._rows

    def nearest(self, query: Vectors, k: int, rows: Rows | None = None) -> tuple[Rows, Vectors]:
        among = np.arange(self.size) if rows is None else np.unique(rows)
        similarity = self._rows[among] @ query
        best = np.argsort(-similarity, kind="stable")[:k]
        return among[best].astype(np.int64), similarity[best]
