"""Storing a turn: who hears it, with whom it was spoken, and how it is told again."""

from dataclasses import replace
from datetime import datetime
from functools import partial

from npcserver.app.material.words import Listener, listeners, trust_in
from npcserver.app.perceiving.presence import presences
from npcserver.app.speech.circle_turn import listeners_of
from npcserver.app.speech.keeping import Earshot, Turn
from npcserver.app.speech.promising import unmoved
from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.feelings import NEUTRAL_TRUST
from npcserver.model.ids import CharacterId
from npcserver.model.record import Record, TurnTaken
from npcserver.model.turn import TurnEvent, TurnFinished, TurnStarted
from npcserver.ports.storage import Appended, Reader, Store, UnitOfWork
from npcserver.ports.view import View


async def earshot(store: Store, turn: Turn) -> Earshot:
    """Return who heard a turn besides those who talked; reads nothing where nobody could."""
    if turn.is_between_two:
        return Earshot()

    async def look(reader: Reader) -> Earshot:
        return await heard_by(reader, await reader.head(turn.say.timeline_id), turn)

    async with store.read() as reader:
        return await reader.together(look)


async def heard_by(reader: Reader, view: View, turn: Turn) -> Earshot:
    """Return who hears a turn that is stored at a vantage."""
    speaker, answering = turn.talkers
    if turn.say.circle is not None:
        return Earshot(listeners=await listeners_of(reader, view, turn.say.circle, answering))
    if turn.is_between_two:
        return Earshot()
    found: tuple[Listener, ...] = ()
    trust = NEUTRAL_TRUST
    if not turn.say.is_private:
        present = await presences(reader, view)
        heard = await listeners(reader, view, present, turn.staged.place_id, (speaker, answering))
        found = tuple(one for one in heard if turn.may_be_heard_by(one.id))
    if not speaker.is_player:
        trust = await trust_in(reader, view, CharacterId(speaker.id), answering)
    return Earshot(listeners=found, speaker_trust=trust)


async def store_turn(store: Store, turn: Turn, settles_at: datetime) -> Appended:
    """Store a turn in one transaction."""
    if turn.say.circle is not None:
        return await store.write(partial(keep_among, turn, settles_at))
    heard = await earshot(store, turn)
    return await store.write(partial(keep, turn, heard, settles_at))


async def keep(turn: Turn, earshot: Earshot, settles_at: datetime, unit: UnitOfWork) -> Appended:
    """Store a turn with the persona it spoke with, which may have been edited in the database."""
    authored = turn.staged.authored
    try:
        version = await unit.adopt(authored.world_id, authored.id, authored.persona)
    except NotFound:  # deleted while it spoke; what it did stays
        version = authored.version
    append = turn.append(version, earshot, settles_at)
    drafts = await unmoved(unit, append, turn.staged.scene.commitments)
    appended = await unit.append(replace(append, drafts=drafts))
    was_there = await unit.end_turn(turn.id)
    if turn.is_entered and not was_there and not appended.is_replay:
        raise Conflict(
            "another server has stored this turn as far as it was delivered; repeat the request",
            Reason.CHARACTER_BUSY,
            characterId=turn.say.character_id,
        )
    return appended


async def keep_among(turn: Turn, settles_at: datetime, unit: UnitOfWork) -> Appended:
    """Store a turn in a circle with who stands in it at that very moment."""
    heard = await heard_by(unit, await unit.head(turn.say.timeline_id), turn)
    return await keep(turn, heard, settles_at, unit)


def replayed(record: Record) -> tuple[TurnEvent, ...]:
    """Return the events of a turn that was taken before. Raises `NotFound` where there is none."""
    turn = record.body
    if not isinstance(turn, TurnTaken):
        raise NotFound("turn", "of this request", "use a new request id")
    said = (
        replace(event, seq=record.seq) if isinstance(event, TurnFinished) else event
        for event in turn.delivered
    )
    return (TurnStarted(turn_id=turn.turn_id), *said)
