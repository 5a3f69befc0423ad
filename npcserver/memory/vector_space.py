"""The vectors of one character in one space, by row, and which of them are still missing."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.columns import Column
from npcserver.memory.gate import Gate
from npcserver.memory.mind_rows import MindRows
from npcserver.memory.offload import in_thread
from npcserver.memory.source import MemorySource
from npcserver.ports.embedder import Vectors
from npcserver.ports.rows import MemoryRef
from npcserver.ports.vector_index import VectorIndex

_LONGEST_RUN = 8192
"""Vectors read at once; limits the second copy held while they are added."""

_MOST_PENDING = 512
"""Missing vectors requested again per catch-up; the rest wait for the next one."""

_HEAVY = 256
"""Number of rows from which copying is done in a thread."""


class VectorSpace:
    """A vector index kept in step with `MindRows`; a row without a vector holds zeros.

    Zeros have the cosine 0 with everything, so a memory that is not embedded can still be recalled
    by recency, importance and words.
    """

    def __init__(self, name: str, index: VectorIndex) -> None:
        self._name = name
        self._index = index
        self._has_vector = Column(np.bool_)
        self._pending: dict[int, None] = {}  # in the order in which to request them
        self._asked: MemorySource | None = None  # the snapshot that lacks all that is pending
        self._blanks = 0  # rows of zeros
        self.longest = 0.0

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._index.nbytes + self._has_vector.nbytes + 64 * len(self._pending)

    @property
    def storage(self) -> Vectors:
        """The rows, shape (size, dimension), not copied; valid until the next catch-up writes."""
        return self._index.view()

    @property
    def has_vector(self) -> NDArray[np.bool_] | None:
        """Mask of the rows that are not all zeros; None if none is."""
        return self._has_vector.values if self._blanks else None

    @property
    def pending(self) -> tuple[int, ...]:
        """Rows whose vectors are missing."""
        return tuple(self._pending)

    def is_level(self, rows: MindRows, source: MemorySource) -> bool:
        """Return whether this snapshot of the store has nothing more to offer."""
        is_asked = self._asked is source or not self._pending
        return self._has_vector.size == rows.size and is_asked

    async def catch_up(
        self, source: MemorySource, rows: MindRows, subject_id: str, gate: Gate
    ) -> None:
        """Request the missing vectors again, then those of new rows."""
        if self._asked is not source:
            await self._ask_again(source, rows, gate)
        for run in rows.runs(self._index.size, rows.size, _LONGEST_RUN):
            seqs, found = await source.vector_rows(self._name, run.segment, subject_id)
            there = np.isin(seqs, run.seqs)
            places = np.searchsorted(run.seqs, seqs[there])
            add = partial(self._add, run.stop - run.start, places, found[there])
            await _change(gate, len(seqs), add)

    async def _ask_again(self, source: MemorySource, rows: MindRows, gate: Gate) -> None:
        asked = list(self._pending)[:_MOST_PENDING]
        if not asked:
            return
        refs = [MemoryRef(*rows.place(row)) for row in asked]
        known, found = await source.vectors(self._name, refs)
        if len(asked) == len(self._pending):
            self._asked = source
        come = [row for row, is_known in zip(asked, known, strict=True) if is_known]
        for row in asked:
            # rows still missing go to the end, so that all get their turn
            del self._pending[row]
            self._pending[row] = None
        if come:
            await _change(gate, len(come), partial(self._replace, come, found[known]))

    def _add(self, count: int, places: NDArray[np.int64], found: Vectors) -> None:
        first = self._index.size
        fresh = np.zeros((count, self._index.view().shape[1]), np.float32)
        if len(places):
            fresh[places] = self._sound(found)
        self._index.add(fresh)
        known = np.zeros(count, np.bool_)
        known[places] = True
        has_vector = fresh.any(axis=1)
        self._has_vector.extend(has_vector)
        self._blanks += count - int(has_vector.sum())
        self._pending.update(dict.fromkeys((np.flatnonzero(~known) + first).tolist()))

    def _replace(self, come: Sequence[int], found: Vectors) -> None:
        sound = self._sound(found)
        self._index.replace(come, sound)
        has_vector = sound.any(axis=1)
        self._has_vector.values[list(come)] = has_vector
        self._blanks -= int(has_vector.sum())
        for row in come:
            del self._pending[row]

    def _sound(self, found: Vectors) -> Vectors:
        """Replace rows with a non-finite number by zeros, and update the greatest norm."""
        norms = np.sqrt(np.einsum("ij,ij->i", found, found, dtype=np.float64))
        if not np.isfinite(norms).all():
            found = np.where(np.isfinite(norms)[:, None], found, np.float32(0.0))
            norms = norms[np.isfinite(norms)]
        self.longest = max(self.longest, float(norms.max(initial=0.0)))
        return found


async def _change(gate: Gate, size: int, work: Callable[[], None]) -> None:
    await gate.quiet()
    if size > _HEAVY:
        await in_thread(work)
    else:
        work()
