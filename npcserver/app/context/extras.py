"""Extras that become whole minds when they are spoken to.

One gets as memories what its plans say it did, and the rest of its day as a plan of its own. From
then on its past is in the log.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from npcserver.app.authored import roster_at
from npcserver.app.context.mindset import body_of
from npcserver.app.perception.observations import SEEN_IMPORTANCE
from npcserver.app.perception.tiers import load_crowd
from npcserver.mind.activity_texts import outline, seen
from npcserver.model.character import Attention
from npcserver.model.crowd import WET_WEATHER, Crowd, replay
from npcserver.model.day import Act
from npcserver.model.extra import ExtraHabit
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import (
    Attended,
    Draft,
    Flagged,
    Moved,
    Record,
    RecordKind,
    Remembered,
    Source,
)
from npcserver.ports.storage import Append, Reader, Store, UnitOfWork
from npcserver.ports.view import View

_REMEMBERED = timedelta(days=1)
"""How far back an extra that is spoken to remembers its day and those before, as people do."""
_READ = 200  # movements of an extra, and changes of the weather, in that time


async def awaken(
    reader: Reader, view: View, who: Collection[str], *, tier: Attention | None = None
) -> list[Draft]:
    """Return the records with which those of some characters that are extras become whole minds.

    With a `tier` of the game's they stay so; otherwise they become extras again after a while.
    """
    attended = {one: await view.latest(RecordKind.ATTENTION, one) for one in dict.fromkeys(who)}
    extras = {
        one: (record, habit)
        for one, record in attended.items()
        if record is not None
        and (body := body_of(record, Attended)) is not None
        and (habit := body.extra) is not None
    }
    if not extras:
        return []
    moved = await view.latest_by_subject(RecordKind.PRESENCE)
    crowd = await load_crowd(view, moved)
    names = {str(one.id): one.name for one in await roster_at(reader, view)}
    drafts: list[Draft] = []
    for one, (record, habit) in extras.items():
        act, day, name = crowd.act(one), crowd.day_plan(one), names.get(one, one)
        kept = Attended(attention=Attention.BACKGROUND, habit=habit)
        drafts += [
            Draft(RecordKind.ATTENTION, Attended(attention=tier) if tier else kept, one),
            Draft(RecordKind.PRESENCE, _moved(moved.get(one), act), one),
            Draft(RecordKind.DAY, day, one, text=outline(day, habit.language)),
            Draft(RecordKind.ACT, act, one, text=seen(name, act.step.activity, habit.language)),
        ]
        since = max(record.game_time, crowd.now - _REMEMBERED)
        drafts += [
            Draft(
                RecordKind.OBSERVATION,
                Remembered(source=Source.OWN, place_id=did.step.place_id, about=(one,)),
                one,
                text=seen(name, did.step.activity, habit.language),
                game_time=began,
                importance=SEEN_IMPORTANCE,
            )
            for began, did in await _past(view, crowd, one, habit, since)
            if not did.is_asleep and did.step.place_id is not None
        ]
    return drafts


async def _past(
    view: View, crowd: Crowd, who: str, habit: ExtraHabit, since: datetime
) -> list[tuple[datetime, Act]]:
    """Return what an extra has done since a moment, by its plans, the weather, and the game."""
    weather = await view.tail(WET_WEATHER, (RecordKind.FLAG,), _READ)
    moves = await view.tail(who, (RecordKind.PRESENCE,), _READ)

    def act_at(moment: datetime) -> Act:
        wet = _latest(weather, moment)
        move = _latest(moves, moment)
        then = replace(
            crowd,
            now=moment,
            habits={who: habit},
            moves={who: (move.game_time, move.body.place_id)}
            if move is not None and isinstance(move.body, Moved)
            else {},
            is_wet=wet is not None and isinstance(wet.body, Flagged) and wet.body.is_set,
        )
        return then.act(who)

    changes = [one.game_time for one in (*weather, *moves)]
    return replay(habit, since, crowd.now, act_at, changes)


def _latest(records: Sequence[Record], moment: datetime) -> Record | None:
    return next((one for one in records if one.game_time <= moment), None)  # newest first


def _moved(before: Record | None, act: Act) -> Moved:
    moved = body_of(before, Moved) or Moved(place_id=None)
    return replace(moved, place_id=act.step.place_id)


async def awaken_now(store: Store, timeline_id: TimelineId, who: Collection[str]) -> None:
    """Let those of some characters that are extras become whole minds, in one transaction."""

    async def work(unit: UnitOfWork) -> None:
        drafts = await awaken(unit, await unit.head(timeline_id), who)
        if drafts:
            await unit.append(Append(timeline_id, tuple(drafts), jobs=jobs_of(timeline_id, drafts)))

    await store.write(work)


def jobs_of(timeline_id: TimelineId, drafts: Sequence[Draft]) -> tuple[JobDraft, ...]:
    """Return the jobs that follow when extras become whole minds: their memories are embedded."""
    minds = dict.fromkeys(one.subject_id for one in drafts if one.kind is RecordKind.OBSERVATION)
    return tuple(JobDraft(JobKind.DIGEST, timeline_id, mind) for mind in minds)
