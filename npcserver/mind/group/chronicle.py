"""Telling in short what happened."""

from dataclasses import replace

from npcserver.mind.asker import Ask, Asked
from npcserver.mind.group import WHOLE
from npcserver.model.acting.defaults import default_chronicle
from npcserver.model.acting.material import Chronicling
from npcserver.model.purpose import Purpose
from npcserver.ports.language_model import PromptBudget
from npcserver.prompts.group_chronicle import Chronicle

_TOKENS = 400
_TEMPERATURE = 0.0  # as AgentGroupChat summarises


async def chronicle(
    material: Chronicling, ask: Ask, budget: PromptBudget = WHOLE
) -> tuple[str, Asked[str]]:
    """Return what happened in a few sentences; by what it was won where no answer can be used.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    tokens = budget(Purpose.CHRONICLE, _TOKENS)
    asked = await ask(
        Chronicle.of(material, tokens),
        purpose=Purpose.CHRONICLE,
        material=material,
        max_tokens=_TOKENS,
        temperature=_TEMPERATURE,
    )
    return asked.answer or default_chronicle(material), replace(asked, prompt_budget=tokens)
