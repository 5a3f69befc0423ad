"""What authors write of intentions that others are meant to hear."""

from datetime import UTC, datetime, timedelta

import pytest

from npcserver.language.intentions import announced
from npcserver.language.remarks import without_remarks

WEDNESDAY = datetime(1871, 3, 15, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "Oda is holding a harvest supper at the barn and wants everyone to come.",
        "Per stands for reeve and is asking his neighbours for their votes.",
        "Ulla marries Per on Saturday.",
        "Tove is organising the midsummer fair.",
        "She hopes to be elected to the council next month.",
        "老王要办寿宴，请街坊都来。",
        "阿青打算竞选镇长。",
        "陈师傅下个月开新铺子。",
    ],
)
def test_what_is_for_all_is_news(text: str) -> None:
    """A feast, a candidacy, a day to come."""
    assert announced(text, WEDNESDAY, WEDNESDAY) == (text,)


@pytest.mark.parametrize(
    "text",
    [
        "Oda is planning to poison the reeve at the feast on Saturday.",
        "Per secretly stands for reeve.",
        "He is trying to find out, without appearing to, who paid for the supper on Friday.",
        "Ulla works at the mill every Friday.",
        "Tove reads in the evening.",
        "She likes her work.",
        "老王偷偷准备明天的婚礼。",
        "张嫂天天卖豆腐。",
    ],
)
def test_what_is_kept_back_or_usual_is_none(text: str) -> None:
    """Neither is what nobody is to know, and what happens every day."""
    assert announced(text, WEDNESDAY, WEDNESDAY) == ()


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Oda gives a dance on 18 March.", 3),
        ("Oda gives a dance on Saturday.", 3),
        ("Oda gives a dance on the eighteenth of March at five.", 3),
        ("Oda gives a dance on March 18th, 1871, from 5pm.", 3),
        ("Oda gives a dance tomorrow.", 1),
        ("老王三月十八日办寿宴。", 3),
    ],
)
def test_what_is_over_is_no_news(text: str, days: int) -> None:
    """Until the end of the day that is named, as seen from when the words were written."""
    last = WEDNESDAY + timedelta(days=days, hours=14)

    assert announced(text, WEDNESDAY, last) == (text,)
    assert announced(text, WEDNESDAY, last + timedelta(hours=2)) == ()


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("placing the oil on the table (six times)", "placing the oil on the table"),
        ("Lends a hand (earlier I had it that: Bo is out, Mon 18:20)", "Lends a hand"),
        ("Lends a hand (earlier I had it that: Bo is out", "Lends a hand"),
        ("The mill burned (I do not quite believe it) (twice)", "The mill burned"),
        ("Mon 18:20, my own doing: sweeping", "sweeping"),
        ("在擦桌子（第六次）", "在擦桌子"),
        ("在擦桌子（我以前以为：门关着，周一18:20）", "在擦桌子"),
        ("He came (at last), on Mon 18:20, and said: hello", None),
    ],
)
def test_remarks_of_prompts_are_taken_off(written: str, kept: str | None) -> None:
    """Before and behind; other brackets and times stay."""
    assert without_remarks(written) == (written if kept is None else kept)
