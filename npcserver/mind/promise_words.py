"""What becomes of a promise, in words: as whoever made it and whoever was given it remember it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from npcserver.language.deadlines import LAST_MINUTE
from npcserver.model.commitment import Commitment, CommitmentStatus


@dataclass(frozen=True, slots=True)
class _Words:
    own: Mapping[CommitmentStatus, str]
    others: Mapping[CommitmentStatus, str]
    at_hour: str
    at_day: str
    weekdays: tuple[str, ...]
    because: str


_EN = _Words(
    own={
        CommitmentStatus.KEPT: "You kept your promise to {other} to {what}{when}.",
        CommitmentStatus.BROKEN: "You promised {other} to {what}{when}, and have not done it.",
        CommitmentStatus.WITHDRAWN: "You took back your promise to {other} to {what}{when}.",
    },
    others={
        CommitmentStatus.KEPT: "{other} kept the promise to you to {what}{when}.",
        CommitmentStatus.BROKEN: "{other} promised you to {what}{when}, and has not done it.",
        CommitmentStatus.WITHDRAWN: "{other} took back the promise to you to {what}{when}.",
    },
    at_hour=" by {day} {hour:%H:%M}",
    at_day=" by the end of {day}",
    weekdays=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    because="{told} {why}",
)
_ZH = _Words(
    own={
        CommitmentStatus.KEPT: "你对{other}的承诺兑现了：{what}{when}。",
        CommitmentStatus.BROKEN: "你答应过{other}：{what}{when}，却没有做到。",
        CommitmentStatus.WITHDRAWN: "你收回了对{other}的承诺：{what}{when}。",
    },
    others={
        CommitmentStatus.KEPT: "{other}对你的承诺兑现了：{what}{when}。",
        CommitmentStatus.BROKEN: "{other}答应过你：{what}{when}，却没有做到。",
        CommitmentStatus.WITHDRAWN: "{other}收回了对你的承诺：{what}{when}。",
    },
    at_hour="（{day}{hour:%H:%M}之前）",
    at_day="（{day}之内）",
    weekdays=("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
    because="{told}{why}",
)
_WORDS: Mapping[str, _Words] = MappingProxyType({"en": _EN, "zh": _ZH})


def settled(promise: Commitment, mind: str, language: str, why: str = "") -> str:
    """Return how one of the two remembers what became of a promise; `why` is added as it is."""
    words = _words(language)
    is_own = promise.by_id == mind
    told = (words.own if is_own else words.others)[promise.status].format(
        other=promise.to_name if is_own else promise.by_name,
        what=promise.what,
        when=_when(promise.due_at, words),
    )
    return words.because.format(told=told, why=why) if why.strip() else told


def time_passed(language: str) -> str:
    """Return why a promise is broken that the clock broke."""
    is_chinese = _words(language) is _ZH
    return "时间已经过了" if is_chinese else "the time for it has passed"


def said_so(language: str) -> str:
    """Return why a promise is settled that talk settled."""
    return "是这样说的" if _words(language) is _ZH else "it was said so"


def _when(due: datetime | None, words: _Words) -> str:
    if due is None:
        return ""
    is_of_a_day = (due.hour, due.minute) == LAST_MINUTE
    form = words.at_day if is_of_a_day else words.at_hour
    return form.format(day=words.weekdays[due.weekday()], hour=due)


def _words(language: str) -> _Words:
    return _WORDS.get(language.partition("-")[0].casefold(), _EN)
