"""What texts say of the dead and of shut places, and how skipped time is remembered."""

from datetime import UTC, datetime

import pytest

from npcserver.language.jumps import day_text, deaths_in, deed_text, shut_in
from npcserver.language.past_times import dates_in
from npcserver.model.calendar import EARTH

NAMES = {"tom": "tom", "tom reed": "tom", "ben tom": "ben", "老王": "wang"}
NOW = datetime(1904, 4, 14, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tom Reed died last night.", [("tom", True)]),
        ("Old Tom the miller is dead.", [("tom", True)]),
        ("They say that Tom was killed at the bridge.", [("tom", True)]),
        ("Tom's funeral is on Friday.", [("tom", True)]),
        ("Ben Tom has drowned.", [("ben", True)]),
        ("You killed Tom Reed.", [("tom", True)]),
        ("They spoke of the death of old Tom.", [("tom", True)]),
        ("他杀了老王。", [("wang", True)]),
        ("The wolf nearly killed Tom.", []),
        ("Tom is alive after all.", [("tom", False)]),
        ("Tom's father died.", []),
        ("Tom nearly drowned.", []),
        ("Tom is dead tired.", []),
        ("Tom saw that the king had died.", []),
        ("Tomas died.", []),
        ("Tom was not killed.", []),
        ("老王昨天夜里死了。", [("wang", True)]),
        ("老王的葬礼在周五。", [("wang", True)]),
        ("老王还活着。", [("wang", False)]),
        ("老王的父亲去世了。", []),
        ("老王差点淹死。", []),
    ],
)
def test_who_is_dead_is_read_behind_a_name(text: str, found: list[tuple[str, bool]]) -> None:
    """Only where it is said of the one who is named."""
    assert list(deaths_in(text, NAMES)) == found


@pytest.mark.parametrize(
    ("text", "what", "is_shut"),
    [
        ("The Patient Gull is closed for repairs.", "The Patient Gull", True),
        ("The inn has been boarded up.", "The inn", True),
        ("The old mill burned down last night.", "The old mill", True),
        ("The inn has reopened.", "The inn", False),
        ("客栈已经停业。", "客栈", True),
        ("客栈重新开了。", "客栈", False),
    ],
)
def test_what_is_shut_is_read_before_the_verb(text: str, what: str, *, is_shut: bool) -> None:
    """And what is open again."""
    assert list(shut_in(text)) == [(what, is_shut)]


@pytest.mark.parametrize(
    "text",
    [
        "The door of the inn is closed.",
        "The inn is not closed.",
        "The inn is closed for the night.",
        "Her eyes were shut.",
        "客栈的房门关闭了。",
    ],
)
def test_a_place_whose_door_is_shut_is_open(text: str) -> None:
    """So is one that is closed for a night."""
    assert [what for what, is_shut in shut_in(text) if is_shut] == []


def test_deeds_are_told_in_the_language_of_who_did_them() -> None:
    """Where we have no words in it, by the author's words alone."""
    at = datetime(1904, 3, 15, 12, 30, tzinfo=UTC)
    within, others = ("The Taproom", "The Gull"), ("Ben",)

    english = deed_text(at, "having lunch", within, others, "en", now=NOW, calendar=EARTH)
    chinese = deed_text(at, "吃午饭", ("大堂", "客栈"), ("老王",), "zh", now=NOW, calendar=EARTH)
    other = deed_text(at, "", ("Schankraum",), ("Greta",), "xx", now=NOW, calendar=EARTH)
    last_year = deed_text(at, "reading", (), (), "en", now=NOW.replace(year=1905), calendar=EARTH)

    assert english == (
        "On Tuesday, 15 March you were having lunch at The Taproom, The Gull with Ben."
    )
    assert chinese == "3月15日，周二，你在客栈的大堂吃午饭，老王也在。"
    assert other == "Schankraum, Greta"
    assert last_year == "On Tuesday, 15 March 1904 you were reading."
    assert day_text(at, "Am 15. ist Markt.", "xx", now=NOW, calendar=EARTH) == "Am 15. ist Markt."


def test_dates_are_days_named_by_month() -> None:
    """Those that have begun; other words for times name none."""
    text = "On 15 March and at Christmas, not yesterday, on the ninth or on 31 April."

    assert dates_in(text, NOW) == (
        datetime(1904, 3, 15, tzinfo=UTC),
        datetime(1903, 12, 25, tzinfo=UTC),
    )
    assert dates_in("老王的生日是3月15日。", NOW) == (datetime(1904, 3, 15, tzinfo=UTC),)
