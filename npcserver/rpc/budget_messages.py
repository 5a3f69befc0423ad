"""Limits on spending as messages, what was spent, and the event of a budget that is used up."""

from npcserver.model import limits
from npcserver.model.budget_accounts import (
    WHOLE_PERCENT,
    SpendingAccount,
    SpendingLimit,
    SpendingScope,
    SpendingSubject,
    subject_id,
)
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import WorldId
from npcserver.model.model_use import MICROS
from npcserver.rpc import fields
from npcserver.rpc.encoder import sources
from npcserver.v1 import budget_pb2 as pb
from npcserver.v1 import world_service_pb2

SCOPES = fields.members_of(SpendingScope, pb.BudgetScope)

sources(
    SpendingLimit,
    pb.SpendingLimit,
    money=lambda limit: None if limit.micros is None else limit.micros / MICROS,
)
sources(
    SpendingAccount,
    pb.SpendingAccount,
    "key",
    "spent",
    scope="key.subject.scope",
    subject_id="key.subject.id",
    money=lambda account: account.spent.micros / MICROS,
    tokens_reserved="reserved.tokens",
    money_reserved=lambda account: account.reserved.micros / MICROS,
)


def decode_set_limit(
    request: world_service_pb2.SetSpendingLimitRequest,
) -> tuple[SpendingSubject, SpendingLimit | None]:
    """Read which limit to set; None removes it."""
    scope = fields.choice("scope", request.scope, SCOPES)
    subject = SpendingSubject(
        WorldId(fields.reference("world_id", request.world_id)),
        scope,
        subject_id(scope, request.subject_id),
    )
    if not request.HasField("limit"):
        return subject, None
    given = request.limit
    if not 0 <= given.money <= limits.BUDGET:  # also refuses NaN
        raise InvalidInput("limit.money", f"must be 0 to {limits.BUDGET:,}")
    return subject, SpendingLimit(
        tokens=fields.whole("limit.tokens", given.tokens, 0, limits.BUDGET)
        if given.HasField("tokens")
        else None,
        micros=round(given.money * MICROS) if given.HasField("money") else None,
        thoughts_percent=fields.whole(
            "limit.thoughts_percent", given.thoughts_percent, 0, WHOLE_PERCENT
        )
        if given.HasField("thoughts_percent")
        else None,
    )
