"""Whether to begin a conversation, and what there is to say; and where words come from."""

from dataclasses import replace

import pytest

from npcserver.mind.conversation import is_stranger, news_for, wants_to_talk
from npcserver.mind.provenance import passed_on
from npcserver.model.feelings import Standing
from npcserver.model.memory import Memory
from npcserver.model.record import RecordKind, Source
from tests.fakes.prompt_inputs import recollection

FRIEND = Standing(other_id="bram", affinity=60, familiarity=50)
STRANGER = Standing(other_id="bram")
NAMES = [str(number) for number in range(200)]


def memory(
    text: str, *, kind: RecordKind = RecordKind.UTTERANCE, importance: int = 7, told_by: str = ""
) -> Memory:
    found = recollection(text, source=Source.TOLD, kind=kind, told_by=told_by).memory
    return replace(found, importance=importance)


def share(standing: Standing, about: str = "") -> float:
    """Return how often a character is spoken to."""
    return sum(wants_to_talk(standing, about, name) for name in NAMES) / len(NAMES)


def test_the_more_one_is_liked_the_more_one_is_spoken_to() -> None:
    """From never for the hated to nearly always for the dear, with chance in between."""
    hated, known, liked = (share(replace(FRIEND, affinity=affinity)) for affinity in (-60, 0, 80))

    assert hated == 0
    assert 0.2 < known < liked < 1


def test_news_is_told_to_those_one_knows() -> None:
    """Always; to strangers more often than small talk, and never to those one cannot stand."""
    assert share(FRIEND, "the mill burned down") == 1
    assert 0 < share(STRANGER) < share(STRANGER, "the mill burned down") < 0.5
    assert share(replace(FRIEND, affinity=-60), "the mill burned down") == 0


def test_the_same_meeting_comes_to_the_same() -> None:
    """Chance follows from the name of the meeting."""
    assert [wants_to_talk(STRANGER, "", name) for name in NAMES] == [
        wants_to_talk(STRANGER, "", name) for name in NAMES
    ]
    assert is_stranger(STRANGER)
    assert not is_stranger(FRIEND)


def test_news_presses_and_was_neither_told_by_nor_to_the_other() -> None:
    """The weightiest such memory; a whisper presses whatever it weighs."""
    mill = memory("The mill burned down last night.", importance=9)
    cider = memory("Cider is getting dear.", importance=3)
    whisper = memory("Stand for mayor.", kind=RecordKind.WHISPER, importance=2)
    seen = memory("Bram fell off the roof.", kind=RecordKind.OBSERVATION, importance=10)

    assert news_for("bram", [mill, cider, whisper, seen], []) == mill.text
    assert news_for("bram", [cider, whisper], []) == whisper.text
    assert news_for("bram", [cider], []) == ""
    assert news_for("bram", [memory("It is I who did it.", told_by="bram")], []) == ""
    assert news_for("bram", [mill], ["Did you hear that the mill burned down last night?"]) == ""


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ("They say Sam wants to be mayor this spring!", True),
        ("萨姆想在春天当镇长。", False),
        ("What a lovely spring.", False),
        ("", False),
    ],
)
def test_a_line_passes_on_what_it_shares_words_with(line: str, is_told: bool) -> None:  # noqa: FBT001
    """Enough of them that it is no chance."""
    rumour = memory("Sam wants to be mayor this spring")

    assert bool(passed_on(line, [rumour])) is is_told


def test_a_pair_talks_without_news_once_a_day() -> None:
    """However much they like each other; with news they talk again."""
    assert not any(wants_to_talk(FRIEND, "", name, has_talked=True) for name in NAMES)
    assert all(wants_to_talk(FRIEND, "the mill burned", name, has_talked=True) for name in NAMES)
