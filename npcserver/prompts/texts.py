"""Texts as data for prompts: neutralised, in the second person, dated, in pieces.

Templates put the result between the delimiters of `parts/spoken.j2` and nowhere else. None of
this is relied upon to keep a secret (what a character does not know is not in its prompt) or to
prevent an action (intents are checked against what the game declared); it keeps a sentence a
sentence.

A persona has a core, which stands in every prompt, and more of it in steps of about a sentence.
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache, partial

from npcserver import language
from npcserver.language.scripts import visible
from npcserver.model import limits
from npcserver.model.calendar import Calendar
from npcserver.model.character import Persona
from npcserver.model.foreign_marks import without_macros
from npcserver.model.inputs import Situation
from npcserver.model.world import Place, Price, World
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.tokens import clip, cut_at_sentence, pieces

HEARD_LIMIT = 500
"""Characters of the utterance that reach the model; the whole of it is remembered."""

REMEMBERED_LIMIT = 1_200
"""Characters of one memory, or of one line of the conversation, that reach the model."""

# The same in tokens: a Chinese character says twice as much and costs four times as many.
_HEARD_TOKENS = 220
REMEMBERED_TOKENS = 300

NAME_LIMIT = 60
"""Characters of a display name."""

# Angle brackets are used by the chat-template tokens of most models and our own delimiters, square
# ones by those of the rest; braces imitate answers, backticks fences. The look-alikes survive NFKC.
_HARMLESS = str.maketrans(
    {"<": "\u2039", ">": "\u203a", "|": "\u00a6", "[": "(", "]": ")", "{": "(", "}": ")", "`": "'"}
)
_PROMPT_ROLES = language.expression("roles", "of_prompts")
_ROLE = re.compile(rf"(?im)^([^\w\n]*(?:{_PROMPT_ROLES})(?:[ \t]+\w+)?[ \t]*):")
# As a name: the role alone, or numbered, or with words such as "message".
_ROLE_NAME = re.compile(
    rf"(?i)\W*(?:{_PROMPT_ROLES})"
    rf"(?:\W*(?:\d+|{language.expression('roles', 'of_messages')}))?\W*"
)
_RUNS = re.compile(r"([-=_~#*])\1{2,}")
_HEADING = re.compile(r"(?m)^[ \t]*#+[ \t]*")


def neutralised(text: str, limit: int) -> str:
    """Return `text` on one line, at most `limit` characters, without model markup.

    NFKC first, which turns full-width imitations into the real characters; then invisible
    characters (controls, zero-width, bidirectional, private) and macros of other tools are removed,
    role markers lose their colon, and brackets of chat templates are replaced by harmless ones.
    """
    return _neutralised(text[: limit * 4], limit)


@lru_cache(maxsize=2048)  # most texts are the same from turn to turn
def _neutralised(text: str, limit: int) -> str:
    text = unicodedata.normalize("NFKC", text)
    text = _HEADING.sub("", without_macros(visible(text)))
    text = _ROLE.sub(r"\1,", text)
    text = _RUNS.sub(r"\1\1", text.translate(_HARMLESS))
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "\u2026"


def heard_words(text: str) -> str:
    """Return an utterance fit for a prompt."""
    return clip(neutralised(text, HEARD_LIMIT), _HEARD_TOKENS)


@lru_cache(maxsize=4096)  # those of a talk are in all its prompts
def remembered(text: str) -> str:
    """Return a memory or an earlier line fit for a prompt."""
    return cut_at_sentence(neutralised(text, REMEMBERED_LIMIT), REMEMBERED_TOKENS)


@lru_cache(maxsize=4096)
def name_of(name: str) -> str:
    """Return a display name fit for a prompt; "?" for an empty one.

    One that is the name of a chat role is marked as a name, so that no line of a prompt begins with
    the role and a colon.
    """
    plain = neutralised(name, NAME_LIMIT).replace(":", "").strip() or "?"
    if _ROLE_NAME.fullmatch(plain) is None:
        return plain
    named_so = language.text("roles", "named_so", language.code_by_script(plain))
    return named_so.format(name=plain)


def token(*ingredients: object) -> str:
    """Return twelve hexadecimal digits: unpredictable for players, the same on replay."""
    text = "\x1f".join(str(ingredient) for ingredient in ingredients)
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:12]


def mark_of(at: Situation) -> str:
    """Return the mark in the delimiters around others' words: one for a character and game day.

    It is the same in every question of that day, so that prompts share their prefixes. It derives
    from the random id of the playthrough, which speakers cannot learn.
    """
    return token("mark", at.playthrough, at.world.id, at.character.id, at.now.date())


def canary_of(at: Situation) -> str:
    """Return the word that the character must never say, one for a character and game day."""
    return token("canary", at.playthrough, at.world.id, at.character.id, at.now.date())


_DAYS_PER_WEEK = 7
_CALENDAR = 20  # tokens of a name


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeView:
    """A point of game time: `weekday` from 0 (Monday), `month` from 1, `clock` as 14:05.

    The names, the `era` with its year, and the `hour` of `hours_in_day` are those of the world's
    calendar; empty or 0 where it has none.
    """

    weekday: int
    day: int
    month: int
    year: int
    clock: str
    part: str
    weekday_name: str = ""
    month_name: str = ""
    era: str = ""
    era_year: int = 0
    hour: int = 0
    hours_in_day: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryTimeView:
    """The time of a memory: by weekday and clock where it `is_of_this_week`, else by its date.

    `year` is 0 where it is the present one.
    """

    at: TimeView
    is_of_this_week: bool
    year: int = 0


@lru_cache(maxsize=4096)
def time_view(now: datetime, calendar: Calendar) -> TimeView:
    """Return the components of a point of time."""
    era, era_year = calendar.era(now)
    hour = calendar.hour(now)
    return TimeView(
        weekday=now.weekday(),
        day=now.day,
        month=now.month,
        year=now.year,
        clock=f"{now:%H:%M}",
        part=part_of_day(now),
        weekday_name=neutralised(calendar.weekday(now), _CALENDAR),
        month_name=neutralised(calendar.month(now), _CALENDAR),
        era=neutralised(era, _CALENDAR),
        era_year=era_year,
        hour=hour,
        hours_in_day=calendar.hours_in_day if hour else 0,
    )


def memory_time_view(past: datetime, now: datetime, calendar: Calendar) -> MemoryTimeView:
    """Return when `past` was, in a form that stays the same for the six days after it.

    After that its weekday would name another day. A future time counts as of this week.
    """
    days = (now.date() - past.date()).days
    return MemoryTimeView(
        at=time_view(past, calendar),
        is_of_this_week=days < _DAYS_PER_WEEK,
        year=past.year if past.year != now.year else 0,
    )


def part_of_day(time: datetime) -> str:
    """Return morning (from 5), afternoon (from 12), evening (from 17) or night (from 22)."""
    for begins, part in ((22, "night"), (17, "evening"), (12, "afternoon"), (5, "morning")):
        if time.hour >= begins:
            return part
    return "night"


_STEP = 48  # tokens
_CORE = {"traits": 25, "voice": 35, "currently": 40, "background": 60}  # tokens in every prompt
_CEILINGS = {  # most tokens of a text, in any budget
    "voice": 200,
    "traits": 120,
    "currently": 400,
    "background": 1200,
    "daily_plan": 300,
    "lifestyle": 200,
}
_GOAL = 60
_GOALS = 12
_FIRST_GOALS = 3  # come before the rest of the longer texts
_WORLD = 600
_PLACE = 300
_OBJECTS = 20
_ENDS = (".", "!", "?", "\u3002", "\uff01", "\uff1f", "\u2026", '"', "\u201d", ")")


@dataclass(frozen=True, slots=True)
class Shares:
    """Most tokens of each authored text in a prompt, and most goals and objects; how it is cut."""

    texts: Mapping[str, int]
    goals: int
    goal: int
    world: int
    place: int
    objects: int
    prices: int | None
    cut: Callable[[str, int], str]

    def of(self, text: str, tokens: int) -> str:
        """Return a text on one line, cut to so many tokens."""
        return self.cut(" ".join(text.split()), tokens)


WHOLE = Shares(_CEILINGS, _GOALS, _GOAL, _WORLD, _PLACE, _OBJECTS, None, cut_at_sentence)
"""The ceilings, in any budget; prices are all shown as they are written."""


def persona_view(persona: Persona, shares: Shares) -> Persona:
    """Return the persona with each text cut to its share."""
    texts = {name: shares.of(getattr(persona, name), most) for name, most in shares.texts.items()}
    goals = tuple(shares.of(goal, shares.goal) for goal in persona.goals[: shares.goals])
    return _with(replace(persona, name=name_of(persona.name)), texts, goals)


def world_view(world: World, shares: Shares) -> World:
    """Return the world with its description cut to its share."""
    description = shares.of(world.description, shares.world)
    return replace(world, name=name_of(world.name), description=description)


def place_view(place: Place | None, shares: Shares) -> Place | None:
    """Return the place with its description cut to its share, and the first of its objects."""
    if place is None:
        return None
    return replace(
        place,
        name=name_of(place.name),
        description=shares.of(place.description, shares.place),
        objects=tuple(name_of(thing) for thing in place.objects[: shares.objects]),
        prices=shown_prices(place.prices, shares.prices),
    )


def shown_prices(prices: Sequence[Price], most: int | None = None) -> tuple[Price, ...]:
    """Return the first prices fit for a prompt; all of them, as long as they are, for None."""
    fit = name_of if most is not None else partial(neutralised, limit=limits.NAME)
    return tuple(Price(fit(one.ware), fit(one.price)) for one in prices[:most])


def persona_steps(persona: Persona) -> tuple[tuple[str, str], ...]:
    """Return the steps of a persona beyond its core, in order: the text's name, and the piece."""
    goals = [("goals", goal) for goal in persona.goals]
    texts = [
        (name, piece)
        for name in _CEILINGS
        for piece in pieces(getattr(persona, name)[len(_core(persona, name)) :], _STEP)
    ]
    return (*goals[:_FIRST_GOALS], *texts, *goals[_FIRST_GOALS:])


def persona_at(persona: Persona, steps: int) -> Persona:
    """Return the core of a persona and its first steps, so many."""
    shown = {name: _core(persona, name) for name in _CEILINGS}
    goals: list[str] = []
    for name, piece in persona_steps(persona)[:steps]:
        if name == "goals":
            goals.append(piece)
        else:
            shown[name] += piece
    texts = {name: _ended(text, getattr(persona, name)) for name, text in shown.items()}
    return _with(persona, texts, tuple(goals))


def text_steps(text: str) -> tuple[str, ...]:
    """Return the pieces of a text that has no core."""
    return pieces(text, _STEP)


def text_at(text: str, steps: int) -> str:
    """Return the first pieces of a text, so many."""
    return _ended("".join(text_steps(text)[:steps]), text)


def _ended(shown: str, whole: str) -> str:
    """Return the beginning of a text; an ellipsis marks a break within a sentence."""
    shown = shown.rstrip()
    if not shown or len(shown) >= len(whole.rstrip()) or shown.endswith(_ENDS):
        return shown
    return f"{shown}\u2026"


def _core(persona: Persona, name: str) -> str:
    most = _CORE.get(name, 0)
    return pieces(getattr(persona, name), most)[0] if most and getattr(persona, name) else ""


def _with(persona: Persona, texts: dict[str, str], goals: tuple[str, ...]) -> Persona:
    return replace(
        persona,
        traits=texts["traits"],
        background=texts["background"],
        currently=texts["currently"],
        lifestyle=texts["lifestyle"],
        voice=texts["voice"],
        daily_plan=texts["daily_plan"],
        goals=goals,
    )


LONGEST_TOPIC = 48
"""Characters of a topic."""
_NO_LETTER = re.compile(r"[\W_]+")


def slug(text: str) -> str:
    """Return a topic in small letters and hyphens; empty for none, or for one too long."""
    text = unicodedata.normalize("NFKC", text.encode("utf-8", "replace").decode()).casefold()
    topic = _NO_LETTER.sub("-", text).strip("-")
    if len(topic) > LONGEST_TOPIC or is_garbage(text) or is_garbage(topic.replace("-", " ")):
        return ""
    return topic
