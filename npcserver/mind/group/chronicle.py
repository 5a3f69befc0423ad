"""Telling in short what happened."""

from npcserver.mind.asker import Ask, Asked
from npcserver.model.acting.defaults import default_chronicle
from npcserver.model.acting.material import Chronicling
from npcserver.model.purpose import Purpose
from npcserver.prompts.group_chronicle import Chronicle

_TOKENS = 400
_TEMPERATURE = 0.0  # as AgentGroupChat summarises


async def chronicle(material: Chronicling, ask: Ask) -> tuple[str, Asked[str]]:
    """Return what happened in a few sentences; by what it was won where no answer can be used.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    asked = await ask(
        Chronicle.of(material),
        purpose=Purpose.CHRONICLE,
        material=material,
        max_tokens=_TOKENS,
        temperature=_TEMPERATURE,
    )
    return asked.answer or default_chronicle(material), asked
