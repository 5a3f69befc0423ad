"""A world's own names of days, months and years, over the clock as it is."""

from datetime import UTC, datetime

import pytest

from npcserver.model.calendar import EARTH, Calendar, Era

MONTHS = tuple(f"Moon {number}" for number in range(1, 13))
DAYS = ("Ash", "Birch", "Cedar", "Dew", "Elm", "Fir", "Gorse")
OWN = Calendar(
    months=MONTHS,
    weekdays=DAYS,
    eras=(Era(name="the Thaw", first_year=1900), Era(name="the Ice", first_year=1)),
    hours_in_day=20,
)


def test_names_are_those_of_the_world() -> None:
    """The fourteenth of March 1904 was a Monday."""
    at = datetime(1904, 3, 14, 16, 30, tzinfo=UTC)

    assert (OWN.weekday(at), OWN.month(at), OWN.era(at)) == ("Ash", "Moon 3", ("the Thaw", 5))
    assert OWN.era(at.replace(year=1899)) == ("the Ice", 1899)
    assert (EARTH.weekday(at), EARTH.month(at), EARTH.era(at)) == ("", "", ("", 0))


def test_a_time_before_all_eras_is_in_none() -> None:
    """The year of the clock is told then."""
    late = Calendar(eras=(Era(name="the Thaw", first_year=1900),))
    assert late.era(datetime(1899, 12, 31, tzinfo=UTC)) == ("", 0)


@pytest.mark.parametrize(
    ("hour", "minute", "number"), [(0, 0, 1), (1, 11, 1), (1, 12, 2), (12, 0, 11), (23, 59, 20)]
)
def test_a_day_has_as_many_hours_as_the_world_says(hour: int, minute: int, number: int) -> None:
    """Each of twenty lasts 72 minutes of the clock."""
    at = datetime(1904, 3, 14, hour, minute, tzinfo=UTC)
    assert OWN.hour(at) == number
    assert EARTH.hour(at) == 0
