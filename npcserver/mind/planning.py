"""Planning: a day in hours, and an hour in minutes. What comes out is always sound."""

from npcserver.mind.asker import Ask, Asked
from npcserver.model.day import STEP_MINUTES, DayPlan, Step, faults_of_steps
from npcserver.model.pondering import Dawn, Hour
from npcserver.model.purpose import Purpose
from npcserver.model.usual import usual_day
from npcserver.model.usual_steps import usual_steps
from npcserver.prompts.decompose import DecomposeBlock
from npcserver.prompts.plan import PlanDay

_DAY_TOKENS = 1_600
_TOKENS_PER_STEP = 70
_MOST_STEP_TOKENS = 1_600


async def plan_day(dawn: Dawn, ask: Ask) -> tuple[DayPlan, Asked[DayPlan]]:
    """Return a day, or the day with its rest planned anew: by habit where no answer can be read.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    asked = await ask(PlanDay.of(dawn), purpose=Purpose.PLAN, material=dawn, max_tokens=_DAY_TOKENS)
    return asked.answer or usual_day(dawn), asked


async def decompose(hour: Hour, ask: Ask) -> tuple[tuple[Step, ...], Asked[tuple[Step, ...]]]:
    """Return the steps of a block, which fill it exactly; usual ones where no answer can be read.

    A block too short to be cut is one step, and nobody is asked. Raises `ModelUnreachable` and
    `ModelTooSlow`.
    """
    usual = usual_steps(hour)
    if hour.block.minutes < 2 * STEP_MINUTES[0]:
        return usual, Asked(answer=usual)
    tokens = min(hour.block.minutes // STEP_MINUTES[0] * _TOKENS_PER_STEP + 60, _MOST_STEP_TOKENS)
    asked = await ask(
        DecomposeBlock.of(hour), purpose=Purpose.DECOMPOSE, material=hour, max_tokens=tokens
    )
    steps = asked.answer
    return (usual if not steps or faults_of_steps(hour.block, steps) else steps), asked
