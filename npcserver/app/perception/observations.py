"""What the game reports: movements, changed objects, events, story flags."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from npcserver.model import limits
from npcserver.model.bounds import Flag, Importance, Items, Name, Text
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.secret import Secret
from npcserver.model.senses import Loudness, Percept
from npcserver.model.world import ObjectState
from npcserver.ports.storage import RequestKey

STRIKING = 7
"""Importance, as the game gives it, from which a character reacts."""

ABOUT_AT_MOST = 20
"""People and things that one event may be about."""

SEEN_IMPORTANCE = 2
"""Importance of seeing what a character is doing: seen all day, so no model rates it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """A character or player is at another place from now on; None means out of the world.

    `spot` is where in the place it is, by a name of the game, such as that of a table.
    """

    subject_id: str
    place_id: PlaceId | None
    name: Name = ""
    spot: Name = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEvent(Percept):
    """An event; without witnesses it is perceived by all whom it reaches.

    `is_standing` marks a fact that holds, not an event: a character that knows it already keeps no
    second memory of it. With a `secret` it is only revealed to those who may hear it. A shout is
    also heard elsewhere, a whisper half by those who are next to its witnesses.
    """

    text: Annotated[str, Text(limits.MEMORY)]
    witness_ids: Annotated[tuple[CharacterId, ...], Items(limits.WITNESSES)] = ()
    game_time: datetime | None = None
    importance: Importance | None = None
    about: Annotated[tuple[str, ...], Items(ABOUT_AT_MOST)] = ()
    is_standing: bool = False
    secret: Secret | None = None
    loudness: Loudness = Loudness.TALK


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagChange:
    """A story flag is set from now on, or no longer."""

    name: Flag
    is_set: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Observe:
    """A batch, stored as a whole. In this order: story flags, movements, object changes, events."""

    timeline_id: TimelineId
    movements: Annotated[tuple[Movement, ...], Items(limits.BATCH)] = ()
    happenings: Annotated[tuple[GameEvent, ...], Items(limits.BATCH)] = ()
    objects: Annotated[tuple[ObjectState, ...], Items(limits.BATCH)] = ()
    flags: Annotated[tuple[FlagChange, ...], Items(limits.BATCH)] = ()
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True)
class ObserveResult:
    """The seqs of the records, how many of them are memories, and how many were no news."""

    first: int
    last: int
    memories: int
    coalesced: int = 0
