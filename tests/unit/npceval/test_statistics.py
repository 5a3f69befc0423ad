"""Statistics against published and hand-computed values, and what they refuse."""

import random

import pytest

from npceval import statistics as stats
from npceval.statistics import AnswerRanking

STEPS = {"a": [1, 2, 3, 4, 5], "b": [6, 7, 8, 9, 10], "c": [11, 12, 13, 14, 15]}


def test_kruskal_wallis_is_that_of_scipys_manual() -> None:
    """H = 0.2727, p = 0.6015 for odd against even numbers."""
    found = stats.kruskal_wallis({"odd": [1, 3, 5, 7, 9], "even": [2, 4, 6, 8, 10]})

    assert found["H"] == pytest.approx(0.27272727)
    assert found["p"] == pytest.approx(0.60150813)
    assert found["df"] == 1


def test_dunn_and_holm_are_as_by_hand() -> None:
    """Mean ranks 3, 8 and 13: z = 1.7678 and 3.5355; p times 3 for the least, then times 2."""
    found = stats.dunn_holm(STEPS)

    p = {(one["a"], one["b"]): one["p"] for one in found["pairs"]}
    assert p["a", "c"] == pytest.approx(3 * 0.000406952, rel=1e-4)
    assert p["a", "b"] == pytest.approx(2 * 0.0770999, rel=1e-4)
    assert p["b", "c"] == pytest.approx(p["a", "b"])


def test_friedman_is_as_by_hand() -> None:
    """Five items ranked alike: 12 / (5·3·4) · (5² + 10² + 15²) - 3·5·4 = 10."""
    rankings = [AnswerRanking(str(at), "r", {"a": 1, "b": 2, "c": 3}) for at in range(5)]

    assert stats.friedman(rankings)["chi2"] == pytest.approx(10)


def test_trueskill_is_that_of_its_authors() -> None:
    """One match of two newcomers gives 29.396 and 20.604, each ± 7.171."""
    found = stats.trueskill_ratings([AnswerRanking("1", "r", {"winner": 1, "loser": 2})], seed=0)

    assert found["winner"]["mean"] == pytest.approx(29.396, abs=1e-3)
    assert found["loser"]["mean"] == pytest.approx(20.604, abs=1e-3)
    assert found["loser"]["sd"] == pytest.approx(7.171, abs=1e-3)


@pytest.mark.parametrize("rate", [stats.trueskill_ratings, stats.plackett_luce_ratings])
def test_ratings_do_not_depend_on_the_order_of_rankings(rate: object) -> None:
    """Rankings in any order give the same; another seed gives another order of updates."""
    chance = random.Random(1)
    rankings = [
        AnswerRanking(str(at), "r", dict(zip("abc", chance.sample([1, 2, 3], 3), strict=True)))
        for at in range(12)
    ]
    shuffled = chance.sample(rankings, len(rankings))

    assert callable(rate)
    assert rate(rankings, 3) == rate(shuffled, 3)
    assert rate(rankings, 3) != rate(rankings, 4)


def test_effect_sizes_are_as_by_hand() -> None:
    """Means 3 and 8 with variance 2.5 in both: d = -5 / √2.5; all of b is above all of a."""
    pair = stats.effect_sizes({"a": STEPS["a"], "b": STEPS["b"]})[0]

    assert pair["cohens_d"] == pytest.approx(-3.16228, abs=1e-5)
    assert pair["cliffs_delta"] == -1
    assert stats.cliffs_delta([1, 2, 3], [2, 2, 2]) == 0
    assert stats.cliffs_delta([1, 3, 3], [2]) == pytest.approx(1 / 3)
    assert stats.cohens_d([4, 4], [5, 5]) is None


def test_rank_correlation_is_as_by_hand() -> None:
    """Ten places with two neighbours exchanged: rho = 1 - 6·2/990, tau = 43/45."""
    places = list(range(10))
    exchanged = [1, 0, *range(2, 10)]

    found = stats.rank_correlation(places, exchanged)

    assert found["spearman"] == pytest.approx(1 - 12 / 990)
    assert found["kendall"] == pytest.approx(43 / 45)


def test_a_share_has_wilsons_interval() -> None:
    """Five of ten: 0.2366 to 0.7634; none of ten: 0 to 0.2775."""
    half, none = stats.share(5, 10), stats.share(0, 10)

    assert (half["low"], half["high"]) == pytest.approx((0.236593, 0.763407), abs=1e-6)
    assert (none["low"], none["high"]) == pytest.approx((0, 0.277533), abs=1e-6)
    assert stats.share(0, 0)["share"] is None


def test_the_interval_of_a_mean_holds_it_in_19_of_20_samples() -> None:
    """Of 200 samples of 30 from a normal distribution; resampling is a little too narrow."""
    chance = random.Random(5)
    held = 0
    for seed in range(200):
        found = stats.mean_interval([chance.gauss(3, 1) for _ in range(30)], seed)
        held += found["low"] <= 3 <= found["high"]

    assert held >= 0.9 * 200


@pytest.mark.parametrize(
    "found",
    [
        stats.kruskal_wallis({"a": [1, 2, 3, 4], "b": [1, 2, 3, 4, 5]}),
        stats.kruskal_wallis({"a": [1] * 5, "b": [1] * 5}),
        stats.kruskal_wallis({"a": STEPS["a"]}),
        stats.dunn_holm({"a": [1, 2, 3, 4], "b": [1, 2, 3, 4, 5]}),
        stats.dunn_holm({"a": [1] * 5, "b": [1] * 5}),
        stats.friedman([AnswerRanking("1", "r", {"a": 1, "b": 2, "c": 3})]),
        stats.friedman([AnswerRanking(str(at), "r", {"a": 2, "b": 2, "c": 2}) for at in range(9)]),
        stats.effect_sizes({"a": [1, 2], "b": STEPS["b"]})[0],
        stats.rank_correlation([1, 2, 3], [1, 2, 3]),
        stats.rank_correlation([1] * 12, list(range(12))),
        stats.trueskill_ratings([], 0),
    ],
)
def test_what_is_too_small_says_so_and_is_not_computed(found: dict[str, object]) -> None:
    """There is a sentence and no figure."""
    assert str(found["too_small"])
    assert not {"p", "H", "pairs", "cohens_d", "spearman", "chi2"} & set(found)


def test_too_few_values_have_a_mean_without_an_interval() -> None:
    """Four values."""
    assert stats.mean_interval([1, 2, 3, 4], 0) == {"n": 4, "mean": 2.5, "low": None, "high": None}
