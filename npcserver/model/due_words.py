"""Words that name a time to come, in the languages promises are made in, as patterns."""

import re
from collections.abc import Mapping
from types import MappingProxyType

_COUNTED = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
)
_HOURS = "|".join(_COUNTED.split()[:12])
_WEEKDAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_UNTIL = r"(?:at|by|before|around|about|until|till|no later than)"
# `at one of the tables` and `before two men` name no hour: what follows one is an end or a day.
_ENDS = (
    r"(?=\s*(?:$|[.,;:!?)…—–-]|o'clock|[ap]\.?m\b|sharp\b|today\b|tomorrow\b|tonight\b|on\b"
    r"|in the\b|this\b|next\b|and\b|then\b|i\b|at the\b))"
)

NUMBERS: Mapping[str, float] = MappingProxyType(
    {
        **{word: number for number, word in enumerate(_COUNTED.split(), 1)},
        "a": 1,
        "an": 1,
        "half an": 0.5,
        "a couple of": 2,
        "a few": 3,
        **{sign: number for number, sign in enumerate("一二三四五六七八九十", 1)},
        "两": 2,
        "半": 0.5,
        "十一": 11,
        "十二": 12,
    }
)
MINUTES: Mapping[str, int] = MappingProxyType(
    {
        "minute": 1,
        "分钟": 1,
        "hour": 60,
        "小时": 60,
        "钟头": 60,
        "day": 1440,
        "天": 1440,
        "日": 1440,
        "week": 10080,
        "周": 10080,
        "星期": 10080,
        "礼拜": 10080,
    }
)
WEEKDAYS: Mapping[str, int] = MappingProxyType(
    {
        **{day: number for number, day in enumerate(_WEEKDAYS.split("|"))},
        **{sign: number for number, sign in enumerate("一二三四五六日")},
        "天": 6,
    }
)
OFFSETS: Mapping[str, int] = MappingProxyType(
    {
        "today": 0,
        "tonight": 0,
        "tomorrow": 1,
        "the day after tomorrow": 2,
        "今天": 0,
        "今晚": 0,
        "今夜": 0,
        "明天": 1,
        "明早": 1,
        "明晚": 1,
        "后天": 2,
    }
)
ENDS_OF_PARTS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        **dict.fromkeys(("morning", "早上", "早晨", "上午", "明早"), (12, 0)),
        **dict.fromkeys(("noon", "midday", "中午"), (12, 0)),
        **dict.fromkeys(("afternoon", "下午"), (17, 0)),
        **dict.fromkeys(("evening", "傍晚", "晚上", "今晚", "明晚"), (22, 0)),
        **dict.fromkeys(("night", "tonight", "midnight", "今夜", "夜里", "半夜", "午夜"), (23, 59)),
        **dict.fromkeys(("sunrise", "dawn", "daybreak", "天亮", "日出"), (6, 0)),
        **dict.fromkeys(("sunset", "sundown", "dusk", "日落", "黄昏"), (18, 0)),
        **dict.fromkeys(("nightfall", "dark", "天黑"), (20, 0)),
    }
)
"""Hour and minute by which a part of the day is over, or a moment of it has come."""

SPAN = re.compile(
    rf"\b(?:in|within)\s+(?:the next\s+)?(?P<count>\d+|half an|a couple of|a few|an?|{_HOURS})\s+"
    r"(?P<unit>minute|hour|day|week)s?(?:'\s*time)?\b"
    r"|(?P<count_zh>\d+|[半一二两三四五六七八九十]{1,2})\s*个?(?P<unit_zh>分钟|小时|钟头|天|星期|礼拜|周)"
    r"(?:之?后|以后|以?内|之内)",
    re.IGNORECASE,
)
DAY = re.compile(
    r"\b(?:(?:by|on|before|until|till)\s+)?(?:"
    r"(?P<offset>the day after tomorrow|tomorrow|today|tonight)"
    r"|this\s+(?P<this>morning|afternoon|evening)"
    rf"|(?P<next>next\s+|this\s+)?(?P<weekday>{_WEEKDAYS})"
    r"|(?P<week>next week))"
    r"(?:\s+(?P<part>morning|afternoon|evening|night|noon))?\b"
    r"|(?P<offset_zh>今天|今晚|今夜|明天|明早|明晚|后天)"
    r"|(?P<next_zh>下个?)?(?:周|星期|礼拜)(?P<weekday_zh>[一二三四五六日天])"
    r"|(?P<week_zh>下个?(?:周|星期|礼拜))",
    re.IGNORECASE,
)
CLOCK = re.compile(
    rf"\b{_UNTIL}\s+(?P<past>half past\s+|quarter past\s+)?(?P<hour>\d{{1,2}}|{_HOURS})"
    rf"(?::(?P<minute>\d\d))?{_ENDS}(?:\s*o'clock)?(?:\s*(?P<half>[ap])\.?m\b\.?)?"
    r"(?:\s+sharp)?"
    r"|(?P<hour_zh>\d{1,2}|[一二两三四五六七八九十]{1,2})点(?P<past_zh>半)?(?:钟|整)?(?:之?前|以前)?",
    re.IGNORECASE,
)
MOMENT = re.compile(
    rf"\b{_UNTIL}\s+(?:the\s+)?(?P<mark>noon|midday|midnight|sunrise|dawn|daybreak|sunset|sundown"
    r"|dusk|nightfall|dark|morning|evening|night)\b"
    r"|\b(?:in|by|before|during)\s+the\s+(?P<part>morning|afternoon|evening|night)\b"
    r"|(?P<mark_zh>早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|午夜|天亮|日出|日落|黄昏|天黑)(?:之?前|以前)?",
    re.IGNORECASE,
)
