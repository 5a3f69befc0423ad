"""Actions a game offers, and a character's intents to use them.

An `Affordance` also carries the rules by which a model's arguments are checked, so no text can
yield an intent that was not declared.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from npcserver.model import limits
from npcserver.model.bounds import Name, Text
from npcserver.model.ids import IntentId

NAME = re.compile(r"[a-z][a-z0-9_]{0,62}")
"""Allowed names of affordances and parameters; all model providers accept them for functions."""

_INT32 = range(-(2**31), 2**31)  # engines read whole numbers as int32
_BEYOND_FLOAT = 2**1023


class ParameterType(StrEnum):
    """Type of an argument."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    ENTITY = "entity"


Value = str | int | float | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One argument of an affordance.

    `minimum` and `maximum` bound numbers (inclusive) and the length of strings (characters).
    `options` are the allowed values of a choice; `entity_kinds` narrows an entity (empty: any).
    """

    name: str
    type: ParameterType
    description: str = ""
    required: bool = True
    minimum: float | None = None
    maximum: float | None = None
    options: tuple[str, ...] = ()
    entity_kinds: tuple[str, ...] = ()

    @property
    def optional(self) -> bool:
        """Whether it may be left out."""
        return not self.required

    @property
    def choices(self) -> tuple[str, ...]:
        """The options of a choice, or the kinds of an entity."""
        return self.options or self.entity_kinds

    @property
    def range(self) -> str:
        """The bounds of a number, such as `1..5`; empty for none."""
        if self.type not in (ParameterType.INTEGER, ParameterType.NUMBER):
            return ""
        low, high = ("" if it is None else f"{it:g}" for it in (self.minimum, self.maximum))
        return f"{low}..{high}" if low or high else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """An entity currently in the game that an argument may name."""

    id: str
    name: Name
    kind: Annotated[str, Text(limits.LABEL, is_one_line=True)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Affordance:
    """An action the game offers in this scene, at most `max_uses` times in one turn."""

    name: str
    description: str
    parameters: tuple[Parameter, ...] = ()
    max_uses: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionIntent:
    """A character's request to use an affordance; the game decides the outcome."""

    id: IntentId
    affordance: str
    arguments: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppedIntent:
    """An intent that was refused before it reached the game, and why."""

    affordance: str
    why: str


class NotAfforded(ValueError):  # noqa: N818 - a verdict, as faults are
    """The arguments do not fit the affordance; the message says which and why."""


def accept(
    affordance: Affordance, proposed: Mapping[str, object], entities: Sequence[Entity]
) -> tuple[tuple[str, Value], ...]:
    """Return the arguments, typed and in declared order, or raise `NotAfforded`."""
    unknown = set(proposed) - {parameter.name for parameter in affordance.parameters}
    if unknown:
        raise NotAfforded(f"{affordance.name} takes no argument {min(unknown)!r}")
    accepted: list[tuple[str, Value]] = []
    for parameter in affordance.parameters:
        if parameter.name in proposed:
            value = _accept_value(parameter, proposed[parameter.name], entities)
            accepted.append((parameter.name, value))
        elif parameter.required:
            raise NotAfforded(f"{affordance.name} needs the argument {parameter.name!r}")
    return tuple(accepted)


def _accept_value(parameter: Parameter, value: object, entities: Sequence[Entity]) -> Value:
    match parameter.type:
        case ParameterType.STRING:
            return _accept_string(parameter, value)
        case ParameterType.BOOLEAN:
            if isinstance(value, bool):
                return value
        case ParameterType.INTEGER | ParameterType.NUMBER:
            is_whole = parameter.type is ParameterType.INTEGER
            number = _whole(value) if is_whole else _number(value)
            if number is not None:
                _in_range(parameter, number)
                return number
        case ParameterType.CHOICE:
            if isinstance(value, str) and value in parameter.options:
                return value
        case ParameterType.ENTITY:
            if any(one.id == value for one in fitting(parameter, entities)):
                return str(value)
    raise NotAfforded(f"{parameter.name} cannot be {_shown(value)}")


def _whole(value: object) -> int | None:
    """Return the value as a 32-bit integer, also when it is a float such as 3.0; else None."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and value in _INT32:
        return value
    return None


def _number(value: object) -> float | None:
    """Return the value as a float, or None if it is not a number or too large for a float."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if isinstance(value, float) or abs(value) < _BEYOND_FLOAT else None


def _accept_string(parameter: Parameter, value: object) -> str:
    if not isinstance(value, str):
        raise NotAfforded(f"{parameter.name} must be text")
    _in_range(parameter, len(value))
    return value


def fitting(parameter: Parameter, entities: Sequence[Entity]) -> list[Entity]:
    """Return the entities that an argument may name."""
    kinds = parameter.entity_kinds
    return [one for one in entities if not kinds or one.kind in kinds]


def _in_range(parameter: Parameter, value: float) -> None:
    if not math.isfinite(value):
        raise NotAfforded(f"{parameter.name} must be a finite number")
    if parameter.minimum is not None and value < parameter.minimum:
        raise NotAfforded(f"{parameter.name} must be at least {parameter.minimum:g}")
    if parameter.maximum is not None and value > parameter.maximum:
        raise NotAfforded(f"{parameter.name} must be at most {parameter.maximum:g}")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def check(affordance: Affordance) -> list[tuple[str, str]]:
    """Return the problems of a declaration, as (path of the field, problem)."""
    problems = [("name", problem) for problem in _name_problems(affordance.name)]
    problems += _text_problems("description", affordance.description, limits.DESCRIPTION)
    if not 1 <= affordance.max_uses <= limits.USES:
        problems.append(("max_uses", f"must be 1 to {limits.USES}, not {affordance.max_uses}"))
    if len(affordance.parameters) > limits.PARAMETERS:
        problems.append(("parameters", f"at most {limits.PARAMETERS}; drop some"))
    seen: set[str] = set()
    for position, parameter in enumerate(affordance.parameters):
        path = f"parameters[{position}]"
        problems += [(f"{path}.{part}", problem) for part, problem in _check_parameter(parameter)]
        if parameter.name in seen:
            problems.append((f"{path}.name", f"{parameter.name!r} is declared twice; rename one"))
        seen.add(parameter.name)
    return problems


def check_all(affordances: Sequence[Affordance]) -> list[tuple[str, str]]:
    """Check the affordances of one scene together; paths begin with `[position].`."""
    problems: list[tuple[str, str]] = []
    if len(affordances) > limits.AFFORDANCES:
        problems.append(("", f"at most {limits.AFFORDANCES} at once; offer fewer"))
    seen: set[str] = set()
    for position, affordance in enumerate(affordances):
        problems += [(f"[{position}].{part}", problem) for part, problem in check(affordance)]
        if affordance.name in seen:
            problems.append(
                (f"[{position}].name", f"{affordance.name!r} is declared twice; rename one")
            )
        seen.add(affordance.name)
    return problems


def _check_parameter(parameter: Parameter) -> list[tuple[str, str]]:
    problems = [("name", problem) for problem in _name_problems(parameter.name)]
    problems += _text_problems("description", parameter.description, limits.VIEW)
    problems += _check_bounds(parameter)
    is_choice = parameter.type is ParameterType.CHOICE
    if is_choice and not parameter.options:
        problems.append(("options", "a choice needs at least one option"))
    if parameter.options and not is_choice:
        problems.append(("options", f"only a choice has options; this is of type {parameter.type}"))
    if parameter.entity_kinds and parameter.type is not ParameterType.ENTITY:
        problems.append(
            ("entity_kinds", f"only an entity has kinds; this is of type {parameter.type}")
        )
    for field, words in (("options", parameter.options), ("entity_kinds", parameter.entity_kinds)):
        problems += [(field, problem) for problem in _word_problems(words)]
    return problems


def _check_bounds(parameter: Parameter) -> list[tuple[str, str]]:
    given = [
        (field, bound)
        for field, bound in (("minimum", parameter.minimum), ("maximum", parameter.maximum))
        if bound is not None
    ]
    if parameter.type in (ParameterType.BOOLEAN, ParameterType.CHOICE, ParameterType.ENTITY):
        problem = f"only numbers and strings have bounds; this is of type {parameter.type}"
        return [(field, problem) for field, _ in given]
    problems = [(f, "must be a finite number") for f, bound in given if not math.isfinite(bound)]
    if not problems and parameter.type is ParameterType.STRING:
        problem = "bounds the length, so it is a whole number from 0"
        problems = [(f, problem) for f, bound in given if bound < 0 or bound != int(bound)]
    return problems or _check_range(parameter)


def _check_range(parameter: Parameter) -> list[tuple[str, str]]:
    low, high = parameter.minimum, parameter.maximum
    if low is None or high is None:
        return []
    if low > high:
        return [("minimum", f"{low:g} is more than the maximum {high:g}; swap them")]
    if parameter.type is ParameterType.INTEGER and math.ceil(low) > math.floor(high):
        return [("minimum", f"no integer lies between {low:g} and {high:g}")]
    return []


def _name_problems(name: str) -> Iterator[str]:
    if NAME.fullmatch(name) is None:
        shown = _shown(name)
        yield f"{shown} must be a-z, 0-9 and _, begin with a letter, and have at most 63 characters"


def _text_problems(field: str, text: str, longest: int) -> list[tuple[str, str]]:
    problem = limits.text_problem(text, longest, may_be_empty=True)
    return [] if problem is None else [(field, problem)]


def _word_problems(words: Sequence[str]) -> Iterator[str]:
    if len(words) > limits.OPTIONS:
        yield f"at most {limits.OPTIONS}; drop some"
    for word in words:
        problem = limits.text_problem(word, limits.NAME, is_one_line=True)
        if problem is not None:
            yield f"{_shown(word)} {problem}"
    if len(set(words)) < len(words):
        yield "holds the same word twice; drop one"
