"""Insights that were had before."""

import numpy as np
import pytest

from npcserver.memory.deduplication import THRESHOLD, near_duplicates
from npcserver.ports.vectors import Vectors


def vectors(*rows: tuple[float, ...]) -> Vectors:
    return np.array(rows, np.float32).reshape(len(rows), -1)


NONE = np.zeros((0, 2), np.float32)


def test_repeats_point_to_what_they_repeat() -> None:
    """What is known points to its row, what repeats a new one points behind the old ones."""
    known = vectors((1, 0), (0, 2))
    new = vectors((3, 0.1), (-1, 0), (0, 1), (-2, 0.1))

    assert near_duplicates(new, known) == (0, None, 1, 3)


def test_nearest_of_several_is_meant() -> None:
    """Where more than one is near, the nearest is strengthened."""
    known = vectors((1, 0.2), (1, 0.01), (1, 0.1))

    assert near_duplicates(vectors((1, 0)), known) == (1,)


def test_nothing_known_repeats_nothing() -> None:
    """The first insights of a mind are new; no insights are no answer."""
    assert near_duplicates(vectors((1, 0), (0, 1)), NONE) == (None, None)
    assert near_duplicates(NONE, vectors((1, 0))) == ()
    assert near_duplicates(np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32)) == ()


def test_vectors_to_come_repeat_nothing() -> None:
    """Zeros stand for what is not embedded yet, on either side."""
    blank = vectors((0, 0))

    assert near_duplicates(vectors((0, 0), (0, 0)), blank) == (None, None)


@pytest.mark.parametrize("seed", range(5))
def test_no_two_that_are_kept_are_near(seed: int) -> None:
    """Whatever comes, what is called new lies apart from all that is kept."""
    chance = np.random.default_rng(seed)
    known = chance.normal(size=(3, 3)).astype(np.float32)
    new = chance.normal(size=(60, 3)).astype(np.float32)
    verdicts = near_duplicates(new, known)
    kept = new[[at for at, verdict in enumerate(verdicts) if verdict is None]]
    unit = kept / np.linalg.norm(kept, axis=1, keepdims=True)
    cosines = unit @ unit.T - np.eye(len(unit))

    assert 0 < len(kept) < len(new)
    assert cosines.max() < THRESHOLD + 1e-5
