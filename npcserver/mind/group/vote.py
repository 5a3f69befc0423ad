"""Voting, with last words to all."""

from dataclasses import replace

from npcserver.mind.asker import Ask, Asked
from npcserver.mind.checked import Checked
from npcserver.mind.group import WHOLE
from npcserver.mind.group.lines import speech
from npcserver.model.acting.defaults import default_vote
from npcserver.model.acting.material import Vote, Voting
from npcserver.model.purpose import Purpose
from npcserver.ports.language_model import PromptBudget
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.group_vote import CastVote

MOST_SENTENCES = 3
"""Sentences of last words."""

_TOKENS = 500
_TEMPERATURE = 0.3  # as AgentGroupChat votes


async def vote(
    material: Voting, ask: Ask, budget: PromptBudget = WHOLE
) -> tuple[Vote, Asked[Vote]]:
    """Return how a member votes; where no answer can be used, for whom it stands to best.

    Last words that are none, or not its own, are asked for once more with the vote; if they are
    none then either, they are left out, and the vote counts all the same. Raises
    `ModelUnreachable` and `ModelTooSlow`.
    """
    refused: list[str] = []

    def check(answer: Vote) -> Vote:
        try:
            return _with_last_words(answer, material)
        except Unparseable:
            if refused:
                return replace(answer, statement="")
            refused.append(answer.statement)
            raise

    tokens = budget(Purpose.VOTE, _TOKENS)
    asked = await ask(
        Checked(question=CastVote.of(material, tokens), check=check),
        purpose=Purpose.VOTE,
        material=material,
        max_tokens=_TOKENS,
        temperature=_TEMPERATURE,
    )
    return asked.answer or default_vote(material), replace(asked, prompt_budget=tokens)


def _with_last_words(answer: Vote, material: Voting) -> Vote:
    """Return a vote with its last words as they are said, or raise `Unparseable`."""
    if not answer.statement:
        return answer  # silence is an answer
    said = speech(answer.statement, material.standpoint, (answer.reasons,), MOST_SENTENCES)
    return replace(answer, statement=said)
