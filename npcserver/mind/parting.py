"""After a conversation: what a character keeps of it, beside the words themselves."""

from npcserver.mind.asker import Ask, Asked
from npcserver.model.pondering import Keepsake, Parting
from npcserver.model.purpose import Purpose
from npcserver.prompts.summarise import SummariseTalk

_TOKENS = 700
_TEMPERATURE = 0.3  # it is to be true, not original


async def summarise(material: Parting, ask: Ask) -> Asked[Keepsake]:
    """Return what to keep; a conversation in which nothing was said leaves nothing.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    if not material.conversation:
        return Asked(answer=Keepsake())
    return await ask(
        SummariseTalk.of(material),
        purpose=Purpose.SUMMARISE,
        material=material,
        max_tokens=_TOKENS,
        temperature=_TEMPERATURE,
    )
