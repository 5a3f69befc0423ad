"""What a character is doing, and why."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from npcserver.model.day import Step
from npcserver.model.ids import PlaceId


class Cause(StrEnum):
    """Why a character does what it does."""

    PLAN = "plan"
    REACTION = "reaction"
    TALK = "talk"
    WAIT = "wait"  # for a place that is full or closed, or for somebody
    SLEEP = "sleep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
    """Body of an act: the subject does this from now until `step.ends_at`, or until the next act.

    `because` is the seq of what it reacts to, 0 when nothing. `wanted_place_id` is where it would
    be if a norm did not keep it out.
    """

    step: Step
    cause: Cause = Cause.PLAN
    because: int = 0
    wanted_place_id: PlaceId | None = None

    @property
    def ends_at(self) -> datetime:
        """When it is over."""
        return self.step.ends_at

    @property
    def is_asleep(self) -> bool:
        """Whether the character perceives nothing meanwhile."""
        return self.cause is Cause.SLEEP
