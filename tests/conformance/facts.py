"""What a game reads of a message by the names of its language, in the form of the vectors."""

from collections.abc import Iterator
from typing import Any

from google.protobuf.message import Message

Fact = tuple[str, Any]
_TIMESTAMP = "google.protobuf.Timestamp"
_MASK = "google.protobuf.FieldMask"


def facts(message: Message, path: str = "") -> Iterator[Fact]:
    """Yield each value with its path; values that are absent, of those that can be, are left out.

    Numbers, texts and flags are themselves, enums their numbers, times texts as in JSON, masks
    lists of paths; a `oneof` is the name of its arm, empty for none.
    """
    for oneof in message.DESCRIPTOR.oneofs:
        if not oneof.name.startswith("_"):  # those are made for `optional`
            yield f"{path}{oneof.name}", message.WhichOneof(oneof.name) or ""
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        inner = field.message_type
        if inner is not None and inner.GetOptions().map_entry:
            yield from ((f"{path}{field.name}.{key}", value[key]) for key in sorted(value))
        elif field.is_repeated:
            for index, one in enumerate(value):
                yield from _of(one, f"{path}{field.name}.{index}")
        elif not field.has_presence or message.HasField(field.name):
            yield from _of(value, f"{path}{field.name}")


def read(message: Message, path: str) -> Any:
    """Return what lies at a path; raises `LookupError` where there is nothing."""
    return dict(facts(message))[path]


def _of(value: Any, path: str) -> Iterator[Fact]:
    if not isinstance(value, Message):
        yield path, value
    elif value.DESCRIPTOR.full_name == _TIMESTAMP:
        yield path, value.ToJsonString()  # type: ignore[attr-defined]
    elif value.DESCRIPTOR.full_name == _MASK:
        yield path, list(value.paths)  # type: ignore[attr-defined]
    else:
        yield from facts(value, f"{path}.")
