"""A long scene does not crawl: what a call costs hardly grows with what was said before."""

from tests.benchmarks import scene_speed


def test_late_rounds_cost_hardly_more_than_early_ones() -> None:
    """The twelfth round is less than half as dear again as the first."""
    costs = scene_speed.by_round(scene_speed.steps(12))

    assert costs["rounds"] == 12
    assert costs["late_by_early"] < 1.5
    assert costs["late"] < 2_000
