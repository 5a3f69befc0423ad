"""State of the world in play: object states, and what a character knows of places."""

from dataclasses import dataclass

from npcserver.model.ids import PlaceId

IDLE = "idle"
"""The state of an object that is not in use; it is stored, but leaves no memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectState:
    """Body of an object record: `object` at the place is in `state` from now on.

    `by` is the character or player who caused it; empty for the game or a designer.
    """

    place_id: PlaceId
    object: str
    state: str
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
    what is in it. Of a person: `within` is where they are mostly found, innermost first, `about`
    their occupation, `parts` the places they own.
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
    """Return the subject id of an object's state records."""
    return f"{place_id}/{name}"


def statement(name: str, state: str) -> str:
    """Return a state as a perceivable sentence: `the stove is burning`."""
    return f"the {name} is {state}"
