"""The order of a world after an import: what its author wrote first is first."""

import pytest

from npcserver.model.worldfile import Order


@pytest.mark.parametrize(
    ("known", "file", "then"),
    [
        ("", "ab", "ab"),
        ("ab", "ab", "ab"),
        ("ab", "ba", "ba"),
        ("ab", "cab", "cab"),
        ("ab", "abc", "abc"),
        ("abc", "ca", "cab"),
        ("ab", "cd", "abcd"),
        ("abcd", "cd", "abcd"),
        ("abcd", "cde", "abcde"),
        ("abcd", "dc", "dcab"),
    ],
)
def test_a_file_orders_what_it_names(known: str, file: str, then: str) -> None:
    """A part that goes on, or is there already, moves nothing; a file in another order does."""
    found = Order(characters=tuple(known)).after(Order(characters=tuple(file)))

    assert "".join(found.characters) == then
