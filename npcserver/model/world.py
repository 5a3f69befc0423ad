"""Worlds and places: authored texts, norms (Generative Agents, 7.2), and object states.

A place holds no more people than its capacity, is not entered out of hours, and where it has
owners, others enter it only while an owner is in it. A norm of a place holds for all its
parts.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time
from enum import StrEnum
from typing import Annotated, NamedTuple

from npcserver.language import finder
from npcserver.model import limits
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.bounds import Items, Language, Name, NumberRange, Prose, ShortProse, Text
from npcserver.model.calendar import EARTH, Calendar
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.model_use import Budget
from npcserver.model.relation_axes import RelationAxis

NO_TIMELINE = TimelineId("")
DEFAULT_START = datetime(2000, 1, 1, 8, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class LocalText:
    """A text in one language."""

    language: Language
    text: ShortProse


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A world; game time has no zone and is written as UTC.

    `affordances` and `entities` are the author's catalogue, for turns that declare none. `budget`
    limits what its thoughts cost per game day; where it is zero the server's own limits hold.
    Where it `has_gossip`, what was said in private may be told to others.
    `disclosures` are what players are told before a model speaks to them for the first time.
    `first_character_id` is the character that new players meet, or None. `axes` are those along
    which characters stand to others, beside affinity, trust and familiarity.
    """

    id: WorldId
    name: Name
    description: Prose = ""
    start_time: datetime = DEFAULT_START
    language: Language = "en"
    affordances: Annotated[tuple[Affordance, ...], Items(limits.AFFORDANCES)] = ()
    entities: Annotated[tuple[Entity, ...], Items(limits.ENTITIES, key="id")] = ()
    budget: Budget = field(default_factory=Budget)
    genesis_id: TimelineId = NO_TIMELINE
    etag: str = ""
    created_at: datetime = DEFAULT_START
    updated_at: datetime = DEFAULT_START
    first_character_id: CharacterId | None = None
    has_gossip: bool = False
    calendar: Calendar = EARTH
    disclosures: Annotated[tuple[LocalText, ...], Items(limits.LANGUAGES, key="language")] = ()
    axes: Annotated[tuple[RelationAxis, ...], Items(limits.AXES, key="name")] = ()


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


class Walls(StrEnum):
    """What lies around a place, and takes from the voices that go in and out."""

    OPEN = "open"
    THIN = "thin"
    THICK = "thick"


_OUTDOORS = finder("places", "outdoors")


@dataclass(frozen=True, slots=True)
class Price:
    """What a ware costs, in the author's words: `threepence`, `4 crowns a night`."""

    ware: Name
    price: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A node of the place tree (world > sector > arena > object; Generative Agents, section 5).

    `owner_ids` are the characters it belongs to; without owners it is open to all. `prices` are
    those of what is sold there. `walls` are the author's, None where it says nothing of them.
    """

    id: PlaceId
    world_id: WorldId
    name: Name
    parent_id: PlaceId | None = None
    description: Prose = ""
    hours: Hours | None = None
    capacity: Annotated[int, NumberRange(1, limits.CAPACITY)] | None = None
    owner_ids: Annotated[tuple[CharacterId, ...], Items(limits.OWNERS)] = ()
    etag: str = ""
    objects: Annotated[tuple[Name, ...], Items(limits.OBJECTS)] = field(default=())
    prices: Annotated[tuple[Price, ...], Items(limits.OBJECTS, key="ware")] = ()
    walls: Walls | None = None

    @property
    def heard_through(self) -> Walls:
        """The walls; by default a place is open whose name says that it is outdoors, else thin."""
        return self.walls or (Walls.OPEN if _OUTDOORS(self.name) else Walls.THIN)


class Norm(StrEnum):
    """The rule that keeps a person out of a place."""

    FULL = "full"
    CLOSED = "closed"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class EntryRefusal:
    """Why a person may not be at a place, and the place whose norm it is."""

    norm: Norm
    place_id: PlaceId


def entry_refusal(
    who: str,
    place_id: PlaceId,
    *,
    places: Mapping[PlaceId, Place],
    now: datetime,
    present: Mapping[PlaceId, AbstractSet[str]],
) -> EntryRefusal | None:
    """Return what keeps `who` out of a place, or None.

    `present` maps each place to the people exactly there; people in parts count towards the whole.
    Hours and ownership never keep an owner out, and a person already inside is not counted against
    the capacity.
    """
    for place in enclosing_places(place_id, places):
        if who not in place.owner_ids:
            if place.hours is not None and not place.hours.contain(now.time()):
                return EntryRefusal(Norm.CLOSED, place.id)
            if place.owner_ids and not _inside(place.id, places, present) & {*place.owner_ids}:
                return EntryRefusal(Norm.PRIVATE, place.id)
        # unlike hours and ownership, capacity also applies to owners
        if place.capacity is not None:
            inside = _inside(place.id, places, present) - {who}
            if len(inside) >= place.capacity:
                return EntryRefusal(Norm.FULL, place.id)
    return None


def enclosing_places(place_id: PlaceId, places: Mapping[PlaceId, Place]) -> tuple[Place, ...]:
    """Return a place and the places that contain it, innermost first.

    It ends at an unknown place, and at a cycle (a parent edited by hand to lie within itself).
    """
    found: list[Place] = []
    next_id: PlaceId | None = place_id
    while next_id is not None and (place := places.get(next_id)) is not None:
        if place in found:
            break
        found.append(place)
        next_id = place.parent_id
    return tuple(found)


def with_inherited_norms(place: Place, places: Mapping[PlaceId, Place]) -> Place:
    """Return a place with the hours and prices that hold there because of what contains it."""
    around = enclosing_places(place.id, places)
    prices = {one.ware: one for each in reversed(around) for one in each.prices}
    hours = next((one.hours for one in around if one.hours is not None), None)
    return replace(place, hours=hours, prices=tuple(prices.values()))


def is_rooted(place: Place, places: Mapping[PlaceId, Place]) -> bool:
    """Return whether the place's parent, if any, exists and does not lie within the place."""
    if place.parent_id is None:
        return True
    return place.parent_id in places and place not in enclosing_places(place.parent_id, places)


def place_path(place: Place, places: Mapping[PlaceId, Place]) -> str:
    """Return the names of a place and its ancestors, outermost first: `Hobbs Cafe: cafe`."""
    return ": ".join(one.name for one in reversed(enclosing_places(place.id, places)))


def _inside(
    place_id: PlaceId, places: Mapping[PlaceId, Place], present: Mapping[PlaceId, AbstractSet[str]]
) -> set[str]:
    return {
        who
        for where, people in present.items()
        if any(place.id == place_id for place in enclosing_places(where, places))
        for who in people
    }


IDLE = "idle"
"""The state of an object that is not in use; it is stored, but leaves no memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectState:
    """Body of an object record: `object` at the place is in `state` from now on.

    `by` is the character or player who caused it; empty for the game or a designer.
    """

    place_id: PlaceId
    object: Name
    state: Annotated[str, Text(limits.STATE, is_one_line=True)]
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceSeen:
    """Body of a knowledge record: object states of a place when the character last saw it.

    Idle objects are left out. It may be out of date, since the place changes unseen.
    """

    place_id: PlaceId
    objects: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TownFact:
    """Public knowledge of one place or person of the world.

    Of a place: `within` are the places that contain it, innermost first, `about` its description,
    `owners` the names of its owners (`is_own`: the knowing character is one), `parts` and `things`
    what is in it, `prices` those of what is sold there. Of a person: `within` is where they are
    mostly found, innermost first, `about` their occupation, `parts` the places they own.
    """

    name: str
    is_person: bool = False
    within: tuple[str, ...] = ()
    about: str = ""
    hours: str = ""
    owners: tuple[str, ...] = ()
    is_own: bool = False
    is_here: bool = False
    parts: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    prices: tuple[Price, ...] = ()


def object_key(place_id: PlaceId, name: str) -> str:
    """Return the subject id of an object's state records."""
    return f"{place_id}/{name}"


def statement(name: str, state: str) -> str:
    """Return a state as a perceivable sentence: `the stove is burning`."""
    return f"the {name} is {state}"


class WorldRevision(NamedTuple):
    """A state of a world. `genesis_id` tells it from an earlier world of the same id."""

    world_id: WorldId
    genesis_id: str
    number: int
