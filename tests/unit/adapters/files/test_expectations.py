"""Files of expectations: read as they are meant, and refused with the line of each mistake."""

import pytest

from npcserver.adapters.files.expectations import parse_expectations
from npcserver.model.errors import BrokenFile
from npcserver.model.expectation import Checks, PersonaTest, WantedIntent, WantedMood

HEAD = "format: npcserver/expectations/1\ntests:\n"


def only(text: str) -> PersonaTest:
    (test,) = parse_expectations(HEAD + text, "t.yaml").tests
    return test


def test_a_test_is_read_with_all_it_names() -> None:
    """Turns, wordings, intents, mood and facts come out as they were written."""
    test = only(
        """
  - name: Hester
    character: hester
    turns: [2, 5]
    when: {heard: "/debt|money/", by: player}
    says: [inn, "/land(lady|lord)/"]
    never_says: robot
    offers_intent: {name: pour, arguments: {drink: ale, pence: 3, warm: true}}
    never_offers: [fly, {name: run}]
    mood: {label: [joy, calm], valence: {min: -0.5}}
    language: en
    max_sentences: 4
    leaks: none
    knows: Somebody paid.
    does_not_know: [Who paid., Why.]
"""
    )

    assert (test.name, test.character, test.line) == ("Hester", "hester", 4)
    assert test.turns.numbers == (2, 5)
    assert test.turns.by == "player"
    assert test.turns.heard is not None
    assert test.turns.heard.search("Who paid the DEBT?")
    checks = test.checks
    assert [one.occurs_in("The landlady.") for one in checks.says] == [False, True]
    assert checks.never_says[0].occurs_in("A ROBOT!")
    wanted = WantedIntent(
        affordance="pour", arguments=(("drink", "ale"), ("pence", 3), ("warm", True))
    )
    assert checks.offers_intent == (wanted,)
    assert [one.affordance for one in checks.never_offers] == ["fly", "run"]
    assert checks.mood == WantedMood(labels=("joy", "calm"), valence=(-0.5, 1.0))
    assert (checks.language, checks.max_sentences, checks.leaks_nothing) == ("en", 4, True)
    assert checks.knows == ("Somebody paid.",)
    assert checks.does_not_know == ("Who paid.", "Why.")


def test_a_probe_says_what_is_asked_and_what_is_offered() -> None:
    """Without affordances the world's own are offered; an empty list offers none."""
    plain = only('  - {name: a, character: b, probe: {say: "Hm?", times: 3}, says: x}\n')
    bare = only('  - {name: a, character: b, probe: {say: "Hm?", affordances: []}, says: x}\n')

    assert plain.probe is not None
    assert (plain.probe.say, plain.probe.times, plain.probe.affordances) == ("Hm?", 3, None)
    assert bare.probe is not None
    assert bare.probe.affordances == ()


def test_an_expression_may_end_in_a_slash_of_its_own() -> None:
    """Only the slashes around it are taken away."""
    test = only(r"  - {name: a, character: b, says: '/either\//'}" + "\n")

    assert test.checks.says[0].occurs_in("Either/or.")


def test_quotation_marks_of_any_shape_are_the_same() -> None:
    """A typographic apostrophe in a line does not hide a plain one that was expected."""
    test = only('  - {name: a, character: b, says: "captain\'s chair"}\n')

    assert test.checks.says[0].occurs_in("Not the captain\N{RIGHT SINGLE QUOTATION MARK}s chair!")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("  - {name: a, character: b}\n", r"t\.yaml:3.*expects nothing"),
        ("  - {character: b, says: x}\n", r"name: is missing"),
        ("  - {name: a, character: b, sais: x}\n", r"sais: is no key here; did you mean 'says'"),
        ('  - {name: a, character: b, says: "/(/"}\n', "no regular expression .*correct it"),
        ("  - {name: a, character: b, mood: [jolly]}\n", "'jolly' is unknown"),
        ("  - {name: a, character: b, leaks: some}\n", "'some' is unknown"),
        ("  - {name: a, character: b, turns: [0], says: x}\n", "from 1 to"),
        ('  - {name: a, character: b, turns: [1], probe: {say: "?"}, says: x}\n', "of its own"),
    ],
)
def test_mistakes_are_told_with_their_line(text: str, told: str) -> None:
    """An author learns what is wrong, where, and what was meant."""
    with pytest.raises(BrokenFile, match=told):
        parse_expectations(HEAD + text, "t.yaml")


@pytest.mark.parametrize("text", ["", "tests: []", "format: npcserver/world/1\ntests: []", HEAD])
def test_another_file_is_refused(text: str) -> None:
    """A file without the format, or without a test, is none of ours."""
    with pytest.raises(BrokenFile):
        parse_expectations(text, "t.yaml")


def test_nothing_is_checked_by_default() -> None:
    """What a file leaves open stays open."""
    assert only("  - {name: a, character: b, says: x}\n").checks.mood is None
    assert Checks().never_offers == ()
