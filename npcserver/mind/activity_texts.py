"""The texts of plans and activities, as memories and bystanders have them."""

from collections.abc import Iterable
from datetime import datetime

from npcserver.language import text, texts
from npcserver.model.day import Block, DayPlan

SLEEPING_EMOJI = "\N{SLEEPING SYMBOL}"
WAITING_EMOJI = "\N{HOURGLASS WITH FLOWING SAND}"
TALKING_EMOJI = "\N{SPEECH BALLOON}"


def seen(name: str, activity: str, language: str) -> str:
    """Return an activity as others see it: `Maria is reading`."""
    return text("acts", "doing", language).format(name=name, activity=activity.strip().rstrip("."))


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


def here(name: str, language: str) -> str:
    """Return the sight that a person is there."""
    return text("acts", "here", language).format(name=name)


def as_memory(plan: DayPlan, language: str, *, since: datetime | None = None) -> str:
    """Return a plan as its maker remembers it; with `since`, only the part from then on."""
    blocks = plan.blocks if since is None else plan.rest_from(since)
    strokes = text("plan", "separator", language).join(
        f"{block.starts_at:%H:%M} {block.activity}" for block in _apart(blocks)
    )
    form = text("plan", "whole" if since is None else "rest", language)
    weekday = texts("calendar", "weekdays", language)[plan.day.weekday()]
    return form.format(weekday=weekday, strokes=strokes)


def outline(plan: DayPlan, language: str) -> str:
    """Return a plan in one line, in broad strokes."""
    strokes = plan.outline or tuple(block.activity for block in _apart(plan.blocks))
    return text("plan", "separator", language).join(strokes)


def cues(plan_for: datetime, name: str, language: str) -> tuple[str, str]:
    """Return the two cues for recall before a day is planned."""
    weekday = texts("calendar", "weekdays", language)[plan_for.weekday()]
    today, promises = text("plan", "today", language), text("plan", "promises", language)
    return today.format(weekday=weekday, name=name), promises.format(name=name)


def _apart(blocks: Iterable[Block]) -> Iterable[Block]:
    """Yield blocks without those that continue the activity of the one before."""
    before = ""
    for block in blocks:
        if block.activity != before:
            yield block
        before = block.activity
