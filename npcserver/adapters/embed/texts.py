"""What an embedder is given, and what it gives back: the edge cases, decided once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from npcserver.ports.embedder import Vectors

LONGEST_TEXT = 8_000
"""Characters of a text that count; two memories of the greatest length fit. The rest is cut."""
FEW = 2
"""A call with at most this many texts is a question that somebody waits for: a text and the same
text in context. Work in bulk comes in larger batches, and lets such calls go first."""


def prepared(texts: Sequence[str]) -> tuple[list[int], list[str]]:
    """Return the positions of the texts that say something, and those texts, cut to length.

    Lone surrogates, which no encoder takes, become question marks.
    """
    kept = [
        (position, text[:LONGEST_TEXT].encode(errors="replace").decode())
        for position, text in enumerate(texts)
        if text and not text.isspace()
    ]
    return [position for position, _ in kept], [text for _, text in kept]


def spread(found: Vectors, positions: Sequence[int], count: int) -> Vectors:
    """Put vectors at their positions among `count` rows; a blank text gets zeros, like nothing."""
    rows = np.zeros((count, found.shape[1]), np.float32)
    rows[list(positions)] = found
    return rows


def unit(vectors: NDArray[np.floating]) -> Vectors:
    """Return float32 rows of length 1; rows of zeros stay. Raises `ValueError` for NaN or infinity.

    Scaled by the largest entry first, so that neither tiny nor huge rows lose their direction.
    """
    if not np.isfinite(vectors).all():
        raise ValueError("a vector holds a number that is not finite")
    rows = vectors.astype(np.float64)
    largest = np.abs(rows).max(axis=1, keepdims=True, initial=0.0)
    rows /= np.where(largest > 0, largest, 1.0)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(norms > 0, norms, 1.0)).astype(np.float32)
