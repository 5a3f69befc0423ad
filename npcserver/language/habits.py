"""Hours and errands in what an author wrote about the days of a character.

Times are minutes since midnight; those of the small hours, when a day ends late, lie above 1440.
"""

import re
from dataclasses import dataclass

from npcserver.language import code_of, expression, functions, is_served, pattern
from npcserver.language.clock import DAY, clocks
from npcserver.language.scripts import WIDE_PAUSES

WAKES, SLEEPS = 7 * 60, 22 * 60 + 30
"""When a character of whom nothing is written gets up and goes to bed."""
LATEST_SLEEP = DAY + 4 * 60
SHORTEST_DAY = 6 * 60

_CLAUSE = re.compile(
    rf"[,;](?!\d)|\.(?!\d)|[{WIDE_PAUSES}]|\n|{expression('habits', 'conjunction')}", re.IGNORECASE
)
_UNTIL = pattern("habits", "until")
_WAKING = pattern("habits", "waking")
_BEDTIME = pattern("habits", "bedtime")
_DINNER = pattern("habits", "dinner")
_LEFTOVER = pattern("habits", "leftover", 0)
_EVERY_DAY = pattern("habits", "every_day")
_CLAUSE_ENDS = re.compile(r"\s*(?:[,;.]|$)")
_BARE = re.compile(rf"(\d{{1,2}})(?:\s*(?:{expression('habits', 'hour_sign')}))?")


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
    bare = _BARE.fullmatch(plain)
    if bare is not None:
        return int(bare[1]) * 60 if int(bare[1]) <= DAY // 60 else None
    found = next(clocks(f"at {plain}"), None)
    return None if found is None else found.minutes


def waking_hours(lifestyle: str) -> tuple[int, int]:
    """Return when a character gets up and goes to bed; the latter may lie after midnight."""
    wakes = sleeps = None
    for clause in clauses(lifestyle):
        times = tuple(clocks(clause))
        if not times:
            continue
        if _BEDTIME.search(clause):
            # `eight` is in the evening, `two` after midnight
            is_late = times[0].is_exact or times[0].minutes < 5 * 60
            sleeps = times[0].minutes if is_late else times[0].after(17 * 60)
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
    """Return when a character has dinner, None where nothing says so."""
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
        is_end = _UNTIL.search(clause[: times[0].start + times[0].lead]) is not None
        first = times[0].after(earliest)
        if is_end and found and found[-1].ends is None and first > found[-1].starts:
            found[-1] = Errand(found[-1].starts, first, found[-1].activity)
        else:
            last = times[1].after(first) if len(times) > 1 else None
            for clock in reversed(times):
                clause = clause[: clock.start] + clause[clock.end :]  # noqa: PLW2901 - what is left
            activity = doing(_EVERY_DAY.sub("", _LEFTOVER.sub("", clause.strip())), name)
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
    clause = clause.strip(" .,;:")
    for told_as in functions("activity", "doing").values():
        told: str | None = told_as(clause, name)  # None where the clause is in another language
        if told is not None:
            return told
    return " ".join(clause.split())


def deed(activity: str, name: str, language: str) -> str:
    """Return what a model calls an activity, as it stands behind `Ann is`.

    `Ann opens the cafe at nine` becomes `opening the cafe`: small models write whole clauses, and
    copy the times of an author.
    """
    for clock in reversed(tuple(clocks(activity))):
        if _CLAUSE_ENDS.match(activity, clock.end):
            activity = activity[: clock.start].rstrip() + activity[clock.end :]
    activity = " ".join(activity.strip(" .,;:").split())
    told_as = functions("activity", "deed").get(code_of(language)) if is_served(language) else None
    told: str | None = None if told_as is None else told_as(activity, name)
    return activity if told is None else told
