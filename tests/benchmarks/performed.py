"""Scenes played whole by a model: the director, the real questions, and nothing stored."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from npcserver.mind.asker import Asker, AskResult, Question
from npcserver.mind.group_thoughts import choose, chronicle, digest, fixed, speak, update, vote
from npcserver.model.group import director
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import Task
from npcserver.model.group.moves import Move, Opened, Wished
from npcserver.model.group.script import Script
from npcserver.model.group_answers import Answer, moves_of
from npcserver.model.group_inputs import (
    ChooseInput,
    ChronicleInput,
    DigestInput,
    MemberInput,
    SpeakInput,
    UpdateInput,
    VoteInput,
    build_input,
)
from npcserver.model.inputs import ThoughtInput
from npcserver.model.model_use import Purpose
from npcserver.model.thought import Thought
from npcserver.ports.language_model import LanguageModel, PromptBudget
from npcserver.prompts.render import Templates
from npcserver.prompts.scene_overview import PROMPT_TOKENS

T = TypeVar("T")
CHAT = "scene-1"
Materials = Callable[[GroupChat, Task], MemberInput]


class Performance:
    """Has a model act for all members of a scene, one after the other."""

    def __init__(
        self,
        model: LanguageModel,
        templates: Templates,
        materials: Materials = build_input,
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
        material: ThoughtInput,
        max_tokens: int,
        temperature: float | None = None,
    ) -> AskResult[T]:
        return await self._asker.ask(
            question,
            purpose=purpose,
            language=self._language,
            material=material,
            max_tokens=max_tokens,
            temperature=temperature,
        )


async def _answered(
    act: MemberInput, ask: _Asking, seq: int, budget: PromptBudget
) -> tuple[Answer, Thought | None]:
    def receipt(purpose: Purpose, asked: AskResult[T]) -> Thought:
        return asked.receipt(purpose, vantage_seq=seq, persona_version=0)

    match act:
        case ChooseInput():
            choice, chosen = await choose(act, ask, budget)
            return choice, receipt(Purpose.CHOOSE, chosen)
        case SpeakInput():
            words, spoken = await speak(act, ask, budget)
            return words, receipt(Purpose.SPEAK, spoken)
        case UpdateInput():
            revision, revised = await update(act, ask, budget)
            return revision, receipt(Purpose.UPDATE, revised)
        case VoteInput():
            own_vote, voted = await vote(act, ask, budget)
            return own_vote, receipt(Purpose.VOTE, voted)
        case DigestInput():
            text, condensed = await digest(act, ask, budget)
            return text, None if condensed is None else receipt(Purpose.CHRONICLE, condensed)
        case ChronicleInput():
            summary, told = await chronicle(act, ask, budget)
            return summary, receipt(Purpose.CHRONICLE, told)
