"""Making up one's mind about a round."""

from dataclasses import replace

from npcserver.mind.asker import Ask, Asked
from npcserver.mind.group import WHOLE
from npcserver.model.acting.defaults import default_revision
from npcserver.model.acting.material import Revising, Revision
from npcserver.model.purpose import Purpose
from npcserver.ports.language_model import PromptBudget
from npcserver.prompts.group_update import TakeStock

_TOKENS = 1_000
_TEMPERATURE = 0.5  # as AgentGroupChat reflects


async def update(
    material: Revising, ask: Ask, budget: PromptBudget = WHOLE
) -> tuple[Revision, Asked[Revision]]:
    """Return what a round changes for a member, nothing where no answer can be used.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    tokens = budget(Purpose.UPDATE, _TOKENS)
    asked = await ask(
        TakeStock.of(material, tokens),
        purpose=Purpose.UPDATE,
        material=material,
        max_tokens=_TOKENS,
        temperature=_TEMPERATURE,
    )
    return asked.answer or default_revision(material), replace(asked, prompt_budget=tokens)
