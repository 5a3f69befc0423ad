"""Commitments: promises that are open until they are kept, broken or withdrawn."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from npcserver.model.ids import TurnId
from npcserver.model.secret import Secret


class CommitmentStatus(StrEnum):
    """Status of a promise."""

    OPEN = "open"
    KEPT = "kept"
    BROKEN = "broken"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"  # one of the two died


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """A promise as a model's answer words it; `is_own` is False if the other person made it.

    `due` is the time as it was said, such as `tomorrow at noon`; empty if none was named.
    """

    what: str
    is_own: bool = True
    due: str = ""


@dataclass(frozen=True, slots=True)
class PromiseVerdict:
    """Status an answer gives to a promise listed in its prompt; `place` counts from 1."""

    place: int
    status: CommitmentStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """Body of a commitment record: its state from now on, for one of the two people.

    `by_id` promised it to `to_id` in turn `turn_id`. `due_at` is game time, or None if no time was
    named; such a promise is never broken by the clock. `has_come_up` is true if it was mentioned
    since it was broken. `because` says what settled it.
    """

    commitment_id: str
    by_id: str
    by_name: str
    to_id: str
    to_name: str
    what: str
    due_at: datetime | None = None
    status: CommitmentStatus = CommitmentStatus.OPEN
    turn_id: TurnId | None = None
    because: str = ""
    has_come_up: bool = False
    secrets: tuple[Secret, ...] = ()
