"""Limits on spending as messages, what was spent, and the event of a budget that is used up."""

from npcserver.model import limits
from npcserver.model.budget_accounts import (
    WHOLE_PERCENT,
    BudgetReached,
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
from npcserver.rpc.fields import stamp
from npcserver.v1 import budget_pb2 as pb
from npcserver.v1 import world_service_pb2

SCOPES = fields.members_of(SpendingScope, pb.BudgetScope)
ENCODED_SCOPES = fields.numbers_of(SpendingScope, pb.BudgetScope)


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


def encode_account(value: SpendingAccount) -> pb.SpendingAccount:
    """Write what was spent, beside its limit."""
    limit = value.limit
    return pb.SpendingAccount(
        scope=ENCODED_SCOPES[value.key.subject.scope],
        subject_id=value.key.subject.id,
        is_of_thoughts=value.key.is_of_thoughts,
        limit=pb.SpendingLimit(
            tokens=limit.tokens,
            money=None if limit.micros is None else limit.micros / MICROS,
            thoughts_percent=limit.thoughts_percent,
        ),
        is_default=value.is_default,
        calls=value.spent.calls,
        tokens=value.spent.tokens,
        money=value.spent.micros / MICROS,
        tokens_reserved=value.reserved.tokens,
        money_reserved=value.reserved.micros / MICROS,
    )


def encode_reached(value: BudgetReached) -> pb.BudgetReached:
    """Write that a budget is used up."""
    return pb.BudgetReached(
        scope=ENCODED_SCOPES[value.scope],
        subject_id=value.subject_id,
        is_of_thoughts=value.is_of_thoughts,
        renews_at=stamp(value.renews_at),
    )
