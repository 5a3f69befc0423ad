"""Game time in words."""

from datetime import datetime, timedelta

import pytest

from npcserver.prompts.render import Templates
from npcserver.prompts.texts import memory_time_view, part_of_day
from tests.fakes.prompt_inputs import NOW


@pytest.mark.parametrize(
    ("past", "english", "chinese"),
    [
        (NOW, "Tue 14:05", "周二14:05"),
        (NOW - timedelta(hours=12), "Tue 02:05", "周二02:05"),
        (NOW - timedelta(days=1), "Mon 14:05", "周一14:05"),
        (NOW - timedelta(days=6), "Wed 14:05", "周三14:05"),
        (NOW + timedelta(days=1), "Wed 14:05", "周三14:05"),
        (NOW - timedelta(days=7), "7 Feb", "2月7日"),
        (NOW - timedelta(days=365), "14 Feb 2022", "2022年2月14日"),
    ],
)
def test_a_memory_bears_weekday_and_clock(past: datetime, english: str, chinese: str) -> None:
    """What is older than its weekday can tell bears its date."""
    assert (told(past, "en"), told(past, "zh")) == (english, chinese)


def test_a_memory_is_told_the_same_for_days() -> None:
    """Neither an hour later nor five days later does it read otherwise."""
    stamps = {memory_time_view(NOW, NOW + timedelta(hours=hours)) for hours in range(24 * 6)}

    assert len(stamps) == 1


def test_day_has_four_parts() -> None:
    """Each hour belongs to one part of the day."""
    parts = [part_of_day(NOW.replace(hour=hour)) for hour in range(24)]

    assert (
        parts
        == ["night"] * 5 + ["morning"] * 7 + ["afternoon"] * 5 + ["evening"] * 5 + ["night"] * 2
    )


def told(past: datetime, language: str) -> str:
    """Return when something was, in words, looked back on from `NOW`."""
    environment = Templates()._environment(language)
    macro = environment.get_template("parts/time.j2").module.stamp  # type: ignore[attr-defined]
    return str(macro(memory_time_view(past, NOW)))
