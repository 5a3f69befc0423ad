"""Vectors in eight bits: products are off by less than they say, however the vectors look."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from npcserver.memory.eight_bit import EightBitRows, eight_bit_query
from npcserver.memory.relevance import exact_products
from npcserver.ports.vectors import Vectors

NUMBERS = st.floats(-1.0, 1.0, width=32) | st.sampled_from((0.0, 1e-38, -1e-42, 1e-20, 0.5, 1e4))


def longest(rows: Vectors) -> float:
    return float(np.linalg.norm(rows.astype(np.float64), axis=1).max())


@given(
    rows=arrays.arrays(np.float32, st.tuples(st.integers(1, 6), st.just(24)), elements=NUMBERS),
    query=arrays.arrays(np.float32, 24, elements=NUMBERS),
)
def test_products_of_any_vectors_are_within_the_bound(rows: Vectors, query: Vectors) -> None:
    """Outliers, zeros and numbers that float32 hardly holds are no exception."""
    eight_bit = EightBitRows(24)
    eight_bit.extend(rows)
    rounded = eight_bit_query(query)
    exact = exact_products(rows, np.arange(len(rows)), query)
    found = eight_bit.products(slice(0, len(rows)), rounded)

    assert np.abs(found - exact).max() <= eight_bit.error(rounded, longest(rows))


@pytest.mark.parametrize("dimension", [32, 512, 3072])
def test_products_of_unit_vectors_are_close(dimension: int) -> None:
    """The bound holds, and is small enough to tell what is alike from what is not."""
    chance = np.random.default_rng(5)
    rows = chance.normal(size=(3000, dimension)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    eight_bit = EightBitRows(dimension)
    eight_bit.extend(rows)
    query = eight_bit_query(rows[7])
    exact = exact_products(rows, np.arange(3000), rows[7])
    error = eight_bit.error(query, longest(rows))

    assert np.abs(eight_bit.products(slice(0, 3000), query) - exact).max() <= error <= 0.03


def test_rows_are_appended_and_replaced() -> None:
    """Rows that come one by one, or later, are those that come at once."""
    chance = np.random.default_rng(6)
    rows = chance.normal(size=(300, 16)).astype(np.float32)
    at_once, grown = EightBitRows(16), EightBitRows(16)
    at_once.extend(rows)
    waiting = rows.copy()
    waiting[[3, 250]] = 0.0
    for row in waiting:
        grown.extend(row[None])
    grown.replace(np.array([3, 250]), rows[[3, 250]])
    query = eight_bit_query(rows[0])
    some = np.array([3, 17, 250, 299])

    assert grown.size == at_once.size == 300
    assert grown.products(some, query).tolist() == at_once.products(some, query).tolist()
    assert grown.error(query, 9.0) == at_once.error(query, 9.0)


def test_products_use_up_nothing() -> None:
    """Python has as many references to None as before, and the rows are as they were."""
    rows = np.eye(16, dtype=np.float32)
    eight_bit = EightBitRows(16)
    eight_bit.extend(rows)
    query = eight_bit_query(rows[3])
    first = eight_bit.products(slice(0, 16), query)
    before = sys.getrefcount(None)
    for _ in range(500):
        again = eight_bit.products(slice(0, 16), query)

    assert sys.getrefcount(None) > before - 100
    assert again.tolist() == first.tolist()
