"""Reading the rows of a selection from storage that has other rows between them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from npcserver.ports.embedder import Vectors

_BRIDGED = 16
"""Longest gap of other rows that is cheaper to multiply too than to start a new span for."""

_CALL = 8.0
"""Cost of one more product, in rows multiplied; `_COPY` is that of copying one row first."""

_COPY = 4.0

_AT_ONCE = 2048
"""Rows copied together: as many as a second-level cache holds."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadingPlan:
    """Spans of storage to multiply, and which of the products to keep (None: all).

    Without spans the rows are copied and multiplied, which is faster if they are scattered.
    """

    rows: NDArray[np.int64]
    spans: tuple[tuple[int, int], ...]
    kept: NDArray[np.int64] | None

    @property
    def nbytes(self) -> int:
        """Bytes held besides the rows, which belong to the selection."""
        return 32 * len(self.spans) + (0 if self.kept is None else self.kept.nbytes)

    def products(self, storage: Vectors, query: Vectors) -> Vectors:
        """Return the inner product of each row with `query`, float32 of shape (len(rows),).

        This is the only pass over all vectors in a recall. A pass over smaller copies of them could
        replace it, with its own, wider error bound.
        """
        if not self.spans:
            return self._gathered(storage, query)
        if len(self.spans) == 1:
            start, stop = self.spans[0]
            products = storage[start:stop] @ query
        else:
            products = np.empty(sum(stop - start for start, stop in self.spans), np.float32)
            at = 0
            for start, stop in self.spans:
                np.dot(storage[start:stop], query, out=products[at : at + stop - start])
                at += stop - start
        return products if self.kept is None else products[self.kept]

    def _gathered(self, storage: Vectors, query: Vectors) -> Vectors:
        products = np.empty(len(self.rows), np.float32)
        for at in range(0, len(self.rows), _AT_ONCE):
            rows = self.rows[at : at + _AT_ONCE]
            np.dot(storage[rows], query, out=products[at : at + _AT_ONCE])
        return products


def plan_for(rows: NDArray[np.int64]) -> ReadingPlan:
    """Return the cheapest way to read ascending row numbers; `rows` is not empty."""
    gaps = np.diff(rows)
    stops = np.flatnonzero(gaps > _BRIDGED)
    starts = rows[np.concatenate(([0], stops + 1))]
    ends = rows[np.concatenate((stops, [len(rows) - 1]))] + 1
    read = int((ends - starts).sum())
    if read + _CALL * len(starts) > (1.0 + _COPY) * len(rows) + _CALL:
        return ReadingPlan(rows, (), None)
    spans = tuple(zip(starts.tolist(), ends.tolist(), strict=True))
    if read == len(rows):
        return ReadingPlan(rows, spans, None)
    skipped = np.concatenate(([0], np.cumsum(np.where(gaps > _BRIDGED, gaps - 1, 0))))
    return ReadingPlan(rows, spans, rows - rows[0] - skipped)
