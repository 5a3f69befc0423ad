"""Schemas of answers: from the type of an answer, and bounded for small models.

The type of an answer is a dataclass of sentences (`str`), whole numbers, booleans, tuples of these,
and other dataclasses. Its bounds are annotations with keywords of JSON Schema, as `between(1, 10)`.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from npcserver.ports.language_model import JSON

_MOST_ITEMS = 24
_LONGEST_ITEM = 300
_LARGEST_BOUND = 1_500  # llama.cpp refuses the whole schema from 2,000 on
_SHORTEST = 80
_WIDE_PER_TOKEN, _NARROW_PER_TOKEN = 0.9, 2.3
_TYPES = {str: "string", int: "integer", bool: "boolean", tuple: "array"}


def schema_of(answer: type, **bounds: Mapping[str, JSON]) -> dict[str, JSON]:
    """Return the schema of a type; `bounds` are by field, for those that a question decides."""
    hints = get_type_hints(answer, include_extras=True)
    members: dict[str, JSON] = {
        one.name: {**_schema(hints[one.name], bounds), **bounds.get(one.name, {})}
        for one in fields(answer)
    }
    return object_schema(members)


def _schema(hint: Any, bounds: Mapping[str, Mapping[str, JSON]]) -> dict[str, JSON]:
    kind = unannotated(hint)
    if is_dataclass(kind) and isinstance(kind, type):
        return schema_of(kind, **bounds)
    schema: dict[str, JSON] = {"type": _TYPES[get_origin(kind) or kind]}
    if get_origin(kind) is tuple:
        schema["items"] = _schema(get_args(kind)[0], bounds)
    for bound in getattr(hint, "__metadata__", ()):
        schema |= bound
    return schema


def unannotated(hint: Any) -> Any:
    """Return a type hint without its annotations."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def object_schema(properties: Mapping[str, JSON]) -> dict[str, JSON]:
    """Return the schema of an object with exactly these members, in this order."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def bounded(schema: Mapping[str, JSON], longest: int) -> dict[str, JSON]:
    """Return a schema with bounds on texts and lists, where a small model might never end.

    A free text has at most `longest` characters, one in a list 300; a list has at most 24 items.
    Existing bounds stay.
    """
    found: dict[str, JSON] = dict(schema)
    kind = found.get("type")
    if kind == "object":
        members = found.get("properties")
        if isinstance(members, dict):
            found["properties"] = {
                key: bounded(one, longest) if isinstance(one, dict) else one
                for key, one in members.items()
            }
    elif kind == "array":
        found.setdefault("maxItems", _MOST_ITEMS)
        item = found.get("items")
        if isinstance(item, dict):
            found["items"] = bounded(item, min(longest, _LONGEST_ITEM))
    elif "string" in (kind if isinstance(kind, list) else (kind,)):
        if not found.keys() & {"enum", "const"}:
            found.setdefault("maxLength", min(longest, _LARGEST_BOUND))
    elif isinstance(choices := found.get("anyOf"), list):
        found["anyOf"] = [bounded(one, longest) for one in choices if isinstance(one, dict)]
    return found


def longest_text(tokens: int, language: str) -> int:
    """Return the characters that surely fit into so many tokens of an answer, 80 at least.

    Ordinary words have 4 letters a token, the unusual ones of a small model 2 to 3; a Chinese
    character has up to one.
    """
    is_wide = language[:2] in ("zh", "ja", "ko")
    return max(_SHORTEST, int(tokens * (_WIDE_PER_TOKEN if is_wide else _NARROW_PER_TOKEN)))


def integer_schema(low: int, high: int) -> dict[str, JSON]:
    """Return the schema of a whole number between two bounds."""
    return {"type": "integer", "minimum": low, "maximum": high}
