"""The published profiles are as published, and a profile that makes no sense is refused."""

import math

import pytest

from npcserver.memory.score_profiles import PROFILES, LexicalTuning, Profile


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
