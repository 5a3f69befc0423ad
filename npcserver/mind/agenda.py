"""The plan for a day in words: as a memory keeps it, and in one line."""

from collections.abc import Iterable
from datetime import datetime

from npcserver.language import text, texts
from npcserver.model.day import Block, DayPlan


def as_memory(plan: DayPlan, language: str, *, since: datetime | None = None) -> str:
    """Return a plan as its maker remembers it; with `since`, only what it means to do from then."""
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
    """Return the words for which memories are called up before a day is planned."""
    weekday = texts("calendar", "weekdays", language)[plan_for.weekday()]
    today, promises = text("plan", "today", language), text("plan", "promises", language)
    return today.format(weekday=weekday, name=name), promises.format(name=name)


def _apart(blocks: Iterable[Block]) -> Iterable[Block]:
    """Leave out a block that goes on with what the one before it was."""
    before = ""
    for block in blocks:
        if block.activity != before:
            yield block
        before = block.activity
