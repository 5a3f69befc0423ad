"""Times of day in Chinese: 六点半, 下午三时, 正午."""

import re
from collections.abc import Iterator

from npcserver.language.clock import DAY, ClockTime

_WIDE = {letter: value for value, letter in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_CHINESE = re.compile(
    r"(?P<part>凌晨|清晨|清早|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|深夜|半夜)?"
    r"(?P<hour>\d{1,2}|[零〇一二两三四五六七八九十]{1,3})"
    r"(?:[点點时時](?P<minute>半|一刻|三刻|[0-5]?\d分?)?|:(?P<colon>[0-5]\d))"
    r"|(?P<fixed>正午|午夜|零点)"
)


def clocks(text: str) -> Iterator[ClockTime]:
    """Yield the times of day that a text names."""
    for match in _CHINESE.finditer(text):
        if (clock := _clock(match)) is not None:
            yield clock


def _clock(match: re.Match[str]) -> ClockTime | None:
    span = match.span()
    if match["fixed"]:
        return ClockTime(DAY // 2 if match["fixed"] == "正午" else 0, True, *span)
    if match["colon"] and not match["part"]:
        return None  # the other pattern reads it
    hour = _wide_number(match["hour"])
    if hour > DAY // 60:
        return None
    part = match["part"] or ""
    if hour < 12 and part in ("下午", "傍晚", "晚上", "夜里", "深夜", "中午") and hour + 12 > 12:
        is_small = part in ("夜里", "深夜") and hour < 5
        hour += 12 if not is_small and (part != "中午" or hour < 4) else 0
    written = match["minute"] or match["colon"] or "0"
    minute = {"半": 30, "一刻": 15, "三刻": 45}.get(written)
    minute = int(written.removesuffix("分")) if minute is None else minute
    return ClockTime((hour * 60 + minute) % DAY, bool(part) or hour > 12, *span)


def _wide_number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return _WIDE[text[-1]]
    return (_WIDE[tens[-1]] if tens else 1) * 10 + (_WIDE[ones[-1]] if ones else 0)
