"""Expectations: which of them hold of turns and memories, and what is said of those that do not."""

import re
from dataclasses import replace

import pytest

from npcserver.app.replay.examination import (
    Evidence,
    ExpectationResult,
    JudgedTurn,
    chosen,
    judged,
    knows,
)
from npcserver.model.affordance import ActionIntent
from npcserver.model.character import Person
from npcserver.model.feelings import named
from npcserver.model.ids import IntentId
from npcserver.model.session import (
    Checks,
    PersonaTest,
    TextPattern,
    TurnSelector,
    WantedIntent,
    WantedMood,
)
from npcserver.model.turn import Line

ADA = Person(id="p1", name="Ada")
TOM = Person(id="tom", name="Tom", is_player=False)
POURS = ActionIntent(
    id=IntentId("int_1"), affordance="pour", arguments=(("drink", "ale"), ("pence", 3))
)


def said(*texts: str, number: int = 1, heard: str = "Well?", **more: object) -> JudgedTurn:
    made = JudgedTurn(
        number=number,
        character="mira",
        partner=ADA,
        heard=heard,
        lines=tuple(Line(text=text) for text in texts),
    )
    return replace(made, **more)  # type: ignore[arg-type]


def found(
    checks: Checks, *turns: JudgedTurn, memories: tuple[str, ...] = ()
) -> tuple[ExpectationResult, ...]:
    test = PersonaTest(name="a test", character="mira", checks=checks)
    return judged(test, Evidence(turns=turns, memories=memories))


def holds(checks: Checks, *turns: JudgedTurn, memories: tuple[str, ...] = ()) -> list[bool]:
    return [finding.holds for finding in found(checks, *turns, memories=memories)]


INN = TextPattern(text="the inn")


@pytest.mark.parametrize(
    ("checks", "expected"),
    [
        (Checks(says=(INN,)), True),
        (Checks(says=(TextPattern(text="mill"), INN)), True),
        (Checks(says=(TextPattern(text="mill"),)), False),
        (Checks(never_says=(TextPattern(text="mill"),)), True),
        (Checks(never_says=(INN,)), False),
        (Checks(offers_intent=(WantedIntent(affordance="pour"),)), True),
        (Checks(offers_intent=(WantedIntent(affordance="fly"),)), False),
        (Checks(never_offers=(WantedIntent(affordance="pour"),)), False),
        (Checks(never_offers=(WantedIntent(affordance="fly"),)), True),
        (Checks(mood=WantedMood(labels=("joy",))), True),
        (Checks(mood=WantedMood(labels=("anger", "fear"))), False),
        (Checks(mood=WantedMood(valence=(0.0, 1.0))), True),
        (Checks(mood=WantedMood(valence=(-1.0, 0.0))), False),
        (Checks(max_sentences=2), True),
        (Checks(max_sentences=1), False),
        (Checks(language="en"), True),
        (Checks(language="de"), False),
        (Checks(leaks_nothing=True), True),
    ],
)
def test_each_expectation_holds_or_not(checks: Checks, *, expected: bool) -> None:
    """A turn of two sentences, one wish and one feeling is judged by every kind of check."""
    turn = said("I keep The Inn, you see.", "It is my mother's and that is the end of it.")
    glad = replace(turn.lines[1], emotion=named("joy"))
    turn = replace(turn, lines=(turn.lines[0], glad), intents=(POURS,))

    assert holds(checks, turn) == [expected]


def test_arguments_of_an_intent_count_when_they_are_named() -> None:
    """Another drink is another wish; what is not named may be anything."""
    ale = WantedIntent(affordance="pour", arguments=(("drink", "ale"),))
    tea = WantedIntent(affordance="pour", arguments=(("drink", "tea"),))
    turn = said("Here.", intents=(POURS,))

    assert holds(Checks(offers_intent=(ale,)), turn) == [True]
    assert holds(Checks(offers_intent=(tea,)), turn) == [False]


def test_one_turn_that_says_it_is_enough_and_one_that_must_not_is_too_much() -> None:
    """`says` looks for a turn among all, `never_says` forbids every one."""
    turns = (said("Good day."), said("I keep the inn.", number=2))

    assert holds(Checks(says=(INN,)), *turns) == [True]
    assert holds(Checks(never_says=(INN,)), *turns) == [False]


def test_a_failure_quotes_the_line_and_what_it_answered() -> None:
    """Who reads the report needs no transcript."""
    (finding,) = found(
        Checks(never_says=(INN,)), said("I keep the inn.", number=7, heard="What do you do?")
    )

    assert finding.problem == 'turn 7, to "What do you do?": "I keep the inn."'


def test_a_leak_names_the_memory() -> None:
    """What was passed on to a character who may not be told stands in the report."""
    (finding,) = found(Checks(leaks_nothing=True), said("It was I.", leaked=("You paid.",)))

    assert "You paid." in finding.problem


def test_no_turn_at_all_is_no_proof() -> None:
    """An expectation of turns that do not exist fails, unless it only forbids."""
    assert holds(Checks(says=(INN,))) == [False]
    assert holds(Checks(language="en")) == [False]
    assert holds(Checks(never_says=(INN,))) == [True]


def test_knowing_is_stating_the_same() -> None:
    """A memory that states the fact in its own words counts; one about other things does not."""
    memories = (
        "You owed the Marchmont Bank sixty-two pounds, and somebody paid it all.",
        "The cat came in.",
    )
    fact = "Somebody paid sixty-two pounds to the Marchmont Bank"

    assert knows(memories, fact) == memories[0]
    assert not knows(memories, "The wreck lost its bell in a storm")
    assert holds(Checks(knows=(fact,), does_not_know=(fact,)), memories=memories) == [True, False]


@pytest.mark.parametrize(
    ("choice", "numbers"),
    [
        (TurnSelector(), [1, 2, 3]),
        (TurnSelector(numbers=(3, 9)), [3]),
        (TurnSelector(heard=re.compile("debt", re.IGNORECASE)), [2]),
        (TurnSelector(by="player"), [1, 2]),
        (TurnSelector(by="Tom"), [3]),
        (TurnSelector(by="p1", heard=re.compile("Hello")), [1]),
    ],
)
def test_turns_are_chosen_by_number_words_and_speaker(
    choice: TurnSelector, numbers: list[int]
) -> None:
    """All that a choice names has to fit."""
    turns = (
        said("Hm.", number=1, heard="Hello."),
        said("Hm.", number=2, heard="Whose DEBT?"),
        said("Hm.", number=3, partner=TOM),
    )

    assert [turn.number for turn in chosen(turns, choice)] == numbers
