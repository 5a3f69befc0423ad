"""Circles: groups of people who talk together, and a circle as its next speaker sees it."""

from dataclasses import dataclass
from enum import StrEnum

from npcserver.model.character import Person
from npcserver.model.ids import PlaceId


class FloorReason(StrEnum):
    """Why a member has the floor."""

    ADDRESSED = "addressed"
    STAKE = "stake"
    SILENCE = "silence"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """Body of a circle record: its members from now on; empty once it has broken up.

    Members hear each other, and no one outside hears them. The latest record counts.
    """

    id: str
    place_id: PlaceId | None = None
    members: tuple[Person, ...] = ()

    def has(self, member_id: str) -> bool:
        """Return whether a person is a member."""
        return any(one.id == member_id for one in self.members)


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleStandpoint:
    """A circle as the member who has the floor sees it.

    `others` are the other members. `spoken_to` are the people the last words were meant for, empty
    for all; `is_addressed` is true if they were meant for this member. `why` is the reason it has
    the floor. `hearers` hear what it says: all others, or those to whom it whispers. `rule` is the
    version of the rules that tell whom its own words address; 1 for turns stored without a version.
    """

    circle_id: str
    others: tuple[Person, ...]
    spoken_to: tuple[Person, ...] = ()
    is_addressed: bool = False
    is_whisper: bool = False
    hearers: tuple[Person, ...] = ()
    why: FloorReason = FloorReason.NOBODY
    rule: int = 1
