"""What is written of a character, told to that character."""

import pytest

from npcserver.language.person import second_person

HESTER = "Hester Quillam"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("Hester Quillam and Tom are on speaking terms.", "You and Tom are on speaking terms."),
        ("Tom is somebody Hester Quillam meets at times.", "Tom is somebody you meet at times."),
        ("Tom is good company, and Hester likes him.", "Tom is good company, and you like him."),
        ("Hester has never warmed to Tom.", "You have never warmed to Tom."),
        ("Hester Quillam would rather avoid Tom.", "You would rather avoid Tom."),
        ("Tom gets on Hester Quillam's nerves.", "Tom gets on your nerves."),
        ("Hester\u2019s trust is gone; Hester watches Tom.", "Your trust is gone; you watch Tom."),
        ("Hester really tries to please Tom.", "You really try to please Tom."),
        ("Tom lied to Hester.", "Tom lied to you."),
        ("Hester Oake owes money to Tom.", "Hester Oake owes money to Tom."),
        ("You like Tom.", "You like Tom."),
        ("", ""),
    ],
)
def test_the_name_becomes_you(written: str, told: str) -> None:
    """Verbs agree, what is owned is yours, and others of the same first name stay others."""
    assert second_person(written, HESTER) == told


def test_chinese_names_become_you() -> None:
    """Nothing has to agree."""
    assert second_person("海丝特和旅人说得上话。", "海丝特") == "你和旅人说得上话。"


def test_nobody_is_told_nothing() -> None:
    """Without a name a text stays what it is."""
    assert second_person("Tom is kind.", " ") == "Tom is kind."
