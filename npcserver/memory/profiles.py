"""Retrieval profiles: weights of recency, importance and relevance, published ones and our own.

Every number used by a recall is in its profile.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class LexicalTuning:
    """Weights of word matches (BM25: Robertson and Zaragoza, 2009, section 3).

    `k1` limits the effect of repeated words, `b` is the penalty for long texts. `neighbours` is the
    share of its match that a memory lends to the ones before and after it in the same conversation.
    Relevance is then `cosine` times the scaled cosine plus `words` times the scaled match, scaled
    again.
    """

    k1: float = 1.2
    b: float = 0.75
    neighbours: float = 0.3
    cosine: float = 0.9
    words: float = 1.0

    def __post_init__(self) -> None:
        _at_least_zero(k1=self.k1, neighbours=self.neighbours, cosine=self.cosine, words=self.words)
        if not 0.0 <= self.b <= 1.0:
            raise ValueError("b lies between 0 and 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One way of weighing recency, importance and relevance.

    Each of the three is min-max scaled to 0..1 over all memories the character has at the vantage;
    a column without spread scales to `constant`. Recency is `decay` to the power of the game hours
    since last access (`recency_by` "hours") or of the rank by last access, oldest first ("rank").
    `context` compares vectors of texts embedded together with what was said before them.
    `skips_idle` leaves out memories that contain "idle".
    """

    name: str
    decay: float
    w_recency: float = 1.0
    w_importance: float = 1.0
    w_relevance: float = 1.0
    lexical: LexicalTuning | None = None
    context: bool = False
    recency_by: Literal["hours", "rank"] = "hours"
    constant: float = 0.5
    skips_idle: bool = False

    def __post_init__(self) -> None:
        _at_least_zero(
            w_recency=self.w_recency, w_importance=self.w_importance, w_relevance=self.w_relevance
        )
        if not 0.0 < self.decay <= 1.0:
            raise ValueError("decay lies above 0 and is at most 1")
        if not 0.0 <= self.constant <= 1.0:
            raise ValueError("constant lies between 0 and 1")


def _at_least_zero(**numbers: float) -> None:
    for name, number in numbers.items():
        if not (math.isfinite(number) and number >= 0.0):
            raise ValueError(f"{name} must be finite and not negative")


DEFAULT = Profile(
    name="default",
    decay=0.995,
    w_recency=0.1,
    w_importance=0.1,
    w_relevance=1.0,
    lexical=LexicalTuning(),
    context=True,
)
"""Our profile: words and meaning decide, recency and importance break near-ties.

Words weigh a little more than meaning, so that an exact name beats a merely similar text. The
numbers were chosen on the tuning half of our labelled conversations, where each lies on a plateau,
and are reported on the other half: docs/retrieval.md has the figures and the commands.
"""

PAPER_V1 = Profile(name="paper_v1", decay=0.99)
"""Park et al., Generative Agents, arXiv:2304.03442v1, section 4.1: equal weights, decay 0.99.

The paper does not say what a column without spread becomes; it is 0.5 here, as in the authors'
code, which does not affect the ranking.
"""

PAPER_V2 = Profile(name="paper_v2", decay=0.995)
"""The same, arXiv:2304.03442v2 (UIST 2023), section 4.1: decay 0.995."""

REFERENCE_CODE = Profile(
    name="reference_code",
    decay=0.99,
    w_recency=0.5,
    w_importance=2.0,
    w_relevance=3.0,
    recency_by="rank",
    skips_idle=True,
)
"""The authors' published retrieval code, which differs from the paper.

Recency 0.5 : relevance 3 : importance 2 (times persona weights that are 1). Recency is by rank of
last access, and reversed: the memory accessed longest ago gets the highest value, so a recalled
memory sinks. Memories with "idle" in them are left out; a constant column becomes 0.5. The code
also leaves out conversations, of which it keeps a one-line summary as an event; nothing is
summarized here, so the spoken lines remain.
"""

PROFILES: Mapping[str, Profile] = MappingProxyType(
    {profile.name: profile for profile in (DEFAULT, PAPER_V1, PAPER_V2, REFERENCE_CODE)}
)
"""The profiles by name."""
