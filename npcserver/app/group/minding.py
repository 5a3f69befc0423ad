"""What is before the members of a scene: what comes to mind, and what must be kept from whom.

Everything that a member has before it passes here. Words that carry a secret are left out of a
prompt unless all who will hear what comes of it may be told; what is thought for oneself alone is
made of nothing that is secret, since anybody may come to see it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from npcserver.app.group.casting import cast_of, hearers, person_of
from npcserver.app.material.discretion import Discretion, before, flags_of
from npcserver.app.material.line import Provenance
from npcserver.app.material.mindset import Minds, Mindset
from npcserver.app.material.recalling import Recalled
from npcserver.app.thoughts.thinking import Thinking
from npcserver.model.acting.material import (
    Act,
    Choosing,
    Chronicling,
    Digesting,
    Revising,
    Speaking,
    Voting,
)
from npcserver.model.character import Character
from npcserver.model.errors import NotFound
from npcserver.model.feelings import Standing
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.known import Known
from npcserver.model.group.moves import AUDIENCE, Spoke
from npcserver.model.group.tasks import Choose, Say, Task
from npcserver.model.ids import TimelineId
from npcserver.model.memory import Recollection
from npcserver.model.person import Person
from npcserver.model.secret import Secret, joined
from npcserver.ports.storage import Reader

MemberAct = Choosing | Speaking | Revising | Voting
RECALLED = 8
"""Memories that come to the mind of a cast member for one act."""
_CUE_LINES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Minded:
    """What is before a member, with all that is its own; `authored` is who is cast, if anybody."""

    act: Act
    secrets: tuple[Secret, ...] = ()
    recollections: tuple[Recollection, ...] = ()
    authored: Character | None = None
    names: tuple[str, ...] = ()

    def provenance_of(self, text: str) -> Provenance:
        """Return the provenance of words of the member."""
        known = [one.memory for one in self.recollections]
        return Provenance.of_words(text, known, self.names)


class Minding:
    """Puts into an act what its member remembers, and takes out what it must keep back."""

    def __init__(self, minds: Minds, thinking: Thinking) -> None:
        self._minds = minds
        self._thinking = thinking

    async def minded(
        self, timeline_id: TimelineId, chat: GroupChat, task: Task, act: Act
    ) -> Minded:
        """Return what is before whoever does a task. Where nobody is cast, that is what it was."""
        if not cast_of(chat.script):
            return Minded(act=act)
        async with self._minds.store.read() as reader:
            if isinstance(act, Chronicling):
                alone = Discretion(flags=await flags_of(await reader.head(timeline_id)))
                lines = tuple(one for one in act.lines if _is_open(chat, one, alone, ()))
                return Minded(act=replace(act, lines=lines))
            if isinstance(act, Digesting):  # all voters are shown it
                alone = Discretion(flags=await flags_of(await reader.head(timeline_id)))
                known = tuple(one for one in act.known if _is_for_all(chat, one, alone))
                newer = tuple(one for one in act.newer if _is_for_all(chat, one, alone))
                return Minded(act=replace(act, known=known, newer=newer))
            listeners = _listeners(chat, task)
            own = await self._cast(reader, timeline_id, chat, act.standpoint.member.id)
            if own is None:
                flags = await flags_of(await reader.head(timeline_id))
                stranger = _stranger(hearers(chat, *listeners), flags)
                sifted, secrets = _sifted(chat, act, stranger, listeners)
                return Minded(act=sifted, secrets=secrets)
            return await self._remembering(reader, chat, act, own, listeners)

    async def _remembering(
        self,
        reader: Reader,
        chat: GroupChat,
        act: MemberAct,
        own: Mindset,
        listeners: Sequence[str],
    ) -> Minded:
        """Return what is before a cast member, with what comes to its mind."""
        audience = hearers(chat, *listeners)
        discretion = await before(own.view, own.character, audience)
        sifted, heard = _sifted(chat, act, discretion, listeners)
        recalled = Recalled()
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
        return Minded(
            act=replace(sifted, standpoint=standpoint),
            secrets=secrets,
            recollections=recalled.recollections,
            authored=own.authored,
            names=tuple(one.name for one in chat.script.members),
        )

    async def _cast(
        self, reader: Reader, timeline_id: TimelineId, chat: GroupChat, member_id: str
    ) -> Mindset | None:
        """Return the mind of who plays a member; None for nobody, or one that was deleted since."""
        character_id = cast_of(chat.script).get(member_id)
        if character_id is None:
            return None
        view = await reader.head(timeline_id)
        try:
            return await self._minds.load_at(reader, view, character_id)
        except NotFound:
            return None


def _stranger(audience: Sequence[Person], flags: frozenset[str]) -> Discretion:
    """Return the discretion of somebody who stands to all alike."""
    stood = ((one, Standing(other_id=one.id, other_name=one.name)) for one in audience)
    return Discretion(audience=tuple(stood), flags=flags)


def _listeners(chat: GroupChat, task: Task) -> tuple[str, ...]:
    """Return the members who will hear what comes of a task: nobody where it is only thought.

    Whom somebody will choose to talk with is open, so it might be anybody.
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
    """Return what of the words before somebody may be gone on from, and the secrets in them."""
    known = tuple(
        one
        for one in act.standpoint.known
        if not isinstance(one, Spoke) or _is_open(chat, one, discretion, listeners)
    )
    act = replace(act, standpoint=replace(act.standpoint, known=known))
    said = [one for one in known if isinstance(one, Spoke)]
    if isinstance(act, Speaking):
        lines = tuple(one for one in act.lines if _is_open(chat, one, discretion, listeners))
        act = replace(act, lines=lines)
        said += lines
    return act, joined(*(one.secrets for one in said))


def _is_for_all(chat: GroupChat, known: Known, alone: Discretion) -> bool:
    return not isinstance(known, Spoke) or _is_open(chat, known, alone, ())


def _is_open(
    chat: GroupChat, spoke: Spoke, discretion: Discretion, listeners: Sequence[str]
) -> bool:
    """Say whether all who will hear may be told what a line carries; its speaker knows it."""
    if not spoke.secrets or list(listeners) == [spoke.member]:
        return True
    if spoke.member == AUDIENCE:
        return discretion.may_tell(spoke.secrets)
    speaker = person_of(chat.script, chat.script.member(spoke.member))
    return discretion.may_tell(spoke.secrets, speaker.id)


def _cue(act: MemberAct) -> str:
    """Return the words at which memories come to mind: what it is about, and who is spoken to."""
    standpoint = act.standpoint
    said = [one.text for one in standpoint.known if isinstance(one, Spoke)]
    match act:
        case Speaking(partner=partner, topic=topic, lines=lines):
            said += [one.text for one in lines]
            about = (topic, "" if partner is None else partner.name)
        case Voting(question=question, candidates=candidates):
            about = (question, ", ".join(one.name for one in candidates))
        case _:
            about = (standpoint.member.goal, "")
    parts = (*said[-_CUE_LINES:], *about, standpoint.script.title)
    return "\n".join(part for part in parts if part.strip())
