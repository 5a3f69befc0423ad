"""Limits on what models may cost in a day, and accounts of what they did cost.

A day is a calendar day in UTC, since money is spent in real time; the `Budget` of a world, which
rations its thoughts, holds for a day of the game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Annotated

from npcserver.model import limits
from npcserver.model.bounds import NumberRange
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.model_use import SHARES, Cost, Purpose

EACH = "*"
"""In place of an id: each player or timeline of the world that has no limit of its own."""
WHOLE_PERCENT = 100
_NOTHING = Cost()


class SpendingScope(StrEnum):
    """What a limit is for, within a world."""

    WORLD = "world"
    TIMELINE = "timeline"
    PLAYER = "player"
    PURPOSE = "purpose"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendingLimit:
    """Limits of a day; None is no limit, 0 allows nothing. `micros` is in millionths of a unit.

    Of each of them, thoughts may take `thoughts_percent` at most; None leaves it to the server.
    """

    tokens: Annotated[int, NumberRange(0, limits.BUDGET)] | None = None
    micros: int | None = None
    thoughts_percent: Annotated[int, NumberRange(0, WHOLE_PERCENT)] | None = None

    @property
    def is_none(self) -> bool:
        """Whether it limits nothing."""
        return self.tokens is None and self.micros is None

    def part(self, percent: int) -> "SpendingLimit":
        """Return so many percent of both limits, rounded down."""
        return SpendingLimit(
            tokens=None if self.tokens is None else self.tokens * percent // WHOLE_PERCENT,
            micros=None if self.micros is None else self.micros * percent // WHOLE_PERCENT,
        )


NO_LIMIT = SpendingLimit()


@dataclass(frozen=True, slots=True, order=True)
class SpendingSubject:
    """What a limit is for: a `scope` of a world, and an id in it, which is empty for the world."""

    world_id: WorldId
    scope: SpendingScope
    id: str = ""


@dataclass(frozen=True, slots=True, order=True)
class AccountKey:
    """An account of one day (ISO date): of a subject, or of the thoughts of a subject alone."""

    day: str
    subject: SpendingSubject
    is_of_thoughts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendingAccount:
    """What a subject has spent in a day, and what servers have reserved for it beside that."""

    limit: SpendingLimit
    key: AccountKey
    spent: Cost = _NOTHING
    reserved: Cost = _NOTHING
    is_default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Payer:
    """Who a call of a model is for; `player_id` is empty where no player waits for it."""

    world_id: WorldId
    timeline_id: TimelineId
    purpose: Purpose
    player_id: str = ""

    @property
    def is_thought(self) -> bool:
        """Whether the call is none for talk with players or interviews."""
        return self.purpose in SHARES

    def subjects(self) -> Iterator[SpendingSubject]:
        """Yield all whose limits the call counts against."""
        yield SpendingSubject(self.world_id, SpendingScope.WORLD)
        yield SpendingSubject(self.world_id, SpendingScope.TIMELINE, self.timeline_id)
        if self.player_id:
            yield SpendingSubject(self.world_id, SpendingScope.PLAYER, self.player_id)
        yield SpendingSubject(self.world_id, SpendingScope.PURPOSE, self.purpose)


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetReached:
    """Body of a record: a budget of this day is used up, or the part of it for thoughts is.

    `subject_id` is the player, timeline or purpose, empty for the world; `day` is an ISO date.
    """

    scope: SpendingScope
    subject_id: str
    day: str
    is_of_thoughts: bool = False

    @classmethod
    def of(cls, key: AccountKey) -> "BudgetReached":
        """Return the event for an account."""
        return cls(
            scope=key.subject.scope,
            subject_id=key.subject.id,
            day=key.day,
            is_of_thoughts=key.is_of_thoughts,
        )

    @property
    def renews_at(self) -> datetime:
        """The end of the day, in UTC."""
        return datetime.combine(date.fromisoformat(self.day), time.min, UTC) + timedelta(days=1)

    @property
    def fault(self) -> str:
        """The reason as receipts have it."""
        thoughts = "thoughts of the " if self.is_of_thoughts else ""
        named = f" {self.subject_id}" if self.subject_id else ""
        return f"over budget: {thoughts}{self.scope}{named}"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRequest:
    """The state of one account in a server, and what more it would reserve.

    `used` is all that the server has spent of the day so far, `granted` what it was granted; both
    only grow, but for `granted` where the server gives back what it does not need. `wanted` is what
    it would be granted beside that.
    """

    key: AccountKey
    limit: SpendingLimit
    used: Cost
    granted: Cost
    wanted: Cost = _NOTHING


def subject_id(scope: SpendingScope, value: str) -> str:
    """Return the id of what a limit is for. Raises `InvalidInput` if it does not fit the scope."""
    if scope is SpendingScope.WORLD:
        if value:
            raise InvalidInput("subject_id", "must be empty for a world")
        return ""
    if scope is SpendingScope.PURPOSE:
        if value not in {*Purpose}:
            raise InvalidInput("subject_id", f"is no purpose; there are: {', '.join(Purpose)}")
        return value
    if value == EACH:
        return value
    problem = limits.text_problem(value, limits.IDENTIFIER, is_one_line=True)
    if problem is not None:
        raise InvalidInput("subject_id", problem)
    return value


def read_day(path: str, value: str) -> str:
    """Return a day as ISO date, empty where none is set; `path` names the field of a fault."""
    try:
        return date.fromisoformat(value).isoformat() if value else ""
    except ValueError as error:
        raise InvalidInput(path, "must be a day, such as 2026-11-25") from error
