"""Making up one's mind about a round."""

from npcserver.mind.asker import Ask, Asked
from npcserver.model.acting.defaults import default_revision
from npcserver.model.acting.material import Revising, Revision
from npcserver.model.purpose import Purpose
from npcserver.prompts.group_update import TakeStock

_TOKENS = 1_000
_TEMPERATURE = 0.5  # as AgentGroupChat reflects


async def update(material: Revising, ask: Ask) -> tuple[Revision, Asked[Revision]]:
    """Return what a round changes for a member, nothing where no answer can be used.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    asked = await ask(
        TakeStock.of(material),
        purpose=Purpose.UPDATE,
        material=material,
        max_tokens=_TOKENS,
        temperature=_TEMPERATURE,
    )
    return asked.answer or default_revision(material), asked
