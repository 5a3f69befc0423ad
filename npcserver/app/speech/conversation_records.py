"""Conversations of characters with each other, as the log has them.

All of a conversation stands in the log, so whoever carries it on needs nothing else: a record of
its beginning for each side, the lines in the memories of both, a record where somebody takes
leave, and one of its end.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from npcserver.app.material.history import newest_first
from npcserver.app.material.line import ConversationLine
from npcserver.app.perceiving.presence import Presence
from npcserver.mind.deeds import TALKING_EMOJI, seen, talking_with
from npcserver.model.act import Acting, Cause
from npcserver.model.day import Step
from npcserver.model.ids import PlaceId, new_id
from npcserver.model.interlude import at_the_minute
from npcserver.model.person import Person
from npcserver.model.record import (
    SPEECH_KINDS,
    Draft,
    Record,
    RecordKind,
    Remembered,
    TurnTaken,
)
from npcserver.model.thought import Conversed
from npcserver.ports.view import View

LONGEST = timedelta(hours=12)
"""Game time after which a conversation that nobody ended counts as over."""
LETTERS_A_MINUTE = 240
"""How fast characters talk (Generative Agents, released code: 240 characters a minute)."""
USUAL_LETTERS = 130
"""Characters of a line (the same code's shipped run), to guess how long a talk will take."""

_WORDS = (RecordKind.LINE, RecordKind.TURN)
_RECORDS_EACH = 3  # a beginning, taking leave, an end


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A conversation under way, as one of those in it knows it.

    `began_at` is the seq of its beginning, `begins` the game time.
    """

    mind: str
    partner: Person
    conversation_id: str
    about: str
    began_at: int
    begins: datetime
    has_taken_leave: bool = False


async def conversation_of(
    view: View, present: Mapping[str, Presence], mind: str
) -> Conversation | None:
    """Return the conversation a character is in; None when it is in none.

    One with somebody who is gone from the world, or that nobody ever ended, counts as over.
    """
    talk = await abandoned(view, mind)
    if talk is None or talk.partner.id not in present:
        return None
    if await view.game_time() - talk.begins > LONGEST:
        return None
    return replace(talk, partner=present[talk.partner.id].person)


async def abandoned(view: View, mind: str) -> Conversation | None:
    """Return a conversation that never ended, whoever it was with."""
    records = await view.tail(mind, (RecordKind.CONVERSATION,), _RECORDS_EACH)
    last = records[0].body if records else None
    if not isinstance(last, Conversed) or last.is_over:
        return None
    first = _first_of(records, last.conversation_id)
    return Conversation(
        mind=mind,
        partner=Person(id=last.with_id, name=last.with_name, is_player=False),
        conversation_id=last.conversation_id,
        about=last.about,
        began_at=first.seq,
        begins=first.game_time,
        has_taken_leave=last.has_taken_leave,
    )


async def last_end(view: View, mind: str, other: str) -> datetime | None:
    """Return when a character last ended a talk with somebody; one without a line is none."""
    async for record in newest_first(view, mind, (RecordKind.CONVERSATION,)):
        body = record.body
        if isinstance(body, Conversed) and body.is_over and body.lines and body.with_id == other:
            return record.game_time
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class TalksOfDay:
    """The talks among characters that one of them began or joined on a game day."""

    count: int
    partner_ids: frozenset[str]


async def talks_of_day(view: View, mind: str, day: date) -> TalksOfDay:
    """Return the talks of a character on a game day; one that ended without a line is none."""
    empty: set[str] = set()
    talks: dict[str, str] = {}
    async for record in newest_first(view, mind, (RecordKind.CONVERSATION,)):
        body = record.body
        if record.game_time.date() < day:
            break
        if not isinstance(body, Conversed) or record.game_time.date() > day:
            continue
        if body.is_over and not body.lines:
            empty.add(body.conversation_id)
        if body.conversation_id not in empty:
            talks[body.conversation_id] = body.with_id
    return TalksOfDay(count=len(talks), partner_ids=frozenset(talks.values()))


async def lines_of(view: View, talk: Conversation) -> tuple[ConversationLine, ...]:
    """Return what was said in a conversation so far, oldest first."""
    found: list[ConversationLine] = []
    async for record in newest_first(view, talk.mind, SPEECH_KINDS):
        if record.seq < talk.began_at:
            break
        line = ConversationLine.of(record)
        if line is None or line.is_overheard:
            continue
        if {line.speaker.id, line.to_id} == {talk.mind, talk.partner.id}:
            found.append(line)
    return tuple(reversed(found))


async def is_disturbed(view: View, talk: Conversation) -> bool:
    """Say whether one of the two has spoken with somebody else since the conversation began."""
    for mind, other in ((talk.mind, talk.partner.id), (talk.partner.id, talk.mind)):
        for record in await view.tail(mind, _WORDS, 2):
            if record.seq > talk.began_at and not _is_with(record, other):
                return True
    return False


def beginning(initiator: Person, partner: Person, about: str) -> tuple[Draft, ...]:
    """Return the records with which a conversation begins, for both."""
    conversation_id = new_id("cnv")
    return tuple(
        Draft(
            kind=RecordKind.CONVERSATION,
            subject_id=mind.id,
            body=Conversed(
                conversation_id=conversation_id,
                with_id=other.id,
                with_name=other.name,
                about=about,
            ),
        )
        for mind, other in ((initiator, partner), (partner, initiator))
    )


def leave_taken(talk: Conversation, mind: Person, other: Person, lines: int) -> Draft:
    """Return the record with which somebody takes leave."""
    body = replace(_conversed(talk, other, lines), has_taken_leave=True)
    return Draft(kind=RecordKind.CONVERSATION, subject_id=mind.id, body=body)


def ending(talk: Conversation, mind: Person, other: Person, lines: int, ended_by: str) -> Draft:
    """Return the record with which a conversation ends for one of those in it."""
    body = replace(_conversed(talk, other, lines), is_over=True, ended_by=ended_by)
    return Draft(kind=RecordKind.CONVERSATION, subject_id=mind.id, body=body)


def act_of_talking(mind: Person, step: Step, language: str) -> Draft:
    """Return the act of talking with somebody."""
    return Draft(
        kind=RecordKind.ACT,
        subject_id=mind.id,
        text=seen(mind.name, step.activity, language),
        body=Acting(step=step, cause=Cause.TALK),
    )


def talking_step(
    other: Person, begins: datetime, minutes: int, place_id: PlaceId | None, language: str
) -> Step:
    """Return the step of a day that a conversation is."""
    return Step(
        starts_at=at_the_minute(begins),
        minutes=minutes,
        activity=talking_with(other.name, language),
        place_id=place_id,
        emoji=TALKING_EMOJI,
    )


def minutes_for(letters: int) -> int:
    """Return how long so many characters take to say, at least a minute."""
    return max(1, math.ceil(letters / LETTERS_A_MINUTE))


def _conversed(talk: Conversation, other: Person, lines: int) -> Conversed:
    return Conversed(
        conversation_id=talk.conversation_id,
        with_id=other.id,
        with_name=other.name,
        about=talk.about,
        lines=lines,
    )


def _first_of(records: Sequence[Record], conversation_id: str) -> Record:
    own = [
        record
        for record in records
        if isinstance(record.body, Conversed) and record.body.conversation_id == conversation_id
    ]
    return own[-1]


def _is_with(record: Record, other: str) -> bool:
    body = record.body
    if isinstance(body, TurnTaken):
        return body.speaker_id == other
    return isinstance(body, Remembered) and other in (body.told_to, body.told_by)
