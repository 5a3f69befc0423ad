"""Choosing whom to talk with, and the first words."""

from dataclasses import replace

from npcserver.mind.asker import Ask, Asked
from npcserver.mind.checked import Checked
from npcserver.mind.group import WHOLE
from npcserver.mind.group.lines import fresh_words
from npcserver.model.acting.defaults import default_choice
from npcserver.model.acting.material import Choice, Choosing
from npcserver.model.purpose import Purpose
from npcserver.ports.language_model import PromptBudget
from npcserver.prompts.group_choose import ChoosePartner

_TOKENS = 600
_TEMPERATURE = 0.0  # as AgentGroupChat chooses


async def choose(
    material: Choosing, ask: Ask, budget: PromptBudget = WHOLE
) -> tuple[Choice, Asked[Choice]]:
    """Return whom a member talks with, nobody where no answer can be used.

    First words that are none, or were said before, are asked for once more, as an answer that
    cannot be read. Raises `ModelUnreachable` and `ModelTooSlow`.
    """

    def check(choice: Choice) -> Choice:
        if not choice.partner:
            return choice
        unsaid = (choice.strategy, choice.situation, choice.reasons, *choice.topics)
        return replace(choice, say=fresh_words(choice.say, material.standpoint, unsaid=unsaid))

    tokens = budget(Purpose.CHOOSE, _TOKENS)
    asked = await ask(
        Checked(question=ChoosePartner.of(material, tokens), check=check),
        purpose=Purpose.CHOOSE,
        material=material,
        max_tokens=_TOKENS,
        temperature=_TEMPERATURE,
    )
    return asked.answer or default_choice(material), replace(asked, prompt_budget=tokens)
