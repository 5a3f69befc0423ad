"""Bounds of a field, stated where it is declared: `text: Annotated[str, Text(limits.MEMORY)]`.

All readers of a field from outside take them from there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from npcserver.model import limits


@dataclass(frozen=True, slots=True)
class Text:
    """A text of at most `longest` characters; an authored one has no marks of other tools."""

    longest: int
    is_one_line: bool = False
    is_authored: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A text in a form; `problem` returns what is wrong with it, or None."""

    problem: Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Identifier:
    """The id of a person or thing; what a request names need not exist."""


@dataclass(frozen=True, slots=True)
class Members:
    """The members of an enum that may be given."""

    members: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class NumberRange:
    """A number from `low` to `high`, both included; None is no bound."""

    low: int
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Items:
    """A list of at most `most` items; of two with the same attribute `key` the second is refused.

    Where it `drops_repeats`, the second of two equal items is left out.
    """

    most: int
    key: str = ""
    drops_repeats: bool = False


Id = Annotated[str, Identifier()]
Name = Annotated[str, Text(limits.NAME, is_one_line=True)]
Prose = Annotated[str, Text(limits.DESCRIPTION, is_authored=True)]
ShortProse = Annotated[str, Text(limits.VIEW, is_authored=True)]
AuthoredLine = Annotated[str, Text(limits.UTTERANCE, is_authored=True)]
Language = Annotated[str, Form(limits.language_problem)]
Words = Annotated[str, Text(limits.UTTERANCE)]
Flag = Annotated[str, Form(limits.flag_problem)]
Seq = Annotated[int, NumberRange(0)]
Importance = Annotated[int, NumberRange(1, 10)]
Affinity = Annotated[int, NumberRange(-100, 100)]
