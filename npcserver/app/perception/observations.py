"""What the game tells of: who moved, which things are different, what happened."""

from dataclasses import dataclass
from datetime import datetime

from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.secret import Secret
from npcserver.model.senses import Channel, Range
from npcserver.ports.storage import RequestKey

STRIKING = 7
"""Importance, as the game gives it, from which a mind is to react."""

SEEN_IMPORTANCE = 2
"""Of seeing what a character is at: such facts are seen all day, so no model rates them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """Somebody is somewhere else from now on; no place means out of the world."""

    subject_id: str
    place_id: PlaceId | None
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectChange:
    """A thing at a place is different from now on; `by` is who did it, empty for nobody."""

    place_id: PlaceId
    object: str
    state: str
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEvent:
    """Something that happened; without witnesses it is perceived by all whom it reaches.

    `is_standing` marks a fact that holds, not an event: a mind that knows it already keeps no
    second memory of it. With a `secret` it is told only to those who may hear it.
    """

    text: str
    witness_ids: tuple[CharacterId, ...] = ()
    place_id: PlaceId | None = None
    game_time: datetime | None = None
    importance: int | None = None
    about: tuple[str, ...] = ()
    channel: Channel = Channel.ANY
    range: Range = Range.PLACE
    is_standing: bool = False
    secret: Secret | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagChange:
    """A story flag is set from now on, or no longer."""

    name: str
    is_set: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Observe:
    """A batch, stored as a whole.

    First story flags, then who moved, then which things changed, then what happened.
    """

    timeline_id: TimelineId
    movements: tuple[Movement, ...] = ()
    happenings: tuple[GameEvent, ...] = ()
    objects: tuple[ObjectChange, ...] = ()
    flags: tuple[FlagChange, ...] = ()
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True)
class ObserveResult:
    """Where the records stand, how many of them are memories, and how many were no news."""

    first: int
    last: int
    memories: int
    coalesced: int = 0
