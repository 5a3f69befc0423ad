"""How a line feels and how much an event matters, judged by its words alone."""

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
    """Return how much an event matters, 1 (mundane) to 10 (poignant), by its words."""
    for weight, pattern in lexicon.weights:
        if pattern.search(text):
            return min(10, weight + ("!" in text and weight > _UNREMARKABLE))
    return _UNREMARKABLE


def of_kind(kind: str, manner: str, affinity: int) -> str:
    """Return the emotion that a kind of utterance brings by itself, or nothing."""
    label = _BY_KIND.get(kind, "")
    if label != "joy":
        return label
    if affinity < _UNFRIENDLY:
        return "annoyance"
    return "neutral" if manner == "gruff" else label


def of_ignorance(manner: str) -> str:
    """Return how it feels to have no answer."""
    return {"shy": "worry", "gruff": "neutral", "formal": "neutral"}.get(manner, "confusion")


def of_words(text: str, manner: str, lexicon: Lexicon) -> str:
    """Return the emotion that the words of a line carry most of, or that of the manner."""
    counts = {label: len(one.findall(text)) for label, one in lexicon.feelings.items()}
    best = max(counts, key=lambda label: counts[label])
    if counts[best]:
        return best
    return {"warm": "joy" if "!" in text else "calm", "shy": "calm"}.get(manner, "neutral")


def is_glad(text: str, lexicon: Lexicon) -> bool:
    """Say whether news is good."""
    return any(lexicon.feelings[label].search(text) for label in ("joy", "pride"))
