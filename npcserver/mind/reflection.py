"""Reflecting: what a character wonders about, and what it concludes (Generative Agents, 4.2).

Two questions where the released code makes 34 calls: one for what to wonder about, one for the
insights on all of it, which come with their evidence and their importance.
"""

from collections.abc import Sequence
from typing import NamedTuple

from npcserver.mind.asker import Ask, Asked
from npcserver.model.memory import Memory
from npcserver.model.pondering import Inferring, Insight, Wondering
from npcserver.model.purpose import Purpose
from npcserver.prompts.insights import InferInsights
from npcserver.prompts.questions import WonderAbout

# Room for answers at their longest, Chinese included, so that none is cut: the released code gave
# five insights 150 tokens and lost the last of them.
_QUESTION_TOKENS = 600
_INSIGHT_TOKENS = 1_400


class Inherited(NamedTuple):
    """What an inference takes over from its evidence.

    `trust` is that of the weakest piece (0..100), `players` are all it stems from, `depth` is one
    more than the deepest piece has.
    """

    trust: int
    players: tuple[str, ...]
    depth: int


async def wonder(material: Wondering, ask: Ask) -> Asked[tuple[str, ...]]:
    """Return what the latest memories make a character wonder about.

    Without memories nothing is asked and nothing is wondered about. Raises `ModelUnreachable` and
    `ModelTooSlow`.
    """
    if not material.memories:
        return Asked(answer=())
    return await ask(
        WonderAbout.of(material),
        purpose=Purpose.REFLECT,
        material=material,
        max_tokens=_QUESTION_TOKENS,
    )


async def infer(material: Inferring, ask: Ask) -> Asked[tuple[Insight, ...]]:
    """Return insights, each with its evidence as places in the material.

    Without evidence or questions nothing is asked. Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    if not material.evidence or not material.questions:
        return Asked(answer=())
    return await ask(
        InferInsights.of(material),
        purpose=Purpose.REFLECT,
        material=material,
        max_tokens=_INSIGHT_TOKENS,
    )


def inherited(evidence: Sequence[Memory]) -> Inherited:
    """Return what an inference from some memories takes over from them."""
    bodies = [memory.body for memory in evidence]
    return Inherited(
        trust=min((body.trust for body in bodies), default=100),
        players=tuple(dict.fromkeys(player for body in bodies for player in body.players)),
        depth=1 + max((body.depth for body in bodies), default=0),
    )
