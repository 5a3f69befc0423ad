"""Geometry of small plots."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcserver.studio.plots import (
    HEIGHT,
    SPARK_HEIGHT,
    SPARK_WIDTH,
    WIDTH,
    Series,
    line_chart,
    sparkline,
    spread,
)


def points(drawn: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in drawn.split())]


def test_higher_values_stand_higher() -> None:
    """The y axis grows upwards, the x axis to the right, all within the picture."""
    chart = line_chart([Series(name="a", colour=0, values=(0, 30, 10))], ["1", "2", "3"])

    [curve] = chart.curves
    (x0, y0), (x1, y1), (x2, y2) = points(curve.points)
    assert 0 < x0 < x1 < x2 < WIDTH
    assert HEIGHT > y0 > y2 > y1 > 0
    assert [tick.at for tick in chart.x_ticks] == [x0, x1, x2]
    assert [value for *_, value in curve.dots] == ["0", "30", "10"]


@pytest.mark.parametrize(
    ("values", "floor", "labels"),
    [
        ((0, 60), 0.0, ["0", "20", "40", "60"]),
        ((0, 0), 0.0, ["0", "0.5", "1"]),
        ((5.27, 9.03), None, ["5", "6", "7", "8", "9", "10"]),
        ((7.5, 7.5), None, ["7.5", "8", "8.5"]),
    ],
)
def test_axes_have_round_numbers(
    values: tuple[float, ...], floor: float | None, labels: list[str]
) -> None:
    """All values lie between the first and the last mark, which are round."""
    chart = line_chart([Series(name="a", colour=0, values=values)], ["1", "2"], floor=floor)

    assert [tick.label for tick in chart.y_ticks] == labels


def test_a_chart_of_nothing_or_of_one_value_can_be_drawn() -> None:
    """Nothing has no curve; a single round is a single dot."""
    assert line_chart([], []).curves == ()
    assert line_chart([Series(name="a", colour=0, values=())], ["1"]).curves == ()
    [curve] = line_chart([Series(name="a", colour=0, values=(4,))], ["1"]).curves
    assert len(points(curve.points)) == 1


@given(st.lists(st.floats(0, 200), max_size=12))
def test_labels_never_lie_on_each_other(wanted: list[float]) -> None:
    """They keep their order and their distance within the bounds."""
    placed = spread(wanted, 13, 0, 200)

    in_order = [placed[at] for at in sorted(range(len(wanted)), key=lambda at: wanted[at])]
    gaps = [high - low for low, high in pairwise(in_order)]
    assert all(gap >= 13 - 0.2 for gap in gaps)
    assert all(-0.1 <= place <= 200.1 for place in placed)


def test_more_labels_than_there_is_room_for_come_closer() -> None:
    """Forty labels in a hundred units still keep their order within the bounds."""
    placed = spread([50.0] * 40, 13, 0, 100)

    assert placed == sorted(placed)
    assert (placed[0], placed[-1]) == (0, 100)


def test_a_sparkline_spans_its_scale() -> None:
    """Lowest and highest of the scale are its edges; a single value is a level line."""
    (x0, low), (x1, high) = points(sparkline([0, 50], 0, 50))

    assert (x0, x1) == (2, SPARK_WIDTH - 2)
    assert (low, high) == (SPARK_HEIGHT - 2, 2)
    assert len({y for _, y in points(sparkline([7], 0, 50))}) == 1
