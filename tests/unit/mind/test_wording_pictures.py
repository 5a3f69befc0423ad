"""Pictures that are joined from several stay one, and nothing else that is invisible stays."""

import pytest

from npcserver.mind.speech import worded

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
COOK = "\U0001f469\U0001f3fd\u200d\U0001f373"
PRIDE = "\U0001f3f3\ufe0f\u200d\U0001f308"


@pytest.mark.parametrize("picture", [FAMILY, COOK, PRIDE])
def test_a_joined_picture_is_spoken_as_one(picture: str) -> None:
    """The joiner between two pictures is a part of the picture."""
    assert worded(f"Look, {picture}!") == f"Look, {picture}!"


@pytest.mark.parametrize(
    "text", ["se\u200dcret", "\u200d", "a \u200d\U0001f468", "\U0001f468\u200d!", "x\u200by\u202ez"]
)
def test_no_other_invisible_character_is_spoken(text: str) -> None:
    """Joiners between letters, and all other zero-width characters, go."""
    assert not set(worded(text)) & {"\u200d", "\u200b", "\u202e"}


def test_a_picture_grows_as_it_is_written() -> None:
    """However far a picture has come, what is spoken of it begins what is spoken in the end."""
    whole = worded(f"Look, {FAMILY}")

    assert all(whole.startswith(worded(f"Look, {FAMILY[:n]}")) for n in range(1, len(FAMILY)))
