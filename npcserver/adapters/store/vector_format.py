"""Vectors as they lie in the database: float32, or a signed byte for each number and a scale.

A world has one of the two formats for good. A row of int8 has a scale and one of float32 has none,
so reading needs no look at the world.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from npcserver.ports.vectors import Vectors

FLOAT32 = "float32"
"""Little-endian float32; worlds made before revision 0011."""
INT8 = "int8"
"""The number nearest to each, of 255 multiples of a 127th of the greatest; all worlds since."""

Stored = tuple[bytes, float | None]
"""The bytes of a vector, and its scale (None: float32)."""

_FLOATS = np.dtype("<f4")
_GREATEST = 127
_LARGEST_SCALE = 1e30
"""A larger one could make numbers that are not finite."""


def stored(vectors: Vectors, form: str) -> list[Stored]:
    """Return vectors of shape (n, dimension) in a format.

    In int8 a vector with a number that is not finite becomes zeros, which resemble nothing.
    """
    if form == FLOAT32:
        plain = np.ascontiguousarray(vectors, _FLOATS)
        return [(row.tobytes(), None) for row in plain]
    is_finite = np.isfinite(vectors).all(axis=1, keepdims=True)
    finite = np.where(is_finite, vectors, np.float32(0.0))
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
        values = np.frombuffer(b"".join(data for data, _ in rows), _FLOATS)
        return values.reshape(len(rows), -1 if rows else 0)
    if all(is_scaled):
        scales = np.array([scale or 0.0 for _, scale in rows], np.float32)
        return _scaled(b"".join(data for data, _ in rows), scales)
    return np.concatenate([read([row]) for row in rows])


def read_sound(rows: Sequence[Stored], dimension: int | None) -> tuple[NDArray[np.bool_], Vectors]:
    """Return which rows hold finite vectors of a dimension, and those vectors.

    Without a dimension, it is the one that most rows have.
    """
    sizes = np.array([_dimension_of(*row) for row in rows], np.float64)
    if dimension is None and len(rows):
        dimension = int(Counter(sizes.tolist()).most_common(1)[0][0])
    sound = sizes == dimension
    found = read(rows if sound.all() else list(compress(rows, sound)))
    is_finite = np.isfinite(np.einsum("ij,ij->i", found, found))
    if not is_finite.all():
        found = found[is_finite]
        sound[sound] = is_finite
    return sound, found


def read_joined(joined: Sequence[Any], dimension: int) -> tuple[NDArray[np.int64], Vectors] | None:
    """Return seqs, ascending, and vectors in int8 that were joined in any order.

    `joined` has the seqs and the scales with commas between them, the lengths of the shortest and
    of the longest vector, and all vectors in hexadecimal. Returns None where one is not sound, or
    in another format.
    """
    seqs, scales, shortest, longest, data = joined
    if seqs is None:
        return np.zeros(0, np.int64), np.zeros((0, dimension), np.float32)
    if scales is None:
        return None
    found, factors = np.array(seqs.split(","), np.int64), np.array(scales.split(","), np.float64)
    codes = bytes.fromhex(data)
    is_whole = shortest == longest == dimension and len(codes) == dimension * len(found)
    if not is_whole or len(factors) != len(found) or not (np.abs(factors) <= _LARGEST_SCALE).all():
        return None
    order = np.argsort(found)
    vectors = _scaled(codes, factors.astype(np.float32))
    is_sorted = bool((np.diff(order) == 1).all())
    return found[order], vectors if is_sorted else vectors[order]


def _scaled(codes: bytes, scales: NDArray[np.float32]) -> Vectors:
    rows = np.frombuffer(codes, np.int8).reshape(len(scales), -1)
    return np.multiply(rows, scales[:, None], dtype=np.float32)


def problem_of(row: Stored, dimension: int | None) -> str:
    """Return what is wrong with a row that is not sound."""
    size = _dimension_of(*row)
    if dimension is not None and size != dimension:
        return f"it has {size:g} numbers where {dimension} are needed"
    return "it has a number that is not finite, or fewer numbers than others"


def _dimension_of(data: bytes, scale: float | None) -> float:
    return len(data) / _FLOATS.itemsize if scale is None else len(data)
