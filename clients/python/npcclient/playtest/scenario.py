"""A scenario: what is played, and what is expected of the characters."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from npcclient.v1.affordance_pb2 import Affordance, Entity
from npcclient.v1.play_service_pb2 import Movement, ObjectChange, Observation, StoryFlag

Value: TypeAlias = str | int | float | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedAction:
    """An expected intent, with those of its arguments that matter."""

    name: str
    arguments: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """An expectation; `kind` is its key in the file, `wanted` the values under it."""

    kind: str
    wanted: tuple[str, ...] = ()
    action: WantedAction | None = None
    most: float = 0.0
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Say something to one character."""

    text: str
    to: str = ""
    speaker: str = ""
    is_private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SayInCircle:
    """Say something in a circle; without words its characters go on among themselves."""

    members: tuple[str, ...]
    text: str = ""
    speaker: str = ""
    to: tuple[str, ...] = ()
    is_whisper: bool = False
    most_turns: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Observe:
    """Report events of the game."""

    observations: tuple[Observation, ...] = ()
    movements: tuple[Movement, ...] = ()
    objects: tuple[ObjectChange, ...] = ()
    flags: tuple[StoryFlag, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance:
    """Advance game time: by a span, or to a moment."""

    span: timedelta = timedelta()
    to: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Save:
    """Save the game under a name."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """Load a save of this scenario."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Report the outcome of the last intent, or of the last that used an affordance."""

    status: str
    action: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Do nothing but check the expectations."""

    of: str = ""


Deed: TypeAlias = Say | SayInCircle | Observe | Advance | Save | Load | Report | Look


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step: its key and action in the file, and the expectations after it."""

    line: int
    word: str
    deed: Deed
    expectations: tuple[Expectation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A whole scenario; an empty `world` is the server's only one."""

    path: Path
    name: str
    steps: Sequence[Step]
    world: str = ""
    timeline: str = ""
    player: str = "Traveller"
    character: str = ""
    affordances: Sequence[Affordance] | None = None
    entities: Sequence[Entity] = field(default_factory=tuple)
    keeps_timeline: bool = False
