"""How a line feels and how much an event matters, judged by its words alone."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from npcserver.language import entries, expression_of, has_spaces

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Emotions by label, and weights of importance in the order in which they are tried."""

    feelings: Mapping[str, Pattern]
    weights: tuple[tuple[int, Pattern], ...]


def load_lexicon() -> Lexicon:
    """Compile the lexicon of all languages.

    Weights of languages without spaces are tried first: their signs are the surest in a mixed text.
    """
    alternatives: dict[str, list[str]] = {}
    for code, feelings in entries("actor_feelings", "feelings"):
        for name, words in feelings.items():
            alternatives.setdefault(name, []).append(expression_of(code, words))
    weights = sorted(entries("actor_feelings", "weights"), key=lambda one: has_spaces(one[0]))
    return Lexicon(
        feelings={
            name: re.compile("|".join(found), re.IGNORECASE) for name, found in alternatives.items()
        },
        weights=tuple(
            (int(weight), re.compile(expression_of(code, words), re.IGNORECASE))
            for code, lists in weights
            for weight, words in lists.items()
        ),
    )


_UNREMARKABLE = 3
_UNFRIENDLY = -30
_BY_KIND: Mapping[str, str] = {
    "greeting": "joy",
    "thanks": "joy",
    "compliment": "joy",
    "name_given": "joy",
    "love": "shame",
    "insult": "annoyance",
    "apology": "calm",
    "laugh": "amusement",
    "farewell": "calm",
    "machine": "calm",
}


def importance(text: str, lexicon: Lexicon) -> int:
    """Return the importance of an event, 1 (mundane) to 10 (poignant), by its words."""
    for weight, pattern in lexicon.weights:
        if pattern.search(text):
            return min(10, weight + ("!" in text and weight > _UNREMARKABLE))
    return _UNREMARKABLE


def of_kind(kind: str, manner: str, affinity: int) -> str:
    """Return the emotion that a kind of utterance causes, or an empty text for none."""
    label = _BY_KIND.get(kind, "")
    if label != "joy":
        return label
    if affinity < _UNFRIENDLY:
        return "annoyance"
    return "neutral" if manner == "gruff" else label


def of_ignorance(manner: str) -> str:
    """Return the emotion of a character that has no answer."""
    return {"shy": "worry", "gruff": "neutral", "formal": "neutral"}.get(manner, "confusion")


def of_words(text: str, manner: str, lexicon: Lexicon) -> str:
    """Return the emotion with most words in a line; without any, that of the manner."""
    counts = {label: len(one.findall(text)) for label, one in lexicon.feelings.items()}
    best = max(counts, key=lambda label: counts[label])
    if counts[best]:
        return best
    return {"warm": "joy" if "!" in text else "calm", "shy": "calm"}.get(manner, "neutral")


def is_glad(text: str, lexicon: Lexicon) -> bool:
    """Return whether news is good."""
    return any(lexicon.feelings[label].search(text) for label in ("joy", "pride"))
