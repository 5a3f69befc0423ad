"""The moment as a prompt shows it."""

import pytest

from npcserver.model.feelings import Mood
from npcserver.prompts.situation import mood_word, situation_view
from tests.fakes.prompt_inputs import BRAM, afternoon_situation, character, persona


@pytest.mark.parametrize(
    ("mood", "word"),
    [
        (Mood(), "even"),
        (Mood(valence=0.15, arousal=-0.15), "even"),
        (Mood(valence=0.6, arousal=0.5), "elated"),
        (Mood(valence=0.6, arousal=-0.5), "content"),
        (Mood(valence=-0.6, arousal=0.5), "upset"),
        (Mood(valence=-0.6, arousal=0.0), "low"),
        (Mood(arousal=0.9), "restless"),
        (Mood(arousal=-0.9), "drowsy"),
    ],
)
def test_moods_have_words(mood: Mood, word: str) -> None:
    """Every region of the circumplex has its word, and a slight mood is an even one."""
    assert mood_word(mood) == word


def test_present_self_stands_before_the_authored_one() -> None:
    """What the character is up to by now counts, its author's words where there is nothing."""
    assert situation_view(afternoon_situation(currently="Courting.")).currently == "Courting."
    assert (
        situation_view(afternoon_situation(currently="")).currently
        == "short of cider since the storm"
    )


def test_company_leaves_out_oneself() -> None:
    """Nobody keeps company with themselves."""
    myself = BRAM.__class__(id="mira", name="Mira Holt", is_player=False)

    assert situation_view(afternoon_situation(company=(myself, BRAM))).company == ("Bram",)


def test_bare_situation_has_a_view() -> None:
    """A character with a name only, nowhere, doing nothing, still has a moment."""
    bare = situation_view(
        afternoon_situation(
            place=None,
            act=None,
            company=(),
            currently="",
            character=character(persona(age=None, currently="")),
        )
    )

    assert (bare.doing, bare.currently, bare.place, bare.company) == ("", "", None, ())
