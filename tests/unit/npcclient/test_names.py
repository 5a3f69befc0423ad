"""Names as people type them."""

import pytest
from npcclient.chat.names import closest, matching, player_id

PEOPLE = ("Isabella Rodriguez", "Klaus Mueller", "Maria Lopez", "Mei Lin", "Li Mei", "Ann")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("isabella", {"Isabella Rodriguez"}),
        ("ISABELLA RODRIGUEZ", {"Isabella Rodriguez"}),
        ("rodriguez", {"Isabella Rodriguez"}),
        ("isa", {"Isabella Rodriguez"}),
        ("isabela", {"Isabella Rodriguez"}),
        ("mei", {"Mei Lin", "Li Mei"}),
        ("ann", {"Ann"}),
        ("li", {"Li Mei"}),
        ("lop", {"Maria Lopez"}),
        ("zorro", set()),
        ("  ", set()),
    ],
)
def test_matching(typed: str, meant: set[str]) -> None:
    """The nearest kind of likeness decides, and all that share it are meant."""
    assert set(matching(typed, PEOPLE, lambda name: (name,))) == meant


def test_closest_command() -> None:
    """A mistyped word finds its neighbour, nonsense finds nothing."""
    assert closest("/expalin", ["/explain", "/save"]) == "/explain"
    assert closest("/zzz", ["/explain", "/save"]) is None


def test_player_id_is_stable_and_plain() -> None:
    """The same name, however written, is the same player; any script will do."""
    assert player_id("Ann  Lee") == player_id("ann lee") == "player-ann-lee"
    assert player_id("王芳") == "player-王芳"
    assert player_id("!!!") == "player-unnamed"
    assert len(player_id("x" * 500)) == 80
