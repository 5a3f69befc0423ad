"""The act of a scene member: its context is built, and a model is asked.

Words that carry a secret are left out of a prompt unless all who will hear the result may be told
it; a private thought sees no secrets at all, since its result may be shown to anyone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from npcscenes.app.scene_cast import hearers, person_of
from npcscenes.group_thoughts import perform
from npcscenes.model.chat import GroupChat
from npcscenes.model.director import Choose, Say, Task, needs_thought
from npcscenes.model.group_answers import Answer
from npcscenes.model.group_inputs import (
    ChooseInput,
    ChronicleInput,
    DigestInput,
    MemberInput,
    SpeakInput,
    SpokenLine,
    UpdateInput,
    Vote,
    VoteInput,
    build_input,
)
from npcscenes.model.visibility import Known
from npcserver.app.context.conversation_line import Provenance
from npcserver.app.context.discretion import Discretion, before, flags_of
from npcserver.app.context.mindset import Minds, Mindset
from npcserver.app.context.recall import RecalledContext
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.model.character import Character
from npcserver.model.errors import NotFound
from npcserver.model.feelings import Standing
from npcserver.model.group.moves import AUDIENCE, LineSpoken
from npcserver.model.group.script import cast_of
from npcserver.model.ids import TimelineId
from npcserver.model.memory import Recollection
from npcserver.model.model_use import Budget
from npcserver.model.secret import Secret, joined
from npcserver.model.thought import Thought
from npcserver.ports.language_model import PromptBudget
from npcserver.ports.storage import Reader
from npcserver.prompts.question import WHOLE_PROMPT

MemberAct = ChooseInput | SpeakInput | UpdateInput | VoteInput
RECALLED = 8
"""Memories that are recalled for one act of a cast member."""
_CUE_LINES = 2
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberContext:
    """The context of one act; `authored` is the cast character, None for a member without one."""

    act: MemberInput
    secrets: tuple[Secret, ...] = ()
    recollections: tuple[Recollection, ...] = ()
    authored: Character | None = None
    names: tuple[str, ...] = ()

    def provenance_of(self, text: str) -> Provenance:
        """Return the provenance of words of the member."""
        known = [one.memory for one in self.recollections]
        return Provenance.of_words(text, known, self.names)


class MemberContextBuilder:
    """Adds recalled memories to an act, and removes what its member must withhold."""

    def __init__(self, minds: Minds, thinking: ThoughtRuntime) -> None:
        self._minds = minds
        self._thinking = thinking

    async def build(
        self, timeline_id: TimelineId, chat: GroupChat, task: Task, act: MemberInput
    ) -> MemberContext:
        """Return the context of a task; the act itself in a script without cast characters."""
        if not cast_of(chat.script):
            return MemberContext(act=act)
        async with self._minds.store.read() as reader:
            flags = await flags_of(await reader.head(timeline_id))
            is_for_all = partial(_is_for_all, chat, Discretion(flags=flags))
            if isinstance(act, ChronicleInput):
                lines = tuple(filter(is_for_all, act.lines))
                return MemberContext(act=replace(act, lines=lines))
            if isinstance(act, DigestInput):  # all voters see it
                known, newer = (tuple(filter(is_for_all, one)) for one in (act.known, act.newer))
                return MemberContext(act=replace(act, known=known, newer=newer))
            listeners = _listeners(chat, task)
            own = await self._cast(reader, timeline_id, chat, act.standpoint.member.id)
            if own is None:
                stood = (  # a member without a character is a stranger to everyone
                    (one, Standing(other_id=one.id, other_name=one.name))
                    for one in hearers(chat, *listeners)
                )
                stranger = Discretion(audience=tuple(stood), flags=flags)
                sifted, secrets = _sifted(chat, act, stranger, listeners)
                return MemberContext(act=sifted, secrets=secrets)
            return await self._remembering(reader, chat, act, own, listeners)

    async def _remembering(
        self,
        reader: Reader,
        chat: GroupChat,
        act: MemberAct,
        own: Mindset,
        listeners: Sequence[str],
    ) -> MemberContext:
        audience = hearers(chat, *listeners)
        discretion = await before(own.view, own.character, audience)
        sifted, heard = _sifted(chat, act, discretion, listeners)
        recalled = RecalledContext()
        if chat.script.course.has_memory:
            recalled = await self._thinking.recall_before(
                reader, own, _cue(sifted), RECALLED, audience, but_circle=chat.id
            )
        secrets = joined(recalled.secrets, heard)
        standpoint = replace(
            sifted.standpoint,
            recollections=recalled.recollections,
            secrets=secrets,
            now=own.situation.now,
        )
        return MemberContext(
            act=replace(sifted, standpoint=standpoint),
            secrets=secrets,
            recollections=recalled.recollections,
            authored=own.authored,
            names=tuple(one.name for one in chat.script.members),
        )

    async def _cast(
        self, reader: Reader, timeline_id: TimelineId, chat: GroupChat, member_id: str
    ) -> Mindset | None:
        """Return the state of the character cast as a member; None without one, or if deleted."""
        character_id = cast_of(chat.script).get(member_id)
        if character_id is None:
            return None
        view = await reader.head(timeline_id)
        try:
            return await self._minds.load_at(reader, view, character_id)
        except NotFound:
            return None


def _listeners(chat: GroupChat, task: Task) -> tuple[str, ...]:
    """Return the members who will hear the result of a task; empty for a private thought.

    Before the choice of a partner the listener is unknown, so it might be any member.
    """
    match task:
        case Say(to=to) if to:
            return (to,)
        case Say(member=member) | Choose(member=member):
            return tuple(one.id for one in chat.script.members if one.id != member)
        case _:
            return ()


def _sifted(
    chat: GroupChat, act: MemberAct, discretion: Discretion, listeners: Sequence[str]
) -> tuple[MemberAct, tuple[Secret, ...]]:
    """Return the act with the lines that its listeners may be told, and the secrets in them."""
    known = tuple(
        one
        for one in act.standpoint.known
        if not isinstance(one, LineSpoken) or _is_open(chat, one, discretion, listeners)
    )
    act = replace(act, standpoint=replace(act.standpoint, known=known))
    said = [one for one in known if isinstance(one, LineSpoken)]
    if isinstance(act, SpeakInput):
        lines = tuple(one for one in act.lines if _is_open(chat, one, discretion, listeners))
        act = replace(act, lines=lines)
        said += lines
    return act, joined(*(one.secrets for one in said))


def _is_for_all(chat: GroupChat, alone: Discretion, known: Known) -> bool:
    return not isinstance(known, LineSpoken) or _is_open(chat, known, alone, ())


def _is_open(
    chat: GroupChat, spoke: LineSpoken, discretion: Discretion, listeners: Sequence[str]
) -> bool:
    """Return whether all listeners may be told what a line carries; its speaker knows it."""
    if not spoke.secrets or list(listeners) == [spoke.member]:
        return True
    if spoke.member == AUDIENCE:
        return discretion.may_tell(spoke.secrets)
    speaker = person_of(chat.script, chat.script.member(spoke.member))
    return discretion.may_tell(spoke.secrets, speaker.id)


def _cue(act: MemberAct) -> str:
    """Return the cue for recall: the last lines, the subject of the act, and the partner."""
    standpoint = act.standpoint
    said = [one.text for one in standpoint.known if isinstance(one, LineSpoken)]
    match act:
        case SpeakInput(partner=partner, topic=topic, lines=lines):
            said += [one.text for one in lines]
            about = (topic, "" if partner is None else partner.name)
        case VoteInput(question=question, candidates=candidates):
            about = (question, ", ".join(one.name for one in candidates))
        case _:
            about = (standpoint.member.goal, "")
    parts = (*said[-_CUE_LINES:], *about, standpoint.script.title)
    return "\n".join(part for part in parts if part.strip())


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskResult:
    """The result of a task, not stored yet; `answer` is None where no model was asked.

    `secrets` are those that the words may carry. `authored` is the character who acted, if one did;
    `passed_on` is the provenance of its words, by character.
    """

    task: Task
    answer: Answer | None = None
    made_from: Thought | None = None
    secrets: tuple[Secret, ...] = ()
    passed_on: Mapping[str, Provenance] = field(default_factory=dict)
    authored: Character | None = None


class MemberActor:
    """Asks for the acts of members; `budget` limits the tokens of their prompts.

    Rounds that do not fit in such a prompt are condensed for votes on all knowledge.
    """

    def __init__(
        self,
        contexts: MemberContextBuilder,
        thinking: ThoughtRuntime,
        *,
        budget: PromptBudget = WHOLE_PROMPT,
    ) -> None:
        self._contexts = contexts
        self._thinking = thinking
        self._prompts = budget

    async def act(
        self, timeline_id: TimelineId, budget: Budget, chat: GroupChat, task: Task
    ) -> TaskResult:
        """Return the result of a task; no model is asked where no thought is due, or over budget.

        Raises a `ModelFault` when no model can be reached.
        """
        if not needs_thought(chat, task):
            return TaskResult(task=task)
        context = await self._contexts.build(timeline_id, chat, task, build_input(chat, task))
        act = context.act
        ask = self._thinking.asking_for(timeline_id, budget)
        answer, asked = await perform(act, ask, self._prompts)
        own = context.authored
        thought = asked.receipt(
            act.purpose,
            vantage_seq=chat.seq,
            persona_version=0 if own is None else own.version,
            draft_seq=0 if own is None else own.draft_seq,
            seed=act.seed,
            recalled=tuple(one.as_recalled for one in context.recollections),
        )
        return TaskResult(
            task=task,
            answer=answer,
            made_from=thought if asked.calls or asked.faults else None,
            secrets=context.secrets,
            passed_on=_passed_on(context, answer),
            authored=context.authored,
        )


def _passed_on(context: MemberContext, answer: Answer) -> dict[str, Provenance]:
    """Return the provenance of the words in an answer; a choice's first words are said later."""
    match answer:
        case SpokenLine(say=said) | Vote(statement=said) if context.authored is not None and said:
            return {context.authored.id: context.provenance_of(said)}
        case _:
            return {}
