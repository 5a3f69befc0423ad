"""What the thoughts of a timeline have cost on its game day, and whether one more fits."""

from dataclasses import dataclass

from npcserver.model.budget import Budget, Cost
from npcserver.model.ids import TimelineId
from npcserver.model.purpose import Purpose
from npcserver.model.turn import Usage
from npcserver.ports.storage import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A reservation: what a thought may cost at most."""

    timeline_id: TimelineId
    day: str
    purpose: Purpose
    reserved: Cost


class Budgets:
    """Reserves before a call and settles after it."""

    def __init__(self, store: Store, *, default: Budget) -> None:
        self._store = store
        self._default = default

    async def reserve(
        self, timeline_id: TimelineId, budget: Budget, purpose: Purpose, *, max_tokens: int
    ) -> Account | None:
        """Return an account, None when the day has nothing left for this purpose."""
        raise NotImplementedError

    async def settle(self, account: Account, calls: int, usage: Usage | None) -> None:
        """Put the real cost in the place of the reserved; usage None means unknown."""
        raise NotImplementedError
