"""Telling the language of a text by its script and its commonest words."""

import pytest

from npcserver.language.detection import is_in, tongue_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The lamp is out and you know what that means for the boats.", "en"),
        ("Das Licht ist aus und ich weiß nicht, was wir tun.", "de"),
        ("La lampe est éteinte et je ne sais pas pour vous.", "fr"),
        ("灯灭了，我不知道该怎么办。", "zh"),
        ("灯が消えました。どうしますか。", "ja"),
        ("Лампа погасла, и я не знаю.", "ru"),
        ("Aye.", ""),
        ("", ""),
        ("...", ""),
    ],
)
def test_languages_are_told_where_there_is_enough_to_go_by(text: str, language: str) -> None:
    """A text of some length is told; a word or two says nothing."""
    assert tongue_of(text) == language


def test_what_cannot_be_told_may_be_in_any_language() -> None:
    """An expectation of a language does not fail for an `Aye`; a regional tag is its language."""
    assert is_in("Aye.", "en")
    assert is_in("The lamp is out and you know it.", "en-GB")
    assert not is_in("灯灭了，我不知道该怎么办。", "en")
