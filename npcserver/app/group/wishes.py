"""What people ask of a group chat: one frozen request for each use case."""

from dataclasses import dataclass
from enum import StrEnum

from npcserver.model.group.script import Script
from npcserver.model.ids import TimelineId
from npcserver.model.person import Person
from npcserver.ports.storage import RequestKey


class Point(StrEnum):
    """How far a group chat is to go on by itself."""

    STAGE = "stage"  # to the end of the stage under way, or of the next
    ROUND = "round"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGroupChat:
    """A scene is to be played in a timeline; `seed` makes chance in it repeatable."""

    timeline_id: TimelineId
    script: Script
    seed: int = 0
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance:
    """It is to go on by itself."""

    timeline_id: TimelineId
    chat_id: str
    until: Point = Point.END
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat:
    """A person is to speak and decide for a member."""

    timeline_id: TimelineId
    chat_id: str
    member_id: str
    person: Person
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSeat:
    """A member is to speak and decide for itself again."""

    timeline_id: TimelineId
    chat_id: str
    member_id: str
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Speak:
    """Words from a seat, or with an empty `member_id` from the audience.

    From a seat `person` may be None; empty words pass, and `ends` says that nothing is to be added.
    """

    timeline_id: TimelineId
    chat_id: str
    member_id: str = ""
    person: Person | None = None
    text: str = ""
    ends: bool = False
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosePartner:
    """Whom to talk with, from a seat (empty: nobody), and with what first words."""

    timeline_id: TimelineId
    chat_id: str
    member_id: str
    partner_id: str = ""
    text: str = ""
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CastVote:
    """A vote from a seat: candidates' ids, empty for none, and last words."""

    timeline_id: TimelineId
    chat_id: str
    member_id: str
    candidate_id: str = ""
    other_candidate_id: str = ""
    statement: str = ""
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseGroupChat:
    """A group chat is to be broken off."""

    timeline_id: TimelineId
    chat_id: str
    key: RequestKey | None = None


Wish = Advance | TakeSeat | LeaveSeat | Speak | ChoosePartner | CastVote | CloseGroupChat
"""Each is about one group chat of one timeline, and may be repeated under its key."""
