"""Answering an interviewer: in character, from memory, and without a trace."""

from npcserver.mind.asker import Ask, Asked
from npcserver.model.pondering import Questioned
from npcserver.model.purpose import Purpose
from npcserver.ports.language_model import PromptBudget, fixed_budget
from npcserver.prompts.interview import AnswerInterview
from npcserver.prompts.putting import PROMPT_TOKENS

_TOKENS = 600
_WHOLE = fixed_budget(PROMPT_TOKENS)


async def interview(material: Questioned, ask: Ask, budget: PromptBudget = _WHOLE) -> Asked[str]:
    """Return what the character answers. Raises `ModelUnreachable` and `ModelTooSlow`."""
    tokens = budget(Purpose.INTERVIEW, _TOKENS)
    return await ask(
        AnswerInterview.of(material, tokens),
        purpose=Purpose.INTERVIEW,
        material=material,
        max_tokens=_TOKENS,
    )
