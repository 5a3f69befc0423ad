"""The budgets of the calendar day, with the limits of the settings."""

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.store import SqlStore
from npcserver.app.budget_accounts import SpendingAccounts, SpendingDefaults
from npcserver.config import Settings
from npcserver.model.budget_accounts import SpendingLimit, SpendingScope
from npcserver.model.model_use import MICROS


def spending_accounts(settings: Settings, store: SqlStore) -> SpendingAccounts:
    """Return the budgets of the calendar day, with the limits of the settings."""
    chosen = settings.budget
    limits = {
        SpendingScope.WORLD: (chosen.world_tokens_per_day, chosen.world_money_per_day),
        SpendingScope.TIMELINE: (chosen.timeline_tokens_per_day, chosen.timeline_money_per_day),
        SpendingScope.PLAYER: (chosen.player_tokens_per_day, chosen.player_money_per_day),
    }
    defaults = SpendingDefaults(
        limits={
            scope: SpendingLimit(tokens=tokens or None, micros=round(money * MICROS) or None)
            for scope, (tokens, money) in limits.items()
        },
        thoughts_percent=chosen.thoughts_percent,
        block_percent=chosen.block_percent,
    )
    return SpendingAccounts(store.spending, SystemClock(), defaults, broadcast=store.broadcast)
