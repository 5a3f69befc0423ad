"""What a state becomes when something that it rests on no longer holds."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.day import Act, Block, DayPlan
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.record import Body, Record

_BELIEF = 50  # neither held true nor false


def revised_state(
    newest: Record, resting: Sequence[Record], before: dict[int, Record | None]
) -> Body | None:
    """Return the newest state of a subject without what rested on a memory; None if it is as it is.

    `resting` are the states of that subject that rest on it, oldest first, and `before` the state
    that each followed, by seq. What they added is taken off; what came of anything else stays.
    """
    first = before[resting[0].seq]
    body, earlier = newest.body, None if first is None else first.body
    if isinstance(body, Standing):
        return _standing(body, resting, before)
    if isinstance(body, Belief):
        moved = sum(_score(one) - _score(before[one.seq]) for one in resting)
        was = earlier if isinstance(earlier, Belief) else None
        score = max(0, min(100, body.score - moved))
        return replace(body, score=score, text="" if was is None else was.text, evidence=())
    if isinstance(body, Mood) and newest in resting:
        return replace(earlier, why=earlier.why) if isinstance(earlier, Mood) else Mood()
    if isinstance(body, Commitment) and body.status is CommitmentStatus.OPEN:
        return replace(body, status=CommitmentStatus.WITHDRAWN)
    return None


def plan_without(plan: DayPlan, rests: Callable[[str], bool]) -> DayPlan:
    """Return a plan whose texts that rest on a memory are gone; a block goes on with its neighbour.

    It is a stopgap until the character plans again.
    """
    kept = [one for one in plan.blocks if not rests(one.activity)]
    blocks: list[Block] = []
    for block in plan.blocks:
        if rests(block.activity):
            other = blocks[-1] if blocks else (kept[0] if kept else replace(block, activity=""))
            place_id, emoji = other.place_id, other.emoji
            same = replace(block, activity=other.activity, place_id=place_id, emoji=emoji, steps=())
            blocks.append(same)
        elif any(rests(step.activity) for step in block.steps):
            blocks.append(replace(block, steps=()))
        else:
            blocks.append(block)
    return replace(
        plan,
        currently="" if rests(plan.currently) else plan.currently,
        outline=tuple(one for one in plan.outline if not rests(one)),
        blocks=tuple(blocks),
    )


def act_without(act: Act, plan: DayPlan) -> Act:
    """Return an act that goes on as planned, in place of one that rested on a memory."""
    block = plan.block_at(act.step.starts_at)
    if block is None:
        return act
    step = replace(act.step, activity=block.activity, emoji=block.emoji, object="", object_state="")
    return replace(act, step=step, because=0)


def _standing(
    body: Standing, resting: Sequence[Record], before: dict[int, Record | None]
) -> Standing:
    views = {one.body.view for one in resting if isinstance(one.body, Standing)}
    view = body.view
    for record in resting:
        now, was = record.body, before[record.seq]
        base = (
            was.body
            if was is not None and isinstance(was.body, Standing)
            else Standing(other_id=body.other_id)
        )
        if isinstance(now, Standing):
            body = body.set_off(
                affinity=base.affinity - now.affinity, trust=base.trust - now.trust, familiarity=0
            )
            if view in views:
                view = base.view
    return replace(body, view="" if view in views else view, evidence=())


def _score(record: Record | None) -> int:
    return record.body.score if record is not None and isinstance(record.body, Belief) else _BELIEF
