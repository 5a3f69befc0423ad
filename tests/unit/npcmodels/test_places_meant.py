"""Which places words mean."""

import pytest

from npcmodels.actor.places_meant import named, topic
from npcserver.language.stems import content

NAMES = ("The Lamp Room", "The Upper Rooms", "Lantern Head", "The Chapel of the Ebb", "望江茶馆")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("What is the lamp room like?", "The Lamp Room"),
        ("What is the room like?", ""),  # there are two
        ("Who lit the lamp?", ""),
        ("What is a lantern?", ""),
        ("Tell me of the chapel.", "The Chapel of the Ebb"),
        ("When does the ebb begin?", ""),
        ("茶馆有几张桌子？", "望江茶馆"),
    ],
)
def test_a_place_is_named_by_what_it_is_and_not_by_a_word_of_its_name(
    words: str, found: str
) -> None:
    """All words of its name do it, too, where there are others of its kind."""
    assert named(content(words), NAMES) == ({found} if found else set())


@pytest.mark.parametrize(
    ("description", "begins"),
    [
        ("The bakery. Its window sees all.", "The bakery"),
        ("两座炉子，一排锤子。", "两座炉子"),
        ("", ""),
    ],
)
def test_a_description_begins_with_what_the_place_is(description: str, begins: str) -> None:
    """Up to the first pause."""
    assert topic(description) == begins
