"""`/wait`: time passes, and what people do in it is shown."""

import asyncio
import re
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta

from npcclient.chat.chat import Chat
from npcclient.chat.flow import printable
from npcclient.chat.opening import Unknown
from npcclient.chat.talk import Talk, place_name
from npcclient.chat.views import moment
from npcclient.v1.memory_pb2 import MemoryKind
from npcclient.v1.play_service_pb2 import WatchResponse

_USUAL = timedelta(minutes=30)
_LONGEST = timedelta(days=1)
_STEP = timedelta(minutes=15)
"""Game time is moved in steps, since characters do not act in time that is skipped."""
_QUIET_SECONDS = 0.7
"""Silence after which all characters have acted."""
_DURATION = re.compile(r"(\d+)\s*(m|min|minutes?|h|hours?)?", re.IGNORECASE)


async def wait(chat: Chat, rest: str) -> None:
    """Let time pass, step by step, and show what happens."""
    span = _span(rest)
    timeline = await chat.npc.timelines.get(chat.talk.timeline_id)
    now, seq = timeline.world_time.ToDatetime(), timeline.head_seq
    end = now + span
    while now < end:
        now = min(end, now + _STEP)
        await chat.npc.play.advance_clock(chat.talk.timeline_id, now)
        seq = await _tell(chat, seq)
    chat.screen.note(f"It is {moment(now)}.")


def _span(rest: str) -> timedelta:
    if not rest:
        return _USUAL
    found = _DURATION.fullmatch(rest.strip())
    if found is None or not int(found[1]):
        raise Unknown("/wait takes minutes or hours, such as `/wait 45` or `/wait 2h`")
    number = int(found[1])
    is_hours = (found[2] or "m").lower().startswith("h")
    span = timedelta(hours=number) if is_hours else timedelta(minutes=number)
    if span > _LONGEST:
        raise Unknown("nobody waits longer than a day here; /wait 24h is the most")
    return span


async def _tell(chat: Chat, seq: int) -> int:
    """Show what happens until it is quiet; return the position up to which it was shown."""
    async with aclosing(chat.npc.play.watch(chat.talk.timeline_id, after_seq=seq)) as events:
        while True:
            try:
                event = await asyncio.wait_for(anext(events), _QUIET_SECONDS)
            except (TimeoutError, StopAsyncIteration):
                return seq
            seq = event.seq
            told = _told(chat.talk, event)
            if told:
                chat.screen.say(f"{event.world_time.ToDatetime():%H:%M}  {printable(told)}")
            if event.HasField("movement"):
                _move(chat, event.movement.id, event.movement.place_id)


def _told(talk: Talk, event: WatchResponse) -> str:
    """Return an event in a line, empty for one that cannot be seen or heard."""
    who = talk.characters.get(event.character_id)
    if event.HasField("object_state"):
        thing = event.object_state
        return f"The {thing.object} is {thing.state} ({place_name(talk, thing.place_id)})."
    if who is None:
        return ""
    if event.HasField("act"):
        where = place_name(talk, event.act.place_id)
        at = f" ({where})" if where else ""
        return f"{event.act.emoji} {who.persona.name} is {event.act.activity}{at}.".strip()
    if event.HasField("memory") and event.memory.kind == MemoryKind.MEMORY_KIND_LINE:
        return f"{who.persona.name}: {event.memory.text}"
    return ""


def _move(chat: Chat, character_id: str, place_id: str) -> None:
    """Note a character's new place, and tell the player if it concerns them."""
    before, chat.talk = chat.talk, chat.talk.with_moved(character_id, place_id)
    talk = chat.talk
    who = talk.characters.get(character_id)
    if who is None or not place_id or before.characters[character_id].place_id == place_id:
        return
    name, there = who.persona.name, place_name(talk, place_id)
    if talk.circle_id and character_id in {one.character_id for one in talk.circle}:
        _leave_circle(chat, character_id, f"{name} walks on to {there} and leaves the circle.")
    elif character_id != talk.partner.character_id:
        return
    elif talk.is_apart:
        stay = place_name(talk, talk.place_id) or "here"
        chat.screen.note(
            f"{name} walks on to {there}; you stay: {stay}. Speak, and you go along; "
            "/with NAME turns to somebody else."
        )
    else:
        chat.screen.note(f"{name} is back with you.")


def _leave_circle(chat: Chat, character_id: str, told: str) -> None:
    chat.screen.note(told)
    left = tuple(one for one in chat.talk.circle if one.character_id != character_id)
    if left:
        chat.talk = replace(chat.talk, circle=left)
        return
    chat.talk = chat.talk.alone()
    chat.screen.note("Nobody is left in the circle; /with NAME turns to somebody.")
