"""Budgets, owners, what is known, and senses: what a world file says of minds and their limits."""

import pytest

from npcserver.adapters.files import dump_world, parse_world
from npcserver.model.errors import BrokenFile
from npcserver.model.model_use import Budget

MILL = """\
format: npcserver/world/1
world:
  name: The Mill
  budget: {calls: 2000, tokens: 3000000, money: 1.25}
places:
  - name: Yard
    owners: [berta, jon]
    places:
      - name: Loft
  - name: Weir
characters:
  - name: Berta
    place: loft
    knows: [yard, weir]
  - name: Jon
    deaf: true
    blind: no
"""


def test_what_a_file_says_of_minds_is_read() -> None:
    """Money is kept exactly, in millionths; what is not said is unlimited, open, known, sensed."""
    mill = parse_world(MILL, "mill.yaml")

    yard, loft, _ = mill.places
    berta, jon = mill.characters
    assert mill.world.budget == Budget(calls=2000, tokens=3_000_000, micros=1_250_000)
    assert (yard.owner_ids, loft.owner_ids) == (("berta", "jon"), ())
    assert (berta.knows, jon.knows) == (("yard", "weir"), ())
    assert (jon.persona.is_deaf, jon.persona.is_blind) == (True, False)
    assert not berta.persona.is_deaf


def test_what_is_written_out_reads_back_the_same() -> None:
    """And a file that says nothing of it gets nothing of it written into it."""
    mill = parse_world(MILL, "mill.yaml")
    bare = dump_world(parse_world("format: npcserver/world/1\nworld: {name: W}\n", "w.yaml"))

    assert parse_world(dump_world(mill), "mill.yaml") == mill
    assert "budget" not in bare


@pytest.mark.parametrize(
    ("written", "instead", "told"),
    [
        ("calls: 2000", "calls: -1", ":4: world.budget.calls: must be a whole number from 0"),
        ("calls: 2000", "call: 2000", ":4: world.budget.call: is no key here; did you mean 'call"),
        ("money: 1.25", "money: a lot", ":4: world.budget.money: must be a number"),
        ("money: 1.25", "money: -0.5", ":4: world.budget.money: must be a number from 0 to"),
        ("{calls: 2000, tokens: 3000000, money: 1.25}", "2000", ":4: world.budget: must hold"),
        ("[berta, jon]", "[berta, jan]", ":7: places[0].owners[1]: 'jan' is unknown; did you mean"),
        ("[berta, jon]", "berta", ":7: places[0].owners: must be a list"),
        ("[yard, weir]", "[yard, wier]", ":14: characters[0].knows[1]: 'wier' is unknown; did you"),
        ("deaf: true", "deaf: rather", ":16: characters[1].deaf: must be true or false"),
        ("deaf: true", "daef: true", "did you mean 'deaf'?"),
    ],
)
def test_a_mistake_is_told_with_its_place(written: str, instead: str, told: str) -> None:
    """File, line, field, and what to write instead."""
    assert written in MILL

    with pytest.raises(BrokenFile) as caught:
        parse_world(MILL.replace(written, instead, 1), "mill.yaml")

    assert str(caught.value).startswith("mill.yaml:")
    assert told in str(caught.value)
