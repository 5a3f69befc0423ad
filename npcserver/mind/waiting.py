"""Waiting before a full place: what was to be done there is done later, and is not cut short."""

from dataclasses import replace
from datetime import datetime, timedelta

from npcserver.model.act import Acting, Cause
from npcserver.model.day import DayPlan, Step
from npcserver.model.interlude import at_the_minute, interrupted


def awaited(act: Acting | None, day: DayPlan) -> Step | None:
    """Return what somebody waits for; None where it waits for no place, or means to no longer."""
    if act is None or act.cause is not Cause.WAIT or act.wanted_place_id is None:
        return None
    step = day.step_at(act.step.starts_at)
    return step if step is not None and step.place_id == act.wanted_place_id else None


def put_off(act: Acting | None, day: DayPlan, now: datetime, minutes: int = 0) -> DayPlan | None:
    """Return the day in which it was waited until now and what was waited for begins, whole.

    It takes as long as it was to take, and `minutes` more for what comes before it. None where
    nothing is waited for in the waking day.
    """
    step = awaited(act, day)
    if act is None or step is None:
        return None
    begins, waited_from = at_the_minute(now), at_the_minute(act.step.starts_at)
    waited = replace(act.step, starts_at=waited_from, minutes=_minutes(begins - waited_from))
    whole = _minutes(step.ends_at - waited_from) + minutes
    late = replace(step, starts_at=begins, minutes=max(1, whole))
    changed = interrupted(day, waited)
    return None if changed is None else interrupted(changed, late)


def _minutes(span: timedelta) -> int:
    return int(span.total_seconds() // 60)
