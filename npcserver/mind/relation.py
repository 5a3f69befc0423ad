"""Relating: how words and deeds change what a character makes of somebody."""

from npcserver.mind.asker import Ask, Asked
from npcserver.model.pondering import Impression, Revised
from npcserver.model.purpose import Purpose
from npcserver.prompts.relate import ReviseImpression

_TOKENS = 1_000
_TEMPERATURE = 0.5  # as AgentGroupChat reflects


async def revise(material: Impression, ask: Ask) -> Asked[Revised]:
    """Return what an impression changes; where nothing happened it changes nothing.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    if not material.memories:
        return Asked(answer=Revised())
    return await ask(
        ReviseImpression.of(material),
        purpose=Purpose.RELATE,
        material=material,
        max_tokens=_TOKENS,
        temperature=_TEMPERATURE,
    )
