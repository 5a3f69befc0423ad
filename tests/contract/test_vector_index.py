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
    """An index starts without rows."""
    index = new_index(DIMENSION)

    assert index.size == 0
    assert index.nbytes == 0
    assert index.view().shape == (0, DIMENSION)


def test_rows_keep_the_order_they_were_added_in(new_index: NewIndex) -> None:
    """The view holds what was added, across many additions that outgrow the storage."""
    index = new_index(DIMENSION)
    vectors = unit_vectors(700)
    for start in range(0, 700, 7):
        index.add(vectors[start : start + 7])

    assert index.size == 700
    assert index.nbytes >= vectors.nbytes
    np.testing.assert_array_equal(index.view(), vectors)


@pytest.mark.parametrize("held", [0, 3])
def test_making_space_changes_nothing(new_index: NewIndex, held: int) -> None:
    """Rows that were there stay, and those added into the space are the ones read."""
    index = new_index(DIMENSION)
    vectors = unit_vectors(1_000)
    index.add(vectors[:held])
    index.reserve(1_000)

    assert index.size == held
    assert index.nbytes == vectors[:held].nbytes
    np.testing.assert_array_equal(index.view(), vectors[:held])
    for start in range(held, 1_000, 100):
        index.add(vectors[start : start + 100])
        index.reserve(10)
    assert index.size == 1_000
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
    """A row of zeros gets its vector later."""
    index = new_index(DIMENSION)
    vectors = unit_vectors(4)
    waiting = vectors.copy()
    waiting[2] = 0
    index.add(waiting)
    index.replace([2], vectors[2:3])

    np.testing.assert_array_equal(index.view(), vectors)


def test_replacing_a_row_that_is_not_there_is_refused(new_index: NewIndex) -> None:
    """A row number beyond the end is an error, not a write into foreign memory."""
    index = new_index(DIMENSION)
    index.add(unit_vectors(2))

    with pytest.raises(IndexError):
        index.replace([2], unit_vectors(1))
