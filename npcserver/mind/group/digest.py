"""Condensing a round for the votes on all knowledge."""

from dataclasses import replace

from npcserver.mind.asker import Ask, Asked
from npcserver.mind.group import WHOLE
from npcserver.model.acting.material import Digesting
from npcserver.model.purpose import Purpose
from npcserver.ports.language_model import PromptBudget
from npcserver.prompts.group_digest import Digest, is_needed

_TOKENS = 700
_TEMPERATURE = 0.0  # as AgentGroupChat summarises


async def digest(
    material: Digesting, ask: Ask, budget: PromptBudget = WHOLE
) -> tuple[str, Asked[str] | None]:
    """Return a round in short; empty where none is needed, or no answer can be used.

    Without a call there is nothing to account for. Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    tokens = budget(Purpose.CHRONICLE, _TOKENS)
    if not is_needed(material, tokens):
        return "", None
    asked = await ask(
        Digest.of(material, tokens),
        purpose=Purpose.CHRONICLE,
        material=material,
        max_tokens=_TOKENS,
        temperature=_TEMPERATURE,
    )
    return asked.answer or "", replace(asked, prompt_budget=tokens)
