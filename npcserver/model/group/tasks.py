"""What can be due in a group chat, and whom it can wait for."""

from dataclasses import dataclass
from typing import Literal

from npcserver.model.group.script import Knowledge, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin:
    """A stage is to begin; see `moves.Began`."""

    round: int
    stage: Stage
    order: tuple[str, ...]
    influence: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """A principal is to choose whom to talk with."""

    member: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """A member is to say a line; see `moves.Spoke`. With an `opening` it already knows what."""

    member: str
    talk: str = ""
    to: str = ""
    chat_round: int
    opening: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """A member is to make up its mind about the round."""

    member: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CastVote:
    """A member is to vote, on its own knowledge or on all."""

    member: str
    knowledge: Knowledge


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """A round is to be condensed for the votes on all knowledge; see `moves.Digested`."""

    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclude:
    """It is to be told in short what came of it, and closed."""


Task = Begin | Choose | Say | Update | CastVote | Digest | Conclude


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """A person in a member's seat is waited for.

    `partners` are whom it may choose or is about to speak to; empty for all.
    """

    member: str
    task: Literal["choose", "speak", "vote"]
    partners: tuple[str, ...] = ()
