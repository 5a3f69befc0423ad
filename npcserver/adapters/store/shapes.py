"""Plain JSON values into dataclasses and back, with validators built once and when first needed."""

from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")


def read(shape: type[T], plain: object) -> T:
    """Return plain values as a `shape`. Raises pydantic's `ValidationError`."""
    key: Any = shape
    value: T = _adapter(key).validate_python(plain)
    return value


def plain(value: object) -> Any:
    """Return a dataclass as values that JSON can hold."""
    key: Any = type(value)
    return _adapter(key).dump_python(value, mode="json")


@cache
def _adapter(shape: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(shape)
