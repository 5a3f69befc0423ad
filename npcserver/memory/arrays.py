"""Arrays of memories: growing columns, their lock, sparse reads, and work in threads."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from npcserver.ports.vectors import Rows, Vectors

S = TypeVar("S", bound=np.generic)


class Column(Generic[S]):
    """Values of one type, appended in amortised constant time."""

    __slots__ = ("_data", "size")

    def __init__(self, dtype: type[S]) -> None:
        self._data: NDArray[S] = np.empty(0, dtype)
        self.size = 0

    @property
    def values(self) -> NDArray[S]:
        """The values so far, not copied; later additions do not show in it."""
        return self._data[: self.size]

    def __getitem__(self, rows: NDArray[Any]) -> NDArray[S]:
        """Return the values of some rows."""
        found: NDArray[S] = self.values[rows]
        return found

    @property
    def nbytes(self) -> int:
        """Bytes reserved."""
        return self._data.nbytes

    def reserve(self, size: int) -> None:
        """Make space for so many values in all, so that adding them copies nothing."""
        if size > len(self._data):
            # an eighth more wastes little memory, and capacity still doubles in six steps
            grown = np.empty(size + size // 8, self._data.dtype)
            grown[: self.size] = self.values
            self._data = grown

    def extend(self, values: ArrayLike) -> None:
        """Append values, converted to the type of the column."""
        added = np.asarray(values, self._data.dtype)
        end = self.size + len(added)
        self.reserve(end)
        self._data[self.size : end] = added
        self.size = end


def stacked(vectors: Iterable[NDArray[np.float32]]) -> Vectors:
    """Return vectors of one dimension as the rows of an array; shape (0, 0) for none."""
    rows = [*vectors]
    return np.array(rows, np.float32) if rows else np.zeros((0, 0), np.float32)


class ReadersWriterLock:
    """Holding `lock` is required to begin reading and to write.

    Reading continues after the lock is released, writing does not: a writer awaits `quiet()` while
    holding the lock, and as no new reader can begin meanwhile, it waits only for those under way.
    """

    __slots__ = ("_quiet", "_readers", "lock")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self._quiet: asyncio.Event | None = None  # set only while a writer waits
        self._readers = 0

    def begin_reading(self) -> None:
        """Block writers until `end_reading`. Call it while holding the lock."""
        self._readers += 1

    def end_reading(self) -> None:
        """Let a waiting writer continue once the last reader has ended."""
        self._readers -= 1
        if self._readers == 0 and self._quiet is not None:
            self._quiet.set()
            self._quiet = None

    async def quiet(self) -> None:
        """Wait until no one reads."""
        if self._readers > 0:
            self._quiet = asyncio.Event()
            await self._quiet.wait()


T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Run `work` in a thread and return its result.

    A cancellation is raised only after the work has ended, since it reads or writes arrays whose
    storage the next caller may move.
    """
    future = asyncio.get_running_loop().run_in_executor(None, work)
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait((future,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        future.exception()  # retrieved, so that asyncio logs no warning
        raise cancelled
    return future.result()


_BRIDGED = 64
"""Longest gap of other rows that is cheaper to multiply too than to start a new span for."""

_CALL = 140.0
"""Cost of one more product, in rows multiplied; `_COPY` is that of copying one row first.

Both are of rows in eight bits, which many rows are.
"""

_COPY = 1.0

_AT_ONCE = 2048
"""Rows copied together: as many as a second-level cache holds."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadPlan:
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

    def products(self, multiply: Callable[[slice | Rows], Vectors]) -> Vectors:
        """Return the product of each row, float32 of shape (len(rows),).

        `multiply` returns those of some rows. This is the only pass over all vectors in a recall.
        """
        if not self.spans:
            at_once = range(0, len(self.rows), _AT_ONCE)
            return _joined([multiply(self.rows[at : at + _AT_ONCE]) for at in at_once])
        products = _joined([multiply(slice(start, stop)) for start, stop in self.spans])
        return products if self.kept is None else products[self.kept]


def _joined(parts: list[Vectors]) -> Vectors:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def plan_reads(rows: NDArray[np.int64]) -> ReadPlan:
    """Return the cheapest way to read ascending row numbers; `rows` is not empty."""
    gaps = np.diff(rows)
    stops = np.flatnonzero(gaps > _BRIDGED)
    starts = rows[np.concatenate(([0], stops + 1))]
    ends = rows[np.concatenate((stops, [len(rows) - 1]))] + 1
    read = int((ends - starts).sum())
    if read + _CALL * len(starts) > (1.0 + _COPY) * len(rows) + _CALL:
        return ReadPlan(rows, (), None)
    spans = tuple(zip(starts.tolist(), ends.tolist(), strict=True))
    if read == len(rows):
        return ReadPlan(rows, spans, None)
    skipped = np.concatenate(([0], np.cumsum(np.where(gaps > _BRIDGED, gaps - 1, 0))))
    return ReadPlan(rows, spans, rows - rows[0] - skipped)
