"""Files of expectations: read as they are meant, and refused with the line of each mistake."""

from pathlib import Path

import pytest

from npcserver.model.errors import BrokenFile
from npctools.files.expectations import parse_expectations
from npctools.session import EVERYBODY, Checks, PersonaTest, WantedIntent, WantedMood

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


SHARED = """format: npcserver/expectations/1
lists:
  manners: ["/damn|fool/", idiot]
  trade: ale
tests:
  - name: a
    character: [hester, wenna, hester]
    never_says: [$manners, quest]
    says: $trade
    knows: [$trade, $5 are owed.]
  - {name: b, character: everybody, language: en}
"""


def test_a_test_may_be_of_several_and_share_lists() -> None:
    """It is read once for each who is named, with all that its lists hold."""
    first, second, third = parse_expectations(SHARED, "t.yaml").tests

    assert [one.character for one in (first, second, third)] == ["hester", "wenna", EVERYBODY]
    assert first.checks == second.checks
    assert [one.text for one in first.checks.never_says] == ["/damn|fool/", "idiot", "quest"]
    assert first.checks.never_says[0].pattern is not None
    assert [one.text for one in first.checks.says] == ["ale"]
    assert first.checks.knows == ("ale", "$5 are owed.")


@pytest.mark.parametrize(
    ("instead", "told"),
    [
        (("$manners", "$maners"), "never_says[0]: there is no list 'maners'; did you mean 'man"),
        (("trade: ale", "Trade 1: ale"), "lists.Trade 1: is no name of a list; write a-z"),
        (("[hester, wenna, hester]", "[]"), "character: names nobody; name characters, or write"),
        (("trade: ale", "trade: /(/"), "no regular expression"),
    ],
)
def test_mistakes_in_shared_lists_are_told(instead: tuple[str, str], told: str) -> None:
    """Each with its line and field, as in a test."""
    with pytest.raises(BrokenFile) as caught:
        parse_expectations(SHARED.replace(*instead, 1), "t.yaml")

    assert told in str(caught.value)


def test_a_dollar_is_a_dollar_where_no_lists_are_shared() -> None:
    """A file without `lists` means what it always did."""
    assert only("  - {name: a, character: b, says: $money}\n").checks.says[0].text == "$money"


def test_the_example_asks_everybody() -> None:
    """What holds of everybody in it stands there once, and no pattern stands there twice."""
    text = (Path(__file__).parents[4] / "docs/examples/farrowhithe.tests.yaml").read_text()
    tests = parse_expectations(text, "farrowhithe.tests.yaml").tests

    assert [one.name for one in tests if one.character == EVERYBODY] == [
        "Everybody is of this town and of 1904",
        "Everybody at a loss stays in manners and in the century",
    ]
    patterns = [line.strip() for line in text.splitlines() if len(line) > 100]
    assert len(set(patterns)) == len(patterns)
