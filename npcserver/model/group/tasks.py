"""Tasks that can be due in a group chat, and whom it can wait for."""

from dataclasses import dataclass
from typing import Literal

from npcserver.model.group.script import Knowledge, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin:
    """Begin a stage; see `moves.Began`."""

    round: int
    stage: Stage
    order: tuple[str, ...]
    influence: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """A principal chooses a talk partner."""

    member: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """A member says a line; see `moves.Spoke`. `opening` is its text, if it is fixed already."""

    member: str
    talk: str = ""
    to: str = ""
    chat_round: int
    opening: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """A member updates its relations and beliefs after a round."""

    member: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CastVote:
    """A member votes, on its own knowledge or on all."""

    member: str
    knowledge: Knowledge


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """Condense a round for the votes on all knowledge; see `moves.Digested`."""

    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclude:
    """Summarise the chat and close it."""


Task = Begin | Choose | Say | Update | CastVote | Digest | Conclude


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """A person in a member's seat who is waited for.

    `partners` are those it may choose or will speak to; empty for all.
    """

    member: str
    task: Literal["choose", "speak", "vote"]
    partners: tuple[str, ...] = ()
