"""Past times that words name, seen from a Monday evening in November."""

from datetime import UTC, datetime

import pytest

from npcserver.language import data
from npcserver.language.past_times import past_spans

NOW = datetime(1871, 11, 20, 18, tzinfo=UTC)


def _spans(text: str, now: datetime = NOW) -> list[str]:
    """Return first and last day of each."""
    return [f"{one.start:%Y-%m-%d} {one.end:%Y-%m-%d}" for one in past_spans(text, now)]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("What did I say on the ninth of June?", "1871-06-09 1871-06-10"),
        ("Who came on March 14th?", "1871-03-14 1871-03-15"),
        ("And on March 3, 1870?", "1870-03-03 1870-03-04"),
        ("What was it on the 2nd?", "1871-11-02 1871-11-03"),
        ("What about the 25th of December?", "1870-12-25 1870-12-26"),
        ("Where was she in June?", "1871-06-01 1871-07-01"),
        ("Where was she in December?", "1870-12-01 1871-01-01"),
        ("What did Ruth tell you last May?", "1871-05-01 1871-06-01"),
        ("What happened in 1870?", "1870-01-01 1871-01-01"),
        ("What did I ask for last week?", "1871-11-13 1871-11-20"),
        ("Who was here the month before last?", "1871-09-01 1871-10-01"),
        ("What did I tell you two days ago?", "1871-11-18 1871-11-19"),
        ("What did I tell you three weeks ago?", "1871-10-26 1871-11-03"),
        ("Who came in last Tuesday?", "1871-11-14 1871-11-15"),
        ("Who came in last Monday?", "1871-11-13 1871-11-14"),
        ("Who came in on Sunday?", "1871-11-19 1871-11-20"),
        ("Was it warm last winter?", "1870-12-01 1871-03-01"),
        ("What did you serve at Christmas?", "1870-12-25 1870-12-26"),
        ("What did I say yesterday?", "1871-11-19 1871-11-20"),
        ("六月里谁来过？", "1871-06-01 1871-07-01"),
        ("三月初九那天我说了什么？", "1871-03-09 1871-03-10"),
        ("上个月我说过什么？", "1871-10-01 1871-11-01"),
        ("三个星期前谁来过？", "1871-10-26 1871-11-03"),
        ("上周二谁来过？", "1871-11-14 1871-11-15"),
        ("中秋那天你在哪儿？", "1871-08-15 1871-08-16"),
        ("去年冬天冷不冷？", "1870-12-01 1871-03-01"),
        ("前天我点了什么？", "1871-11-18 1871-11-19"),
    ],
)
def test_a_time_is_the_last_one_that_has_begun(text: str, span: str) -> None:
    """Without a year it is the last such day, month or season; with one it is that."""
    assert _spans(text) == [span]


@pytest.mark.parametrize(
    "text",
    [
        "Where do you come from?",
        "May I come in?",
        "They march along the road.",
        "Will you come on Tuesday?",
        "What are you going to do on Sunday?",
        "What happened on the 31st of April?",
        "It costs 14 or 20.",
        "月亮真好。",
        "明天你来吗？",
        "两个多月了。",
        "十个月饼。",
    ],
)
def test_what_names_no_past_time_has_none(text: str) -> None:
    """Neither a word that only looks like a month, nor a time to come, nor a day there is not."""
    assert _spans(text) == []


def test_several_times_are_told_in_order() -> None:
    """At most three, and a date is not its month as well."""
    assert _spans("Was it in June, on the third of July, or last week?") == [
        "1871-06-01 1871-07-01",
        "1871-07-03 1871-07-04",
        "1871-11-13 1871-11-20",
    ]
    assert len(_spans("In June, in July, in August or in September?")) == 3


@pytest.mark.parametrize(
    "now", [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, tzinfo=UTC)]
)
@pytest.mark.parametrize(
    "text",
    [
        "What was it last year, two years ago, the week before last?",
        "What was it on the 29th of February, last winter, in December 9999?",
        "In the year before last, 300 years ago, in 0000?",
        "去年、前年、二十年前、上上个月？",
    ],
)
def test_the_calendar_has_two_ends(text: str, now: datetime) -> None:
    """At neither does a question fail."""
    for one in past_spans(text, now):
        assert one.start <= one.end


@pytest.mark.parametrize(
    ("code", "table", "form"),
    [
        ("en", "months", "in {} 1870"),
        ("en", "units", "a {} ago"),
        ("en", "seasons", "last {}"),
        ("en", "weekdays", "on {}"),
        ("en", "offsets", "{}"),
        ("en", "feasts", "at {}"),
        ("zh", "months", "{}月里"),
        ("zh", "units", "一{}前"),
        ("zh", "seasons", "{}"),
        ("zh", "weekdays", "周{}"),
        ("zh", "offsets", "{}"),
        ("zh", "feasts", "{}"),
    ],
)
def test_every_word_of_time_is_looked_for(code: str, table: str, form: str) -> None:
    """The signs by which a text is not looked through at all leave none out."""
    names = [form.format(word) for word in data("past_times", code)[table]]

    assert [name for name in names if not past_spans(f"X {name}?", NOW)] == _UNREADABLE.get(
        (code, table), []
    )


_UNREADABLE = {("en", "units"): ["a weekend ago"], ("zh", "units"): ["一周末前"]}
"""Units that count back by no pattern."""
