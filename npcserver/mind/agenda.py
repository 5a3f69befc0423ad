"""The plan for a day in words: as a memory keeps it, and in one line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from npcserver.model.day import Block, DayPlan


@dataclass(frozen=True, slots=True)
class _Words:
    weekdays: tuple[str, ...]
    whole: str
    rest: str
    separator: str
    today: str
    promises: str


_WORDS: Mapping[str, _Words] = MappingProxyType(
    {
        "en": _Words(
            ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
            "PLAN for {weekday}: {strokes}",
            "PLAN for the rest of {weekday}: {strokes}",
            "; ",
            "what matters today, {weekday}, to {name}",
            "plans, promises, invitations and appointments of {name}",
        ),
        "zh": _Words(
            ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
            "{weekday}的计划：{strokes}",
            "{weekday}余下时间的计划：{strokes}",
            "；",
            "今天（{weekday}）对{name}来说要紧的事",
            "{name}的打算、承诺、邀请和约会",
        ),
    }
)


def as_memory(plan: DayPlan, language: str, *, since: datetime | None = None) -> str:
    """Return a plan as its maker remembers it; with `since`, only what it means to do from then."""
    words = _words(language)
    blocks = plan.blocks if since is None else plan.rest_from(since)
    strokes = words.separator.join(
        f"{block.starts_at:%H:%M} {block.activity}" for block in _apart(blocks)
    )
    form = words.whole if since is None else words.rest
    return form.format(weekday=words.weekdays[plan.day.weekday()], strokes=strokes)


def outline(plan: DayPlan, language: str) -> str:
    """Return a plan in one line, in broad strokes."""
    strokes = plan.outline or tuple(block.activity for block in _apart(plan.blocks))
    return _words(language).separator.join(strokes)


def cues(plan_for: datetime, name: str, language: str) -> tuple[str, str]:
    """Return the words for which memories are called up before a day is planned."""
    words = _words(language)
    weekday = words.weekdays[plan_for.weekday()]
    return words.today.format(weekday=weekday, name=name), words.promises.format(name=name)


def _apart(blocks: Iterable[Block]) -> Iterable[Block]:
    """Leave out a block that goes on with what the one before it was."""
    before = ""
    for block in blocks:
        if block.activity != before:
            yield block
        before = block.activity


def _words(language: str) -> _Words:
    return _WORDS.get(language.partition("-")[0].casefold(), _WORDS["en"])
