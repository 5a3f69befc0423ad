"""What a character is doing, and why."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from npcserver.model.day import Step
from npcserver.model.ids import PlaceId


class Cause(StrEnum):
    """Why a character performs an act."""

    PLAN = "plan"
    REACTION = "reaction"
    TALK = "talk"
    WAIT = "wait"  # for a place that is full or closed, or for another character
    SLEEP = "sleep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
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
