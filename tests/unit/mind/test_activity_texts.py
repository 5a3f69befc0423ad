"""What others see of an act."""

import pytest

from npcserver.mind.activity_texts import kept_inner
from tests.fakes.prompt_inputs import PLACES


@pytest.mark.parametrize(
    ("whisper", "activity", "is_shown"),
    [
        ("I am going to run for the town council.", "I am going to run for the council", False),
        ("I am going to run for the town council.", "preparing to run for the town council", False),
        ("I will leave my husband in spring.", "telling Bo that I will leave my husband", False),
        ("Trust nobody who comes from the north.", "trust nobody who comes from the north", False),
        ("I want to buy rope on the quay.", "buying rope on the quay", True),
        ("Mend the roof today.", "mending the roof", True),
        ("I am going to run for the town council.", "serving ale", True),
        ("我要竞选镇长，谁也别想拦我。", "我要竞选镇长，谁也别想拦我", False),
    ],
)
def test_an_act_does_not_recite_the_inner_voice(
    whisper: str, activity: str, *, is_shown: bool
) -> None:
    """What a deed at a known place shows by itself is no recital."""
    found = kept_inner(activity, [whisper], PLACES, "en")

    assert (found == activity) is is_shown
    assert is_shown or found == "seeing to something that came to mind"
