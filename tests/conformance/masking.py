"""What differs from run to run, made the same: ids by their order of appearance, real times."""

import re
from collections.abc import Mapping
from typing import Any

from google.protobuf import json_format

from tests.conformance.schema import message_class, method

_ID = re.compile(r"\b([a-z]{1,3})_[0-9a-hjkmnp-tv-z]{20}(?![0-9a-z])")
_PASSING = frozenset(("lateness",))  # what is overdue just now differs from one run to the next
_REAL_TIMES = frozenset(("createTime", "updateTime"))
_OPAQUE = frozenset(("etag", "nextPageToken"))
_COUNTED = frozenset(("promptTokens", "completionTokens"))


class Masks:
    """Renames what is random in one transcript, each thing always to the same name."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def masked(self, value: Any, key: str = "") -> Any:
        """Return a value with the masks on; a `key` says what it is called where it lies."""
        if isinstance(value, dict):
            return {
                self._text(name): self.masked(inner, name)
                for name, inner in value.items()
                if name not in _PASSING
            }
        if isinstance(value, list):
            return [self.masked(inner, key) for inner in value]
        if key in _REAL_TIMES:
            return "<real time>"
        if key in _COUNTED:
            return "<some>" if value else value
        if isinstance(value, str) and key in _OPAQUE:
            return self._renamed(value, key)
        return self._text(value) if isinstance(value, str) else value

    def _text(self, text: str) -> str:
        return _ID.sub(lambda found: self._renamed(found[0], found[1]), text)

    def _renamed(self, value: str, kind: str) -> str:
        if value not in self._names:
            self._counts[kind] = self._counts.get(kind, 0) + 1
            self._names[value] = f"<{kind} {self._counts[kind]}>"
        return self._names[value]


def canonical(type_name: str, message: Mapping[str, Any]) -> Any:
    """Return a message as protobuf itself writes it. Raises `ValueError` for what is none.

    A field that the message does not have is an error, unless its value is empty.
    """
    parsed = message_class(type_name)()
    try:
        json_format.ParseDict(dict(message), parsed)
    except json_format.ParseError as error:
        raise ValueError(str(error)) from error
    return json_format.MessageToDict(parsed)


def answer_type(step: Mapping[str, Any]) -> str:
    """Return the type of the messages that a step brings; empty for a method nobody has."""
    if "decode" in step:
        return str(step["decode"])
    called = method(step["method"]) if "method" in step else None
    return "" if called is None else str(called.output_type.full_name)
