"""The phrases of group chats: complete in both languages, and heard for what they are."""

from dataclasses import replace

import pytest

from npcserver.adapters.llm.actor import scene_lines, scene_view
from npcserver.adapters.llm.actor.scene_view import MemberStandpoint, Phrase
from npcserver.model.feelings import Belief
from tests.unit.adapters.llm.group_scenes import MILL, bank, standpoint

ALWAYS = {"you", "topic", "Topic"}
SPOKEN = ("open", "answer", "asked", "refused", "argued", "close", "group", "move", "nod")
MAY_LACK = ("group.lean", "move.lean", "move.confide", "move.claim", "move.mine", "move.yours")
FILLED = {
    name: f"Zz{name}"
    for name in (
        "you",
        "topic",
        "Topic",
        "claim",
        "Claim",
        "mine",
        "mine_is",
        "yours",
        "yours_is",
        "rival",
        "third",
        "said",
        "who",
        "aim",
        "fame",
        "choice",
        "memory",
        "heard",
        "own",
        "other",
        "first",
        "second",
        "relation",
        "weight",
        "title",
        "count",
        "winner",
        "because",
    )
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_both_languages_do_the_same_acts(language: str) -> None:
    """What can be said in one language can be said in the other."""
    assert set(bank(language).phrases) == set(bank("en").phrases)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_act_can_be_done_by_who_has_nothing(language: str) -> None:
    """Each act has phrases without resources, claims or quotes: nobody is left speechless."""
    lacking = [
        act
        for act, phrases in bank(language).phrases.items()
        if act.partition(".")[0] in SPOKEN
        and act.endswith(".any")
        and not act.startswith((*MAY_LACK, "group.claim", "group.mine", "group.audience"))
        and not act.startswith(("move.plan", "move.rival"))
        and sum(phrase.gaps <= ALWAYS for phrase in phrases) < 2
    ]

    assert lacking == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_gap_is_one_that_can_be_filled(language: str) -> None:
    """A misspelt gap would silence its phrase for ever."""
    gaps = {gap for all_ in bank(language).phrases.values() for one in all_ for gap in one.gaps}

    assert gaps <= set(FILLED)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_phrases_are_found_again_in_lines(language: str) -> None:
    """A phrase is known by its pieces, whatever its gaps were filled with."""
    spoken = [one for all_ in bank(language).phrases.values() for one in all_]
    for phrase in spoken:
        if phrase.act.partition(".")[0] in SPOKEN:
            assert phrase.is_in(f"Before. {phrase.text.format_map(FILLED)} After.")


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        ("asked.yes", "agreement"),
        ("asked.no", "refusal"),
        ("asked.maybe", "hedge"),
        ("move.support", "request"),
        ("move.warn", "attack"),
        ("group.contradict", "denial"),
        ("group.back", "backing"),
        ("close.open", "farewell"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_phrases_are_heard_as_what_they_are(act: str, kind: str, language: str) -> None:
    """The actor understands what the actor says."""
    for phrase in bank(language).of(act):
        assert kind in bank(language).kinds(phrase.text.format_map(FILLED))


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("en", "Would you support me in this?", "request"),
        ("en", "I refuse to have any part in it.", "refusal"),
        ("en", "You are a liar and a coward.", "attack"),
        ("en", "The wheel turns because the brook runs.", "argument"),
        ("en", "What now?", "question"),
        ("zh", "\u8bf7\u652f\u6301\u6211\u5427\u3002", "request"),
        ("zh", "\u90a3\u4e48\uff0c\u600e\u4e48\u529e\uff1f", "question"),
    ],
)
def test_words_of_others_are_understood_too(language: str, text: str, kind: str) -> None:
    """People and language models do not speak in the actor's phrases."""
    assert kind in bank(language).kinds(text)


def test_phrase_with_an_empty_gap_is_not_used() -> None:
    """No line has a hole in it."""
    phrase = Phrase.of("move.mine", "Think of {mine}, {you}.")

    assert phrase.fits({"mine": "the mill", "you": "Ada"})
    assert not phrase.fits({"mine": "", "you": "Ada"})


def test_goal_is_wanted_in_the_first_person() -> None:
    """A goal that is written to the member is said by the member."""
    view = MemberStandpoint(standpoint("ada"), bank("en"))

    assert scene_lines.aim(view) == "to be taken for a miller by my neighbours"


def test_claims_are_what_is_held_and_what_is_to_be_shown() -> None:
    """What a principal argues for comes from its beliefs first, and then from its camp."""
    at = standpoint("ada", member=replace(MILL.member("ada"), camp="old"))
    found = scene_lines.claim_clauses(MemberStandpoint(at, bank("en")))

    assert found == ("the mill should be mine", "the mill has to stay as it is")


def test_belief_is_put_to_whom_it_is_about() -> None:
    """One says you to the other, and I of oneself."""
    at = standpoint("ada", beliefs=(Belief(topic="b", text="Ben sees Ada as she is", score=90),))
    view = MemberStandpoint(at, bank("en"))

    assert scene_lines.rephrase(view, "Ben sees Ada as she is", MILL.member("ben")) == (
        "you see me as she is"
    )


def test_quotes_are_whole_sentences() -> None:
    """A quote is never cut, and never holds another."""
    line = "I said: \u201cNo.\u201d The brook drives the wheel. Does it?"

    assert scene_lines.quote(line) == "The brook drives the wheel"


def test_wide_text_is_recognised() -> None:
    """Chinese sentences are joined without spaces."""
    assert scene_view.is_wide("\u8336")
    assert not scene_view.is_wide("tea")
