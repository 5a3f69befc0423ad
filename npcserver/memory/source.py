"""What the memory stream needs of the log: parts of `Reader` and `View`."""

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from npcserver.model.record import Record
from npcserver.model.timeline import Lineage, Segment
from npcserver.ports.embedder import Vectors
from npcserver.ports.rows import MemoryRef, MemoryRows


class MemorySource(Protocol):
    """Source from which an index catches up; every `ports.storage.Reader` is one.

    It is a snapshot: the same query always has the same answer.
    """

    def memory_rows(
        self, segment: Segment, subject_id: str, chunk: int = 5000
    ) -> AsyncGenerator[MemoryRows, None]:
        """Yield all memories and amendments of a subject in a segment, in chunks by seq."""
        ...

    async def vectors(
        self, space: str, refs: Sequence[MemoryRef]
    ) -> tuple[NDArray[np.bool_], Vectors]:
        """Return which refs have a vector in this space, and the vectors (zeros if none)."""
        ...

    async def vector_rows(
        self, space: str, segment: Segment, subject_id: str
    ) -> tuple[NDArray[np.int64], Vectors]:
        """Return the seqs (ascending) and vectors of a subject's memories in a segment."""
        ...


class Lookout(Protocol):
    """The vantage from which memories are recalled; every `ports.storage.View` is one."""

    @property
    def lineage(self) -> Lineage:
        """The visible segments, oldest first."""
        ...

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return the visible records with these seqs, in order of seq."""
        ...
