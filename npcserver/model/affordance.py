"""Actions a game offers, and a character's wish to use one.

The question carries the rule by which its answer is checked: an `Affordance` accepts or refuses
the arguments a model proposes. Nothing a text says can yield an intent that was not declared.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from npcserver.model.ids import IntentId


class ParameterType(StrEnum):
    """What an argument may be."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A live thing of the game that an argument may name."""

    id: str
    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Affordance:
    """An action the game offers in this scene, at most `max_uses` times in one turn."""

    name: str
    description: str
    parameters: tuple[Parameter, ...] = ()
    max_uses: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionIntent:
    """A character's wish to use an affordance; the game decides what comes of it."""

    id: IntentId
    affordance: str
    arguments: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppedIntent:
    """A wish that was refused before it reached the game, and why."""

    affordance: str
    why: str


class NotAfforded(ValueError):
    """The arguments do not fit the affordance; the message says which and why."""


def accept(
    affordance: Affordance, proposed: Mapping[str, object], entities: Sequence[Entity]
) -> tuple[tuple[str, Value], ...]:
    """Return the arguments, typed and in declared order, or raise `NotAfforded`."""
    unknown = set(proposed) - {parameter.name for parameter in affordance.parameters}
    if unknown:
        raise NotAfforded(f"{affordance.name} takes no argument {sorted(unknown)[0]!r}")
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
        case ParameterType.INTEGER:
            if isinstance(value, float) and value.is_integer():
                value = int(value)
            if isinstance(value, int) and not isinstance(value, bool):
                return int(_in_range(parameter, value))
        case ParameterType.NUMBER:
            if isinstance(value, int | float) and not isinstance(value, bool):
                return _in_range(parameter, float(value))
        case ParameterType.CHOICE:
            if isinstance(value, str) and value in parameter.options:
                return value
        case ParameterType.ENTITY:
            if isinstance(value, str) and _names_entity(parameter, value, entities):
                return value
    raise NotAfforded(f"{parameter.name} cannot be {_shown(value)}")


def _accept_string(parameter: Parameter, value: object) -> str:
    if not isinstance(value, str):
        raise NotAfforded(f"{parameter.name} must be text")
    _in_range(parameter, len(value))
    return value


def _in_range(parameter: Parameter, value: float) -> float:
    if not math.isfinite(value):
        raise NotAfforded(f"{parameter.name} must be a finite number")
    if parameter.minimum is not None and value < parameter.minimum:
        raise NotAfforded(f"{parameter.name} must be at least {parameter.minimum:g}")
    if parameter.maximum is not None and value > parameter.maximum:
        raise NotAfforded(f"{parameter.name} must be at most {parameter.maximum:g}")
    return value


def _names_entity(parameter: Parameter, value: str, entities: Sequence[Entity]) -> bool:
    return any(
        entity.id == value
        and (not parameter.entity_kinds or entity.kind in parameter.entity_kinds)
        for entity in entities
    )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
