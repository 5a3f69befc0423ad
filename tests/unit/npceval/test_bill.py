"""Prices and queues against figures by hand and known formulas."""

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from npceval import bill
from npceval.bill import BillPlan, ModelPrice
from npceval.kept_answers import EvaluationError
from tests.fakes.written_run import use_of

CHEAP = ModelPrice(input=1.0, cached=0.1, output=4.0, seconds=2.0)


def plan_of(**fields: Any) -> BillPlan:
    return BillPlan(**({"models": {"default": CHEAP}} | fields))


def test_a_use_costs_what_it_costs_by_hand() -> None:
    """1,000 tokens of prompt, 400 of them cached, and 100 of an answer."""
    use = use_of(cached_tokens=400)

    assert CHEAP.cost(use) == pytest.approx((600 * 1 + 400 * 0.1 + 100 * 4) / 1e6)
    assert CHEAP.cost(use, reuse=0.75) == pytest.approx((250 * 1 + 750 * 0.1 + 100 * 4) / 1e6)
    assert ModelPrice(input=1.0).cost(use) == pytest.approx(1_000 / 1e6)


def test_purposes_have_models_of_their_own() -> None:
    """`*` is for all others."""
    models = {"small": ModelPrice(input=1), "large": ModelPrice(input=10)}
    plan = plan_of(models=models, purposes={"converse": "large", "*": "small"})
    uses = [use_of(), use_of(purpose="rate")]

    found = bill.measure(uses, 1.0, 1, plan, players=1_000, seed=0)

    assert found["by_purpose"]["converse"]["money"] == pytest.approx(10.0)
    assert found["by_purpose"]["rate"]["money"] == pytest.approx(1.0)
    assert found["money_a_player"] == pytest.approx(0.011)
    assert found["without_tokens"] == 0
    silent = bill.measure([use_of(prompt_tokens=0, completion_tokens=0)], 1.0, 1, plan, players=1,
                          seed=0)  # fmt: skip
    assert "1 of the recorded uses have no tokens" in bill.page(silent).html()


def test_the_bill_grows_with_players_and_shrinks_with_days() -> None:
    """What one game used in half a day is used twice in a player's day."""
    day = bill.measure([use_of()], 1.0, 1, plan_of(), players=100, seed=0)
    half = bill.measure([use_of()], 0.5, 1, plan_of(), players=100, seed=0)
    of_four = bill.measure([use_of()] * 4, 1.0, 4, plan_of(), players=100, seed=0)

    assert day["calls"] == pytest.approx(100)
    assert half["money"] == pytest.approx(2 * day["money"])
    assert of_four["money"] == pytest.approx(day["money"])


def test_one_slot_waits_as_pollaczek_and_khinchine_say() -> None:
    """M/D/1 at a load of one half: rho s / (2 (1 - rho)) = 1 s; twice that for M/M/1."""
    chance = random.Random(2)
    exponential = [chance.expovariate(0.5) for _ in range(20_000)]

    assert bill.mean_wait(0.25, [2.0], 1) == pytest.approx(1.0)
    assert bill.mean_wait(0.25, exponential, 1) == pytest.approx(2.0, rel=0.1)
    assert bill.mean_wait(0.0, [2.0], 1) == 0
    assert bill.mean_wait(0.5, [2.0], 1) is None


def test_many_slots_wait_as_erlang_says() -> None:
    """M/M/2 with 1.5 erlangs: C = 9/14, so a mean wait of 9/14 · s / 0.5."""
    services = [-2.0 * math.log((at + 0.5) / 5_000) for at in range(5_000)]

    assert bill.mean_wait(0.75, services, 2) == pytest.approx(9 / 14 * 2.0 / 0.5, rel=0.02)


def test_the_simulation_agrees_with_the_formula() -> None:
    """Ten hours of M/D/2 at a load of 0.7."""
    waits = [wait for seed in range(10) for wait in bill.simulate(0.7, [2.0], 2, math.inf, seed)[0]]

    formula = bill.mean_wait(0.7, [2.0], 2)
    assert formula is not None
    assert sum(waits) / len(waits) == pytest.approx(formula, rel=0.15)


def test_calls_that_would_wait_too_long_are_fallbacks() -> None:
    """At twice the load about half of them leave; with patience for none, Erlang's B do."""
    _, lost = bill.simulate(1.0, [2.0], 1, 5.0, seed=1)
    served, blocked = bill.simulate(0.5, [2.0], 1, 0.0, seed=1)

    assert lost / 3600 == pytest.approx(0.5, abs=0.05)
    assert blocked / (blocked + len(served)) == pytest.approx(0.5, abs=0.05)


def test_a_budget_ends_the_day_with_fallbacks() -> None:
    """Half of the money lasts for the first twelve of equal hours."""
    whole = bill.measure([use_of()], 1.0, 1, plan_of(slots=50), players=10_000, seed=0)
    plan = plan_of(slots=50, budget=whole["money"] / 2)

    found = bill.measure([use_of()], 1.0, 1, plan, players=10_000, seed=0)

    shares = [hour["over_budget"] for hour in found["hours"]]
    assert shares == pytest.approx([0] * 12 + [1] * 12)
    assert found["hours"][-1]["fallbacks"] == pytest.approx(1)
    assert found["money_within_budget"] == pytest.approx(whole["money"] / 2)


def test_arrivals_by_hour_make_busy_hours() -> None:
    """All at nine o'clock; the slots that it needs are found, and one less is too few."""
    arrivals = [0.0] * 24
    arrivals[9] = 3
    plan = plan_of(arrivals=arrivals, slots=1)

    found = bill.measure([use_of()], 1.0, 1, plan, players=20_000, seed=0)

    assert [hour["hour"] for hour in found["hours"] if hour["calls"]] == [9]
    needed = found["slots_for_95_percent"]
    assert needed is not None
    rate = 20_000 / 3600
    enough, fewer = bill.mean_wait(rate, [2.0], needed), bill.mean_wait(rate, [2.0], needed - 1)
    assert enough is not None
    assert enough <= 5 / 3
    assert fewer is None or fewer > 5 / 3


def test_a_bill_is_the_same_twice() -> None:
    """And another with another seed."""
    asked = ([use_of()], 1.0, 1, plan_of(slots=1))

    first = bill.measure(*asked, players=30_000, seed=5)

    assert bill.measure(*asked, players=30_000, seed=5) == first
    assert bill.measure(*asked, players=30_000, seed=6) != first


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "{}",
        '{"models": {}}',
        '{"models": {"a": {"input": 1}}, "purposes": {"*": "b"}}',
        '{"models": {"default": {}}, "arrivals": [1]}',
        '{"models": {"default": {}}, "slots": 0}',
        '{"models": {"default": {}}, "prefix_reuse": 2}',
        '{"models": {"default": {"colour": 1}}}',
        '{"models": {"default": {}}, "colour": 1}',
    ],
)
def test_a_plan_with_mistakes_is_refused_in_words(tmp_path: Path, text: str) -> None:
    """With the page that says how it is written."""
    path = tmp_path / "plan.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(EvaluationError, match=r"docs/evaluation\.md"):
        bill.read_plan(path)


def test_a_bill_of_nothing_has_a_page(tmp_path: Path) -> None:
    """A run without a model."""
    found = bill.measure([use_of(calls=0)], 1.0, 1, plan_of(), players=10, seed=0)

    assert found["calls"] == 0
    assert "The bill" in bill.page(found).html()
    path = tmp_path / "played.json"
    path.write_text(json.dumps({"scenarios": []}), encoding="utf-8")
    with pytest.raises(EvaluationError, match="no session"):
        bill.read_timelines(path)
