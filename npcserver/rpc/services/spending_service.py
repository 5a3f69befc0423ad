"""`SpendingService`: what models cost, and the limits of that."""

from npcserver.admin.v1 import spending_service_pb2 as pb
from npcserver.admin.v1.spending_service_pb2_grpc import SpendingServiceServicer
from npcserver.model.budget_accounts import read_day
from npcserver.model.ids import WorldId
from npcserver.model.model_use import Cost
from npcserver.model.thought import Spent
from npcserver.rpc import budget_messages, fields
from npcserver.rpc.encoder import enclose
from npcserver.rpc.interceptor import Context
from npcserver.rpc.methods import UseCaseServicer, unary

_INT32 = 2**31 - 1


def _encode_spent(value: Spent | None) -> pb.Spending | None:
    if value is None:
        return None
    return pb.Spending(
        world_day=value.day,
        calls=min(value.total.calls, _INT32),
        tokens=value.total.tokens,
        money_micros=value.total.micros,
        by_purpose=(
            pb.PurposeSpending(
                group=pb.PurposeGroup.Value(f"PURPOSE_GROUP_{use.upper()}"),
                calls=min(cost.calls, _INT32),
                tokens=cost.tokens,
                money_micros=cost.micros,
            )
            for use, cost in value.by_use
            if cost != Cost()
        ),
    )


class SpendingServicer(UseCaseServicer, SpendingServiceServicer):
    """Limits and accounts of calendar days."""

    SetSpendingLimit = unary(
        pb.SetSpendingLimitRequest,
        lambda services: services.spending.set_limit,
        subject=budget_messages.decode_subject,
    )

    GetDaySpending = unary(
        pb.GetDaySpendingRequest,
        lambda services: services.characters.day_spending,
        "spending",
        _encode_spent,
    )

    async def ListSpending(
        self, request: pb.ListSpendingRequest, context: Context
    ) -> pb.ListSpendingResponse:
        """Return a page of what was spent."""
        world_id = WorldId(fields.reference("world_id", request.world_id))
        await self.services.worlds.get(world_id)  # raises for an unknown one
        day = read_day("day", request.day)
        accounts = await self.services.spending.accounts(world_id, day)
        page, token = self.tokens.cut(request, accounts)
        return enclose(page, pb.ListSpendingResponse, "accounts", next_page_token=token)
