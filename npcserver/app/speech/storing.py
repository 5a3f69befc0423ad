"""Storing a turn: who hears it, with whom it was spoken, and how it is told again."""

from dataclasses import replace
from datetime import datetime
from functools import partial

from npcserver.app.material.audience import NOBODY, Audience, as_listeners, bystanders
from npcserver.app.material.line import Listener
from npcserver.app.perceiving.presence import presences
from npcserver.app.speech.circle_turn import listeners_of
from npcserver.app.speech.keeping import Turn
from npcserver.app.speech.promising import unmoved
from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.ids import CharacterId
from npcserver.model.record import Record, TurnTaken
from npcserver.model.turn import TurnEvent, TurnFinished, TurnStarted
from npcserver.ports.storage import Appended, Reader, Store, UnitOfWork
from npcserver.ports.view import View


async def audience_of(reader: Reader, view: View, turn: Turn) -> Audience:
    """Return who hears a turn that is stored at a vantage."""
    speaker, answering = turn.talkers
    if turn.say.circle is not None:
        return Audience(listeners=await listeners_of(reader, view, turn.say.circle, answering))
    if turn.is_between_two:
        return NOBODY
    listeners: tuple[Listener, ...] = ()
    if not turn.say.is_private:
        present = await presences(reader, view)
        found = await bystanders(reader, view, present, turn.staged.place_id, turn.talkers)
        listeners = tuple(one for one in found if turn.may_be_heard_by(one.id))
    partner = None
    if not speaker.is_player:
        mind = CharacterId(speaker.id)
        await reader.character(view.timeline.world_id, mind)  # raises where it was deleted
        (partner,) = await as_listeners(reader, view, (mind,), (answering,))
    return Audience(partner=partner, listeners=listeners)


async def store_turn(store: Store, turn: Turn, settles_at: datetime) -> Appended:
    """Store a turn in one transaction.

    Who stands in a circle is read in that transaction. Who else is around is read before it, and
    not at all where nobody can be.
    """

    async def look(reader: Reader) -> Audience:
        return await audience_of(reader, await reader.head(turn.say.timeline_id), turn)

    async def keep_in_circle(unit: UnitOfWork) -> Appended:
        return await keep(turn, await look(unit), settles_at, unit)

    if turn.say.circle is not None:
        return await store.write(keep_in_circle)
    audience = NOBODY
    if not turn.is_between_two:
        async with store.read() as reader:
            audience = await reader.together(look)
    return await store.write(partial(keep, turn, audience, settles_at))


async def keep(turn: Turn, audience: Audience, settles_at: datetime, unit: UnitOfWork) -> Appended:
    """Store a turn with the persona it spoke with, which may have been edited in the database."""
    authored = turn.staged.authored
    try:
        version = await unit.adopt(authored.world_id, authored.id, authored.persona)
    except NotFound:  # deleted while it spoke; what it did stays
        version = authored.version
    append = turn.append(version, audience, settles_at)
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
