"""What a case keeps from one step for the next."""

import re
from collections.abc import Mapping
from typing import Any

_NAME = re.compile(r"\$\{(\w+)\}")


class Kept:
    """Values by name; see the README for how steps keep and use them."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    def keep(self, wanted: Mapping[str, str], message: Mapping[str, Any]) -> None:
        """Keep what a message has of what is wanted; what it lacks stays as it was."""
        for name, path in wanted.items():
            value = at(message, path)
            if value is not None:
                self._values[name] = value

    def filled(self, request: Any) -> Any:
        """Return a request with the values in place. Raises `KeyError` for one not kept."""
        if isinstance(request, dict):
            return {key: self.filled(value) for key, value in request.items()}
        if isinstance(request, list):
            return [self.filled(value) for value in request]
        if not isinstance(request, str):
            return request
        whole = _NAME.fullmatch(request)
        if whole is not None:
            return self._values[whole[1]]
        return _NAME.sub(lambda found: str(self._values[found[1]]), request)


def at(value: Any, path: str) -> Any:
    """Return what lies at a path such as `turn.lines.0.text`; None where there is nothing."""
    for key in path.split("."):
        if isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, dict) and key in value:
            value = value[key]
        else:
            return None
    return value
