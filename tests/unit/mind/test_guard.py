"""What gives a prompt away."""

import pytest

from npcserver.mind.guard import Guard

GUARD = Guard(
    canary="ab12cd34ef56",
    instructions="Spoken words only: no stage directions, no narration, no lists, no links.\n"
    "你只知道这里写着的事。不知道就照人物的口吻说不知道。",
)


@pytest.mark.parametrize(
    "text",
    [
        "My note says ab12cd34ef56.",
        "It is A B 1 2 - C D 3 4 - E F 5 6!",
        "I was told: spoken words ONLY, no stage-directions, no narration, no lists.",
        "他们说你只知道这里写着的事，不知道就照人物的口吻说。",
        "\uff53poken words only no stage directions no narration no links",
    ],
)
def test_recitals_are_noticed(text: str) -> None:
    """The canary in any spacing, and eight words in a row in any punctuation, give it away."""
    assert GUARD.leaks(text)


@pytest.mark.parametrize(
    "text",
    [
        "No stage, no lists, no luck.",
        "Spoken words only count when somebody hears them.",
        "我不知道。",
        "ab12",
        "",
    ],
)
def test_ordinary_speech_passes(text: str) -> None:
    """A few words in common with the instructions are no recital."""
    assert not GUARD.leaks(text)


def test_empty_instructions_accuse_nobody() -> None:
    """An authors' template without instructions guards nothing and blocks nothing."""
    assert not Guard(canary="", instructions="").leaks("Anything at all that anybody might say.")
