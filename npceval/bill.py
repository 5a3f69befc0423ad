"""What recorded uses of models would cost for many players, and the queue that they need.

Uses of a run, or of played sessions, are scaled to N players a day, priced by the model that serves
each purpose, and queued at a number of slots hour by hour.
"""

import heapq
import json
import math
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from npceval import statistics as stats
from npceval.kept_answers import EvaluationError, reading
from npceval.page import ReportPage, bars, lines

HOURS = 24
_SIMULATED = 20_000
"""Calls of a simulated hour at most; a busier hour is near its mean long before."""
_LETTERS_A_SECOND = 30.0
"""Tokens a second, for models whose prices name no speed: a hosted model of middling size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPrice:
    """Prices for a million tokens in any unit, and how long a call takes."""

    input: float = 0.0
    cached: float | None = None
    output: float = 0.0
    seconds: float | None = None
    tokens_a_second: float = _LETTERS_A_SECOND

    def cost(self, use: Mapping[str, Any], reuse: float | None = None) -> float:
        """Return what a use costs; `reuse` is the cached share of prompts, None: as recorded."""
        prompt = float(use["prompt_tokens"])
        cached = prompt * reuse if reuse is not None else min(prompt, float(use["cached_tokens"]))
        at_cache = self.input if self.cached is None else self.cached
        return (
            (prompt - cached) * self.input
            + cached * at_cache
            + float(use["completion_tokens"]) * self.output
        ) / 1e6

    def service(self, use: Mapping[str, Any]) -> float:
        """Return the seconds of one call: given, recorded, or by the tokens of the answer."""
        calls = max(1, int(use["calls"]))
        if self.seconds is not None:
            return self.seconds
        if use["seconds"]:
            return float(use["seconds"]) / calls
        return max(0.1, float(use["completion_tokens"]) / calls / self.tokens_a_second)


@dataclass(frozen=True, slots=True, kw_only=True)
class BillPlan:
    """How a game is played and served.

    `purposes` names the model of each purpose, `*` that of all others; by default that is the
    first. `arrivals` are 24 shares of the day's players by hour; by default all hours are alike. A
    call that waits longer than `patience` seconds, or comes when the day's `budget` is used up, is
    a fallback without a model.
    """

    models: Mapping[str, ModelPrice]
    purposes: Mapping[str, str] = field(default_factory=dict)
    prefix_reuse: float | None = None
    budget: float | None = None
    slots: int = 8
    patience: float = 5.0
    arrivals: Sequence[float] = (1 / HOURS,) * HOURS

    def model_of(self, purpose: str) -> str:
        """Return the name of the model of a purpose."""
        return self.purposes.get(purpose) or self.purposes.get("*") or next(iter(self.models))

    def cost(self, use: Mapping[str, Any]) -> float:
        """Return what a use costs by the model of its purpose."""
        return self.models[self.model_of(use["purpose"])].cost(use, self.prefix_reuse)


def read_plan(path: Path) -> BillPlan:
    """Return a plan from JSON. Raises `EvaluationError` with what is wrong."""
    with reading(path, "is no plan of a bill", "docs/evaluation.md has one with all its keys."):
        raw = dict(json.loads(path.read_text(encoding="utf-8")))
        models = {name: ModelPrice(**prices) for name, prices in dict(raw.pop("models")).items()}
        plan = BillPlan(models=models, **raw)
        if problem := _problem(plan):
            raise ValueError(problem)
    return plan


def _problem(plan: BillPlan) -> str:
    arrivals = [float(one) for one in plan.arrivals]
    if len(arrivals) != HOURS or min(arrivals) < 0 or sum(arrivals) <= 0:
        return "`arrivals` needs 24 numbers of 0 or more, and one above 0"
    if unknown := set(plan.purposes.values()) - set(plan.models):
        return f"`models` has no {', '.join(sorted(unknown))}"
    if not plan.models:
        return "`models` is empty"
    if plan.slots < 1 or not 0 <= (plan.prefix_reuse or 0) <= 1:
        return "`slots` is 1 or more, and `prefix_reuse` 0 to 1"
    return ""


def read_timelines(path: Path) -> list[str]:
    """Return the timelines of the sessions in a result of `npc-playtest run --json`."""
    with reading(path, "is no result of `npc-playtest run --json`"):
        played = json.loads(path.read_text(encoding="utf-8"))["scenarios"]
        found = [str(one["timelineId"]) for one in played if one["timelineId"]]
    if not found:
        raise EvaluationError(f"{path}: no session in it was played.")
    return found


def measure(
    uses: Sequence[Mapping[str, Any]], days: float, sessions: int, plan: BillPlan, *,
    players: int, seed: int,
) -> dict[str, Any]:  # fmt: skip
    """Return the bill: `uses` are those of `sessions` played games, each `days` long.

    A player's day costs what a recorded day of one game did.
    """
    called = [use for use in uses if use["calls"]]
    scale = players / (max(1, sessions) * days) if days else 0.0
    by_purpose: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for use in called:
        row = by_purpose[use["purpose"]]
        row["calls"] += use["calls"] * scale
        row["prompt_tokens"] += use["prompt_tokens"] * scale
        row["completion_tokens"] += use["completion_tokens"] * scale
        row["money"] += plan.cost(use) * scale
    services = [
        plan.models[plan.model_of(use["purpose"])].service(use)
        for use in called
        for _ in range(use["calls"])
    ]
    calls = sum(row["calls"] for row in by_purpose.values())
    money = sum(row["money"] for row in by_purpose.values())
    return {
        "name": "bill",
        "seed": seed,
        "players": players,
        "recorded": {"uses": len(called), "days": days, "sessions": sessions},
        "without_tokens": sum(
            not use["prompt_tokens"] and not use["completion_tokens"] for use in called
        ),
        "calls": calls,
        "money": money,
        "money_a_player": money / players if players else None,
        "money_within_budget": money if plan.budget is None else min(money, plan.budget),
        "by_purpose": {
            name: {**row, "model": plan.model_of(name)} for name, row in sorted(by_purpose.items())
        },
        "hours": hours(calls, money, services, plan, seed),
        "slots_for_95_percent": slots_needed(calls, services, plan),
    }


def hours(
    calls: float, money: float, services: Sequence[float], plan: BillPlan, seed: int
) -> list[dict[str, Any]]:
    """Return load, waiting and fallbacks of each hour of a day."""
    if not services:
        return []
    whole = sum(plan.arrivals)
    spent = 0.0
    found = []
    for hour, arrival in enumerate(plan.arrivals):
        share = arrival / whole
        costs = money * share
        # What the budget no longer pays is no call, and waits for nothing.
        paid = 1.0 if plan.budget is None or not costs else max(
            0.0, min(1.0, (plan.budget - spent) / costs)
        )  # fmt: skip
        spent += costs * paid
        rate = calls * share * paid / 3600
        waits, lost = simulate(rate, services, plan.slots, plan.patience, seed + hour)
        late = stats.share(lost, lost + len(waits))["share"] or 0.0
        found.append(
            {
                "hour": hour,
                "calls": calls * share,
                "load": rate * sum(services) / len(services) / plan.slots,
                "wait_mean_formula": mean_wait(rate, services, plan.slots),
                "wait_mean": sum(waits) / len(waits) if waits else 0.0,
                "wait_p95": stats.quantile(waits, 0.95) or 0.0,
                "fallbacks": (1 - paid) + paid * late,
                "over_budget": 1 - paid,
            }
        )
    return found


def mean_wait(rate: float, services: Sequence[float], slots: int) -> float | None:
    """Return the mean wait of M/G/c, that of M/M/c by Erlang times (1 + cv²) / 2 (Lee & Longton).

    None where more arrives than can be served. Exact for one slot and for exponential services.
    """
    mean = sum(services) / len(services)
    offered = rate * mean
    if offered >= slots:
        return None
    if not rate:
        return 0.0
    blocked = 1.0  # Erlang's B by its recursion, which does not overflow
    for n in range(1, slots + 1):
        blocked = offered * blocked / (n + offered * blocked)
    waits = blocked / (1 - offered / slots * (1 - blocked))
    variance = sum((one - mean) ** 2 for one in services) / len(services)
    return waits * mean / (slots - offered) * (1 + variance / mean**2) / 2


def simulate(
    rate: float, services: Sequence[float], slots: int, patience: float, seed: int
) -> tuple[list[float], int]:
    """Return waits of an hour's calls that were served, and how many gave up waiting.

    Arrivals are Poisson; services are drawn from those recorded; a call that would wait longer than
    `patience` leaves at once for a fallback.
    """
    chance = random.Random(seed)
    free = [0.0] * slots
    now, lost = 0.0, 0
    waits: list[float] = []
    while rate > 0 and len(waits) + lost < _SIMULATED:
        now += chance.expovariate(rate)
        if now > 3600:
            break
        wait = max(0.0, free[0] - now)
        if wait > patience:
            lost += 1
            continue
        heapq.heapreplace(free, now + wait + chance.choice(services))
        waits.append(wait)
    return waits, lost


def slots_needed(calls: float, services: Sequence[float], plan: BillPlan) -> int | None:
    """Return slots with which the busiest hour waits `patience` / 3 on the mean at most.

    An exponential tail of that mean leaves 5 % beyond `patience`.
    """
    if not services or not calls:
        return None
    rate = calls * max(plan.arrivals) / sum(plan.arrivals) / 3600
    slots = max(1, math.ceil(rate * sum(services) / len(services)))
    while (wait := mean_wait(rate, services, slots)) is None or wait > plan.patience / 3:
        slots += 1
    return slots


def page(result: dict[str, Any]) -> ReportPage:
    """Return the page of the bill."""
    made = ReportPage(
        "The bill",
        f"For {result['players']:,} players a day, from {result['recorded']['uses']:,} uses of"
        f" models in {result['recorded']['days']:.2f} game days; seed {result['seed']}.",
    )
    if result["without_tokens"]:
        made.text(
            f"{result['without_tokens']:,} of the recorded uses have no tokens: what answered them",
            "is no language model, or did not report them. They cost nothing here, and the bill is",
            "too low by what a model would have read and written.",
        )
    made.figures(
        {
            "calls a day": float(result["calls"]),
            "money a day, without a budget": result["money"],
            "money a day, within the budget": result["money_within_budget"],
            "money a player and day": result["money_a_player"],
            "slots with which 95 % wait no longer than the patience, in the busiest hour": result[
                "slots_for_95_percent"
            ],
        },
        "Money is in the unit of the prices that were given.",
    )
    made.heading("By purpose")
    columns = ("calls", "prompt_tokens", "completion_tokens", "money")
    made.table(
        ("purpose", "model", *(name.replace("_", " ") for name in columns)),
        [
            (name, row["model"], *(float(row[column]) for column in columns))
            for name, row in result["by_purpose"].items()
        ],
    )
    made.plot(
        bars([(name, row["money"], None, None) for name, row in result["by_purpose"].items()]),
        "Money by purpose.",
    )
    made.heading("By hour")
    rows = result["hours"]
    made.plot(
        lines(
            {
                "load of the slots": [(one["hour"], min(2.0, one["load"])) for one in rows],
                "share of fallbacks": [(one["hour"], one["fallbacks"]) for one in rows],
            },
            "o'clock",
        ),
        "Load is drawn up to 2; at 1 all slots are always busy.",
    )
    names = ("hour", "calls", "load", "wait_mean_formula", "wait_mean", "wait_p95", "fallbacks")
    made.table(
        ("hour", "calls", "load", "mean wait by formula, s", "mean wait, s", "p95, s", "fallbacks"),
        [tuple(one[name] for name in names) for one in rows],
        "Waits are of a seeded simulation, in which calls that would wait longer than the patience"
        " leave; the formula (M/G/c) knows no such calls, and has no figure beyond a load of 1.",
    )
    return made
