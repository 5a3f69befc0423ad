"""A scenario: what is played, in the game's words, and what is expected of the characters."""

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
    """An intent that is expected, with those of its arguments that matter."""

    name: str
    arguments: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What is expected; `kind` is its key in the file, and `wanted` what stands under it."""

    kind: str
    wanted: tuple[str, ...] = ()
    action: WantedAction | None = None
    most: float = 0.0
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Somebody says something to a character, alone."""

    text: str
    to: str = ""
    speaker: str = ""
    is_private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SayInCircle:
    """Somebody says something among several; without words these go on among themselves."""

    members: tuple[str, ...]
    text: str = ""
    speaker: str = ""
    to: tuple[str, ...] = ()
    is_whisper: bool = False
    most_turns: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Observe:
    """Something happens in the game."""

    observations: tuple[Observation, ...] = ()
    movements: tuple[Movement, ...] = ()
    objects: tuple[ObjectChange, ...] = ()
    flags: tuple[StoryFlag, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance:
    """Game time passes: by a span, or to a moment."""

    span: timedelta = timedelta()
    to: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Save:
    """The game is saved under a name."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """The game goes back to a save of this scenario."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The game tells what it made of the last intent, or of the last to use an affordance."""

    status: str
    action: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Nothing happens; only what is expected is looked at."""

    of: str = ""


Deed: TypeAlias = Say | SayInCircle | Observe | Advance | Save | Load | Report | Look


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: what is done, in a word and in full, and what is expected after it."""

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
