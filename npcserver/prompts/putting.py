"""Putting a question of thought: its fields are the variables of its template."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import ClassVar

from npcserver.ports.language_model import JSON, Message
from npcserver.prompts.render import Templates

NOT_SHOWN = MappingProxyType({"is_shown": False})
"""Metadata of a field that bounds a question and is no variable of its template."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """What all questions of thought have in common; `template` names the file of their words."""

    template: ClassVar[str]

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]:
        """Render the question: first who thinks and in what form, then moment and material."""
        variables = self._variables()
        return tuple(
            Message(role, templates.render(self.template, language, variables, block=role))
            for role in ("system", "user")
        )

    def complaint(self, templates: Templates, language: str, problem: str) -> Message:
        """Render what to say to a model whose answer could not be read; `problem` quotes nobody."""
        variables = {**self._variables(), "problem": problem}
        text = templates.render(self.template, language, variables, block="complaint")
        return Message("user", text)

    def _variables(self) -> dict[str, object]:
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.metadata.get("is_shown", True)
        }


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
