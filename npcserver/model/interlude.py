"""Inserting an unplanned step into a day plan; the plan goes on after it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from npcserver.language.day import plain_meal
from npcserver.model.day import Block, DayPlan, Step, repeated_meals


def at_the_minute(moment: datetime) -> datetime:
    """Return a moment without its seconds, since plans are made of whole minutes."""
    return moment.replace(second=0, microsecond=0)


def interrupted(plan: DayPlan, step: Step) -> DayPlan | None:
    """Return the plan with `step` inserted, cut at bedtime; the rest of the plan follows it.

    What was planned for that time is dropped. Returns None if the step does not begin in the waking
    day. An interrupted meal loses its name in its second half, so that `faults_of_day` does not
    count it twice.
    """
    begins = at_the_minute(step.starts_at)
    if not plan.wakes_at <= begins < plan.sleeps_at:
        return None
    ends = min(begins + timedelta(minutes=max(1, step.minutes)), plan.sleeps_at)
    block = Block(
        starts_at=begins,
        minutes=int((ends - begins).total_seconds() // 60),
        activity=step.activity,
        place_id=step.place_id,
        emoji=step.emoji,
    )
    block = replace(block, steps=(replace(step, starts_at=begins, minutes=block.minutes),))
    changed = plan.changed_from(begins, (block, *plan.rest_from(block.ends_at)))
    return replace(changed, blocks=_with_single_meals(changed.blocks, begins))


def _with_single_meals(blocks: Sequence[Block], moment: datetime) -> tuple[Block, ...]:
    """Rename blocks from a moment on whose meal is also had at another time."""
    kept = [*blocks]
    for place in [at for at, block in enumerate(kept) if block.starts_at >= moment]:
        for meal in repeated_meals(kept):
            if meal in kept[place].activity.casefold():
                kept[place] = _unnamed(kept[place], meal)
    return tuple(kept)


def _unnamed(block: Block, meal: str) -> Block:
    activity = re.sub(re.escape(meal), plain_meal(meal), block.activity, flags=re.IGNORECASE)
    return replace(block, activity=activity)
