"""Detection of insights that repeat earlier ones, by cosine similarity."""

from collections.abc import Sequence

import numpy as np

from npcserver.memory.source import MemorySource
from npcserver.memory.stream import OWN, space_name
from npcserver.model.record import Record
from npcserver.ports.embedder import Embedder, Vectors
from npcserver.ports.rows import MemoryRef

THRESHOLD = 0.95
"""Cosine from which two insights count as the same."""


def near_duplicates(
    vectors: Vectors, existing: Vectors, threshold: float = THRESHOLD
) -> tuple[int | None, ...]:
    """Return for each new vector the earlier one that it repeats, or None.

    `vectors` (new, dimension) and `existing` (old, dimension) need not be of length 1. A result
    below `old` is a row of `existing`; `old + i` is row i of `vectors`, itself not a repeat. A
    vector of zeros (not embedded yet) repeats nothing.
    """
    new, old = _unit(vectors), _unit(existing)
    found: list[int | None] = []
    kept: list[int] = []
    for row, vector in enumerate(new):
        known = old @ vector if len(old) else np.zeros(0, np.float32)
        among = new[kept] @ vector
        cosines = np.concatenate((known, among))
        best = int(np.argmax(cosines)) if len(cosines) else 0
        if len(cosines) and cosines[best] >= threshold:
            found.append(best if best < len(old) else len(old) + kept[best - len(old)])
        else:
            found.append(None)
            kept.append(row)
    return tuple(found)


async def vectors_of(
    reader: MemorySource, embedder: Embedder, records: Sequence[Record]
) -> Vectors:
    """Return the vectors of the memories' own texts, shape (n, dimension).

    Missing vectors are computed, but not stored. Raises `Unavailable` if the embedder fails.
    """
    refs = [MemoryRef(record.timeline_id, record.seq) for record in records]
    there, found = await reader.vectors(space_name(embedder, OWN), refs)
    vectors = np.zeros((len(records), embedder.dimension), np.float32)
    if there.any():
        vectors[there] = found[there]
    lacking = np.flatnonzero(~there).tolist()
    if lacking:
        vectors[lacking] = await embedder.embed([records[at].text for at in lacking])
    return vectors


def _unit(vectors: Vectors) -> Vectors:
    """Return rows of length 1; rows of zeros stay zeros."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
