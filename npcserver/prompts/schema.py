"""The JSON schema of a reply, built from what the game declared and from nothing a player said.

Strict style: every property required, none added; the order is the order of generation, so `say`
comes first and words flow while the rest is written.
"""

import math
from collections.abc import Sequence

from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.emotion import LABELS
from npcserver.ports.language_model import JSON
from npcserver.prompts.pledges import promises_schema, settles_schema

_PRIMITIVES = {
    ParameterType.STRING: "string",
    ParameterType.INTEGER: "integer",
    ParameterType.NUMBER: "number",
    ParameterType.BOOLEAN: "boolean",
    ParameterType.CHOICE: "string",
    ParameterType.ENTITY: "string",
}
_MOST_INTENTS = 8


def reply_schema(
    affordances: Sequence[Affordance], entities: Sequence[Entity], pledges: int = 0
) -> dict[str, JSON]:
    """Return the schema of an answer; without usable affordances it has no `intents` at all.

    It can settle promises where it is shown some, `pledges` in number.
    """
    unit: dict[str, JSON] = {"type": "number", "minimum": -1, "maximum": 1}
    properties: dict[str, JSON] = {
        "say": {"type": "string"},
        "emotion": _object(
            {
                "label": {"type": "string", "enum": list(LABELS)},
                "valence": dict(unit),
                "arousal": dict(unit),
            }
        ),
    }
    intents = [schema for affordance in affordances if (schema := _intent(affordance, entities))]
    if intents:
        uses = sum(max(affordance.max_uses, 1) for affordance in affordances)
        properties["intents"] = {
            "type": "array",
            "items": {"anyOf": list(intents)},
            "maxItems": min(uses, _MOST_INTENTS),
        }
    properties["importance"] = {"type": "integer", "minimum": 1, "maximum": 10}
    properties["promises"] = promises_schema()
    if pledges:
        properties["settles"] = settles_schema(pledges)
    return _object(properties)


def ratings_schema(count: int) -> dict[str, JSON]:
    """Return the schema of `count` ratings."""
    rating: JSON = {"type": "integer", "minimum": 1, "maximum": 10}
    ratings: JSON = {"type": "array", "items": rating, "minItems": count, "maxItems": count}
    return _object({"ratings": ratings})


def _intent(affordance: Affordance, entities: Sequence[Entity]) -> dict[str, JSON] | None:
    """Return the schema of one use, or None when a required argument has nothing to name."""
    arguments: dict[str, JSON] = {}
    for parameter in affordance.parameters:
        allowed = _allowed(parameter, entities)
        if allowed is not None and not allowed and parameter.required:
            return None
        arguments[parameter.name] = _argument(parameter, allowed)
    name: JSON = {"type": "string", "const": affordance.name}
    return _object({"name": name, "arguments": _object(arguments)})


def _allowed(parameter: Parameter, entities: Sequence[Entity]) -> list[str] | None:
    """Return the values an argument may have, None when they cannot be listed."""
    if parameter.type is ParameterType.CHOICE:
        return list(dict.fromkeys(parameter.options))
    if parameter.type is ParameterType.ENTITY:
        kinds = parameter.entity_kinds
        return list(
            dict.fromkeys(entity.id for entity in entities if not kinds or entity.kind in kinds)
        )
    return None


def _argument(parameter: Parameter, allowed: list[str] | None) -> dict[str, JSON]:
    kind = _PRIMITIVES[parameter.type]
    if allowed is not None and not allowed:
        return {"type": "null"}
    schema: dict[str, JSON] = {"type": kind if parameter.required else [kind, "null"]}
    if parameter.description:
        schema["description"] = parameter.description
    if allowed is not None:
        options: list[JSON] = list(allowed)
        schema["enum"] = options if parameter.required else [*options, None]
    if parameter.type in (ParameterType.INTEGER, ParameterType.NUMBER):
        for word, bound in (("minimum", parameter.minimum), ("maximum", parameter.maximum)):
            if bound is not None and math.isfinite(bound):
                schema[word] = int(bound) if float(bound).is_integer() else bound
    return schema


def _object(properties: dict[str, JSON]) -> dict[str, JSON]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
