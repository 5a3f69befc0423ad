"""Only what was declared becomes an intent."""

import itertools
from collections.abc import Mapping

import pytest

from npcserver.mind.intents import LONGEST_TEXT, MOST_WISHES, SiftedIntents, sift
from npcserver.mind.speech_stream import RecitalGuard
from npcserver.model.affordance import Affordance, Parameter, ParameterType
from npcserver.model.ids import IntentId
from tests.fakes.prompt_inputs import ENTITIES, NOD, POUR

SHOUT = Affordance(
    name="shout",
    description="Shout.",
    parameters=(
        Parameter(name="words", type=ParameterType.STRING),
        Parameter(name="volume", type=ParameterType.NUMBER, required=False),
    ),
)


def sifted(*wishes: tuple[str, Mapping[str, object]]) -> SiftedIntents:
    numbers = itertools.count(1)
    return sift(
        wishes,
        affordances=(POUR, NOD, SHOUT),
        entities=ENTITIES,
        new_intent_id=lambda: IntentId(f"in_{next(numbers)}"),
        guard=RecitalGuard(canary="ab12cd34ef56", instructions=""),
    )


def test_fitting_wish_becomes_an_intent() -> None:
    """Arguments come typed, in declared order, and the intent has an id of its own."""
    (intent,) = sifted(("pour", {"guest": "p1", "drink": "ale", "cups": None})).accepted

    assert (intent.id, intent.affordance) == ("in_1", "pour")
    assert intent.arguments == (("drink", "ale"), ("guest", "p1"))


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("explode", {}, "no such affordance"),
        ("", {}, "no such affordance"),
        ("pour", {"drink": "wine", "guest": "p1"}, "drink cannot be"),
        ("pour", {"drink": "ale", "guest": "barrel"}, "guest cannot be"),
        ("pour", {"drink": "ale", "guest": "p9"}, "guest cannot be"),
        ("pour", {"drink": "ale"}, "needs the argument"),
        ("pour", {"drink": "ale", "guest": None}, "guest cannot be"),
        ("pour", {"drink": "ale", "guest": "p1", "cups": 5}, "at most 4"),
        ("pour", {"drink": "ale", "guest": "p1", "tip": 1}, "takes no argument"),
        ("shout", {"words": "x" * (LONGEST_TEXT + 1)}, "longer than"),
        ("shout", {"words": "ab12cd34ef56"}, "recites"),
        ("shout", {"words": "hey", "volume": 10**400}, "too large"),
        ("shout", {"words": "hey", "volume": float("inf")}, "too large"),
        ("shout", {"words": "hey", "volume": float("nan")}, "finite"),
        ("shout", {"words": "hey", "volume": True}, "cannot be"),
    ],
)
def test_unfitting_wish_is_dropped_with_a_reason(
    name: str, arguments: dict[str, object], why: str
) -> None:
    """Unknown names, wrong values and numbers no wire can carry never reach the game."""
    result = sifted((name, arguments))

    assert result.accepted == ()
    assert why in result.dropped[0].why


def test_uses_are_counted() -> None:
    """An affordance is used at most as often as declared; a refused wish does not count."""
    pour = ("pour", {"drink": "ale", "guest": "p1"})
    result = sifted(("pour", {}), pour, pour, pour, ("nod", {}), ("nod", {}))

    assert [intent.affordance for intent in result.accepted] == ["pour", "pour", "nod"]
    assert [dropped.affordance for dropped in result.dropped] == ["pour", "pour", "nod"]


def test_flood_of_wishes_is_cut() -> None:
    """Beyond a stated number the wishes of one answer are not looked at."""
    result = sifted(*[("explode", {})] * MOST_WISHES, ("nod", {}))

    assert result.accepted == ()
    assert result.dropped[-1].why == "too many intents in one answer"


def test_texts_lose_invisible_characters() -> None:
    """A text argument carries no control or zero-width characters into the game."""
    (intent,) = sifted(("shout", {"words": "h\u200be\x00y"})).accepted

    assert intent.arguments == (("words", "hey"),)


def test_long_odd_name_is_shown_short() -> None:
    """What is reported of a dropped wish is short and printable."""
    (dropped,) = sifted(("x\x00" * 500, {})).dropped

    assert dropped.affordance == "x" * 64
