"""Voting, with last words to all."""

from dataclasses import replace

from npcserver.mind.asker import Ask, Asked
from npcserver.mind.group.lines import own_words
from npcserver.model.acting.defaults import default_vote
from npcserver.model.acting.material import Vote, Voting
from npcserver.model.purpose import Purpose
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.group_vote import CastVote

MOST_SENTENCES = 3
"""Sentences of last words."""

_TOKENS = 500
_TEMPERATURE = 0.3  # as AgentGroupChat votes


async def vote(material: Voting, ask: Ask) -> tuple[Vote, Asked[Vote]]:
    """Return how a member votes; where no answer can be used, for whom it stands to best.

    Last words that are none, or not its own, are left out: the vote counts all the same. Raises
    `ModelUnreachable` and `ModelTooSlow`.
    """
    asked = await ask(
        CastVote.of(material),
        purpose=Purpose.VOTE,
        material=material,
        max_tokens=_TOKENS,
        temperature=_TEMPERATURE,
    )
    if asked.answer is None:
        return default_vote(material), asked
    said = own_words(asked.answer.statement, material.standpoint, MOST_SENTENCES)
    answer = replace(asked.answer, statement="" if is_garbage(said) else said)
    return answer, replace(asked, answer=answer)
