"""`/wait`: time passes, and what changes in it and what people say is shown."""

import asyncio
import re
from collections.abc import Collection, Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta

from npcclient.chat.chat import Chat
from npcclient.chat.flow import printable
from npcclient.chat.opening import Unknown
from npcclient.chat.talk import place_name
from npcclient.chat.views import moment
from npcclient.v1.memory_pb2 import MemoryKind
from npcclient.v1.play_service_pb2 import WatchResponse

_USUAL = timedelta(minutes=30)
_LONGEST = timedelta(days=1)
_STEP = timedelta(minutes=15)
"""Game time is moved in steps, since characters do not act in time that is skipped."""
_PATIENCE_SECONDS = 1.0
"""Longest wait in each step: a language model thinks on while time passes."""
_QUIET_SECONDS = 0.2
"""Silence after which all that happened was told."""
_TALK, _WORK = "💬", "💼"
"""What stands for talk, which its lines tell, and for work that nobody has said more of."""
_DURATION = re.compile(r"(\d+)\s*(m|min|minutes?|h|hours?)?", re.IGNORECASE)


async def wait(chat: Chat, rest: str) -> None:
    """Let time pass, step by step, and show what happens."""
    span = _span(rest)
    timeline = await chat.npc.timelines.get(chat.talk.timeline_id)
    now, seq = timeline.world_time.ToDatetime(), timeline.head_seq
    end = now + span
    story = _Story(chat)
    while now < end:
        now = min(end, now + _STEP)
        await chat.npc.play.step_clock(chat.talk.timeline_id, now, seconds=_PATIENCE_SECONDS)
        events = await _events(chat, seq)
        seq = events[-1].seq if events else seq
        story.tell(events)
    chat.screen.note(f"It is {moment(now, chat.talk.world.calendar)}.")


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


async def _events(chat: Chat, seq: int) -> list[WatchResponse]:
    """Return what happens until it is quiet."""
    found: list[WatchResponse] = []
    async with aclosing(chat.npc.play.watch(chat.talk.timeline_id, after_seq=seq)) as events:
        while True:
            try:
                found.append(await asyncio.wait_for(anext(events), _QUIET_SECONDS))
            except (TimeoutError, StopAsyncIteration):
                return found


class _Story:
    """Shows what changes: where people go, what only one of them begins, and what they say.

    What several people do alike is the habit of the day, and no news.
    """

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self._doing: dict[str, str] = {}
        self._alike: dict[str, set[str]] = {}

    def tell(self, events: Sequence[WatchResponse]) -> None:
        """Show the events of one step of time: moves and deeds, then things and words."""
        for event in events:
            if event.HasField("act"):
                self._alike.setdefault(event.act.activity, set()).add(event.character_id)
        speakers = {one.character_id for one in events if _is_line(one)}
        moved: dict[tuple[str, str], list[str]] = {}
        for event in events:
            if event.HasField("movement"):
                who, place_id = event.movement.id, event.movement.place_id
                if self._is_news(who, place_id):
                    moved.setdefault((_clock(event), place_id), []).append(self._name(who))
        for (clock, place_id), names in moved.items():
            go = "goes" if len(names) == 1 else "go"
            self._say(clock, f"{_joined(names)} {go} to {place_name(self._chat.talk, place_id)}.")
        for event in events:
            told = self._told(event, speakers)
            if told:
                self._say(_clock(event), told)
            if event.HasField("movement"):
                _move(self._chat, event.movement.id, event.movement.place_id)

    def _say(self, clock: str, told: str) -> None:
        self._chat.screen.say(f"{clock}  {printable(told)}")

    def _is_news(self, who: str, place_id: str) -> bool:
        talk = self._chat.talk
        character = talk.characters.get(who)
        is_partner = who == talk.partner.character_id and not talk.circle_id  # `_move` says it
        return bool(character and place_id and character.place_id != place_id and not is_partner)

    def _name(self, character_id: str) -> str:
        return self._chat.talk.characters[character_id].persona.name

    def _told(self, event: WatchResponse, speakers: Collection[str]) -> str:
        """Return an event in a line, empty for one that is no news or cannot be seen or heard."""
        talk = self._chat.talk
        if event.HasField("object_state"):
            thing = event.object_state
            return f"The {thing.object_name} is {thing.state} ({place_name(talk, thing.place_id)})."
        who = talk.characters.get(event.character_id)
        if who is None:
            return ""
        where = place_name(talk, event.act.place_id if event.HasField("act") else who.place_id)
        at = f" ({where})" if where else ""
        if _is_line(event):
            is_far = who.place_id != talk.place_id
            return f"{who.persona.name}{at if is_far else ''}: {event.memory.text}"
        if not event.HasField("act"):
            return ""
        act = event.act
        before = self._doing.get(event.character_id)
        self._doing[event.character_id] = act.activity
        is_talk = event.character_id in speakers and act.emoji == _TALK
        is_habit = len(self._alike[act.activity]) > 1 or (
            act.emoji == _WORK and not act.object_name
        )
        if is_habit or is_talk or before == act.activity:
            return ""
        return f"{act.emoji} {who.persona.name} is {act.activity}{at}.".strip()


def _is_line(event: WatchResponse) -> bool:
    return event.HasField("memory") and event.memory.kind == MemoryKind.MEMORY_KIND_LINE


def _clock(event: WatchResponse) -> str:
    return f"{event.world_time.ToDatetime():%H:%M}"


def _joined(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


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
