"""The words of a day: activities by habit, meals, steps, and what activities need.

Data: `day.toml`, `doings.toml`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from npcserver import language
from npcserver.language import code_of, codes, data, entries, texts

SAME_MEAL: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        meal: tuple(name for _, named in entries("day", "meals") for name in named[meal])
        for meal in data("day", language.DEFAULT)["meals"]
    }
)
"""The names of each meal, in all languages."""

MEALS: tuple[str, ...] = tuple(
    name for _, named in entries("day", "meals") for names in named.values() for name in names
)
"""All names of meals, by language."""


def activities(language_tag: str) -> Mapping[str, str]:
    """Return what is done in a day by habit, by occasion."""
    english = data("day", language.DEFAULT)["activities"]
    return {**english, **data("day", code_of(language_tag)).get("activities", {})}


def step_forms(language_tag: str) -> tuple[str, ...]:
    """Return the forms of the steps of an activity, which stands for `{}`, first to last."""
    return texts("day", "steps", language_tag)


def words_of_use(language_tag: str) -> str:
    """Return how a thing is described that is in use."""
    return language.text("day", "in_use", language_tag)


def plain_meal(name: str) -> str:
    """Return what a meal is called, in the language of its name, that goes on after a break."""
    for code, named in entries("day", "meals"):
        if any(name in names for names in named.values()):
            return language.text("day", "meal", code)
    return language.text("day", "meal", language.DEFAULT)


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
