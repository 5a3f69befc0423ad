"""The records of a scene's moves: the moves, the memories of its characters, and jobs.

A memory is written in the transaction of the move by which the words become known to its holder, so
it holds exactly what that character heard. It gets a fixed importance: no model rates it.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from npcscenes.app.scene_cast import person_of
from npcscenes.app.scene_log import drafted
from npcscenes.app.scene_view import news
from npcscenes.model.chat import GroupChat
from npcscenes.model.visibility import Known
from npcserver.app.context.conversation_line import (
    NO_PROVENANCE,
    ConversationLine,
    Listener,
    Provenance,
)
from npcserver.app.context.history import newest_first
from npcserver.app.conversation.audience import trusts_of
from npcserver.model.character import Person
from npcserver.model.errors import NotFound
from npcserver.model.group.moves import AUDIENCE, LineSpoken, Move, Voted
from npcserver.model.group.script import Knowledge, Stage, cast_of
from npcserver.model.ids import CharacterId, TurnId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Draft, RecordKind
from npcserver.ports.storage import Append, Fence, Reader, UnitOfWork
from npcserver.ports.view import View

IN_CONFIDENCE, BEFORE_ALL = 6, 5
"""Importance of words between two, and of words before all."""
_AFTERWARDS = (JobKind.DIGEST, JobKind.RELATE)  # of the cast, once the scene is over


@dataclass(frozen=True, slots=True)
class _LearntLine:
    """A line that a cast member learned, and the importance of its memory."""

    mind: CharacterId
    line: ConversationLine
    importance: int

    @property
    def is_own(self) -> bool:
        return self.line.speaker.id == self.mind


async def memories(
    reader: Reader,
    view: View,
    before: GroupChat,
    after: GroupChat,
    passed_on: Mapping[str, Provenance] | None = None,
) -> tuple[Draft, ...]:
    """Return the memories that a change of a group chat leaves.

    `passed_on` is the provenance of what is said now, by the id of the character. For a character
    that was deleted since nothing is stored.
    """
    characters = await _present(reader, view, after)
    found = [
        _LearntLine(characters[member.id], *said)
        for member in after.script.members
        if member.id in characters
        for known in news(before, after, member.id)
        if (said := _line_of(after, known)) is not None
    ]
    if not found:
        return ()
    heard = [(one.mind, one.line.speaker) for one in found if not one.is_own]
    trusts = await trusts_of(reader, view, heard)
    sources = await _provenances(view, frozenset(characters.values()), found, passed_on or {})
    found.sort(key=lambda one: not one.is_own)  # the speaker's memory comes first
    drafts: list[Draft] = []
    for one in found:
        line = replace(one.line, provenance=sources.get(one.line.turn_id, NO_PROVENANCE))
        if one.is_own:
            drafts.append(line.own_memory(one.importance))
            continue
        speaker = line.speaker.id
        trust = {speaker: trusts[one.mind, speaker]}
        listener = Listener(id=one.mind, trust=trust, importance=one.importance)
        drafts.append(line.memory_of(listener))
    return tuple(drafts)


async def _present(reader: Reader, view: View, chat: GroupChat) -> dict[str, CharacterId]:
    """Return the cast characters that were not deleted since, by member."""
    found: dict[str, CharacterId] = {}
    for member_id, character_id in cast_of(chat.script).items():
        with suppress(NotFound):
            await reader.character(view.timeline.world_id, character_id)
            found[member_id] = character_id
    return found


def _line_of(chat: GroupChat, known: Known) -> tuple[ConversationLine, int] | None:
    """Return the line in what became known, and its importance; None without a line."""
    match known:
        case LineSpoken(text=text) if text.strip():
            return _spoken(chat, known)
        case Voted(statement=statement, knowledge=Knowledge.OWN) if statement.strip():
            member = chat.script.member(known.member)
            seat = chat.seat(member.id)
            line = ConversationLine(
                text=statement,
                speaker=person_of(chat.script, member),
                turn_id=_turn_id(chat, "vote", known.member),
                provenance=_by(seat),
                circle_id=chat.id,
            )
            return line, BEFORE_ALL
        case _:
            return None


def _spoken(chat: GroupChat, spoke: LineSpoken) -> tuple[ConversationLine, int]:
    where: tuple[str, ...] = (
        str(spoke.round),
        spoke.stage,
        str(spoke.chat_round),
        spoke.talk,
        spoke.member,
    )
    if spoke.member == AUDIENCE and spoke.person is not None:
        speaker = spoke.person
        where = (*where, speaker.id, spoke.text)
    else:
        speaker = person_of(chat.script, chat.script.member(spoke.member))
    line = ConversationLine(
        text=spoke.text,
        speaker=speaker,
        to_id=person_of(chat.script, chat.script.member(spoke.to)).id if spoke.to else "",
        turn_id=_turn_id(chat, *where),
        provenance=_by(spoke.person),
        secrets=spoke.secrets,
        circle_id=chat.id,
    )
    return line, BEFORE_ALL if spoke.stage is Stage.GROUP_CHAT else IN_CONFIDENCE


def _by(person: Person | None) -> Provenance:
    """Return the provenance of words that a person said in a seat or from the audience."""
    return NO_PROVENANCE if person is None else Provenance(players=(person.id,))


def _turn_id(chat: GroupChat, *parts: str) -> TurnId:
    """Return the id that links a line with those who hear it later, derived from its place."""
    name = "\0".join((chat.id, *parts))
    return TurnId(f"trn_{hashlib.sha256(name.encode()).hexdigest()[:20]}")


async def _provenances(
    view: View,
    minds: Collection[str],
    found: Sequence[_LearntLine],
    passed_on: Mapping[str, Provenance],
) -> dict[str, Provenance]:
    """Return the provenance of lines, by turn; of earlier ones, from their speaker's memories."""
    sources: dict[str, Provenance] = {}
    earlier: dict[str, set[str]] = {}
    said_now = {one.line.turn_id for one in found if one.is_own}
    for one in found:
        line = one.line
        if line.turn_id in said_now:
            own = passed_on.get(line.speaker.id, NO_PROVENANCE)
            players = dict.fromkeys((*own.players, *line.provenance.players))
            sources[line.turn_id] = replace(own, players=tuple(players))
        elif line.speaker.id in minds:
            earlier.setdefault(line.speaker.id, set()).add(line.turn_id)
        else:
            sources[line.turn_id] = line.provenance
    for speaker, turns in earlier.items():
        async for record in newest_first(view, speaker, (RecordKind.LINE,)):
            line_then = ConversationLine.of(record)
            if line_then is not None and line_then.turn_id in turns:
                sources[line_then.turn_id] = Provenance(players=line_then.provenance.players)
                turns.discard(line_then.turn_id)
            if not turns:
                break
    return sources


async def keep(
    unit: UnitOfWork,
    view: View,
    chat: GroupChat,
    moves: Sequence[Move],
    *,
    jobs: Sequence[JobDraft] = (),
    fences: Sequence[Fence] = (),
    passed_on: Mapping[str, Provenance] | None = None,
) -> GroupChat:
    """Append moves as part of a unit; return the group chat after them.

    `view` is the head that `chat` was read from, or a later one. Raises `Conflict` where a fence
    does not hold.
    """
    timeline_id = view.vantage.timeline_id
    after = chat.then(*moves)
    left = await memories(unit, view, chat, after, passed_on)
    cast = cast_of(chat.script).values() if after.is_closed and not chat.is_closed else ()
    afterwards = tuple(JobDraft(kind, timeline_id, mind) for mind in cast for kind in _AFTERWARDS)
    appended = await unit.append(
        Append(
            timeline_id=timeline_id,
            drafts=(*(drafted(chat.id, move) for move in moves), *left),
            jobs=(*jobs, *afterwards),
            fences=tuple(fences),
        )
    )
    return chat.going_on(enumerate(moves, appended.first))
