"""The fast look never loses what an exact one would choose."""

import numpy as np
import pytest

from npcserver.memory import top_k


@pytest.mark.parametrize("dimension", [8, 512])
def test_the_error_bound_holds(dimension: int) -> None:
    """Products in float32 differ from exact ones by less than the bound."""
    chance = np.random.default_rng(1)
    rows = chance.normal(size=(2000, dimension)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    query = rows[0]
    exact = top_k.exact_products(rows, np.arange(2000), query)

    assert np.abs(rows @ query - exact).max() <= top_k.product_error(dimension, 1.0001, 1.0001)


def test_extremes_keep_whatever_may_be_extreme() -> None:
    """Values within the error of the least and the greatest are kept, others not."""
    values = np.array([0.0, 0.015, 0.5, 0.99, 1.0], np.float32)
    found = top_k.extremes(values, 0.01)

    assert found is not None
    assert found.possible.tolist() == [True, True, False, True, True]
    assert found.spread == 1.0


def test_values_that_may_all_be_equal_have_no_extremes() -> None:
    """A spread within the error tells nothing."""
    assert top_k.extremes(np.array([0.5, 0.51], np.float32), 0.01) is None


@pytest.mark.parametrize("count", [20, 20_000])
def test_the_threshold_lies_below_the_k_th(count: int) -> None:
    """At least k values pass, and few more where values are spread out."""
    values = np.random.default_rng(2).random(count).astype(np.float32)
    passed = int((values >= top_k.threshold(values, 5, 1e-6)).sum())

    assert 5 <= passed <= 15
