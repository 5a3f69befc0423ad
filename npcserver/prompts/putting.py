"""Putting a question of thought: its fields are the variables of its template."""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

from npcserver.ports.language_model import JSON, Message
from npcserver.prompts.render import Templates

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def put(
    question: "DataclassInstance", template: str, templates: Templates, language: str
) -> tuple[Message, ...]:
    """Render a question: first who thinks and in what form, then the moment and the material."""
    variables = _variables(question)
    return tuple(
        Message(role, templates.render(template, language, variables, block=role))
        for role in ("system", "user")
    )


def complain(
    question: "DataclassInstance",
    template: str,
    templates: Templates,
    language: str,
    problem: str,
) -> Message:
    """Render what to say to a model whose answer could not be read; `problem` quotes nobody."""
    variables = {**_variables(question), "problem": problem}
    return Message("user", templates.render(template, language, variables, block="complaint"))


def object_schema(properties: Mapping[str, JSON]) -> dict[str, JSON]:
    """Return the schema of an object with exactly these members, in this order."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def integer_schema(low: int, high: int) -> dict[str, JSON]:
    """Return the schema of a whole number between two bounds."""
    return {"type": "integer", "minimum": low, "maximum": high}


def _variables(question: "DataclassInstance") -> dict[str, object]:
    return {field.name: getattr(question, field.name) for field in fields(question)}
