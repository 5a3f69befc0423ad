"""The bars of what becomes of memories that lines name."""

import pytest

from tests.benchmarks.tells import SETS, figures, judged, told


@pytest.mark.parametrize("name", SETS)
async def test_named_memories_are_kept_refused_and_marked(name: str) -> None:
    """On the set the rules were tuned on, and on the one that was written before them."""
    found = figures(await judged(list(told(name))))

    assert found["pairs"] >= 60
    assert found["unrelated_refused"] >= 0.95
    assert found["of_the_same_name_refused"] >= 0.9
    assert found["right_kept"] >= 0.9
    assert found["near_marked_by_words"] >= 0.55
