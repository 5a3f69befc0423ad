"""One member of a scene acts: what is before it is put together, and a model is asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from npcserver.app.group.minding import Minded, Minding
from npcserver.app.material.line import Provenance
from npcserver.app.thoughts.thinking import Thinking
from npcserver.mind.asker import Ask, Asked
from npcserver.mind.group import WHOLE
from npcserver.mind.group.choose import choose
from npcserver.mind.group.chronicle import chronicle
from npcserver.mind.group.digest import digest
from npcserver.mind.group.speak import speak
from npcserver.mind.group.update import update
from npcserver.mind.group.vote import vote
from npcserver.model.acting.answers import Answer
from npcserver.model.acting.material import (
    Act,
    Choosing,
    Chronicling,
    Digesting,
    Revising,
    Speaking,
    Vote,
    Voting,
    Words,
)
from npcserver.model.acting.materials import material_of
from npcserver.model.budget import Budget
from npcserver.model.character import Character
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import needs_thought
from npcserver.model.group.tasks import Task
from npcserver.model.ids import TimelineId
from npcserver.model.purpose import Purpose
from npcserver.model.secret import Secret
from npcserver.model.thought import Thought
from npcserver.ports.language_model import PromptBudget

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """What a task came to, not kept yet. Without an `answer` nobody was asked.

    `secrets` are those that the words may carry. `authored` is the character who acted, if one
    did; `passed_on` is the provenance of its words, by character.
    """

    task: Task
    answer: Answer | None = None
    made_from: Thought | None = None
    secrets: tuple[Secret, ...] = ()
    passed_on: Mapping[str, Provenance] = field(default_factory=dict)
    authored: Character | None = None


class Acting:
    """Has members act, on the account of their timeline; `budget` bounds their prompts."""

    def __init__(
        self, minding: Minding, thinking: Thinking, *, budget: PromptBudget = WHOLE
    ) -> None:
        self._minding = minding
        self._thinking = thinking
        self._prompts = budget

    async def act(
        self, timeline_id: TimelineId, budget: Budget, chat: GroupChat, task: Task
    ) -> Acted:
        """Return what a task comes to; nobody is asked where no thought is due, or affordable.

        Raises a `ModelFault` when no model can be reached.
        """
        if not needs_thought(chat, task):
            return Acted(task=task)
        minded = await self._minding.minded(timeline_id, chat, task, material_of(chat, task))
        act = minded.act
        seed = act.seed if isinstance(act, Chronicling | Digesting) else act.standpoint.seed
        ask = self._thinking.asking_for(
            timeline_id, budget, language=chat.script.language, seed=seed
        )
        answer, thought = await _answered(act, ask, chat, minded, self._prompts)
        return Acted(
            task=task,
            answer=answer,
            made_from=thought,
            secrets=minded.secrets,
            passed_on=_passed_on(minded, answer),
            authored=minded.authored,
        )


async def _answered(
    act: Act, ask: Ask, chat: GroupChat, minded: Minded, budget: PromptBudget
) -> tuple[Answer, Thought | None]:
    """Return the answer, or its default, and the receipt; None where nothing was to be asked."""
    seed = act.seed if isinstance(act, Chronicling | Digesting) else act.standpoint.seed

    def receipt(purpose: Purpose, asked: Asked[T]) -> Thought:
        return asked.receipt(
            purpose,
            vantage_seq=chat.seq,
            persona_version=0 if minded.authored is None else minded.authored.version,
            seed=seed,
            recalled=tuple(one.as_recalled for one in minded.recollections),
        )

    match act:
        case Choosing():
            choice, chosen = await choose(act, ask, budget)
            return choice, receipt(Purpose.CHOOSE, chosen)
        case Speaking():
            words, spoken = await speak(act, ask, budget)
            return words, receipt(Purpose.SPEAK, spoken)
        case Revising():
            revision, revised = await update(act, ask, budget)
            return revision, receipt(Purpose.UPDATE, revised)
        case Voting():
            own_vote, voted = await vote(act, ask, budget)
            return own_vote, receipt(Purpose.VOTE, voted)
        case Digesting():
            text, condensed = await digest(act, ask, budget)
            return text, None if condensed is None else receipt(Purpose.CHRONICLE, condensed)
        case Chronicling():
            summary, told = await chronicle(act, ask, budget)
            return summary, receipt(Purpose.CHRONICLE, told)


def _passed_on(minded: Minded, answer: Answer) -> dict[str, Provenance]:
    """Return the provenance of words in an answer; the first words of a talk are said later."""
    match answer:
        case Words(say=said) | Vote(statement=said) if minded.authored is not None and said:
            return {minded.authored.id: minded.provenance_of(said)}
        case _:
            return {}
