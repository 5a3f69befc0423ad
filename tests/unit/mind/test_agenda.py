"""Acts and plans in words, in the languages that people here speak."""

from dataclasses import replace

import pytest

from npcserver.mind import activity_texts
from tests.fakes.life_app import COTTAGE, GREEN, day_plan_of, time_of_day

DAY = day_plan_of(
    ("06:00", "getting up", COTTAGE),
    ("08:00", "weaving", COTTAGE),
    ("12:00", "weaving", COTTAGE),
    ("14:00", "walking", GREEN),
)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ann is reading"),
        ("zh", "Ann正在reading"),
        ("zh-CN", "Ann正在reading"),
        ("fr", "Ann is reading"),
    ],
)
def test_what_somebody_does_is_seen_in_the_language_of_the_world(language: str, text: str) -> None:
    """An act is told in the words of its language, in English where there are none."""
    assert activity_texts.seen("Ann", "reading.", language) == text


def test_braces_in_names_are_only_braces() -> None:
    """Names and activities are data, whatever they look like."""
    assert (
        activity_texts.seen("{name}", "writing {activity}", "en") == "{name} is writing {activity}"
    )


def test_a_plan_is_remembered_with_its_times() -> None:
    """What goes on over several blocks is told once."""
    text = activity_texts.as_memory(DAY, "en")

    assert text == "PLAN for Monday: 06:00 getting up; 08:00 weaving; 14:00 walking"


def test_of_a_changed_plan_the_rest_is_remembered() -> None:
    """What was over when the plan changed is no part of what one means to do."""
    text = activity_texts.as_memory(DAY, "zh", since=time_of_day("12:30"))

    assert text == "星期一余下时间的计划：12:30 weaving；14:00 walking"


def test_an_outline_is_one_line() -> None:
    """The broad strokes tell a day; without any, its blocks do."""
    assert activity_texts.outline(DAY, "en") == "getting up; weaving; walking"
    assert activity_texts.outline(replace(DAY, outline=("work", "rest")), "en") == "work; rest"
