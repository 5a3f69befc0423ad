"""The texts of plans and activities, as memories and bystanders have them."""

from collections.abc import Iterable
from datetime import date, datetime
from difflib import SequenceMatcher

from npcserver.language import pattern, text, texts
from npcserver.language.day import activities
from npcserver.mind.provenance import stated
from npcserver.model.calendar import EARTH, Calendar
from npcserver.model.day import Block, DayPlan
from npcserver.model.inputs import KnownPlace
from npcserver.model.memory import Recollection
from npcserver.model.record import RecordKind
from npcserver.prompts.tokens import folded_words

SLEEPING_EMOJI = "\N{SLEEPING SYMBOL}"
WAITING_EMOJI = "\N{HOURGLASS WITH FLOWING SAND}"
TALKING_EMOJI = "\N{SPEECH BALLOON}"
_FIRST_PERSON = pattern("questions", "first_person", 0)
_RECITED, _TELLING = 0.7, 0.5  # shares of a whisper
_FEWEST_WORDS = 4


def seen(name: str, activity: str, language: str) -> str:
    """Return an activity as others see it: `Maria is reading`."""
    return text("acts", "doing", language).format(name=name, activity=activity.strip().rstrip("."))


def kept_inner(
    activity: str, whispers: Iterable[str], places: Iterable[KnownPlace], language: str
) -> str:
    """Return an activity as others may see it: one that recites a whisper says nothing of it.

    It recites one if it repeats most of its words in a row, or says what a whisper in the first
    person says. What is done at a place that both name is a deed that anybody there sees.
    """
    names = {part.strip().casefold() for place in places for part in place.path.split(":")}
    for whisper in whispers:
        both = (whisper.casefold(), activity.casefold())
        is_at_place = any(all(name in text for text in both) for name in names if name)
        is_thought = _FIRST_PERSON.search(whisper) is not None and not is_at_place
        if _repeated(activity, whisper) >= _RECITED or (
            is_thought and stated(whisper, activity) >= _TELLING
        ):
            return activities(language)["whisper"]
    return activity


def whispers_in(found: Iterable[Recollection]) -> tuple[str, ...]:
    """Return the words of the inner voice among recollections."""
    return tuple(one.memory.text for one in found if one.memory.kind is RecordKind.WHISPER)


def _repeated(text: str, whisper: str) -> float:
    """Return the share of a whisper's words that a text holds in one row; 0 for few words."""
    said, wanted = folded_words(text), folded_words(whisper)
    if len(wanted) < _FEWEST_WORDS:
        return 0.0
    matcher = SequenceMatcher(None, said, wanted, autojunk=False)
    return matcher.find_longest_match().size / len(wanted)


def sleeping(language: str) -> str:
    """Return the activity of sleeping."""
    return text("acts", "sleeping", language)


def waiting_for(place: str, language: str) -> str:
    """Return the activity of waiting for a place that is full."""
    return text("acts", "waiting", language).format(place=place)


def talking_with(name: str, language: str) -> str:
    """Return the activity of a conversation."""
    return text("acts", "talking", language).format(name=name)


def pausing(language: str) -> str:
    """Return the activity of letting something pass."""
    return text("acts", "pausing", language)


def greeting(name: str, other: str, language: str) -> str:
    """Return the sight that a person greets another."""
    return text("acts", "greeting", language).format(name=name, other=other)


def here(name: str, language: str) -> str:
    """Return the sight that a person is there."""
    return text("acts", "here", language).format(name=name)


def as_memory(
    plan: DayPlan, language: str, calendar: Calendar = EARTH, *, since: datetime | None = None
) -> str:
    """Return a plan as its maker remembers it; with `since`, only the part from then on."""
    blocks = plan.blocks if since is None else plan.rest_from(since)
    strokes = text("plan", "separator", language).join(
        f"{block.starts_at:%H:%M} {block.activity}" for block in _apart(blocks)
    )
    form = text("plan", "whole" if since is None else "rest", language)
    weekday = _weekday(plan.day, language, calendar)
    return form.format(weekday=weekday, strokes=strokes)


def outline(plan: DayPlan, language: str) -> str:
    """Return a plan in one line, in broad strokes."""
    strokes = plan.outline or tuple(block.activity for block in _apart(plan.blocks))
    return text("plan", "separator", language).join(strokes)


def cues(
    plan_for: datetime, name: str, language: str, calendar: Calendar = EARTH
) -> tuple[str, str]:
    """Return the two cues for recall before a day is planned."""
    weekday = _weekday(plan_for, language, calendar)
    today, promises = text("plan", "today", language), text("plan", "promises", language)
    return today.format(weekday=weekday, name=name), promises.format(name=name)


def _weekday(day: date, language: str, calendar: Calendar) -> str:
    return calendar.weekday(day) or texts("calendar", "weekdays", language)[day.weekday()]


def _apart(blocks: Iterable[Block]) -> Iterable[Block]:
    """Yield blocks without those that continue the activity of the one before."""
    before = ""
    for block in blocks:
        if block.activity != before:
            yield block
        before = block.activity
