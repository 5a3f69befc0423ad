"""Times of day in English, and in figures: `at 6`, `18h30`, `half past seven in the morning`."""

import re
from collections.abc import Iterator

from npcserver.language.clock import DAY, ClockTime

_HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
_WORDS = {word: hour for hour, word in enumerate((*_HOURS, "twelve"), start=1)}
_PART = (
    r"(?:\s+(?:in the (?P<part>morning|afternoon|evening)"
    r"|at (?P<night>night)|sharp))?"
)
_LATIN = re.compile(
    r"(?P<lead>\b(?:at|from|by|around|about|until|till|to|before|after|starting|between|since)\s+)?"
    r"(?:(?P<fixed>\b(?:noon|midday|midnight))|"
    r"(?P<shift>half past\s+|quarter past\s+|a quarter past\s+|quarter to\s+|a quarter to\s+)?"
    rf"\b(?P<hour>\d{{1,2}}|{'|'.join(_WORDS)})(?:[:.h](?P<minute>[0-5]\d))?"
    r"(?:\s*(?P<half>[ap]m))?(?:am|pm)?(?:\s*o'clock)?)\b" + _PART,
    re.IGNORECASE,
)
_SHIFTS = {"half past": 30, "quarter past": 15, "quarter to": -15}


def clocks(text: str) -> Iterator[ClockTime]:
    """Yield the times of day that a text names; a bare number only after `at` or the like."""
    for match in _LATIN.finditer(text):
        if (clock := _clock(match)) is not None:
            yield clock


def _clock(match: re.Match[str]) -> ClockTime | None:
    span = (*match.span(), len(match["lead"] or ""))
    if match["fixed"]:
        return ClockTime(0 if match["fixed"].casefold() == "midnight" else DAY // 2, True, *span)
    is_written = bool(match["half"] or match["minute"] or match["shift"])
    is_written = is_written or bool(match["part"] or match["night"])
    if not (is_written or match["lead"]):
        return None
    hour = _WORDS.get(match["hour"].casefold()) or int(match["hour"])
    if hour > DAY // 60:
        return None
    half = (match["half"] or "").casefold()
    part = (match["part"] or match["night"] or "").casefold()
    if hour <= 12 and (half or part):
        is_late = half == "pm" or part in ("afternoon", "evening")
        is_late = is_late or (part == "night" and hour > 5)
        hour = hour % 12 + (12 if is_late else 0)
    shift = (match["shift"] or "").strip().casefold().removeprefix("a ")
    minutes = hour * 60 + int(match["minute"] or 0) + _SHIFTS.get(shift, 0)
    is_exact = bool(half or part or match["minute"]) or hour == 0 or hour > 12
    return ClockTime(minutes % DAY, is_exact, *span)
