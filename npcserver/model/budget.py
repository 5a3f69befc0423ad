"""What a world's thoughts may cost per game day, and which purposes are cut first.

Talk with players is never refused, but it counts towards what is spent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from npcserver.model.purpose import Purpose

MICROS = 1_000_000
"""Millionths in one unit of money."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits of one world and one game day; 0 means no limit. Money is in millionths of a unit."""

    calls: int = 0
    tokens: int = 0
    micros: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What thoughts cost, or may cost at most; `micros` is money in millionths of a unit."""

    calls: int = 0
    tokens: int = 0
    micros: int = 0

    def plus(self, other: "Cost") -> "Cost":
        """Return the sum."""
        return Cost(
            calls=self.calls + other.calls,
            tokens=self.tokens + other.tokens,
            micros=self.micros + other.micros,
        )

    def minus(self, other: "Cost") -> "Cost":
        """Return the difference."""
        return Cost(
            calls=self.calls - other.calls,
            tokens=self.tokens - other.tokens,
            micros=self.micros - other.micros,
        )


# A purpose may spend until this share of the day's budget is used up. Purposes that only add
# colour are cut first, those that keep characters correct last; talk between characters is cut
# before their plans, since no player may hear it. In a group chat talk is cut first and votes
# last.
SHARES: Mapping[Purpose, float] = MappingProxyType(
    {
        Purpose.READ_AHEAD: 0.5,
        Purpose.DECOMPOSE: 0.6,
        Purpose.SUMMARISE: 0.7,
        Purpose.CONVERSE: 0.75,
        Purpose.SPEAK: 0.775,
        Purpose.RELATE: 0.8,
        Purpose.CHOOSE: 0.825,
        Purpose.REACT: 0.85,
        Purpose.UPDATE: 0.875,
        Purpose.REFLECT: 0.9,
        Purpose.CHRONICLE: 0.925,
        Purpose.PLAN: 0.95,
        Purpose.VOTE: 0.975,
        Purpose.RATE: 1.0,
    }
)


def allows(budget: Budget, spent: Cost, wanted: Cost, purpose: Purpose) -> bool:
    """Return whether a thought that may cost `wanted` fits under the share of its purpose.

    Purposes without a share (talk with players, interviews) always fit.
    """
    share = SHARES.get(purpose)
    if share is None:
        return True
    total = spent.plus(wanted)
    pairs = (
        (total.calls, budget.calls),
        (total.tokens, budget.tokens),
        (total.micros, budget.micros),
    )
    return all(limit <= 0 or used <= limit * share for used, limit in pairs)
