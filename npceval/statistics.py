"""Statistics of evaluations. Each says so where a sample is too small for it, and computes nothing.

The libraries of the extra `eval` are imported in the functions that use them.
"""

import math
import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

LEAST_GROUP = 5
"""Values of a group for Kruskal–Wallis, Dunn and effect sizes: below five the χ² approximation of H
is poor (Kruskal & Wallis 1952), and a standard deviation says next to nothing."""
LEAST_PAIRS = 10
"""Pairs for a rank correlation: below ten no p value of it comes near the usual 0.05 by a moderate
correlation."""
RESAMPLES = 2_000
"""Of a bootstrap: the ends of an interval of 95 % move by less than a hundredth of its width."""

Groups = Mapping[str, Sequence[float]]
Result = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AnswerRanking:
    """How one rater ranked the conditions of one item: 1 is best, equal ranks are ties."""

    item: str
    rater: str
    ranks: Mapping[str, float]


def too_small(what: str, has: int, needs: int) -> Result:
    """Return what is written in place of a statistic."""
    return {"too_small": f"{what}: {has} of the {needs} values that it needs"}


def kruskal_wallis(groups: Groups) -> Result:
    """Return H, df and p over all groups (Kruskal & Wallis 1952), corrected for ties."""
    if small := _small("Kruskal–Wallis", groups):
        return small
    if len({value for values in groups.values() for value in values}) < 2:
        return {"too_small": "Kruskal–Wallis: all values are equal"}
    from scipy import stats  # noqa: PLC0415

    h, p = stats.kruskal(*groups.values())
    return {"H": float(h), "df": len(groups) - 1, "p": float(p)}


def friedman(rankings: Sequence[AnswerRanking]) -> Result:
    """Return χ², df and p for ranks within items, which Kruskal–Wallis takes for independent."""
    names = sorted({name for one in rankings for name in one.ranks})
    whole = [one for one in rankings if set(one.ranks) == set(names)]
    if len(whole) < LEAST_GROUP:
        return too_small("Friedman", len(whole), LEAST_GROUP)
    if len(names) < 3:
        return {"too_small": "Friedman: it needs three conditions"}
    if all(len(set(one.ranks.values())) == 1 for one in whole):
        return {"too_small": "Friedman: all ranks are ties"}
    from scipy import stats  # noqa: PLC0415

    chi, p = stats.friedmanchisquare(*([one.ranks[name] for one in whole] for name in names))
    return {"chi2": float(chi), "df": len(names) - 1, "p": float(p), "items": len(whole)}


def dunn_holm(groups: Groups) -> Result:
    """Return p of each pair of groups by Dunn's test (1964), after Holm–Bonferroni (1979)."""
    if small := _small("Dunn", groups):
        return small
    if len({value for values in groups.values() for value in values}) < 2:
        return {"too_small": "Dunn: all values are equal"}
    import scikit_posthocs  # noqa: PLC0415

    names = list(groups)
    table = scikit_posthocs.posthoc_dunn(
        [list(groups[name]) for name in names], p_adjust="holm"
    ).to_numpy()
    return {
        "pairs": [
            {"a": a, "b": b, "p": float(table[i, j])}
            for i, a in enumerate(names)
            for j, b in enumerate(names)
            if i < j
        ]
    }


def effect_sizes(groups: Groups) -> list[Result]:
    """Return Cohen's d and Cliff's delta of each pair; positive where the first is larger."""
    names = list(groups)
    found = []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            x, y = groups[a], groups[b]
            pair: Result = {"a": a, "b": b}
            if min(len(x), len(y)) < LEAST_GROUP:
                pair |= too_small("effect sizes", min(len(x), len(y)), LEAST_GROUP)
            else:
                pair |= {"cohens_d": cohens_d(x, y), "cliffs_delta": cliffs_delta(x, y)}
            found.append(pair)
    return found


def cohens_d(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Return the difference of means in pooled standard deviations; None where nothing varies."""
    pooled = math.sqrt(
        ((len(x) - 1) * statistics.variance(x) + (len(y) - 1) * statistics.variance(y))
        / (len(x) + len(y) - 2)
    )
    return (statistics.fmean(x) - statistics.fmean(y)) / pooled if pooled else None


def cliffs_delta(x: Sequence[float], y: Sequence[float]) -> float:
    """Return P(x > y) - P(x < y), -1 to 1 (Cliff 1993)."""
    return sum((a > b) - (a < b) for a in x for b in y) / (len(x) * len(y))


def trueskill_ratings(rankings: Sequence[AnswerRanking], seed: int) -> Result:
    """Return mean and deviation of each condition (TrueSkill, with its usual parameters).

    An update sees one ranking at a time, so their order matters: they are sorted and then shuffled
    by the seed, and the result does not depend on the order in which they come.
    """
    if not rankings:
        return too_small("TrueSkill", 0, 1)
    import trueskill  # noqa: PLC0415

    table = trueskill.TrueSkill()
    return _ratings(rankings, seed, table.create_rating, table.rate)


def plackett_luce_ratings(rankings: Sequence[AnswerRanking], seed: int) -> Result:
    """Return the same by another model of rankings (Weng & Lin 2011), as a check of the first."""
    if not rankings:
        return too_small("Plackett–Luce", 0, 1)
    from openskill.models import PlackettLuce  # noqa: PLC0415

    model = PlackettLuce()
    return _ratings(rankings, seed, model.rating, model.rate)


def _ratings(
    rankings: Sequence[AnswerRanking], seed: int, new: Callable[[], Any], rate: Callable[..., Any]
) -> Result:
    ratings = {name: new() for one in rankings for name in one.ranks}
    ordered = sorted(rankings, key=lambda one: (one.item, one.rater))
    random.Random(seed).shuffle(ordered)
    for one in ordered:
        names = sorted(one.ranks)
        rated = rate([[ratings[name]] for name in names], ranks=[one.ranks[name] for name in names])
        ratings |= {name: changed for name, (changed,) in zip(names, rated, strict=True)}
    return {name: {"mean": one.mu, "sd": one.sigma} for name, one in sorted(ratings.items())}


def rank_correlation(x: Sequence[float], y: Sequence[float]) -> Result:
    """Return Spearman's rho and Kendall's tau-b, each with its p value."""
    if len(x) < LEAST_PAIRS:
        return too_small("rank correlation", len(x), LEAST_PAIRS)
    if len(set(x)) < 2 or len(set(y)) < 2:
        return {"too_small": "rank correlation: one side is the same throughout"}
    from scipy import stats  # noqa: PLC0415

    rho, tau = stats.spearmanr(x, y), stats.kendalltau(x, y)
    return {
        "n": len(x),
        "spearman": float(rho.statistic),
        "spearman_p": float(rho.pvalue),
        "kendall": float(tau.statistic),
        "kendall_p": float(tau.pvalue),
    }


def share(count: int, of: int) -> Result:
    """Return a share with its interval of 95 % (Wilson 1927)."""
    if not of:
        return {"count": 0, "of": 0, "share": None, "low": None, "high": None}
    z = 1.959963984540054
    p = count / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return {"count": count, "of": of, "share": p, "low": low, "high": high}


def mean_interval(values: Sequence[float], seed: int) -> Result:
    """Return the mean with its interval of 95 % by resampling; no interval for fewer than five."""
    if not values:
        return {"n": 0, "mean": None, "low": None, "high": None}
    mean = statistics.fmean(values)
    if len(values) < LEAST_GROUP:
        return {"n": len(values), "mean": mean, "low": None, "high": None}
    low, high = bootstrap(values, statistics.fmean, seed)
    return {"n": len(values), "mean": mean, "low": low, "high": high}


def bootstrap(
    values: Sequence[float], figure: Callable[[Sequence[float]], float], seed: int
) -> tuple[float, float]:
    """Return the interval of 95 % of a figure, by the percentiles of seeded resamples."""
    chance = random.Random(seed)
    ordered = sorted(values)
    drawn = sorted(figure(chance.choices(ordered, k=len(ordered))) for _ in range(RESAMPLES))
    return drawn[round(0.025 * (RESAMPLES - 1))], drawn[round(0.975 * (RESAMPLES - 1))]


def quantile(values: Sequence[float], q: float) -> float | None:
    """Return a quantile by the nearest rank; None for no values."""
    ordered = sorted(values)
    return (
        ordered[min(len(ordered) - 1, max(0, math.ceil(q * len(ordered)) - 1))] if values else None
    )


def _small(what: str, groups: Groups) -> Result | None:
    if len(groups) < 2:
        return {"too_small": f"{what}: it needs two conditions"}
    least = min(len(values) for values in groups.values())
    return (
        too_small(f"{what}, in each condition", least, LEAST_GROUP) if least < LEAST_GROUP else None
    )
