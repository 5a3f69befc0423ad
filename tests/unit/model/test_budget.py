"""What thoughts may cost, and which give way first."""

import pytest

from npcserver.model.model_use import SHARES, Budget, Cost, Purpose, allows

ONE = Cost(calls=1, tokens=100, micros=10)


def test_costs_add_up() -> None:
    """And come apart again."""
    two = ONE.plus(ONE)

    assert two == Cost(calls=2, tokens=200, micros=20)
    assert two.minus(ONE) == ONE


def test_thinking_thins_out_in_order() -> None:
    """As a budget is used up: reading ahead goes first, then steps, talk, plans; ratings last."""
    budget = Budget(calls=100)
    given_up = [
        [purpose for purpose in SHARES if not allows(budget, Cost(calls=spent), ONE, purpose)]
        for spent in (49, 60, 74, 90, 98, 100)
    ]

    assert given_up[0] == []
    assert given_up[1] == [Purpose.READ_AHEAD, Purpose.DECOMPOSE]
    assert given_up[2] == [Purpose.READ_AHEAD, Purpose.DECOMPOSE, Purpose.SUMMARISE]
    assert Purpose.PLAN not in given_up[3]
    assert given_up[4] == [purpose for purpose in SHARES if purpose is not Purpose.RATE]
    assert given_up[5] == [*SHARES]


@pytest.mark.parametrize("purpose", [Purpose.REPLY, Purpose.INTERVIEW])
def test_talk_with_players_is_never_refused(purpose: Purpose) -> None:
    """However much was spent."""
    assert allows(Budget(calls=1), Cost(calls=1000), ONE, purpose)


@pytest.mark.parametrize(
    "budget", [Budget(calls=1), Budget(tokens=100), Budget(micros=10), Budget(tokens=199)]
)
def test_every_limit_counts(budget: Budget) -> None:
    """Calls, tokens and money each on its own."""
    assert not allows(budget, ONE, ONE, Purpose.RATE)


def test_no_limit_is_no_limit() -> None:
    """Zero allows everything; a budget is spent to the last call that fits."""
    assert allows(Budget(), Cost(calls=10**9, tokens=10**9, micros=10**9), ONE, Purpose.RATE)
    assert allows(Budget(calls=2), ONE, ONE, Purpose.RATE)
