"""Scenes played whole by a model: the director, the real questions, and nothing stored."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from npcserver.mind.asker import Asked, Asker, Question
from npcserver.mind.group import fixed
from npcserver.mind.group.choose import choose
from npcserver.mind.group.chronicle import chronicle
from npcserver.mind.group.digest import digest
from npcserver.mind.group.speak import speak
from npcserver.mind.group.update import update
from npcserver.mind.group.vote import vote
from npcserver.model.acting.answers import Answer, moves_of
from npcserver.model.acting.material import (
    Act,
    Choosing,
    Chronicling,
    Digesting,
    Revising,
    Speaking,
    Voting,
)
from npcserver.model.acting.materials import material_of
from npcserver.model.group import director
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.moves import Move, Opened, Wished
from npcserver.model.group.script import Script
from npcserver.model.group.tasks import Task
from npcserver.model.pondering import Pondering
from npcserver.model.purpose import Purpose
from npcserver.model.thought import Thought
from npcserver.ports.language_model import LanguageModel, PromptBudget
from npcserver.prompts.group_scene import PROMPT_TOKENS
from npcserver.prompts.render import Templates

T = TypeVar("T")
CHAT = "scene-1"
Materials = Callable[[GroupChat, Task], Act]


class Performance:
    """Has a model act for all members of a scene, one after the other."""

    def __init__(
        self,
        model: LanguageModel,
        templates: Templates,
        materials: Materials = material_of,
        tokens: int = PROMPT_TOKENS,
    ) -> None:
        self._budget = fixed(tokens)
        self._asker = Asker(model, templates)
        self._materials = materials

    async def play(self, script: Script, seed: int = 0) -> GroupChat:
        """Play a scene to the end."""
        chat = opened(script, seed)
        while tasks := director.due(chat):
            chat = chat.then(*await self.wave(chat, tasks))
        return chat

    async def wave(self, chat: GroupChat, tasks: Sequence[Task]) -> tuple[Move, ...]:
        """Return what follows from tasks, each thought from the same moment."""
        return tuple([move for task in tasks for move in await self.moves(chat, task)])

    async def moves(self, chat: GroupChat, task: Task) -> tuple[Move, ...]:
        """Return what follows from a task."""
        if not director.needs_thought(chat, task):
            return moves_of(chat, task)
        act = self._materials(chat, task)
        ask = _Asking(self._asker, chat.script.language)
        answer, thought = await _answered(act, ask, chat.seq, self._budget)
        return moves_of(chat, task, answer, thought)


def opened(script: Script, seed: int) -> GroupChat:
    """Return a scene that is to go on to the very end."""
    return GroupChat.of(CHAT, ((1, Opened(script=script, seed=seed)), (2, Wished())))


class _Asking:
    """Asks in the language of a scene, at nobody's expense."""

    def __init__(self, asker: Asker, language: str) -> None:
        self._asker = asker
        self._language = language

    async def __call__(
        self,
        question: Question[T],
        *,
        purpose: Purpose,
        material: Pondering,
        max_tokens: int,
        temperature: float | None = None,
    ) -> Asked[T]:
        return await self._asker.ask(
            question,
            purpose=purpose,
            language=self._language,
            material=material,
            max_tokens=max_tokens,
            temperature=temperature,
        )


async def _answered(
    act: Act, ask: _Asking, seq: int, budget: PromptBudget
) -> tuple[Answer, Thought | None]:
    def receipt(purpose: Purpose, asked: Asked[T]) -> Thought:
        return asked.receipt(purpose, vantage_seq=seq, persona_version=0)

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
