"""What is read of a stored vector."""

import numpy as np

from npcserver.adapters.store.vector_format import (
    FLOAT32,
    INT8,
    problem_of,
    read,
    read_sound,
    stored,
)
from npcserver.ports.vectors import Vectors


def _drawn(count: int = 50, dimension: int = 512) -> Vectors:
    drawn = np.random.default_rng(3).normal(size=(count, dimension))
    units: Vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    return units


def test_float32_is_read_to_the_last_bit() -> None:
    """Worlds made before there was another format keep every score."""
    vectors = _drawn()
    kept = stored(vectors, FLOAT32)

    np.testing.assert_array_equal(read(kept), vectors)
    assert {(len(data), scale) for data, scale in kept} == {(2048, None)}


def test_int8_takes_a_byte_a_number_and_is_off_by_half_a_step_at_most() -> None:
    """A step is a 127th of the greatest number of the vector."""
    vectors = _drawn()
    kept = stored(vectors, INT8)
    found = read(kept)

    steps = np.abs(vectors).max(axis=1, keepdims=True) / 127
    assert (np.abs(found - vectors) <= 0.5001 * steps).all()
    assert {len(data) for data, _ in kept} == {512}
    assert found.dtype == np.float32


def test_each_vector_is_read_the_same_alone_and_among_others() -> None:
    """An index may read vectors one by one or thousands at once."""
    vectors = _drawn()
    for form in (FLOAT32, INT8):
        kept = stored(vectors, form)
        alone = np.concatenate([read([one]) for one in kept])
        np.testing.assert_array_equal(read(kept), alone)


def test_zeros_stay_zeros_and_what_is_not_finite_becomes_zeros() -> None:
    """Zeros resemble nothing, and have no step."""
    vectors = np.zeros((3, 4), np.float32)
    vectors[1, 2], vectors[2, 0] = np.nan, np.inf

    assert not read(stored(vectors, INT8)).any()


def test_both_formats_may_stand_side_by_side() -> None:
    """Each row says itself what it is."""
    vectors = _drawn(2)
    found = read([stored(vectors, FLOAT32)[0], stored(vectors, INT8)[1]])

    np.testing.assert_array_equal(found[0], vectors[0])
    np.testing.assert_allclose(found[1], vectors[1], atol=1e-3)


def test_nothing_is_read_of_nothing() -> None:
    """No vectors have no dimension."""
    assert read([]).shape == (0, 0)
    assert stored(np.zeros((0, 4), np.float32), INT8) == []


def test_what_is_too_short_or_not_finite_is_left_out() -> None:
    """With the dimension that the space tells, or that of most rows."""
    vectors = _drawn(6, 8)
    vectors[1, 3] = np.nan
    for form in (FLOAT32, INT8):
        kept = stored(vectors, form)
        kept[2] = (kept[2][0][:4], kept[2][1])
        kept[4] = (kept[4][0] * 2, kept[4][1])
        if form == INT8:
            kept[1] = (kept[1][0], float("nan"))
        for dimension in (8, None):
            sound, found = read_sound(kept, dimension)
            assert sound.tolist() == [True, False, False, True, False, True]
            np.testing.assert_array_equal(found, read([kept[0], kept[3], kept[5]]))


def test_a_row_that_is_not_sound_tells_why() -> None:
    """By its length first."""
    assert problem_of((b"1234567", 0.1), 8) == "it has 7 numbers where 8 are needed"
    assert problem_of((b"1234567", None), 8) == "it has 1.75 numbers where 8 are needed"
    assert problem_of((b"12345678", float("nan")), 8).startswith("it has a number that is not")


def test_nothing_sound_is_read_of_nothing() -> None:
    """No vectors are all sound."""
    for dimension in (8, None):
        sound, found = read_sound([], dimension)
        assert (len(sound), len(found)) == (0, 0)
