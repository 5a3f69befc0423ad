"""`SpendingService`: what models cost, and the limits of that."""

from npcserver.admin.v1 import spending_service_pb2 as pb
from npcserver.admin.v1.spending_service_pb2_grpc import SpendingServiceServicer
from npcserver.model.budget_accounts import read_day
from npcserver.model.ids import WorldId
from npcserver.rpc import budget_messages, fields
from npcserver.rpc.encoder import enclose
from npcserver.rpc.interceptor import Context
from npcserver.rpc.methods import UseCaseServicer, unary


class SpendingServicer(UseCaseServicer, SpendingServiceServicer):
    """Limits and accounts of calendar days."""

    SetSpendingLimit = unary(
        pb.SetSpendingLimitRequest,
        lambda services: services.spending.set_limit,
        subject=budget_messages.decode_subject,
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
