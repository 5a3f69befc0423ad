"""The emotion of a line and the importance of an event, judged by their words alone."""

from collections.abc import Mapping

from npcserver.adapters.llm.actor.lexicon import Lexicon

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
