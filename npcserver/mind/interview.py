"""Answering an interviewer: in character, from memory, and without a trace."""

from npcserver.mind.asker import Ask, Asked
from npcserver.model.pondering import Questioned
from npcserver.model.purpose import Purpose
from npcserver.prompts.interview import AnswerInterview

_TOKENS = 600


async def interview(material: Questioned, ask: Ask) -> Asked[str]:
    """Return what the character answers. Raises `ModelUnreachable` and `ModelTooSlow`."""
    return await ask(
        AnswerInterview.of(material),
        purpose=Purpose.INTERVIEW,
        material=material,
        max_tokens=_TOKENS,
    )
