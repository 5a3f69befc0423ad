"""What the memory stream asks of the log: the part of `Reader` and `View` it uses."""

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from npcserver.model.record import Record
from npcserver.model.timeline import Lineage, Segment
from npcserver.ports.embedder import Vectors
from npcserver.ports.rows import MemoryRef, MemoryRows


class MemorySource(Protocol):
    """Where an index catches up from. Every `ports.storage.Reader` is one.

    It is a snapshot: what it has answered once it would answer again.
    """

    def memory_rows(
        self, segment: Segment, subject_id: str, chunk: int = 5000
    ) -> AsyncGenerator[MemoryRows, None]:
        """Yield all memories and amendments of a subject in a segment, in chunks by seq."""
        ...

    async def vectors(
        self, space: str, refs: Sequence[MemoryRef]
    ) -> tuple[NDArray[np.bool_], Vectors]:
        """Return which refs have a vector in this space, and the vectors (zeros where not)."""
        ...

    async def vector_rows(
        self, space: str, segment: Segment, subject_id: str
    ) -> tuple[NDArray[np.int64], Vectors]:
        """Return all vectors of a subject's memories in a segment: seqs ascending, and rows."""
        ...


class Lookout(Protocol):
    """From where memories are recalled. Every `ports.storage.View` is one."""

    @property
    def lineage(self) -> Lineage:
        """What can be seen, oldest segment first."""
        ...

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return the records with these seqs that can be seen, in order of seq."""
        ...
