"""A character's day: the plan, the act under way, and how plans are cut and joined.

A day has an outline in broad strokes and blocks that fill the time between waking and sleeping;
a block is broken into steps of 5 to 15 minutes shortly before it begins. Plans are values: to
change one is to make a new one, and the log keeps both.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import groupby, pairwise
from operator import itemgetter
from typing import TypeVar

from npcserver.language.clock import shifted
from npcserver.language.day import MEALS, plain_meal
from npcserver.model.ids import PlaceId

STEP_MINUTES = (5, 15)
"""Shortest and longest step of a decomposed block, in minutes."""
LONGEST_BLOCK = 240
"""Longest block, in minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One activity: its start, length, place, and the object it uses with the object's state.

    `emoji` shows it at a glance. `object` is the name of a thing at the place, or empty;
    `object_state` is what it is like meanwhile, such as `being cleaned`.
    """

    starts_at: datetime
    minutes: int
    activity: str
    place_id: PlaceId | None = None
    object: str = ""
    object_state: str = ""
    emoji: str = ""

    @property
    def ends_at(self) -> datetime:
        """When the step ends, in game time."""
        return shifted(self.starts_at, minutes=self.minutes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A period of a day with one purpose; its `steps`, if it has any, fill it exactly."""

    starts_at: datetime
    minutes: int
    activity: str
    place_id: PlaceId | None = None
    emoji: str = ""
    steps: tuple[Step, ...] = ()

    @property
    def ends_at(self) -> datetime:
        """When the block ends, in game time."""
        return shifted(self.starts_at, minutes=self.minutes)

    @property
    def as_step(self) -> Step:
        """The whole block as one step, for characters that do not plan by the minute."""
        return Step(
            starts_at=self.starts_at,
            minutes=self.minutes,
            activity=self.activity,
            place_id=self.place_id,
            emoji=self.emoji,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPlan:
    """Body of a day record: what a character plans to do from waking to sleeping.

    `currently` is the character's own view of its present situation, revised from day to day.
    `blocks` are in order, touch each other, and fill the time from `wakes_at` to `sleeps_at`.
    `is_default` is true if no model made the plan. `players` are those it stems from.
    """

    day: date
    wakes_at: datetime
    sleeps_at: datetime
    currently: str = ""
    outline: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    is_default: bool = False
    players: tuple[str, ...] = ()

    def block_at(self, moment: datetime) -> Block | None:
        """Return the block that covers a moment; None while asleep."""
        return next((one for one in self.blocks if one.starts_at <= moment < one.ends_at), None)

    def step_at(self, moment: datetime) -> Step | None:
        """Return the step planned for a moment, the whole block if it has none; None if asleep."""
        block = self.block_at(moment)
        if block is None:
            return None
        fine = (step for step in block.steps if step.starts_at <= moment < step.ends_at)
        return next(fine, block.as_step)

    def next_after(self, moment: datetime) -> Step | None:
        """Return the first step that begins after a moment, or None."""
        steps = (
            step
            for block in self.blocks
            for step in (block.steps or (block.as_step,))
            if step.starts_at > moment
        )
        return next(steps, None)

    def with_steps(self, block: Block, steps: Sequence[Step]) -> "DayPlan":
        """Return the plan with a block broken into steps."""
        done = replace(block, steps=tuple(steps))
        return replace(
            self,
            blocks=tuple(done if one.starts_at == block.starts_at else one for one in self.blocks),
        )

    def changed_from(self, moment: datetime, blocks: Sequence[Block]) -> "DayPlan":
        """Return the plan with everything from `moment` on replaced by `blocks`.

        A block or step under way at `moment` is cut off there.
        """
        kept = _within(self.blocks, until=moment)
        return replace(self, blocks=(*kept, *blocks))

    def rest_from(self, moment: datetime) -> tuple[Block, ...]:
        """Return the blocks from a moment on; one that is under way then starts at that moment."""
        return _within(self.blocks, since=moment)


P = TypeVar("P", Block, Step)


def _within(
    pieces: Sequence[P], since: datetime | None = None, until: datetime | None = None
) -> tuple[P, ...]:
    """Return the parts of blocks or steps between two moments, in whole minutes."""
    found: list[P] = []
    for one in pieces:
        start = max(one.starts_at, since or one.starts_at)
        end = min(one.ends_at, until or one.ends_at)
        if (start, end) == (one.starts_at, one.ends_at):
            found.append(one)
        elif (minutes := minutes_between(start, end)) > 0:
            cut = replace(one, starts_at=start, minutes=minutes)
            if isinstance(cut, Block):
                cut = replace(cut, steps=_within(cut.steps, since, until))
            found.append(cut)
    return tuple(found)


def faults_of_day(plan: DayPlan) -> tuple[str, ...]:
    """Return what is wrong with a plan; empty if it fills the waking day without conflict."""
    if not plan.blocks:
        return ("the day is empty",)
    faults: list[str] = []
    if plan.blocks[0].starts_at != plan.wakes_at:
        faults.append(f"the first activity must start at {plan.wakes_at:%H:%M}")
    for before, after in pairwise(plan.blocks):
        if after.starts_at > before.ends_at:
            faults.append(f"nothing is planned from {before.ends_at:%H:%M}")
    if plan.blocks[-1].ends_at != plan.sleeps_at:
        faults.append(f"the last activity must end at {plan.sleeps_at:%H:%M}")
    return (*faults, *conflicts_of_day(plan.blocks))


def conflicts_of_day(blocks: Sequence[Block]) -> tuple[str, ...]:
    """Return what cannot be as planned, in words for a model to mend it.

    That is what begins before another ends, what takes no time, and a meal that comes twice.
    """
    return (
        *(
            f"{after.activity!r} starts before {before.activity!r} ends"
            for before, after in pairwise(blocks)
            if after.starts_at < before.ends_at
        ),
        *(f"{block.activity!r} takes no time" for block in blocks if block.minutes <= 0),
        *(f"{meal} is planned twice" for meal in repeated_meals(blocks)),
    )


def faults_of_steps(block: Block, steps: Sequence[Step]) -> tuple[str, ...]:
    """Return what is wrong with the steps of a block; empty if they fill it exactly."""
    shortest, longest = STEP_MINUTES
    faults: list[str] = []
    at = block.starts_at
    for step in steps:
        if step.starts_at != at:
            faults.append(f"{step.activity!r} does not start when the step before it ends")
        if not shortest <= step.minutes <= longest:
            faults.append(f"{step.activity!r} must take {shortest} to {longest} minutes")
        at = step.ends_at
    if at != block.ends_at:
        faults.append(f"the minutes must add up to {block.minutes}")
    return tuple(faults)


def repeated_meals(blocks: Sequence[Block]) -> tuple[str, ...]:
    """Return the meals that occur more than once, not counting one that goes on without a break."""
    last: dict[str, Block] = {}
    found: list[str] = []
    for block in blocks:
        words = block.activity.casefold()
        for meal in MEALS:
            if meal not in words:
                continue
            before = last.get(meal)
            if before is not None and before.ends_at != block.starts_at:
                found.append(meal)
            last[meal] = block
    return tuple(dict.fromkeys(found))


class Cause(StrEnum):
    """Why a character performs an act."""

    PLAN = "plan"
    REACTION = "reaction"
    TALK = "talk"
    WAIT = "wait"  # for a place that is full or closed, or for another character
    SLEEP = "sleep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Body of an act record: the subject does `step` until `step.ends_at` or until its next act.

    `because` is the seq of the record it reacts to, 0 when there is none. `wanted_place_id` is the
    place it would go to if no norm kept it out, or None.
    """

    step: Step
    cause: Cause = Cause.PLAN
    because: int = 0
    wanted_place_id: PlaceId | None = None

    @property
    def ends_at(self) -> datetime:
        """When the step ends, in game time."""
        return self.step.ends_at

    @property
    def is_asleep(self) -> bool:
        """Whether the character sleeps and so perceives nothing."""
        return self.cause is Cause.SLEEP


SHORTEST = 10
"""Minutes; a shorter remainder between two intervals is joined to the one before it."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An activity from one minute of the day to another."""

    start: int
    end: int
    activity: str
    place_id: PlaceId | None


def overlay(base: Interval, strokes: Sequence[Interval]) -> list[Interval]:
    """Return what is visible of `strokes` over `base`, last on top, without a gap.

    Only the time of `base` counts; pieces longer than `LONGEST_BLOCK` are cut.
    """
    shown = [base, *strokes]
    edges = {edge for one in shown for edge in (one.start, one.end)}
    cuts = sorted(edge for edge in edges if base.start <= edge <= base.end)
    tops = [
        (next(one for one in reversed(shown) if one.start <= start < one.end), end)
        for start, end in pairwise(cuts)
    ]
    pieces: list[Interval] = []
    start = base.start
    for top, run in groupby(tops, key=itemgetter(0)):
        *_, (_, end) = run
        if pieces and end - start < SHORTEST:
            pieces[-1] = replace(pieces[-1], end=end)
        else:
            pieces.append(replace(top, start=start, end=end))
        start = end
    return [
        replace(piece, start=start, end=end)
        for piece in pieces
        for start, end in split_evenly(piece.start, piece.end)
    ]


def split_evenly(start: int, end: int) -> list[tuple[int, int]]:
    """Cut an interval of minutes into nearly equal parts, none longer than a block may be."""
    count = max(-(-(end - start) // LONGEST_BLOCK), 1)
    cuts = [start - (start - end) * part // count for part in range(1, count)]
    # Cuts fall on multiples of five minutes from the start.
    edges = [start, *(start - (start - cut) // 5 * 5 for cut in cuts), end]
    return [(first, last) for first, last in pairwise(edges) if last > first]


def resume_plan(
    before: DayPlan | None, rest: DayPlan, *, asleep: str, home_id: PlaceId | None
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
                starts_at=shifted(before.sleeps_at, minutes=start),
                minutes=end - start,
                activity=asleep,
                place_id=home_id,
            )
            for start, end in split_evenly(0, minutes_between(before.sleeps_at, moment))
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
    """Return a moment without its seconds, since plans are made of whole minutes."""
    return moment.replace(second=0, microsecond=0)


def minutes_between(since: datetime, until: datetime) -> int:
    """Return the whole minutes from a moment to a later one."""
    return (until - since) // timedelta(minutes=1)


def interrupt_plan(plan: DayPlan, step: Step) -> DayPlan | None:
    """Return the plan with `step` inserted, cut at bedtime; the rest of the plan follows it.

    What was planned for that time is dropped. Returns None if the step does not begin in the waking
    day. An interrupted meal loses its name in its second half, so that `faults_of_day` does not
    count it twice.
    """
    begins = at_minute(step.starts_at)
    if not plan.wakes_at <= begins < plan.sleeps_at:
        return None
    ends = min(shifted(begins, minutes=max(1, step.minutes)), plan.sleeps_at)
    block = Block(
        starts_at=begins,
        minutes=minutes_between(begins, ends),
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
                plain, activity = plain_meal(meal), kept[place].activity
                activity = re.sub(re.escape(meal), plain, activity, flags=re.IGNORECASE)
                kept[place] = replace(kept[place], activity=activity)
    return tuple(kept)
