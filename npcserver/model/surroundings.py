"""The world as it stands in play: states of objects, and what a character knows of places."""

from dataclasses import dataclass

from npcserver.model.ids import PlaceId

IDLE = "idle"
"""The state of an object that nobody uses; the world knows it, and no mind remembers it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectState:
    """Body of an object's state: the thing `object` at a place is `state` from now on.

    `by` is who brought it about: a character, a player, or empty for the game or a designer.
    """

    place_id: PlaceId
    object: str
    state: str
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceSeen:
    """Body of a character's knowledge of a place: the states of its objects when last seen there.

    Objects that are idle are left out. It goes stale by itself: the place moves on unseen.
    """

    place_id: PlaceId
    objects: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TownFact:
    """What is publicly known of one place or person of the world.

    Of a place: `within` are the places it is a part of, innermost first, `about` its description,
    `owners` the names of those it belongs to (`is_own`: the one who knows the fact), `parts` and
    `things` what is in it. Of a person: `within` is where they are mostly found, innermost first,
    `about` their occupation, `parts` the places that belong to them.
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


def object_key(place_id: PlaceId, name: str) -> str:
    """Return the subject of an object's states."""
    return f"{place_id}/{name}"


def statement(name: str, state: str) -> str:
    """Return a state as it is perceived: `the stove is burning`."""
    return f"the {name} is {state}"
