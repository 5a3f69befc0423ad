"""Whom a character may speak to now, and what there is to say."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from npcserver.app.context.history import newest_first
from npcserver.app.context.mindset import Minds, Mindset, latest
from npcserver.app.conversation.conversation_state import (
    conversation_of,
    last_end,
    talks_of_day,
)
from npcserver.app.perceiving.presence import sleepers
from npcserver.mind.initiative import NEWS, news_for
from npcserver.model import memory
from npcserver.model.act import Acting, Cause
from npcserver.model.attention import Attention
from npcserver.model.day import DayPlan
from npcserver.model.memory import Memory, Recollection
from npcserver.model.person import Person
from npcserver.model.record import Record, RecordKind, Remembered, TurnTaken
from npcserver.ports.clock import Clock
from npcserver.ports.view import View

_COMPANY = 8
_WHISPERS = 3
_WHISPERED = 8  # importance of a whisper that nobody rated: it is a directive


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """When characters leave each other alone.

    On a game day nobody begins or joins more than `talks_a_day` talks among characters, so that
    what a day costs does not grow with how well everybody knows everybody.
    `cool_down` (game time) lies between two talks of a pair; nobody begins one within `bedtime`
    of going to bed; whoever spoke with a player less than `lull` ago (real time) is the player's.
    """

    cool_down: timedelta = timedelta(hours=2)
    talks_a_day: int = 6
    bedtime: timedelta = timedelta(minutes=60)
    lull: timedelta = timedelta(seconds=60)


# Of a talk all may be said although the time that takes has not passed yet.
_OCCUPIED = (Cause.TALK, Cause.REACTION)


class Approaching:
    """Knows who is free to talk."""

    def __init__(self, minds: Minds, clock: Clock, manners: Manners | None = None) -> None:
        self._minds = minds
        self._clock = clock
        self._manners = manners or Manners()

    async def free(self, mindset: Mindset) -> tuple[Person, ...]:
        """Return the characters here whom a mind could speak to; none while it is taken itself."""
        others = [one for one in mindset.situation.company if not one.is_player][:_COMPANY]
        if not others or not await self._is_free(mindset, mindset.id):
            return ()
        if await self._has_talked_enough(mindset, mindset.id):
            return ()
        asleep = await sleepers(mindset.view)
        found: list[Person] = []
        for person in others:
            if person.id in asleep or not await self._is_free(mindset, person.id):
                continue
            if await self._has_talked_enough(mindset, person.id):
                continue
            ended = await last_end(mindset.view, mindset.id, person.id)
            if ended is None or mindset.situation.now - ended >= self._manners.cool_down:
                found.append(person)
        return tuple(found)

    async def _has_talked_enough(self, mindset: Mindset, who: str) -> bool:
        talks = await talks_of_day(mindset.view, who, mindset.situation.now.date())
        return talks.count >= self._manners.talks_a_day

    async def _is_free(self, mindset: Mindset, who: str) -> bool:
        view, now = mindset.view, mindset.situation.now
        if await self._minds.attention_of(view, who) is Attention.DORMANT:
            return False
        act = await latest(view, RecordKind.ACT, who, Acting)
        if act is not None and act.cause in _OCCUPIED and act.ends_at > now:
            return False
        if await conversation_of(view, mindset.present, who) is not None:
            return False
        day = await latest(view, RecordKind.DAY, who, DayPlan)
        if day is not None and _is_bedtime(day, now, self._manners.bedtime):
            return False
        return not await self._is_with_a_player(view, mindset, who)

    async def _is_with_a_player(self, view: View, mindset: Mindset, who: str) -> bool:
        turn = await view.latest(RecordKind.TURN, who)
        if turn is None or not isinstance(turn.body, TurnTaken):
            return False
        other = mindset.present.get(turn.body.speaker_id)
        is_player = other is None or other.person.is_player
        return is_player and self._clock.now() - turn.written_at < self._manners.lull


def _is_bedtime(day: DayPlan, now: datetime, within: timedelta) -> bool:
    """Say whether somebody is in bed or soon will be; before the day nobody is up."""
    return not day.wakes_at <= now < day.sleeps_at - within and now.date() <= day.sleeps_at.date()


async def topic(
    view: View, mindset: Mindset, other: Person, recollections: tuple[Recollection, ...]
) -> str:
    """Return what a mind has to tell somebody: what comes to mind, or its inner voice; else ''."""
    whispers = await view.tail(mindset.id, (RecordKind.WHISPER,), _WHISPERS)
    memories = (*(found.memory for found in recollections), *map(_whispered, whispers))
    oldest = min((one.seq for one in memories if one.kind in NEWS), default=mindset.seq)
    told: list[str] = []
    async for line in newest_first(view, mindset.id, (RecordKind.LINE,)):
        if line.seq < oldest:
            break
        if _is_to(line, other.id):
            told.append(line.text)
    return news_for(other.id, memories, told)


def _whispered(record: Record) -> Memory:
    importance = record.importance or _WHISPERED
    return memory.of(record, importance=importance, last_accessed_at=record.game_time)


def _is_to(record: Record, other_id: str) -> bool:
    return isinstance(record.body, Remembered) and record.body.told_to == other_id
