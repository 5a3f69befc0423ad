"""Scenes played whole by a model: the director, the real questions, and nothing stored."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from npcscenes.group_thoughts import perform
from npcscenes.model import director
from npcscenes.model.chat import GroupChat
from npcscenes.model.director import Task
from npcscenes.model.group_answers import moves_of
from npcscenes.model.group_inputs import MemberInput, build_input
from npcscenes.prompts.scene_overview import PROMPT_TOKENS
from npcserver.model.group.moves import AdvanceRequested, Move, Opened
from npcserver.model.group.script import Script
from npcserver.model.question import TypedQuestion
from npcserver.ports.language_model import LanguageModel, fixed_budget
from npcserver.ports.thinker import AskResult, Check, Thinker
from npcserver.prompts.render import Templates
from tests.fakes.language_models import AskedThinker

T = TypeVar("T")
CHAT = "scene-1"
Materials = Callable[[GroupChat, Task], MemberInput]


class Performance:
    """Has a model act for all members of a scene, one after the other."""

    def __init__(
        self,
        model: LanguageModel | Thinker,
        templates: Templates,
        materials: Materials = build_input,
        tokens: int = PROMPT_TOKENS,
    ) -> None:
        self._budget = fixed_budget(tokens)
        self._thinker: Thinker = (
            model
            if isinstance(model, Thinker)
            else AskedThinker(model, templates, budget=self._budget)
        )
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

        async def ask(question: TypedQuestion[T], check: Check[T] | None = None) -> AskResult[T]:
            return await self._thinker.think(question, check)

        answer, asked = await perform(act, ask, self._budget)
        thought = None
        if asked.calls or asked.faults:
            thought = asked.receipt(act.purpose, vantage_seq=chat.seq, persona_version=0)
        return moves_of(chat, task, answer, thought)


def opened(script: Script, seed: int) -> GroupChat:
    """Return a scene that is to go on to the very end."""
    return GroupChat.of(CHAT, ((1, Opened(script=script, seed=seed)), (2, AdvanceRequested())))
