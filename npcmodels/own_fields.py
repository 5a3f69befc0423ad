"""Fields of requests that an operator has set (`model.extra`)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from npcserver.ports.language_model import JSON


@dataclass(frozen=True, slots=True)
class OwnFields:
    """Fields of requests that an operator has set, and the setting that they are from."""

    source: str
    fields: Mapping[str, JSON]

    def named_in(self, text: str) -> str:
        """Return the first field, or key of its table, that a text names; empty for none."""
        nested = (key for value in self.fields.values() if isinstance(value, dict) for key in value)
        names = (*self.fields, *nested)
        return next((name for name in names if re.search(rf"\b{re.escape(name)}\b", text)), "")


NO_FIELDS = OwnFields("model.extra", {})


def merged(first: Mapping[str, JSON], second: Mapping[str, JSON]) -> dict[str, JSON]:
    """Return fields of both; the second's win, and tables in both are merged likewise."""
    found = dict(first)
    for name, value in second.items():
        before = found.get(name)
        both = isinstance(before, dict) and isinstance(value, dict)
        found[name] = merged(before, value) if both else value  # type: ignore[arg-type]
    return found
