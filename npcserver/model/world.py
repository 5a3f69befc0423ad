"""Worlds and their places, as authored."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, time

from npcserver.model.affordance import Affordance, Entity
from npcserver.model.budget import Budget
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId

NO_TIMELINE = TimelineId("")
DEFAULT_START = datetime(2000, 1, 1, 8, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A world; game time has no zone and is written as UTC.

    `affordances` and `entities` are the author's catalogue, for turns that declare none. `budget`
    limits what its thoughts cost per game day; where it is zero the server's own limits hold.
    `first_character_id` is the character that new players meet, or None.
    """

    id: WorldId
    name: str
    description: str = ""
    start_time: datetime = DEFAULT_START
    language: str = "en"
    affordances: tuple[Affordance, ...] = ()
    entities: tuple[Entity, ...] = ()
    budget: Budget = field(default_factory=Budget)
    genesis_id: TimelineId = NO_TIMELINE
    etag: str = ""
    created_at: datetime = DEFAULT_START
    updated_at: datetime = DEFAULT_START
    first_character_id: CharacterId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hours:
    """When a place is open, in game time of day; `closes` before `opens` means past midnight."""

    opens: time
    closes: time

    def contain(self, moment: time) -> bool:
        """Return whether a place with these hours is open at `moment`."""
        if self.opens <= self.closes:
            return self.opens <= moment < self.closes
        return moment >= self.opens or moment < self.closes


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A node of the place tree (world > sector > arena > object; Generative Agents, section 5).

    `owner_ids` are the characters it belongs to; without owners it is open to all.
    """

    id: PlaceId
    world_id: WorldId
    name: str
    parent_id: PlaceId | None = None
    description: str = ""
    hours: Hours | None = None
    capacity: int | None = None
    owner_ids: tuple[CharacterId, ...] = ()
    etag: str = ""
    objects: tuple[str, ...] = field(default=())
