"""The published profiles, and the terms of a score against numbers worked out by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest

from npcserver.memory import score_profiles
from npcserver.memory.score_profiles import PROFILES, LexicalTuning, Profile

HOUR = 3600.0


@pytest.mark.parametrize(
    ("profile", "powers"),
    [("paper_v2", (1.0, 0.88665, 0.43080)), ("paper_v1", (1.0, 0.78568, 0.18480))],
)
def test_recency_decays_with_game_hours(profile: str, powers: tuple[float, ...]) -> None:
    """After 0, 24 and 168 hours recency is decay to that power, then scaled to 0..1."""
    accessed = np.array([168.0, 144.0, 0.0]) * HOUR
    steps = score_profiles.steps_behind(accessed, PROFILES[profile])
    recency = score_profiles.recency_of(float(steps.max()), PROFILES[profile])

    assert steps.tolist() == [0.0, 24.0, 168.0]
    np.testing.assert_allclose(PROFILES[profile].decay ** steps, powers, atol=5e-6)
    scaled = [(power - powers[2]) / (powers[0] - powers[2]) for power in powers]
    np.testing.assert_allclose(recency.apply(steps), scaled, atol=2e-5)


def test_recency_is_the_same_whenever_one_looks() -> None:
    """Shifting all accesses by a century changes nothing, and nothing over- or underflows."""
    accessed = np.array([0.0, 1.0, 5e6]) * HOUR
    for profile in (PROFILES["paper_v1"], PROFILES["reference_code"]):
        steps = score_profiles.steps_behind(accessed, profile)
        later = score_profiles.steps_behind(accessed + 876_000 * HOUR, profile)

        np.testing.assert_array_equal(steps, later)
        recency = score_profiles.recency_of(float(steps.max()), profile).apply(steps)
        assert recency.min() == 0.0
        assert recency.max() == 1.0


def test_recency_by_rank_is_upside_down_as_in_the_reference_code() -> None:
    """Of six memories the one accessed longest ago gets 1 and the latest 0."""
    accessed = np.array([5.0, 1.0, 3.0, 0.0, 4.0, 2.0])
    profile = PROFILES["reference_code"]
    steps = score_profiles.steps_behind(accessed, profile)
    recency = score_profiles.recency_of(5.0, profile).apply(steps)

    assert np.argsort(-recency).tolist() == [3, 1, 5, 2, 4, 0]
    assert (recency[3], recency[0]) == (1.0, 0.0)
    powers = 0.99 ** np.arange(1, 7)
    expected = (powers - powers[-1]) / (powers[0] - powers[-1])
    np.testing.assert_allclose(np.sort(recency)[::-1], expected, atol=1e-12)


def test_a_constant_column_scales_to_the_stated_constant() -> None:
    """No spread, or one below a billionth, counts as none."""
    for values in ([3.0, 3.0], [3.0, 3.0 + 1e-10]):
        scale = score_profiles.scale_of(np.array(values), 0.25)

        assert scale.apply(np.array(values)).tolist() == [0.25, 0.25]


def test_a_single_memory_has_constant_columns() -> None:
    """One memory has nothing to be compared with: all its terms are the constant."""
    profile = replace(PROFILES["paper_v2"], constant=0.75)
    steps = score_profiles.steps_behind(np.array([12.0]), profile)

    assert score_profiles.recency_of(0.0, profile).apply(steps).tolist() == [0.75]


def test_without_decay_recency_is_constant() -> None:
    """A decay of one forgets the time."""
    profile = replace(PROFILES["paper_v2"], decay=1.0)

    assert score_profiles.recency_of(100.0, profile).apply(np.array([0.0, 100.0])).tolist() == [
        0.5,
        0.5,
    ]


def test_ties_go_to_the_newer_memory() -> None:
    """Equal scores are ordered by seq, the greater one first; so it stays for long columns."""
    scores = np.array([0.5, 0.9, 0.5, 0.5])

    assert score_profiles.best_first(scores, np.array([1, 2, 3, 4]), 3).tolist() == [1, 3, 2]
    many = np.zeros(5000)
    assert score_profiles.best_first(many, np.arange(5000), 2).tolist() == [4999, 4998]


def test_scores_are_compared_at_nine_decimals() -> None:
    """Differences below the resolution make no difference."""
    one = np.array([1.0, 1.0])
    score = score_profiles.combined(PROFILES["paper_v2"], one, one, np.array([0.5, 0.5 + 1e-11]))

    assert score.tolist() == [2.5, 2.5]


def test_profiles_are_known_by_name() -> None:
    """Every profile is found under its own name."""
    assert {name: profile.name for name, profile in PROFILES.items()} == {
        name: name for name in ("default", "paper_v1", "paper_v2", "reference_code")
    }


@pytest.mark.parametrize(("name", "decay"), [("paper_v1", 0.99), ("paper_v2", 0.995)])
def test_papers_weigh_all_terms_alike(name: str, decay: float) -> None:
    """Both versions of the paper have weights of one, hours, and their own decay."""
    paper = PROFILES[name]

    assert (paper.w_recency, paper.w_importance, paper.w_relevance) == (1.0, 1.0, 1.0)
    assert (paper.decay, paper.recency_by, paper.lexical) == (decay, "hours", None)


def test_reference_code_weighs_as_its_code_does() -> None:
    """The reference code has 0.5 : 2 : 3, ranks, 0.5 for constants, and no idle memories."""
    code = PROFILES["reference_code"]

    assert (code.w_recency, code.w_importance, code.w_relevance) == (0.5, 2.0, 3.0)
    assert (code.recency_by, code.constant, code.skips_idle) == ("rank", 0.5, True)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("decay", 0.0),
        ("decay", 1.1),
        ("w_recency", -1.0),
        ("w_relevance", math.nan),
        ("constant", 2.0),
    ],
)
def test_a_profile_that_makes_no_sense_is_refused(field: str, value: float) -> None:
    """Numbers outside their range never become a profile."""
    numbers = {"decay": 0.995, "w_recency": 1.0, "w_relevance": 1.0, "constant": 0.5}
    numbers[field] = value

    with pytest.raises(ValueError, match=field):
        Profile(
            name="wrong",
            decay=numbers["decay"],
            w_recency=numbers["w_recency"],
            w_relevance=numbers["w_relevance"],
            constant=numbers["constant"],
        )


def test_lexical_tuning_that_makes_no_sense_is_refused() -> None:
    """`b` is a share."""
    with pytest.raises(ValueError, match="b lies"):
        LexicalTuning(b=1.5)
