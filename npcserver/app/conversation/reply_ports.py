"""What generates replies to players, and what pays for them."""

from collections.abc import AsyncGenerator
from typing import Protocol

from npcserver.app.budget_accounts import Hold
from npcserver.mind.reply_trace import ReplyTrace
from npcserver.model.budget_accounts import BudgetReached, Payer
from npcserver.model.ids import TimelineId
from npcserver.model.inputs import ReplyInput
from npcserver.model.model_use import Cost
from npcserver.model.turn import IntentProposed, Line, LineDelta, Usage

Part = Line | LineDelta | IntentProposed | ReplyTrace


class ReplyGenerator(Protocol):
    """Generates an answer to a scene."""

    def __call__(
        self,
        scene: ReplyInput,
        *,
        want_deltas: bool,
        notes: ReplyTrace,
        deadline: float | None = None,
        over_budget: str = "",
    ) -> AsyncGenerator[Part, None]:
        """Yield what is said; the last item is the `ReplyTrace`.

        `notes` are kept up to date meanwhile, for an answer that is cut off. It is over by the
        `deadline`, in monotonic seconds; None leaves the limit to the generator. With the reason
        `over_budget` an authored line is said, and no model is asked.
        """
        ...


class ReplyPayments(Protocol):
    """Pays for replies out of the budgets of the calendar day."""

    async def hold(self, payer: Payer) -> Hold | BudgetReached:
        """Hold the most that a reply may cost; returns the budget that is used up instead."""
        ...

    def price(self, usage: Usage) -> Cost:
        """Return what a reply cost."""
        ...

    def is_news(self, timeline_id: TimelineId, reached: BudgetReached) -> bool:
        """Return whether a timeline has not been told yet; it counts as told then."""
        ...
