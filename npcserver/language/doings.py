"""Kinds of activities: the words they are known by, and the things they need.

Data: `doings.toml`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from npcserver.language import codes, data

EMOJI: Mapping[str, str] = MappingProxyType(
    {
        "sleep": "😴",
        "wash": "🚿",
        "meal": "🍽️",
        "cook": "🍳",
        "drink": "☕",
        "clean": "🧹",
        "write": "✍️",
        "read": "📖",
        "paint": "🎨",
        "music": "🎵",
        "shop": "🛍️",
        "pub": "🍺",
        "walk": "🚶",
        "talk": "💬",
        "whisper": "💡",
        "work": "💼",
        "home": "🏠",
    }
)
"""An emoji for each kind; an activity is of the first one whose words it holds."""


@dataclass(frozen=True, slots=True)
class ActivityKind:
    """A kind of activity: its emoji, the parts of words it is known by, and things it needs.

    Words and things are lower case, those of English first.
    """

    emoji: str
    words: tuple[str, ...]
    things: tuple[str, ...]


def kind_of(activity: str) -> ActivityKind | None:
    """Return the kind of an activity; None where its words tell none."""
    text = activity.casefold()
    return next((kind for kind in _KINDS if any(word in text for word in kind.words)), None)


def _kind(name: str, emoji: str) -> ActivityKind:
    tables = [table for code in codes() if (table := data("doings", code).get(name))]
    words, things = (
        tuple(word for table in tables for word in table[key]) for key in ("words", "things")
    )
    return ActivityKind(emoji, words, things)


_KINDS = tuple(_kind(name, emoji) for name, emoji in EMOJI.items())
