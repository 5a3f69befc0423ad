"""What every vector index promises, FAISS and the fake alike."""

import numpy as np
import pytest

from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.ports.vectors import NewIndex, Vectors
from tests.fakes.memory_store import NumpyIndex

DIMENSION = 16


@pytest.fixture(params=[FaissIndex, NumpyIndex])
def new_index(request: pytest.FixtureRequest) -> NewIndex:
    factory: NewIndex = request.param
    return factory


def unit_vectors(count: int, seed: int = 0) -> Vectors:
    drawn = np.random.default_rng(seed).normal(size=(count, DIMENSION))
    units: Vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    return units


def test_a_new_index_is_empty(new_index: NewIndex) -> None:
    """An index starts without rows, and searching it finds nothing."""
    index = new_index(DIMENSION)

    assert index.size == 0
    assert index.nbytes == 0
    assert index.view().shape == (0, DIMENSION)
    rows, similarity = index.nearest(unit_vectors(1)[0], 3)
    assert len(rows) == len(similarity) == 0


def test_rows_keep_the_order_they_were_added_in(new_index: NewIndex) -> None:
    """The view holds what was added, across many additions that outgrow the storage."""
    index = new_index(DIMENSION)
    vectors = unit_vectors(700)
    for start in range(0, 700, 7):
        index.add(vectors[start : start + 7])

    assert index.size == 700
    assert index.nbytes >= vectors.nbytes
    np.testing.assert_array_equal(index.view(), vectors)


def test_adding_nothing_changes_nothing(new_index: NewIndex) -> None:
    """An empty addition is allowed."""
    index = new_index(DIMENSION)
    index.add(unit_vectors(2))
    index.add(np.empty((0, DIMENSION), np.float32))

    assert index.size == 2
    np.testing.assert_array_equal(index.view(), unit_vectors(2))


def test_the_index_keeps_no_reference_to_what_was_added(new_index: NewIndex) -> None:
    """Changing an array after it was added does not change the index."""
    index = new_index(DIMENSION)
    vectors = unit_vectors(3)
    index.add(vectors)
    vectors[:] = 0

    np.testing.assert_array_equal(index.view(), unit_vectors(3))


def test_a_row_can_be_replaced(new_index: NewIndex) -> None:
    """A row of zeros gets its vector later and is then found by it."""
    index = new_index(DIMENSION)
    vectors = unit_vectors(4)
    waiting = vectors.copy()
    waiting[2] = 0
    index.add(waiting)
    index.replace([2], vectors[2:3])

    np.testing.assert_array_equal(index.view(), vectors)
    assert index.nearest(vectors[2], 1)[0].tolist() == [2]


def test_replacing_a_row_that_is_not_there_is_refused(new_index: NewIndex) -> None:
    """A row number beyond the end is an error, not a write into foreign memory."""
    index = new_index(DIMENSION)
    index.add(unit_vectors(2))

    with pytest.raises(IndexError):
        index.replace([2], unit_vectors(1))


def test_nearest_returns_inner_products_best_first(new_index: NewIndex) -> None:
    """The search agrees with sorting all inner products."""
    index = new_index(DIMENSION)
    vectors, query = unit_vectors(50), unit_vectors(1, seed=9)[0]
    index.add(vectors)
    rows, similarity = index.nearest(query, 8)

    expected = np.argsort(-(vectors @ query))[:8]
    assert rows.tolist() == expected.tolist()
    np.testing.assert_allclose(similarity, (vectors @ query)[expected], atol=1e-6)


def test_nearest_can_be_narrowed_to_rows(new_index: NewIndex) -> None:
    """Only the rows named are found, and fewer than k when there are fewer."""
    index = new_index(DIMENSION)
    vectors = unit_vectors(50)
    index.add(vectors)
    among = np.array([41, 7, 13], np.int64)
    rows, _ = index.nearest(vectors[0], 10, among)

    assert rows.tolist() == sorted(among.tolist(), key=lambda row: -vectors[row] @ vectors[0])


def test_nearest_among_no_rows_is_empty(new_index: NewIndex) -> None:
    """Narrowing to nothing finds nothing."""
    index = new_index(DIMENSION)
    index.add(unit_vectors(5))

    assert len(index.nearest(unit_vectors(1)[0], 3, np.empty(0, np.int64))[0]) == 0
