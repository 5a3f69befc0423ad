"""Limits on spending as messages, what was spent, and the event of a budget that is used up."""

from npcserver.admin.v1 import spending_service_pb2 as spending_pb
from npcserver.admin.v1 import world_service_pb2
from npcserver.model import limits
from npcserver.model.budget_accounts import (
    SpendingAccount,
    SpendingLimit,
    SpendingScope,
    SpendingSubject,
    subject_id,
)
from npcserver.model.ids import WorldId
from npcserver.model.model_use import MICROS
from npcserver.rpc import fields
from npcserver.rpc.decoder import reads
from npcserver.rpc.encoder import sources
from npcserver.v1 import budget_pb2 as pb

SCOPES = fields.members_of(SpendingScope, pb.BudgetScope)

sources(
    SpendingLimit,
    spending_pb.SpendingLimit,
    money_micros="micros",
)
sources(
    SpendingAccount,
    spending_pb.SpendingAccount,
    "key",
    "spent",
    scope="key.subject.scope",
    subject_id="key.subject.id",
    money_micros="spent.micros",
    tokens_reserved="reserved.tokens",
    money_reserved_micros="reserved.micros",
)


def decode_subject(request: spending_pb.SetSpendingLimitRequest) -> SpendingSubject:
    """Read what a limit is for."""
    scope = fields.choice("scope", request.scope, SCOPES)
    return SpendingSubject(
        WorldId(fields.reference("world_id", request.world_id)),
        scope,
        subject_id(scope, request.subject_id),
    )


def read_micros(message: spending_pb.SpendingLimit | world_service_pb2.Budget) -> int:
    """Read an amount of money, in millionths of a unit."""
    return fields.within("money_micros", message.money_micros, 0, limits.BUDGET * MICROS)


reads(
    SpendingLimit,
    spending_pb.SpendingLimit,
    micros=lambda message: read_micros(message) if message.HasField("money_micros") else None,
)
