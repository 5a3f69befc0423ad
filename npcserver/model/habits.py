"""Reading what an author wrote about somebody's days: times of day, and what happens at them.

Times are minutes since midnight; those of the small hours, when a day ends late, lie above 1440.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

DAY = 24 * 60
WAKES, SLEEPS = 7 * 60, 22 * 60 + 30
"""When somebody gets up and goes to bed about whom nothing is written."""
LATEST_SLEEP = DAY + 4 * 60
SHORTEST_DAY = 6 * 60

_HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
_WORDS = {word: hour for hour, word in enumerate((*_HOURS, "twelve"), start=1)}
_WIDE = {letter: value for value, letter in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
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
_CHINESE = re.compile(
    r"(?P<part>凌晨|清晨|清早|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|深夜|半夜)?"
    r"(?P<hour>\d{1,2}|[零〇一二两三四五六七八九十]{1,3})"
    r"(?:[点點时時](?P<minute>半|一刻|三刻|[0-5]?\d分?)?|:(?P<colon>[0-5]\d))"
    r"|(?P<fixed>正午|午夜|零点)"
)
_SHIFTS = {"half past": 30, "quarter past": 15, "quarter to": -15}
_CLAUSE = re.compile(
    r"[,;](?!\d)|\.(?!\d)|[，。；、！]|\n|\b(?:and|but|then)\b(?!(?-i:\s+[A-Z]))", re.IGNORECASE
)
_UNTIL = re.compile(
    r"\b(?:until|till|to|ends?|ending|closes?|shuts?|leaves?|stops?)\b[^,;.]*$|[到至][^，。；]*$",
    re.IGNORECASE,
)
_WAKING = re.compile(
    r"\b(?:a?wakes?|waking|gets? up|rises?|up|dressed)\b|起床|起身|醒", re.IGNORECASE
)
_BEDTIME = re.compile(
    r"\b(?:bed|sleeps?|asleep|retires?|turns? in)\b|睡|就寝|上床|休息", re.IGNORECASE
)
_VERBS = frozenset((
    "attend", "bake", "buy", "check", "clean", "close", "cook", "deliver", "drink", "eat",
    "feed", "fish", "go", "guard", "help", "light", "log", "meet", "mend", "open", "paint",
    "play", "practice", "practise", "pray", "prepare", "read", "ride", "sell", "serve", "sing",
    "sleep", "stand", "study", "sweep", "teach", "tend", "train", "trim", "visit", "walk",
    "wash", "watch", "water", "wind", "work", "write",
))  # fmt: skip
_THIRD_PERSON = (
    ("ies", "y"), ("oes", "o"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("ss", "ss"),
    ("s", ""),
)  # fmt: skip
_DOUBLED = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")  # one short syllable: trim, sit, shop
_AFTER_VERBS = frozenset(("the", "a", "an", "to", "his", "her", "their", "up"))
_DINNER = re.compile(r"\b(?:dinner|supper)\b|晚餐|晚饭", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day in a text; `is_exact` unless morning and evening cannot be told apart."""

    minutes: int
    is_exact: bool
    start: int = 0
    end: int = 0

    def after(self, earliest: int) -> int:
        """Return the first time it can mean from `earliest` on, else the time as it stands."""
        if self.is_exact or self.minutes >= earliest:
            return self.minutes
        later = self.minutes + DAY // 2
        return later if earliest <= later < DAY else self.minutes


@dataclass(frozen=True, slots=True)
class Errand:
    """Something done at a time of every day; `ends` is None where nothing says when it is over."""

    starts: int
    ends: int | None
    activity: str


def minutes_of(text: str) -> int | None:
    """Return a time of day as a model or an author writes it: `06:00`, `6 am`, `18h30`, `六点半`.

    A bare hour is taken as one of 24. None for anything else.
    """
    plain = text.strip().casefold().replace(".m.", "m").replace("a.m", "am").replace("p.m", "pm")
    dated = re.fullmatch(r"\d{4}-\d\d-\d\d[t ](\d\d:\d\d)(?::\d\d)?.*", plain)
    if dated is not None:
        plain = dated[1]
    plain = re.sub(r"^(\d{1,2}:\d\d):\d\d$", r"\1", plain)
    bare = re.fullmatch(r"(\d{1,2})(?:\s*(?:uhr|h|时))?", plain)
    if bare is not None:
        return int(bare[1]) * 60 if int(bare[1]) <= DAY // 60 else None
    found = next(clocks(f"at {plain}"), None)
    return None if found is None else found.minutes


def clocks(text: str) -> Iterator[Clock]:
    """Yield the times of day a text names, in order; a bare number only after `at` or the like."""
    text = text.replace("a.m.", "am").replace("p.m.", "pm")
    for match in _LATIN.finditer(text):
        if (clock := _latin(match)) is not None:
            yield clock
    for match in _CHINESE.finditer(text):
        if (clock := _chinese(match)) is not None:
            yield clock


def waking_hours(lifestyle: str) -> tuple[int, int]:
    """Return when somebody gets up and goes to bed; the latter may lie after midnight."""
    wakes = sleeps = None
    for clause in clauses(lifestyle):
        times = tuple(clocks(clause))
        if not times:
            continue
        if _BEDTIME.search(clause):
            sleeps = _bedtime(times[0])
            if len(times) > 1:  # sleeps from eight until two
                wakes = times[1].after(times[0].minutes)
        elif _WAKING.search(clause):
            wakes = times[0].minutes
    wakes = WAKES if wakes is None else wakes % DAY
    sleeps = SLEEPS if sleeps is None else sleeps
    sleeps = sleeps + DAY if sleeps <= wakes else sleeps
    sleeps = min(sleeps, LATEST_SLEEP, wakes + DAY)
    return (wakes, sleeps) if sleeps - wakes >= SHORTEST_DAY else (WAKES, SLEEPS)


def dinner_time(lifestyle: str) -> int | None:
    """Return when somebody has dinner, None where nothing says so."""
    for clause in clauses(lifestyle):
        found = next(clocks(clause), None)
        if found is not None and _DINNER.search(clause):
            return found.after(DAY // 2)
    return None


def errands(daily_plan: str, *, wakes: int, name: str = "") -> tuple[Errand, ...]:
    """Return what a plan says happens at stated times, in order of time."""
    found: list[Errand] = []
    earliest = wakes
    for clause in clauses(daily_plan):
        times = list(clocks(clause))
        if not times:
            continue
        is_end = _UNTIL.search(clause[: times[0].start + _lead(clause, times[0])]) is not None
        first = times[0].after(earliest)
        if is_end and found and found[-1].ends is None and first > found[-1].starts:
            found[-1] = Errand(found[-1].starts, first, found[-1].activity)
        else:
            last = times[1].after(first) if len(times) > 1 else None
            activity = doing(_without_times(clause, times), name)
            if activity:
                found.append(Errand(first, last if last and last > first else None, activity))
        earliest = max(earliest, first)
    return tuple(sorted(found, key=lambda errand: errand.starts))


def clauses(text: str) -> tuple[str, ...]:
    """Return the parts of a text between stops, commas and conjunctions."""
    text = text.replace("a.m.", "am").replace("p.m.", "pm")
    return tuple(part.strip() for part in _CLAUSE.split(text) if part.strip())


def doing(clause: str, name: str = "") -> str:
    """Return a clause as an activity: `Ann opens the cafe` becomes `opening the cafe`.

    What names no deed is seen to: `bread from Ben` becomes `seeing to bread from Ben`.
    """
    words = clause.strip(" .,;:").split()
    subject = {part.casefold() for part in name.split()} | {"he", "she", "they", "i"}
    count = 0
    while count < len(words) and words[count].casefold() in subject:
        count += 1
    words = words[count:]
    if not words or not words[0].isascii():
        return " ".join(words)
    first = words[0].casefold()
    is_verb = count > 0 or first in _VERBS or (len(words) > 1 and words[1] in _AFTER_VERBS)
    if words[0].istitle() or is_verb:
        words[0] = first
    if first.endswith("ing"):
        return " ".join(words)
    return " ".join((gerund(first), *words[1:]) if is_verb else ("seeing to", *words))


def gerund(verb: str) -> str:
    """Return the form in -ing of an English verb: `trims` or `trim` becomes `trimming`."""
    stem = verb.casefold()
    for ending, whole in _THIRD_PERSON:
        if stem.endswith(ending):
            stem = stem.removesuffix(ending) + whole
            break
    if stem.endswith("e") and not stem.endswith(("ee", "oe", "ye")):
        return stem[:-1] + "ing"
    return stem + stem[-1] * (_DOUBLED.fullmatch(stem) is not None) + "ing"


def _without_times(clause: str, times: list[Clock]) -> str:
    for clock in reversed(times):
        clause = clause[: clock.start] + clause[clock.end :]
    clause = re.sub(r"\b(?:every ?day|daily|starting|from|until|at)\s*$", "", clause.strip())
    return " ".join(re.sub(r"\bevery ?day\b", "", clause, flags=re.IGNORECASE).split())


def _lead(clause: str, clock: Clock) -> int:
    """Return the length of the preposition that a time in a clause begins with."""
    match = _LATIN.match(clause, clock.start)
    return len(match["lead"] or "") if match else 0


def _bedtime(clock: Clock) -> int:
    """Return a bedtime: `eight` is in the evening, `two` after midnight."""
    if clock.is_exact or clock.minutes < 5 * 60:
        return clock.minutes
    return clock.after(17 * 60)


def _latin(match: re.Match[str]) -> Clock | None:
    span = match.span()
    if match["fixed"]:
        return Clock(0 if match["fixed"].casefold() == "midnight" else DAY // 2, True, *span)
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
    return Clock(minutes % DAY, is_exact, *span)


def _chinese(match: re.Match[str]) -> Clock | None:
    span = match.span()
    if match["fixed"]:
        return Clock(DAY // 2 if match["fixed"] == "正午" else 0, True, *span)
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
    return Clock((hour * 60 + minute) % DAY, bool(part) or hour > 12, *span)


def _wide_number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return _WIDE[text[-1]]
    return (_WIDE[tens[-1]] if tens else 1) * 10 + (_WIDE[ones[-1]] if ones else 0)
