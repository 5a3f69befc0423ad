"""Vectors in eight bits: the pass over all memories that reads a quarter of the bytes.

A row x is kept as x' = s c: c are whole numbers of -127..127, and s is the greatest number of x
over 127. So is the query, as q'. The product of whole numbers is exact, and

    q.x - q'.x' = (q - q').x' + q.(x - x')

is at most |q - q'| |x'| + |q| |x - x'| (Cauchy-Schwarz), which is known from what rounding left.
"""

import math
from dataclasses import dataclass
from typing import cast

import numpy as np
import simsimd
from numpy.typing import NDArray

from npcserver.memory.arrays import Column
from npcserver.ports.vectors import Rows, Vectors

Codes = NDArray[np.int8]

_GREATEST = 127.0

_LEAST = 1e-30
"""Scale up to which the codes of a row are zeros; float32 cannot divide by much less."""

_UNIT = 2.0**-24
"""Greatest relative error of one float32 rounding."""

_AT_ONCE = 128
"""Rows converted together: twice as fast as more, whose copies need fresh memory each."""


@dataclass(frozen=True, slots=True, eq=False)
class EightBitQuery:
    """A query in eight bits, `scale` times `codes`, which is off by a vector of length `left`."""

    codes: Codes
    scale: np.float32
    left: float
    norm: float


def eight_bit_query(query: Vectors) -> EightBitQuery:
    """Return a finite vector in eight bits; as `_rounded` does, with fewer calls."""
    greatest = float(np.abs(query).max())
    scale = np.float32(greatest / _GREATEST)
    rounded = query * np.float32(1.0 / scale if scale > _LEAST else 0.0)
    np.rint(rounded, out=rounded)
    codes = rounded.astype(np.int8)
    rounded *= scale
    left = np.subtract(query, rounded, out=rounded)
    length = math.sqrt(float(left.dot(left))) + _slack(len(query)) * greatest
    return EightBitQuery(codes[None], scale, length, math.sqrt(float(query.dot(query))))


class EightBitRows:
    """The rows of a vector index in eight bits, by row number."""

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension
        self._codes = Column(np.int8)
        self._scales = Column(np.float32)
        self._left = 0.0  # the greatest length of what rounding left of a row

    @property
    def size(self) -> int:
        """Number of rows."""
        return self._scales.size

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._codes.nbytes + self._scales.nbytes

    def reserve(self, rows: int) -> None:
        """Make space for so many rows in all."""
        self._codes.reserve(rows * self._dimension)
        self._scales.reserve(rows)

    def extend(self, vectors: Vectors) -> None:
        """Append finite vectors of shape (n, dimension)."""
        for at in range(0, len(vectors), _AT_ONCE):
            codes, scales, left = _rounded(vectors[at : at + _AT_ONCE])
            self._codes.extend(codes.ravel())
            self._scales.extend(scales)
            self._left = max(self._left, float(left.max(initial=0.0)))

    def replace(self, rows: Rows, vectors: Vectors) -> None:
        """Overwrite rows with finite vectors."""
        codes, scales, left = _rounded(vectors)
        self._matrix[rows] = codes
        self._scales.values[rows] = scales
        self._left = max(self._left, float(left.max(initial=0.0)))

    def products(self, rows: slice | Rows, query: EightBitQuery) -> Vectors:
        """Return the inner products of some rows with a query, off by at most `error`."""
        # with `out`, simsimd returns a None that it does not own, until Python has none left
        whole = simsimd.cdist(query.codes, self._matrix[rows], "dot", out_dtype="float32")
        sums = np.frombuffer(cast("simsimd.DistancesTensor", whole), np.float32)
        found: Vectors = sums * self._scales.values[rows]
        found *= query.scale
        return found

    def error(self, query: EightBitQuery, longest: float) -> float:
        """Return a bound on the error of `products`; `longest` is the greatest norm of a row."""
        size = (longest + self._left) * (query.norm + query.left)
        rounding = query.left * (longest + self._left) + query.norm * self._left
        # three roundings of the product: of the sum to float32, and by either scale
        return 1.001 * rounding + 4.0 * _UNIT * size + 1e-12

    @property
    def _matrix(self) -> Codes:
        return self._codes.values.reshape(-1, self._dimension)


def _rounded(vectors: Vectors) -> tuple[Codes, Vectors, Vectors]:
    """Return rows in eight bits: codes, scales, and bounds on the lengths of what is left."""
    greatest = np.abs(vectors).max(axis=1)
    scales = greatest / np.float32(_GREATEST)
    per_unit = np.divide(1.0, scales, out=np.zeros_like(scales), where=scales > _LEAST)
    rounded = vectors * per_unit[:, None]
    np.rint(rounded, out=rounded)
    codes = rounded.astype(np.int8)
    rounded *= scales[:, None]
    left = np.subtract(vectors, rounded, out=rounded)
    lengths = np.sqrt(np.vecdot(left, left))
    lengths += np.float32(_slack(vectors.shape[1])) * greatest
    return codes, scales, lengths


def _slack(dimension: int) -> float:
    """Return the error of the length of what is left, relative to the greatest number.

    Each number of it is off by two roundings of numbers up to that.
    """
    return 4.0 * _UNIT * math.sqrt(dimension)
