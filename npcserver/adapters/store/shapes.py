"""Conversion between JSON values and dataclasses, with validators built on first use."""

from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")


def read(shape: type[T], plain: object) -> T:
    """Return JSON values as a `shape`. Raises pydantic's `ValidationError`."""
    key: Any = shape
    value: T = _adapter(key).validate_python(plain)
    return value


def plain(value: object) -> Any:
    """Return a dataclass as JSON values."""
    key: Any = type(value)
    return _adapter(key).dump_python(value, mode="json")


@cache
def _adapter(shape: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(shape)
