"""The uses of language models: purposes, places where they run, and budgets.

Talk with players is never refused, but it counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated

from npcserver.model import limits
from npcserver.model.bounds import NumberRange


class ModelUse(StrEnum):
    """What the settings choose a model for: `[model.dialogue]` and its siblings."""

    DIALOGUE = "dialogue"  # lines for players, in circles too
    THOUGHTS = "thoughts"  # no player waits: plans, reactions, talk among characters
    RATINGS = "ratings"  # importance of what was perceived
    SCENES = "scenes"  # all that members of group chats choose, say and conclude


class Purpose(StrEnum):
    """Why a model is called."""

    REPLY = "reply"  # a line for a player
    RATE = "rate"  # importance of what was perceived
    REFLECT = "reflect"  # questions, and insights
    PLAN = "plan"  # a day
    DECOMPOSE = "decompose"  # an hour, step by step
    REACT = "react"  # what to do about something perceived
    CONVERSE = "converse"  # a line for another character
    SUMMARISE = "summarise"  # what to keep of a conversation
    RELATE = "relate"  # how a view of a person changes
    INTERVIEW = "interview"  # an answer that leaves no trace
    CHOOSE = "choose"  # whom to talk with in a group chat
    SPEAK = "speak"  # a line in a group chat
    UPDATE = "update"  # what a round of a group chat changes
    VOTE = "vote"  # who is to win in a group chat
    READ_AHEAD = "read_ahead"  # the start of a reply's prompt, before the player spoke
    CHRONICLE = "chronicle"  # a short account of a group chat or of one of its rounds

    @property
    def use(self) -> ModelUse:
        """Which of the models in the settings is called for it.

        Talk among characters counts as thought: no player waits for it, it is rationed with the
        thoughts, and it grows with the town, while a dialogue model is usually paid by the token.
        """
        return _USES.get(self, ModelUse.THOUGHTS)

    @property
    def is_spoken(self) -> bool:
        """Whether the answer is a line that a character says."""
        return self in _SPOKEN


_USES = {
    Purpose.REPLY: ModelUse.DIALOGUE,
    Purpose.READ_AHEAD: ModelUse.DIALOGUE,
    Purpose.RATE: ModelUse.RATINGS,
    Purpose.CHOOSE: ModelUse.SCENES,
    Purpose.SPEAK: ModelUse.SCENES,
    Purpose.UPDATE: ModelUse.SCENES,
    Purpose.VOTE: ModelUse.SCENES,
    Purpose.CHRONICLE: ModelUse.SCENES,
}
_SPOKEN = frozenset((Purpose.REPLY, Purpose.CONVERSE, Purpose.SPEAK, Purpose.INTERVIEW))


class ModelHost(StrEnum):
    """Where a language model runs."""

    NONE = "none"  # it reads no prompts: the offline actor, a script, a recording
    EMBEDDED = "embedded"  # a GGUF file, in a process started by this server
    LOCAL = "local"  # a server on this machine or in its own network
    HOSTED = "hosted"  # an endpoint elsewhere, usually paid by the token

    @property
    def is_local(self) -> bool:
        """Whether a prompt costs time on this machine or nearby, but no money."""
        return self in {ModelHost.EMBEDDED, ModelHost.LOCAL}


MICROS = 1_000_000
"""Millionths in one unit of money."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits of one world and one game day; 0 means no limit. Money is in millionths of a unit."""

    calls: Annotated[int, NumberRange(0, limits.BUDGET)] = 0
    tokens: Annotated[int, NumberRange(0, limits.BUDGET)] = 0
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
