"""Reading the products of some rows gives the same whatever lies between them."""

import numpy as np
import pytest

from npcserver.memory.arrays import plan_reads

CHANCE = np.random.default_rng(3)

SHAPES = {
    "all": np.arange(500),
    "a stretch": np.arange(100, 400),
    "small gaps": np.flatnonzero(np.arange(500) % 5 != 0),
    "two stretches": np.concatenate((np.arange(50), np.arange(300, 480))),
    "scattered": np.arange(0, 500, 40),
    "one": np.array([499]),
    "by chance": np.flatnonzero(CHANCE.random(500) < 0.3),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_products_are_those_of_the_rows(shape: str) -> None:
    """Spans, bridged gaps and copied rows all give the plain product."""
    storage = CHANCE.normal(size=(500, 8)).astype(np.float32)
    query = CHANCE.normal(size=8).astype(np.float32)
    products = plan_reads(SHAPES[shape]).products(storage, query)

    np.testing.assert_allclose(products, storage[SHAPES[shape]] @ query, rtol=1e-4, atol=1e-5)


def test_neighbouring_rows_are_read_in_place() -> None:
    """Rows without gaps are one span and nothing is picked out of it."""
    plan = plan_reads(SHAPES["a stretch"])

    assert plan.spans == ((100, 400),)
    assert plan.kept is None


def test_scattered_rows_are_copied_out() -> None:
    """Rows far apart are not worth a product each."""
    assert plan_reads(SHAPES["scattered"]).spans == ()
