"""Weights of the passage search, and the thresholds from which a passage counts as an answer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LoreTuning:
    """Weights and thresholds of the passage search.

    A passage answers if it holds at least `covered` of the question's words, weighted by rarity, or
    `half_covered` of them with a cosine of at least `near`. `lent` is the share of its score that a
    passage lends to its neighbours. docs/lore.md says how these were measured.
    """

    k1: float = 1.2
    b: float = 0.75
    lent: float = 0.2
    cosine: float = 0.9
    words: float = 1.0
    covered: float = 0.73
    half_covered: float = 0.5
    near: float = 0.48


EMBEDDED = LoreTuning(near=0.38)
"""For the embedded embedder, whose questions lie closer to their answers than to other texts."""


def tuning_of(space: str) -> LoreTuning:
    """Return the tuning for a vector space, chosen by the embedder in its name."""
    return EMBEDDED if space.startswith("usem3:") else LoreTuning()
