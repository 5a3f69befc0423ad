"""People who stand together and talk: who is in it, and how it looks to who is about to speak."""

from dataclasses import dataclass
from enum import StrEnum

from npcserver.model.ids import PlaceId
from npcserver.model.person import Person


class FloorReason(StrEnum):
    """Why somebody has the floor."""

    ADDRESSED = "addressed"
    STAKE = "stake"
    SILENCE = "silence"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """Body of a circle: who is in it from now on; nobody once it has broken up.

    Its members hear each other, and nobody else hears them. The latest record counts.
    """

    id: str
    place_id: PlaceId | None = None
    members: tuple[Person, ...] = ()

    def has(self, member_id: str) -> bool:
        """Say whether somebody is in it."""
        return any(one.id == member_id for one in self.members)


@dataclass(frozen=True, slots=True, kw_only=True)
class InCircle:
    """How a circle looks to a member that has the floor.

    `others` are the rest of it. `spoken_to` are whom the last words were meant for, empty for all;
    `is_addressed` says that they were meant for this member. `why` it has the floor. What
    it says is heard by `hearers`: all others, or those to whom it whispers. `rule` is the version
    of the rules that tell whom its own words are for; 1 for turns that were kept without one.
    """

    circle_id: str
    others: tuple[Person, ...]
    spoken_to: tuple[Person, ...] = ()
    is_addressed: bool = False
    is_whisper: bool = False
    hearers: tuple[Person, ...] = ()
    why: FloorReason = FloorReason.NOBODY
    rule: int = 1
