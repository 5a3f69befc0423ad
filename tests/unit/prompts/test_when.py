"""Game time in words."""

from datetime import datetime, timedelta

import pytest

from npcserver.prompts.render import Templates
from npcserver.prompts.when import Ago, ago, part_of_day
from tests.fakes.scenes import NOW


@pytest.mark.parametrize(
    ("past", "expected"),
    [
        (NOW, Ago(span="just_now", part="afternoon")),
        (NOW + timedelta(hours=3), Ago(span="just_now", part="evening")),
        (NOW - timedelta(hours=5), Ago(span="today", part="morning")),
        (NOW - timedelta(days=1, hours=5), Ago(span="yesterday", part="morning")),
        (NOW.replace(hour=2), Ago(span="yesterday", part="night")),
        (NOW - timedelta(days=3), Ago(span="days", part="afternoon", count=3)),
        (NOW - timedelta(days=8), Ago(span="weeks", part="afternoon", count=1)),
        (NOW - timedelta(days=90), Ago(span="months", part="afternoon", count=3)),
        (NOW - timedelta(days=800), Ago(span="years", part="afternoon", count=2)),
    ],
)
def test_past_is_named_as_people_do(past: datetime, expected: Ago) -> None:
    """Two in the morning is last night; what lies ahead, after a load, is just now."""
    assert expected == ago(past, NOW)


def test_day_has_four_parts() -> None:
    """Each hour belongs to one part of the day."""
    parts = [part_of_day(NOW.replace(hour=hour)) for hour in range(24)]

    assert (
        parts
        == ["night"] * 5 + ["morning"] * 7 + ["afternoon"] * 5 + ["evening"] * 5 + ["night"] * 2
    )


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "span", ["just_now", "today", "yesterday", "days", "weeks", "months", "years"]
)
def test_every_span_has_words(language: str, span: str) -> None:
    """No span and no part of the day lacks a word in any language."""
    templates = Templates()
    environment = templates._environment(language)
    for part in ("morning", "afternoon", "evening", "night"):
        for count in (1, 4):
            macro = environment.get_template("parts/time.j2").module.ago  # type: ignore[attr-defined]

            assert str(macro(Ago(span=span, part=part, count=count))).strip()
