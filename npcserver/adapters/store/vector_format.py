"""Vectors as they lie in the database: float32, or a signed byte for each number and a scale.

A world has one of the two formats for good. A row of int8 has a scale and one of float32 has none,
so reading needs no look at the world.
"""

from collections.abc import Sequence

import numpy as np

from npcserver.ports.vectors import Vectors

FLOAT32 = "float32"
"""Little-endian float32; worlds made before revision 0011."""
INT8 = "int8"
"""The number nearest to each, of 255 multiples of a 127th of the greatest; all worlds since."""

Stored = tuple[bytes, float | None]
"""The bytes of a vector, and its scale (None: float32)."""

_FLOATS = np.dtype("<f4")
_GREATEST = 127


def stored(vectors: Vectors, form: str) -> list[Stored]:
    """Return vectors of shape (n, dimension) in a format.

    In int8 a vector with a number that is not finite becomes zeros, which resemble nothing.
    """
    if form == FLOAT32:
        plain = np.ascontiguousarray(vectors, _FLOATS)
        return [(row.tobytes(), None) for row in plain]
    finite = np.where(np.isfinite(vectors).all(axis=1)[:, None], vectors, np.float32(0.0))
    scales = np.abs(finite).max(axis=1, initial=0.0).astype(np.float32) / np.float32(_GREATEST)
    divisors = np.where(scales == 0.0, np.float32(1.0), scales)
    codes = np.rint(finite / divisors[:, None]).astype(np.int8)
    return [(row.tobytes(), scale) for row, scale in zip(codes, scales.tolist(), strict=True)]


def read(rows: Sequence[Stored]) -> Vectors:
    """Return stored vectors of one dimension, shape (n, dimension); (0, 0) for none.

    Raises `ValueError` if they have different dimensions.
    """
    is_scaled = [scale is not None for _, scale in rows]
    if not rows or not any(is_scaled):
        return _floats([data for data, _ in rows])
    if all(is_scaled):
        return _scaled([data for data, _ in rows], [scale or 0.0 for _, scale in rows])
    return np.concatenate([read([row]) for row in rows])


def _floats(blobs: Sequence[bytes]) -> Vectors:
    values = np.frombuffer(b"".join(blobs), _FLOATS)
    return values.reshape(len(blobs), -1 if blobs else 0)


def _scaled(blobs: Sequence[bytes], scales: Sequence[float]) -> Vectors:
    codes = np.frombuffer(b"".join(blobs), np.int8).reshape(len(blobs), -1)
    return np.multiply(codes, np.array(scales, np.float32)[:, None], dtype=np.float32)
