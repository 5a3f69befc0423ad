"""Float32 screening that never loses a memory which belongs among the best.

For vectors of d numbers, a sum of d float32 products in any order is off by at most gamma_d |x| |q|
with gamma_d = d u / (1 - d u), u = 2^-24 (Higham, Accuracy and Stability of Numerical Algorithms,
2002, section 3.1). So a float32 value gives an interval that holds the exact one, and every memory
whose interval reaches into the best k is computed exactly.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.scoring import RESOLUTION, SPREAD, Floats, greatest, least
from npcserver.ports.embedder import Vectors

Places = NDArray[np.int64]

UNIT = 2.0**-24
"""Greatest relative error of one float32 rounding."""

_BLOCK = 64
"""Values per block maximum in the search for the k-th greatest of many."""

_MANY = 8192
"""Number of values from which block maxima are cheaper than a partition."""

_AT_ONCE = 1024
"""Rows converted to float64 together."""


def product_error(dimension: int, longest: float, query_norm: float) -> float:
    """Return a bound on the error of a float32 inner product.

    `longest` is the greatest norm of a row.
    """
    gamma = dimension * UNIT / (1.0 - dimension * UNIT)
    return 1.001 * gamma * longest * query_norm + 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Extremes:
    """Places that may hold the least or greatest value of a column, and its range.

    Scaling by this approximate `spread` puts a value off by up to four times the error over the
    spread: once for the value, once for the least, twice for the spread.
    """

    possible: NDArray[np.bool_]
    spread: float


def extremes(values: Vectors, error: float) -> Extremes | None:
    """Return the extremes of a column, or None if it may have no spread at all."""
    low, high = least(values), greatest(values)
    spread = high - low
    if spread <= 2.0 * error + 2.0 * SPREAD:
        return None
    possible = values <= _float32_above(low + 2.0 * error)
    possible |= values >= _float32_below(high - 2.0 * error)
    return Extremes(possible, spread)


def threshold(values: Vectors, k: int, error: float) -> np.float32:
    """Return a value such that none below it can be among the k greatest exact, rounded ones."""
    # two intervals may overlap by twice the error, and rounding may lift a value by half a step
    margin = 2.0 * error + 2.0 * 10.0**-RESOLUTION
    return _float32_below(_kth_greatest(values, k) - margin)


def exact_products(storage: Vectors, rows: Places, query: Vectors) -> Floats:
    """Return the inner products of some rows with `query` in float64."""
    wide = query.astype(np.float64)
    if len(rows) <= _AT_ONCE:
        return storage[rows].astype(np.float64) @ wide
    products = np.empty(len(rows))
    for at in range(0, len(rows), _AT_ONCE):
        chunk = storage[rows[at : at + _AT_ONCE]].astype(np.float64)
        products[at : at + _AT_ONCE] = chunk @ wide
    return products


def _kth_greatest(values: Vectors, k: int) -> float:
    """Return the k-th greatest value, or for many values a lower bound of it."""
    if len(values) >= max(_MANY, 4 * _BLOCK * k):
        whole = len(values) - len(values) % _BLOCK
        # k block maxima reach the k-th greatest maximum, so at least k values do
        values = values[:whole].reshape(-1, _BLOCK).max(axis=1)
    last = len(values) - k
    sorted_there = values.copy()
    sorted_there.partition(last)
    return float(sorted_there[last])


def _float32_below(value: float) -> np.float32:
    return np.float32(value - 2.0 * UNIT * abs(value))


def _float32_above(value: float) -> np.float32:
    return np.float32(value + 2.0 * UNIT * abs(value))


def rounding_error(terms: int, size: float) -> float:
    """Return a bound on what `terms` roundings of numbers up to `size` add to an error."""
    return 2.0 * terms * size * UNIT
