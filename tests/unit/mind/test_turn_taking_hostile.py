"""No utterance, however it repeats itself, keeps the floor from being given."""

import pytest

from npcserver.mind.turn_allocation import (
    CircleLine,
    CircleMember,
    CircleSnapshot,
    addressees,
    next_speaker,
)
from npcserver.model.limits import UTTERANCE

CIRCLE = tuple(CircleMember(id=name, name=name) for name in ("Ann", "Tom", "Mira Thorne", "王铁柱"))


@pytest.mark.parametrize(
    "part",
    [
        "come now ", "来", "谢谢你", "my dear ", "Tom, ", "Tom and ", "you two ", "well done ",
        "、", "王铁柱、", "a,", "? ", '"', "so ", "go just better ", " ", "Mr. ", "hi ", "和", ", ",
    ],
)  # fmt: skip
def test_repetition_is_read_in_time(part: str) -> None:
    """A pattern that tried every way to split the words would run into the limit of the test."""
    for text in (f"{part * UTTERANCE}x", f"Tom {part * UTTERANCE}x", f"{part * UTTERANCE}Tom"):
        said = CircleLine(speaker_id="Ann", text=text[-UTTERANCE:])
        moment = CircleSnapshot(voices=CIRCLE, lines=(said,))

        assert set(addressees(moment)) <= {voice.id for voice in CIRCLE}
        assert next_speaker(moment).speaker_id != "Ann"
