"""What a mind has perceived since it last decided what to do about what it perceives.

Every decision leaves a record of its thought, also where a rule decided; what lies before the
vantage of the latest is not considered again. Nor is what happened so long ago, in game time,
that nobody would turn round for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from npcserver.app.context.discretion import before
from npcserver.app.context.history import newest_first
from npcserver.app.context.mindset import Mindset
from npcserver.app.perceiving.happening import STRIKING
from npcserver.app.thoughts.poignancy import seeds_end
from npcserver.app.thoughts.thinking import last_thought_from
from npcserver.language.alarm import is_alarming
from npcserver.mind.deeds import here
from npcserver.model import memory
from npcserver.model.act import Acting, Cause
from npcserver.model.memory import Memory
from npcserver.model.person import Person
from npcserver.model.purpose import Purpose
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.model.surroundings import IDLE
from npcserver.ports.view import View

MOST = 5
"""Events considered at a time (Generative Agents, released code: retention 5)."""
_COMPANY = 8
_OF_A_MEETING = 2  # importance of seeing that somebody is there


@dataclass(frozen=True, slots=True, kw_only=True)
class Noticed:
    """Events, most pressing first, and whether the inner voice has asked for another plan."""

    events: tuple[Memory, ...]
    is_told_to_plan: bool

    def __bool__(self) -> bool:
        """Say whether there is anything to decide."""
        return self.is_told_to_plan or bool(self.events)


async def noticed(mindset: Mindset, fresh: timedelta) -> Noticed:
    """Return what a mind has perceived since it last decided, and not longer than `fresh` ago.

    Who is asleep is only reached by what is alarming. What is secret moves nobody to anything that
    others would see.
    """
    view = mindset.view
    decided = await last_thought_from(view, mindset.id, Purpose.REACT)
    since = max(decided, seeds_end(view, mindset.world.genesis_id))
    earliest = mindset.situation.now - fresh
    seen: list[Record] = []
    async for record in newest_first(view, mindset.id, (RecordKind.OBSERVATION,)):
        if record.seq <= since:
            break
        if record.game_time >= earliest and _is_news(record):
            seen.append(record)
    discretion = await before(view, mindset.character, ())
    records = discretion.sift(seen)[0]
    met = await _met(mindset, since, earliest, records)
    events = [*(_as_memory(record) for record in records), *met]
    act = mindset.act
    if act is not None and act.is_asleep and act.ends_at > mindset.situation.now:
        events = [event for event in events if _is_alarm(event)]
    events.sort(key=lambda event: (_is_alarm(event), event.importance >= STRIKING, event.seq))
    return Noticed(
        events=tuple(events[::-1][:MOST]),
        is_told_to_plan=await _is_told_to_plan(view, mindset.id, since),
    )


async def _is_told_to_plan(view: View, mind: str, since: int) -> bool:
    """Say whether a whisper has come that the plan of the day does not know of."""
    whisper = await view.latest(RecordKind.WHISPER, mind)
    if whisper is None or whisper.seq <= since:
        return False
    # Not the latest DAY: breaking up a block, talking and waiting write the plan anew as well.
    return whisper.seq > await last_thought_from(view, mind, Purpose.PLAN)


async def _met(
    mindset: Mindset, since: int, earliest: datetime, records: Sequence[Record]
) -> list[Memory]:
    """Return that people are here who were not here at the last look, as far as nothing says it.

    Who has just ended a talk looks once more at those it met since `earliest`: nobody talks with
    two at a time, so whoever came was left standing.
    """
    place_id = mindset.present[mindset.id].place_id
    if place_id is None:
        return []
    moves = await mindset.view.latest_by_subject(RecordKind.PRESENCE)
    own, looks_again = moves.get(mindset.id), await _has_talked(mindset.view, mindset.id, since)
    told = {one for record in records for one in _about(record)}
    found: list[Memory] = []
    for person in mindset.situation.company[:_COMPANY]:
        both = [move for move in (own, moves.get(person.id)) if move is not None]
        newest = max(both, key=lambda move: move.seq, default=None)
        if newest is None or person.id in told:
            continue
        if newest.seq > since or (looks_again and newest.game_time >= earliest):
            found.append(await _meeting(mindset, person, newest.seq))
    return found


async def _has_talked(view: View, mind: str, since: int) -> bool:
    """Say whether a mind has ended a talk since and begun something else."""
    acts = await view.tail(mind, (RecordKind.ACT,), 2)
    causes = [act.body.cause for act in acts if isinstance(act.body, Acting)]
    is_new = bool(acts) and acts[0].seq > since
    return is_new and causes[0] is not Cause.TALK and Cause.TALK in causes[1:]


async def _meeting(mindset: Mindset, person: Person, seq: int) -> Memory:
    """Return the sight of somebody who is there, though it is no memory of its own."""
    language, now = mindset.world.language, mindset.situation.now
    act = await mindset.view.latest(RecordKind.ACT, person.id)
    text = act.text if act is not None and act.text else here(person.name, language)
    return Memory(
        timeline_id=mindset.timeline_id,
        seq=seq,
        kind=RecordKind.OBSERVATION,
        text=text,
        created_at=now,
        last_accessed_at=now,
        importance=_OF_A_MEETING,
        is_rated=True,
        body=Remembered(
            source=Source.WITNESSED,
            place_id=mindset.present[mindset.id].place_id,
            about=(person.id,),
            is_standing=True,
        ),
    )


def _is_news(record: Record) -> bool:
    body = record.body
    if not isinstance(body, Remembered) or body.source in (Source.OWN, Source.AUTHORED):
        return False
    return not (body.is_standing and record.text.strip(" .").casefold().endswith(f" {IDLE}"))


def _is_alarm(event: Memory) -> bool:
    return is_alarming(event.text)


def _as_memory(record: Record) -> Memory:
    return memory.of(record, importance=record.importance, last_accessed_at=record.game_time)


def _about(record: Record) -> tuple[str, ...]:
    return record.body.about if isinstance(record.body, Remembered) else ()
