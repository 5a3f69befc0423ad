"""Edge cases of texts and vectors that all embedders treat alike."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from npcserver.ports.vectors import Vectors

LONGEST_TEXT = 8_000
"""Characters of a text that are embedded; two memories of the greatest length fit."""
FEW = 2
"""Most texts of a call that counts as a question: a text, and the same text in context.

Questions are urgent; bulk work comes in larger calls and lets questions go first.
"""


def prepared(texts: Sequence[str], longest: int = LONGEST_TEXT) -> tuple[list[int], list[str]]:
    """Return the positions of the texts that are not blank, and those texts, cut to `longest`.

    Lone surrogates, which no encoder accepts, become question marks.
    """
    kept = [
        (position, text[:longest].encode(errors="replace").decode())
        for position, text in enumerate(texts)
        if text and not text.isspace()
    ]
    return [position for position, _ in kept], [text for _, text in kept]


def spread(found: Vectors, positions: Sequence[int], count: int) -> Vectors:
    """Return `count` rows with vectors at their positions, and zeros for blank texts."""
    rows = np.zeros((count, found.shape[1]), np.float32)
    rows[list(positions)] = found
    return rows


def unit(vectors: NDArray[np.floating]) -> Vectors:
    """Return float32 rows of length 1; zeros stay. Raises `ValueError` for NaN or infinity.

    Rows are scaled by their largest entry first, so that tiny and huge ones keep their direction.
    """
    if not np.isfinite(vectors).all():
        raise ValueError("a vector holds a number that is not finite")
    rows = vectors.astype(np.float64)
    largest = np.abs(rows).max(axis=1, keepdims=True, initial=0.0)
    rows /= np.where(largest > 0, largest, 1.0)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(norms > 0, norms, 1.0)).astype(np.float32)
