"""Axes of standings in world files."""

import pytest

from npcserver.adapters.files import dump_world, parse_world
from npcserver.model.errors import BrokenFile
from npcserver.model.relation_axes import RelationAxis, Threshold

MILL = """\
format: npcserver/world/1
world:
  name: The Mill
  axes:
    - name: fear
      from: 0
      to: 50
      start: 5
      fades: {per_day: 0.5, after_days: 3}
      thresholds:
        - {name: afraid, above: 30, margin: 2}
    - {name: debt, fades: {toward: -10, per_day: 2}, thresholds: [{name: owing, below: -20}]}
    - name: 敬重
"""
AXES = (
    RelationAxis(
        name="fear",
        low=0,
        high=50,
        start=5,
        toward=5,
        per_day=0.5,
        after_days=3,
        thresholds=(Threshold(name="afraid", above=30, margin=2),),
    ),
    RelationAxis(
        name="debt", toward=-10, per_day=2, thresholds=(Threshold(name="owing", below=-20),)
    ),
    RelationAxis(name="敬重"),
)


def test_axes_are_read_and_written() -> None:
    """A score fades towards its start unless the file says otherwise."""
    mill = parse_world(MILL, "mill.yaml")

    assert mill.world.axes == AXES
    assert parse_world(dump_world(mill), "mill.yaml") == mill
    assert "axes" not in dump_world(parse_world(MILL[: MILL.index("  axes")], "mill.yaml"))


@pytest.mark.parametrize(
    ("found", "instead", "problem"),
    [
        ("fades: {per", "decay: {per", "mill.yaml:9: world.axes[0].decay: is no key here; did you"),
        ("fades: {per", "decay: {per", "did you mean 'fades'?"),
        ("per_day: 0.5", "daily: 0.5", "did you mean 'per_day'?"),
        ("{per_day: 0.5, ", "{", "mill.yaml:9: world.axes[0].fades.per_day: is missing; add it"),
        ("per_day: 0.5", "per_day: 0", "must be a number above 0, to 10,000"),
        ("start: 5", "start: 60", "mill.yaml:5: world.axes[0]: has 60 as `start`, which is not"),
        ("to: 50", "to: -4", "begins where it ends; write the lower number as `from`"),
        ("above: 30", "over: 30", "did you mean 'above'?"),
        ("above: 30", "above: 3, below: 4", "needs `above` or `below` at the threshold 'afraid'"),
        ("name: owing", "name: fear", "'fear' stands in line 5 too; choose a different one"),
        ("name: debt", "name: 'a: b'", "write letters, digits, blanks, `-` and `_` only"),
        ("  axes:", "  axis:", "mill.yaml:4: world.axis: is no key here; did you mean 'axes'?"),
    ],
)
def test_a_mistake_is_told_with_its_line(found: str, instead: str, problem: str) -> None:
    """Words of other tools are known, and numbers have to fit together."""
    with pytest.raises(BrokenFile) as broken:
        parse_world(MILL.replace(found, instead, 1), "mill.yaml")

    assert problem in broken.value.message
