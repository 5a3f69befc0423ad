"""People who can be spoken with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A player or a character."""

    id: str
    name: str
    is_player: bool = True
