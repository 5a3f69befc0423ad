"""Joining the part of a day already lived with a new plan for its rest."""

from dataclasses import replace
from datetime import datetime, timedelta

from npcserver.model.day import Block, DayPlan, faults_of_day
from npcserver.model.ids import PlaceId
from npcserver.model.strokes import parts


def resumed(
    before: DayPlan | None,
    rest: DayPlan,
    *,
    asleep: str,
    home_id: PlaceId | None,
) -> DayPlan:
    """Return `rest` with the earlier blocks of `before` put in front of it.

    Returns `rest` alone if the two are of different days or `before` is faulty. If `rest` begins
    after bedtime, the time between is filled with blocks of the activity `asleep` at `home_id`.
    """
    if before is None or before.day != rest.day or faults_of_day(before):
        return rest
    moment = rest.wakes_at
    kept = before.changed_from(moment, ()).blocks
    if kept and moment > before.sleeps_at:
        night = (
            Block(
                starts_at=before.sleeps_at + timedelta(minutes=start),
                minutes=end - start,
                activity=asleep,
                place_id=home_id,
            )
            for start, end in parts(0, minutes_between(before.sleeps_at, moment))
        )
        kept = (*kept, *night)
    return replace(
        rest,
        wakes_at=min(before.wakes_at, moment),
        currently=rest.currently or before.currently,
        outline=rest.outline or before.outline,
        blocks=(*kept, *rest.blocks),
    )


def at_minute(moment: datetime) -> datetime:
    """Return a moment without its seconds."""
    return moment.replace(second=0, microsecond=0)


def minutes_between(since: datetime, until: datetime) -> int:
    """Return the whole minutes from a moment to a later one."""
    return (until - since) // timedelta(minutes=1)
