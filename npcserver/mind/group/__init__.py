"""How members of a group chat make up their minds (AgentGroupChat, arXiv 2403.13433)."""

from npcserver.model.purpose import Purpose
from npcserver.ports.language_model import PromptBudget
from npcserver.prompts.group_scene import PROMPT_TOKENS


def fixed(tokens: int = PROMPT_TOKENS) -> PromptBudget:
    """Return a budget of so many tokens for every prompt."""

    def budget(purpose: Purpose, answer_tokens: int) -> int:  # noqa: ARG001 - the same for all
        return tokens

    return budget


WHOLE = fixed()
"""What a prompt may have where nobody says otherwise."""
