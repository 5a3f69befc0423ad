"""When something is due that was said in words."""

from datetime import UTC, datetime, timedelta

import pytest

from npcserver.language.deadlines import due_at, is_overdue, names_a_time, without_time

TUESDAY = datetime(2023, 2, 14, 14, 5, 33, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("I'll bring it tomorrow", "Wed 15 23:59"),
        ("by noon", "Wed 15 12:00"),
        ("tomorrow by noon", "Wed 15 12:00"),
        ("tonight", "Tue 14 23:59"),
        ("this evening", "Tue 14 22:00"),
        ("at five", "Tue 14 17:00"),
        ("at 9", "Tue 14 21:00"),
        ("by 5pm", "Tue 14 17:00"),
        ("at 17:30 today", "Tue 14 17:30"),
        ("at half past six", "Tue 14 18:30"),
        ("at eight tonight", "Tue 14 20:00"),
        ("at 7 a.m. tomorrow", "Wed 15 07:00"),
        ("tomorrow at five", "Wed 15 17:00"),
        ("tomorrow morning", "Wed 15 12:00"),
        ("in the morning", "Wed 15 12:00"),
        ("in two hours", "Tue 14 16:05"),
        ("in half an hour", "Tue 14 14:35"),
        ("in a couple of days", "Thu 16 23:59"),
        ("before sunset", "Tue 14 18:00"),
        ("on Friday", "Fri 17 23:59"),
        ("Friday evening", "Fri 17 22:00"),
        ("on Tuesday", "Tue 21 23:59"),
        ("next Friday", "Fri 24 23:59"),
        ("next week", "Sun 26 23:59"),
        ("the day after tomorrow", "Thu 16 23:59"),
        ("明天", "Wed 15 23:59"),
        ("今晚", "Tue 14 22:00"),
        ("明天下午五点", "Wed 15 17:00"),
        ("明早八点", "Wed 15 08:00"),
        ("两小时后", "Tue 14 16:05"),
        ("三天内", "Fri 17 23:59"),
        ("周五晚上", "Fri 17 22:00"),
        ("天黑前", "Tue 14 20:00"),
        ("下周", "Sun 26 23:59"),
    ],
)
def test_words_name_a_time_to_come(said: str, due: str) -> None:
    """A time is the next one that fits; a day is over at a minute to midnight."""
    found = due_at(said, TUESDAY)

    assert found is not None
    assert f"{found:%a %d %H:%M}" == due
    assert names_a_time(said)


@pytest.mark.parametrize(
    "said",
    ["", "soon", "I sat at one of the tables", "before two men came", "this morning", "in a way"],
)
def test_what_names_no_time_to_come_is_never_due(said: str) -> None:
    """Neither vague words nor what is past already name a time by when."""
    assert due_at(said, TUESDAY) is None


def test_a_deed_is_told_without_its_time() -> None:
    """What is left of a promise without its time is what was promised."""
    assert without_time("bring the ale tomorrow by noon") == "bring the ale"
    assert without_time("明天下午给你带酒") == "给你带酒"


def test_an_hour_has_a_grace_and_a_day_has_none() -> None:
    """What is due at five may come until six; what is due tomorrow must come before midnight."""
    five, tomorrow = due_at("at five", TUESDAY), due_at("tomorrow", TUESDAY)
    assert five is not None
    assert tomorrow is not None

    assert not is_overdue(five, five + timedelta(minutes=60))
    assert is_overdue(five, five + timedelta(minutes=61))
    assert not is_overdue(tomorrow, tomorrow)
    assert is_overdue(tomorrow, tomorrow + timedelta(minutes=1))
