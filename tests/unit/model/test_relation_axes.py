"""Axes of a world: how scores fade, and which thresholds hold."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcserver.model.feelings import AxisScore, Standing
from npcserver.model.relation_axes import (
    RelationAxis,
    Threshold,
    axes_in_words,
    faded,
    moved_along,
    next_turn,
)

DAY = timedelta(days=1)
FEAR = RelationAxis(
    name="fear",
    low=0,
    per_day=2.0,
    after_days=3,
    thresholds=(Threshold(name="afraid", above=60), Threshold(name="at ease", below=10)),
)
RESPECT = RelationAxis(name="respect", start=20, toward=20)
AXES = (FEAR, RESPECT)
ANN = Standing(other_id="ann", familiarity=50)


def score(standing: Standing, name: str) -> int:
    return next(one.value for one in standing.scores if one.name == name)


@pytest.mark.parametrize(
    ("days", "fear", "familiarity"),
    [(0, 70, 50), (3, 70, 50), (3.4, 70, 50), (4, 68, 50), (30, 16, 50), (40, 0, 49), (395, 0, 25)],
)
def test_a_score_fades_by_its_rule(days: float, fear: int, familiarity: int) -> None:
    """After some days, by so much a day, to where it rests; what does not fade stays."""
    standing = moved_along(ANN, AXES, {"fear": 70, "respect": -30})

    later = faded(standing, AXES, days * DAY)

    assert (score(later, "fear"), score(later, "respect")) == (fear, -10)
    assert later.familiarity == familiarity
    assert faded(later, AXES, timedelta(0)) == later
    again = faded(later, AXES, 2 * DAY)
    assert score(again, "fear") == score(faded(standing, AXES, (days + 2) * DAY), "fear")


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 1), (2, 1), (79, 1), (80, 80), (95, 95)])
def test_who_was_met_stays_known_and_the_closest_stay_close(before: int, after: int) -> None:
    """A hundred years apart."""
    assert Standing(other_id="ann", familiarity=before).faded(36_500 * DAY).familiarity == after


def test_a_threshold_is_crossed_once_and_lets_go_later() -> None:
    """Small moves about it raise no second event."""
    told = []
    standing = ANN
    for change in (55, 5, 1, -1, -3, 3, -4, -2, 10):
        standing = moved_along(standing, AXES, {"fear": change})
        told.append((score(standing, "fear"), standing.crossed, standing.left))

    assert told == [
        (55, (), ("at ease",)),
        (60, (), ()),
        (61, ("afraid",), ()),
        (60, (), ()),
        (57, (), ()),
        (60, (), ()),
        (56, (), ()),
        (54, (), ("afraid",)),
        (64, ("afraid",), ()),
    ]


def test_what_holds_at_the_start_is_no_news() -> None:
    """A world may begin beyond a threshold."""
    assert moved_along(ANN, AXES, {"respect": 5}).crossed == ()
    assert moved_along(ANN, AXES, {"respect": 5}).thresholds == ("at ease",)


def test_no_move_leads_past_the_ends() -> None:
    """Nor further than is allowed at once."""
    assert score(moved_along(ANN, AXES, {"fear": 900}), "fear") == 100
    assert score(moved_along(ANN, AXES, {"fear": 900}, most=10), "fear") == 10
    assert score(moved_along(ANN, AXES, {"respect": -900}), "respect") == -100


@given(
    value=st.integers(-100, 100),
    rule=st.builds(
        RelationAxis,
        name=st.just("a"),
        toward=st.integers(-100, 100),
        per_day=st.floats(0.01, 50),
        after_days=st.integers(0, 20),
    ),
    level=st.integers(-99, 99),
    side=st.sampled_from(("above", "below")),
    margin=st.integers(0, 20),
)
def test_the_next_crossing_is_when_it_crosses(
    value: int, rule: RelationAxis, level: int, side: str, margin: int
) -> None:
    """A minute before nothing has crossed, and at the moment itself a threshold has."""
    mark = replace(Threshold(name="mark", margin=margin), **{side: level})  # type: ignore[arg-type]
    axis = replace(rule, thresholds=(mark,))
    held = ("mark",) if mark.holds(value, held=False) else ()
    standing = Standing(other_id="ann", scores=(AxisScore("a", value),), thresholds=held)

    after = next_turn(standing, (axis,))
    at = timedelta(days=40_000) if after is None else after
    then = moved_along(faded(standing, (axis,), at), (axis,), {})
    before = moved_along(
        faded(standing, (axis,), max(timedelta(0), at - timedelta(minutes=1))), (axis,), {}
    )

    assert (then.thresholds != held) == (after is not None)
    assert before.thresholds == held or after == timedelta(0)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Good. (fear: high, afraid; respect: low)"),
        ("zh", "Good.（fear：高, afraid；respect：低）"),
    ],
)
def test_scores_are_put_in_words(language: str, words: str) -> None:
    """Those that are not at their start; without any the view stays as it is."""
    moved = moved_along(ANN, AXES, {"fear": 70, "respect": -60})

    assert axes_in_words("Good.", moved, AXES, language) == words
    assert axes_in_words("Good.", ANN, AXES, language) == "Good."
    assert axes_in_words("", moved, (RESPECT,), "en") == "(respect: low)"


@pytest.mark.parametrize(
    ("axis", "problem"),
    [
        (RelationAxis(name="a", low=5, high=5), "begins where it ends"),
        (RelationAxis(name="a", start=200), "has 200 as `start`"),
        (RelationAxis(name="a", toward=-200), "has -200 as `toward`"),
        (RelationAxis(name="a", thresholds=(Threshold(name="b"),)), "needs `above` or `below`"),
        (RelationAxis(name="a{b}"), "letters, digits"),
    ],
)
def test_numbers_that_do_not_fit_are_told(axis: RelationAxis, problem: str) -> None:
    """In files, requests and stored worlds alike."""
    assert problem in (axis.problem or "")
    assert FEAR.problem is None
