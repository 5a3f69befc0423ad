"""Memories that cannot both hold, and which of the two gives way."""

from datetime import timedelta

import pytest

from npcserver.memory.comparison import contradict, supersedes, topics_of
from npcserver.model.memory import Memory
from npcserver.model.record import RecordKind, Source
from tests.benchmarks.contrary import LANGUAGES, pairs
from tests.benchmarks.contrary import told as told_of
from tests.fakes.prompt_inputs import NOW
from tests.fakes.retrieval_log import heard_memory, memory_of, spoken_memory

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
        one, other = memory_of(pair.older, 1), memory_of(pair.newer, 2)
        assert contradict(one, other) == contradict(other, one)
        if contradict(one, other):
            assert topics_of(one) & topics_of(other)


@pytest.mark.parametrize(
    "text",
    ["", "...", "Hm?", "Is the party at five?", "Perhaps he is dead.", "It is.", "五", "他死了。"],
)
def test_what_states_nothing_claims_nothing(text: str) -> None:
    """Questions, guesses, fragments, and what is said of nobody in particular."""
    assert topics_of(heard_memory(text, 1)) == frozenset()


def test_of_two_sentences_each_claims_its_own() -> None:
    """So news after a greeting is compared, too."""
    heard = "Hello there, Mira! The party is at six. Bring bread."

    assert supersedes(heard_memory(heard, 2), heard_memory(FIVE, 1))


def test_a_memory_of_many_things_is_not_outdated_by_one() -> None:
    """What else it says would be lost."""
    rich = heard_memory("The mayor lives at the mill. The party is at five. Bram is the thief.", 1)

    assert contradict(rich, heard_memory(SIX, 2))
    assert not supersedes(heard_memory(SIX, 2), rich)


def test_the_value_of_a_fact_is_the_newer() -> None:
    """Standing facts about one thing, whatever their words; and never about another thing."""
    burning = memory_of("The stove is burning.", 1, is_standing=True, about=("inn/stove",))
    cleaned = memory_of("Somebody cleans it.", 2, is_standing=True, about=("inn/stove",))
    other = memory_of("The stove is out.", 3, is_standing=True, about=("mill/stove",))

    assert supersedes(cleaned, burning)
    assert not supersedes(other, burning)


@pytest.mark.parametrize(
    ("newer", "older", "gives_way"),
    [
        (heard_memory(SIX, 2), memory_of(FIVE, 1), True),
        (heard_memory(SIX, 2, trust=49), memory_of(FIVE, 1), False),
        (heard_memory(SIX, 2, trust=49), memory_of(FIVE, 1, at=YESTERDAY), True),
        (heard_memory(SIX, 2, trust=49), heard_memory(FIVE, 1), True),
        (
            heard_memory(SIX, 2, trust=49),
            memory_of(FIVE, 1, source=Source.AUTHORED, at=YESTERDAY),
            False,
        ),
        (heard_memory(SIX, 2), memory_of(FIVE, 1, source=Source.AUTHORED, at=YESTERDAY), True),
        (memory_of(SIX, 2), heard_memory(FIVE, 1), True),
        (memory_of(SIX, 2, kind=RecordKind.REFLECTION), memory_of(FIVE, 1), False),
        (memory_of(SIX, 2), memory_of(FIVE, 1, kind=RecordKind.REFLECTION), True),
        (spoken_memory(SIX, 2), memory_of(FIVE, 1), False),
        (memory_of(SIX, 2), spoken_memory(FIVE, 1), False),
        (memory_of(SIX, 2), memory_of(FIVE, 1, kind=RecordKind.PLAN), False),
    ],
)
def test_what_gives_way_to_what(newer: Memory, older: Memory, gives_way: bool) -> None:  # noqa: FBT001
    """The older, but for hearsay of the distrusted, inferences, and the mind's own words."""
    assert contradict(newer, older)
    assert supersedes(newer, older) is gives_way


def test_nobody_is_contradicted_about_themselves_by_others() -> None:
    """Ann may be hungry while Bram is not; and change her mind."""
    hungry, other = heard_memory("I am hungry.", 1), heard_memory("I am not hungry.", 2, by="bram")

    assert not contradict(hungry, other)
    assert contradict(hungry, heard_memory("I am not hungry.", 3))


def test_a_denial_of_what_happened_holds_for_its_day() -> None:
    """Tom may have come today though he did not yesterday."""
    came = memory_of("Tom came to the inn.", 1, at=YESTERDAY)

    assert not contradict(memory_of("Tom did not come to the inn.", 2), came)
    assert contradict(memory_of("Tom did not come to the inn.", 2, at=YESTERDAY), came)
    assert contradict(memory_of("Tom never came to the inn.", 2), came)


def test_tomorrow_is_another_day_on_another_day() -> None:
    """The wedding that was tomorrow yesterday is today."""
    today = memory_of("The wedding is today.", 2)

    assert not contradict(today, memory_of("The wedding is tomorrow.", 1, at=YESTERDAY))
    assert contradict(today, memory_of("The wedding is tomorrow.", 1))


@pytest.mark.parametrize(
    ("one", "other", "is_contrary"),
    [
        ("Ada is baking bread.", "Ada is asleep.", False),
        ("阿达正在烤面包。", "阿达正在睡觉。", False),
        ("The stove is burning.", "The stove is out.", True),
        ("Ada is at home.", "Ada is out.", True),
    ],
)
def test_what_a_character_does_now_does_not_undo_what_was_done(
    one: str,
    other: str,
    is_contrary: bool,  # noqa: FBT001
) -> None:
    """The morning's baking is remembered in the evening; a state gives way to the next."""
    morning = memory_of(one, 1, is_standing=True, about=("ada",))
    evening = memory_of(other, 2, is_standing=True, about=("ada",))

    assert contradict(morning, evening) is is_contrary
