"""Words said in a circle: stored at once, for all who hear them, before anyone answers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated

from npcserver.app.authored import character_at
from npcserver.app.context.conversation_line import ConversationLine, Provenance
from npcserver.app.context.discretion import before, carried, confided
from npcserver.app.conversation.audience import (
    CircleState,
    circle_listeners,
    jobs_after,
    require_circle,
    voice_of,
)
from npcserver.app.conversation.turn_assignment import (
    CircleContext,
    addressed_by_game,
    heard_lines,
    lines_of,
)
from npcserver.app.idempotency import store_answer, stored_answer
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.provenance import passed_on
from npcserver.mind.trades import roles_of
from npcserver.mind.turn_allocation import (
    CircleLine,
    CircleMember,
    CircleSnapshot,
    addressees,
)
from npcserver.model import limits
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.bounds import Items, Language, NumberRange
from npcserver.model.character import Person
from npcserver.model.errors import InvalidInput, NotPossibleNow, Reason
from npcserver.model.ids import TimelineId, words_id
from npcserver.model.memory import Memory
from npcserver.model.record import Draft, RecordKind
from npcserver.model.secret import Secret, joined, whispered
from npcserver.ports.storage import Append, Reader, RequestKey, UnitOfWork
from npcserver.ports.view import View

_RECALLED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SayInCircle:
    """Words for a circle, and what the game offers at this moment.

    Without `text` the characters go on among themselves. `to_ids` are the addressees, where the
    game knows them; only they hear a whisper. Characters take `most_turns` at most. `affordances`
    and `entities` of None are those of the world. `waits` is how long, in game time, a player's
    answer to a question is awaited; None for no limit.

    The caller waits `beat_seconds` for a sign of each turn and `total_seconds` for all of them;
    None where it does not say.
    """

    timeline_id: TimelineId
    circle_id: str
    speaker_id: str = ""
    text: str = ""
    to_ids: Annotated[tuple[str, ...], Items(limits.CIRCLE, drops_repeats=True)] = ()
    is_whisper: bool = False
    affordances: tuple[Affordance, ...] | None = ()
    entities: tuple[Entity, ...] | None = ()
    want_deltas: bool = False
    most_turns: Annotated[int, NumberRange(1, limits.CIRCLE)] = 3
    waits: timedelta | None = None
    key: RequestKey | None = None
    beat_seconds: float | None = None
    total_seconds: float | None = None
    language: Language = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredUtterance:
    """The stored words. `seq` is 0 where there were none; empty `to_ids` address all.

    `words_id` identifies them in the memories of those who heard them, `hearer_ids` are all who
    did, and words stored after `since` are those of others.
    """

    seq: int
    to_ids: tuple[str, ...]
    since: int
    words_id: str = ""
    hearer_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UtteranceContent:
    """The addressees of words, and the secrets they carry, before they are stored.

    `quoted` are memories that a character passes on with words that the game gives it.
    """

    to_ids: tuple[str, ...] = ()
    secrets: tuple[Secret, ...] = ()
    quoted: tuple[Memory, ...] = ()


async def heard_before(reader: Reader, say: SayInCircle) -> StoredUtterance | None:
    """Return the answer stored for these words under the same key, None for none."""
    return await stored_answer(reader, say.key, StoredUtterance)


async def meant(
    reader: Reader, view: View, say: SayInCircle, stream: MemoryStream, profile: Profile
) -> UtteranceContent:
    """Return addressees and secrets of words, in a circle as a vantage sees it.

    Raises `NotFound` where there is none, and `NotPossibleNow` for a speaker who is not in it.
    """

    async def aimed(reader: Reader) -> tuple[CircleState, Person | None, tuple[str, ...]]:
        """Return the circle, its speaker and the addressees."""
        now = await reader.head(say.timeline_id)
        found = await require_circle(reader, now, say.circle_id)
        speaker = speaker_in(found, say)
        if speaker is None or say.to_ids:
            return found, speaker, say.to_ids
        return found, speaker, await _addressees(reader, now, found, speaker, say.text)

    found, speaker, to_ids = await reader.together(aimed)
    if speaker is None:
        return UtteranceContent()
    among = frozenset((*to_ids, speaker.id)) if say.is_whisper else None
    minds = [one for one in found.minds if among is None or one in among]
    names = tuple(one.name for one in found.circle.members)
    world_id, cue = view.timeline.world_id, stream.words(say.text)  # no embedder: too slow
    secrets: tuple[Secret, ...] = ()
    quoted: tuple[Memory, ...] = ()
    for mind in minds:
        recalled = await stream.recall(reader, view, world_id, mind, cue, _RECALLED, profile)
        if mind == speaker.id:
            quoted = passed_on(say.text, [one.memory for one in recalled], names)
            continue
        character = await character_at(reader, view, mind)
        discretion = await before(view, character, (speaker,))
        secrets = joined(secrets, confided(say.text, recalled, discretion, names))
    return UtteranceContent(to_ids=to_ids, secrets=joined(secrets, carried(quoted)), quoted=quoted)


def speaker_in(found: CircleState, say: SayInCircle) -> Person | None:
    """Return the speaker, None without words. Raises for a person who is not in the circle."""
    members = {one.id: one for one in found.circle.members}
    named = (*((say.speaker_id,) if say.speaker_id else ()), *say.to_ids)
    for one in named:
        if one not in members:
            raise not_in(say.circle_id, one)
    if not say.text:
        return None
    if say.speaker_id in say.to_ids:
        raise InvalidInput("to_ids", "names who speaks; name others in the circle")
    return members[say.speaker_id]


def not_in(circle_id: str, member_id: str) -> NotPossibleNow:
    """Return the error for a person who is not in a circle."""
    return NotPossibleNow(
        f"{member_id!r} is not in the circle {circle_id!r}, or has gone to another place; "
        "let them join it with JoinCircle",
        Reason.NOT_IN_CIRCLE,
        circleId=circle_id,
        memberId=member_id,
    )


async def hear(
    say: SayInCircle, what: UtteranceContent, settles_at: datetime, unit: UnitOfWork
) -> tuple[StoredUtterance, bool]:
    """Store the words for the members of this very moment; return them, and whether they are new.

    A change of members since the last record of the circle is stored with them.
    """
    # Looked up again in this transaction: another call may have stored them in the meantime.
    kept = await heard_before(unit, say)
    if kept is not None:
        return kept, False
    view = await unit.head(say.timeline_id)
    found = await require_circle(unit, view, say.circle_id)
    speaker = speaker_in(found, say)
    heard = StoredUtterance(seq=0, to_ids=what.to_ids, since=view.vantage.seq)
    said: tuple[Draft, ...] = ()
    if speaker is not None:
        line = _line(say, what, found, speaker)
        among = (*what.to_ids, speaker.id) if say.is_whisper else None
        listeners = await circle_listeners(unit, view, found, speaker, among)
        said = tuple(line.memories(listeners, what.to_ids))
        hearers = among or tuple(one.id for one in found.circle.members)
        heard = replace(heard, words_id=line.turn_id, hearer_ids=hearers)
    circle = found.circle
    changed = (Draft(RecordKind.CIRCLE, circle, circle.id),) if found.has_changed else ()
    if changed or said:
        hearing = dict.fromkeys(draft.subject_id for draft in said)
        talking = [
            mind
            for mind in hearing
            if not what.to_ids or mind in what.to_ids or mind == say.speaker_id
        ]
        appended = await unit.append(
            Append(
                say.timeline_id,
                (*changed, *said),
                jobs=jobs_after(say.timeline_id, hearing, talking, settles_at),
            )
        )
        first = appended.first + len(changed) if said else 0
        heard = replace(heard, seq=first, since=appended.last)
    await store_answer(unit, say.key, StoredUtterance, heard)
    return heard, True


def hear_unkept(say: SayInCircle, context: CircleContext) -> tuple[StoredUtterance, CircleContext]:
    """Return words that cannot be stored as they are heard, and the circle with them."""
    found, since = context.found, context.seq
    speaker = speaker_in(found, say)
    if speaker is None:
        return StoredUtterance(seq=0, to_ids=(), since=since), context
    to_ids = say.to_ids or _meant_for(context.lines, context.members, speaker, say.text)
    among = (*to_ids, speaker.id) if say.is_whisper else None
    hearers = among or tuple(one.id for one in found.circle.members)
    line = _line(say, UtteranceContent(to_ids=to_ids), found, speaker)
    heard = StoredUtterance(
        seq=0, to_ids=to_ids, since=since, words_id=line.turn_id, hearer_ids=hearers
    )
    return heard, context.with_line(line, hearers)


async def _addressees(
    reader: Reader, view: View, found: CircleState, speaker: Person, text: str
) -> tuple[str, ...]:
    members = {one.id: voice_of(one) for one in found.circle.members}
    for mind in found.minds:
        character = await character_at(reader, view, mind)
        members[mind] = replace(members[mind], roles=roles_of(character.persona))
    lines = lines_of(await heard_lines(view, found))
    return _meant_for(lines, tuple(members.values()), speaker, text)


def _meant_for(
    before: Sequence[ConversationLine],
    members: tuple[CircleMember, ...],
    speaker: Person,
    text: str,
) -> tuple[str, ...]:
    """Return whom words address, by what was said aloud before and by the words themselves."""
    lines = [
        CircleLine(speaker_id=one.speaker.id, text=one.text, to_ids=addressed_by_game(one))
        for one in before
        if not one.is_whisper
    ]
    said = CircleLine(speaker_id=speaker.id, text=text)
    return addressees(CircleSnapshot(members=members, lines=(*lines, said)))


def _line(
    say: SayInCircle, what: UtteranceContent, found: CircleState, speaker: Person
) -> ConversationLine:
    people = {one.id: one for one in found.circle.members}
    told = [people[one] for one in what.to_ids if one in people]
    hearers = told if say.is_whisper else list(people.values())
    secret = (whispered((speaker.id, *what.to_ids)),) if say.is_whisper else ()
    players = tuple(one.id for one in (speaker, *(told or hearers)) if one.is_player)
    return ConversationLine(
        text=say.text,
        speaker=speaker,
        to_id=told[0].id if len(told) == 1 else "",
        turn_id=words_id(),
        place_id=found.circle.place_id,
        provenance=Provenance.of_memories(what.quoted, players),
        secrets=joined(secret, what.secrets),
        circle_id=say.circle_id,
        is_whisper=say.is_whisper,
    )
