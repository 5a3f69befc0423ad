"""Putting something unforeseen into a day: it begins at once, and the plan goes on after it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from npcserver.language.day import plain_meal
from npcserver.model.day import Block, DayPlan, Step, repeated_meals


def at_the_minute(moment: datetime) -> datetime:
    """Return a moment without its seconds: plans are made of whole minutes."""
    return moment.replace(second=0, microsecond=0)


def interrupted(plan: DayPlan, step: Step) -> DayPlan | None:
    """Return the plan with `step` in it, cut at bedtime, and what was planned after its end.

    What was planned for that time is not made up for. None where the step does not begin in the
    waking day: nothing of it is changed then. A meal that is broken off is not called by its name
    when it goes on, so that a sound plan stays sound.
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
    """Take their names from meals from a moment on that were or will be had at another time."""
    kept = [*blocks]
    for place in [at for at, block in enumerate(kept) if block.starts_at >= moment]:
        for meal in repeated_meals(kept):
            if meal in kept[place].activity.casefold():
                kept[place] = _unnamed(kept[place], meal)
    return tuple(kept)


def _unnamed(block: Block, meal: str) -> Block:
    activity = re.sub(re.escape(meal), plain_meal(meal), block.activity, flags=re.IGNORECASE)
    return replace(block, activity=activity)
