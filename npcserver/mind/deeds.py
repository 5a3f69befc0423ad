"""What people are seen to do, in words: the texts of acts and of what bystanders make of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

SLEEPING_EMOJI = "\N{SLEEPING SYMBOL}"
WAITING_EMOJI = "\N{HOURGLASS WITH FLOWING SAND}"
TALKING_EMOJI = "\N{SPEECH BALLOON}"


@dataclass(frozen=True, slots=True)
class _Words:
    doing: str
    sleeping: str
    waiting: str
    talking: str
    pausing: str
    here: str


_WORDS: Mapping[str, _Words] = MappingProxyType(
    {
        "en": _Words(
            "{name} is {activity}",
            "sleeping",
            "waiting for room in {place}",
            "talking with {name}",
            "waiting",
            "{name} is here",
        ),
        "zh": _Words(
            "{name}正在{activity}",
            "睡觉",
            "等{place}空出来",
            "和{name}说话",
            "等着",
            "{name}在这里",
        ),
    }
)


def seen(name: str, activity: str, language: str) -> str:
    """Return an activity as others see it: `Maria is reading`."""
    return _words(language).doing.format(name=name, activity=activity.strip().rstrip("."))


def sleeping(language: str) -> str:
    """Return what one does at night."""
    return _words(language).sleeping


def waiting_for(place: str, language: str) -> str:
    """Return what one does before a place that is full."""
    return _words(language).waiting.format(place=place)


def talking_with(name: str, language: str) -> str:
    """Return what one does in a conversation."""
    return _words(language).talking.format(name=name)


def pausing(language: str) -> str:
    """Return what one does who lets something pass."""
    return _words(language).pausing


def here(name: str, language: str) -> str:
    """Return that somebody is there, as others see it."""
    return _words(language).here.format(name=name)


def _words(language: str) -> _Words:
    return _WORDS.get(language.partition("-")[0].casefold(), _WORDS["en"])
