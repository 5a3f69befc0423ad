"""What somebody promised: open until it is kept, broken or withdrawn."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from npcserver.model.ids import TurnId
from npcserver.model.secret import Secret


class CommitmentStatus(StrEnum):
    """How a promise stands."""

    OPEN = "open"
    KEPT = "kept"
    BROKEN = "broken"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """A promise as an answer words it. `is_own` is False for one that the other made.

    `due` is as it was said, such as `tomorrow at noon`; empty where no time was named.
    """

    what: str
    is_own: bool = True
    due: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer says of a promise before it, by its place in the list from 1."""

    place: int
    status: CommitmentStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """Body of a commitment as it stands from now on, in the mind of one of the two.

    `by_id` promised it to `to_id` in turn `turn_id`. `due_at` is game time; None where none was
    named: such a promise is never broken by the clock. `has_come_up` says that it was spoken of
    since it was broken. `because` tells what settled it.
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
