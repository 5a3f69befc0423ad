"""The JSON schema of a reply, built from what the game declared and from nothing a player said.

Strict style: every property required, none added; the order is the order of generation, so one
word of feeling comes first, then `say`, and words flow while the rest is written.
"""

import math
from collections.abc import Sequence

from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.emotion import LABELS
from npcserver.model.prompt import PromptProfile
from npcserver.ports.language_model import JSON
from npcserver.prompts.pledges import promises_schema, settles_schema
from npcserver.prompts.putting import bounded, longest_text

_PRIMITIVES = {
    ParameterType.STRING: "string",
    ParameterType.INTEGER: "integer",
    ParameterType.NUMBER: "number",
    ParameterType.BOOLEAN: "boolean",
    ParameterType.CHOICE: "string",
    ParameterType.ENTITY: "string",
}
_MOST_INTENTS = 8
_OTHER_MEMBERS = 100  # tokens of a reply besides what is said, with an intent and a promise


def reply_schema(
    affordances: Sequence[Affordance],
    entities: Sequence[Entity],
    pledges: int = 0,
    max_tokens: int = 300,
    language: str = "en",
    profile: PromptProfile = PromptProfile.FULL,
    *,
    asks_to_act: bool = False,
) -> dict[str, JSON]:
    """Return the schema of an answer; without usable affordances it has no `intents` at all.

    In the short profile the feeling is one word, and nothing is said of promises. Where the words
    plainly ask for an action (`asks_to_act`), the answer says whether it is done, before it names
    it: a small model agrees in words more often than it proposes what it agreed to.

    It can settle promises where it is shown some, `pledges` in number. Of an answer of `max_tokens`
    what is said may take what the other members leave.
    """
    longest = longest_text(max_tokens - _OTHER_MEMBERS, language)
    unit: dict[str, JSON] = {"type": "number", "minimum": -1, "maximum": 1}
    properties: dict[str, JSON] = {
        "feeling": {"type": "string", "enum": list(LABELS)},
        "say": {"type": "string", "maxLength": longest},
    }
    intents = [schema for affordance in affordances if (schema := _intent(affordance, entities))]
    if intents and asks_to_act:
        properties["does"] = {"type": "string", "enum": ["yes", "no"]}
    if intents:
        uses = sum(max(affordance.max_uses, 1) for affordance in affordances)
        properties["intents"] = {
            "type": "array",
            "items": {"anyOf": list(intents)},
            "maxItems": min(uses, _MOST_INTENTS),
        }
    is_short = profile is PromptProfile.SHORT
    if not is_short:
        properties["valence"], properties["arousal"] = dict(unit), dict(unit)
    properties["importance"] = {"type": "integer", "minimum": 1, "maximum": 10}
    if not is_short:
        properties["promises"] = promises_schema()
    if pledges:
        properties["settles"] = settles_schema(pledges)
    return bounded(_object(properties), longest)


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
