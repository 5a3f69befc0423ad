"""The published profiles are as published, and a profile that makes no sense is refused."""

import math

import pytest

from npcserver.memory.score_profiles import (
    CHOICES,
    DEFAULT_V1,
    DEFAULT_V2,
    PROFILES,
    ColumnWeights,
    LexicalTuning,
    Profile,
    recorded_profile,
)


def test_profiles_are_known_by_name() -> None:
    """Every profile is found under its own name, and `default` chooses the newest of ours."""
    own = ("default_v1", "default_v2", "paper_v1", "paper_v2", "reference_code")
    assert {name: profile.name for name, profile in PROFILES.items()} == dict(
        zip(own, own, strict=True)
    )
    assert {**PROFILES, "default": DEFAULT_V2} == CHOICES


@pytest.mark.parametrize(
    ("name", "profile"),
    [
        ("default", DEFAULT_V1),
        ("", DEFAULT_V1),
        ("default_v1", DEFAULT_V1),
        ("default_v2", DEFAULT_V2),
        ("paper_v1", PROFILES["paper_v1"]),
    ],
)
def test_a_receipt_means_the_version_it_was_made_with(name: str, profile: Profile) -> None:
    """Receipts from before there were versions say `default` and mean the first one."""
    assert recorded_profile(name) == profile


def test_the_first_default_is_as_it_was() -> None:
    """Its numbers are those of versions 0.1: replays and comparisons rest on them."""
    assert (
        Profile(
            name="default_v1",
            decay=0.995,
            w_recency=0.1,
            w_importance=0.1,
            w_relevance=1.0,
            lexical=LexicalTuning(k1=1.2, b=0.75, neighbours=0.3, cosine=0.9, words=1.0),
            context=True,
        )
        == DEFAULT_V1
    )


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
    with pytest.raises(ValueError, match="b lies"):
        ColumnWeights(b=1.5)


@pytest.mark.parametrize("field", ["own", "question", "second_step"])
def test_column_weights_that_make_no_sense_are_refused(field: str) -> None:
    """No weight may be infinite, and meaning never counts against a memory."""
    wrong = -1.0 if field == "own" else math.inf

    with pytest.raises(ValueError, match=field):
        ColumnWeights(**{field: wrong})
