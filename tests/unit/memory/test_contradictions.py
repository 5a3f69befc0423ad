"""Memories that cannot both hold, and which of the two gives way."""

from datetime import timedelta

import pytest

from npcserver.memory.contradictions import contradict, supersedes, topics_of
from npcserver.model.memory import Memory
from npcserver.model.record import RecordKind, Source
from tests.benchmarks.contrary import LANGUAGES, pairs
from tests.benchmarks.contrary import told as told_of
from tests.fakes.recalled import kept, said, told
from tests.fakes.scenes import NOW

FIVE, SIX = "The party is at five.", "The party is at six."
YESTERDAY = NOW - timedelta(days=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_labelled_contradictions_are_told(language: str) -> None:
    """More than nine of ten are found, and hardly anything is wrongly called one."""
    result = told_of(language)

    assert result.contrary >= (60 if language == "en" else 30)
    assert result.compatible >= result.contrary
    assert result.recall > 0.9, result.wrong
    assert result.precision > 0.9, result.wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_contradicting_is_mutual_and_shares_a_topic(language: str) -> None:
    """The order does not matter, and the index by topics misses none."""
    for pair in pairs(language):
        one, other = kept(pair.older, 1), kept(pair.newer, 2)
        assert contradict(one, other) == contradict(other, one)
        if contradict(one, other):
            assert topics_of(one) & topics_of(other)


@pytest.mark.parametrize(
    "text",
    ["", "...", "Hm?", "Is the party at five?", "Perhaps he is dead.", "It is.", "五", "他死了。"],
)
def test_what_states_nothing_claims_nothing(text: str) -> None:
    """Questions, guesses, fragments, and what is said of nobody in particular."""
    assert topics_of(told(text, 1)) == frozenset()


def test_of_two_sentences_each_claims_its_own() -> None:
    """So news after a greeting is compared, too."""
    heard = "Hello there, Mira! The party is at six. Bring bread."

    assert supersedes(told(heard, 2), told(FIVE, 1))


def test_a_memory_of_many_things_is_not_outdated_by_one() -> None:
    """What else it says would be lost."""
    rich = told("The mayor lives at the mill. The party is at five. Bram is the thief.", 1)

    assert contradict(rich, told(SIX, 2))
    assert not supersedes(told(SIX, 2), rich)


def test_the_value_of_a_fact_is_the_newer() -> None:
    """Standing facts about one thing, whatever their words; and never about another thing."""
    burning = kept("The stove is burning.", 1, is_standing=True, about=("inn/stove",))
    cleaned = kept("Somebody cleans it.", 2, is_standing=True, about=("inn/stove",))
    other = kept("The stove is out.", 3, is_standing=True, about=("mill/stove",))

    assert supersedes(cleaned, burning)
    assert not supersedes(other, burning)


@pytest.mark.parametrize(
    ("newer", "older", "gives_way"),
    [
        (told(SIX, 2), kept(FIVE, 1), True),
        (told(SIX, 2, trust=49), kept(FIVE, 1), False),
        (told(SIX, 2, trust=49), kept(FIVE, 1, at=YESTERDAY), True),
        (told(SIX, 2, trust=49), told(FIVE, 1), True),
        (told(SIX, 2, trust=49), kept(FIVE, 1, source=Source.AUTHORED, at=YESTERDAY), False),
        (told(SIX, 2), kept(FIVE, 1, source=Source.AUTHORED, at=YESTERDAY), True),
        (kept(SIX, 2), told(FIVE, 1), True),
        (kept(SIX, 2, kind=RecordKind.REFLECTION), kept(FIVE, 1), False),
        (kept(SIX, 2), kept(FIVE, 1, kind=RecordKind.REFLECTION), True),
        (said(SIX, 2), kept(FIVE, 1), False),
        (kept(SIX, 2), said(FIVE, 1), False),
        (kept(SIX, 2), kept(FIVE, 1, kind=RecordKind.PLAN), False),
    ],
)
def test_what_gives_way_to_what(newer: Memory, older: Memory, gives_way: bool) -> None:  # noqa: FBT001
    """The older, but for hearsay of the distrusted, inferences, and the mind's own words."""
    assert contradict(newer, older)
    assert supersedes(newer, older) is gives_way


def test_nobody_is_contradicted_about_themselves_by_others() -> None:
    """Ann may be hungry while Bram is not; and change her mind."""
    hungry, other = told("I am hungry.", 1), told("I am not hungry.", 2, by="bram")

    assert not contradict(hungry, other)
    assert contradict(hungry, told("I am not hungry.", 3))


def test_a_denial_of_what_happened_holds_for_its_day() -> None:
    """Tom may have come today though he did not yesterday."""
    came = kept("Tom came to the inn.", 1, at=YESTERDAY)

    assert not contradict(kept("Tom did not come to the inn.", 2), came)
    assert contradict(kept("Tom did not come to the inn.", 2, at=YESTERDAY), came)
    assert contradict(kept("Tom never came to the inn.", 2), came)


def test_tomorrow_is_another_day_on_another_day() -> None:
    """The wedding that was tomorrow yesterday is today."""
    today = kept("The wedding is today.", 2)

    assert not contradict(today, kept("The wedding is tomorrow.", 1, at=YESTERDAY))
    assert contradict(today, kept("The wedding is tomorrow.", 1))


@pytest.mark.parametrize(
    ("one", "other", "is_contrary"),
    [
        ("Ada is baking bread.", "Ada is asleep.", False),
        ("阿达正在烤面包。", "阿达正在睡觉。", False),
        ("The stove is burning.", "The stove is out.", True),
        ("Ada is at home.", "Ada is out.", True),
    ],
)
def test_what_somebody_does_now_does_not_undo_what_was_done(
    one: str,
    other: str,
    is_contrary: bool,  # noqa: FBT001
) -> None:
    """The morning's baking is remembered in the evening; a state gives way to the next."""
    morning = kept(one, 1, is_standing=True, about=("ada",))
    evening = kept(other, 2, is_standing=True, about=("ada",))

    assert contradict(morning, evening) is is_contrary
