"""Writes dataclasses as messages: fields and members of enums by name, exceptions by `sources`."""

from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from functools import cache
from inspect import signature
from typing import Any, TypeVar, get_type_hints

from google.protobuf.descriptor import EnumDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

M = TypeVar("M", bound=Message)

Source = str | Callable[[Any], Any] | None

_ATTRIBUTES = {
    "world_start_time": "starts_at",
    "world_end_time": "ends_at",
    "world_wake_time": "wakes_at",
    "world_sleep_time": "sleeps_at",
    "world_due_time": "due_at",
    "world_create_time": "created_at",
    "world_last_access_time": "last_accessed_at",
    "world_day": "day",
    "create_time": "created_at",
    "update_time": "updated_at",
    "expire_time": "expires_at",
    "revoke_time": "revoked_at",
    "last_use_time": "used_at",
    "world_time": "game_time",
    "renew_time": "renews_at",
    "fork_seq": "forked_at",
    "object_name": "object",
    "speaker_name": "speaker",
}
"""The model's names where they differ from those of the wire."""
_SOURCES: dict[tuple[type, type[Message]], tuple[tuple[str, ...], dict[str, Source]]] = {}


def sources(cls: type, kind: type[Message], *parts: str, **named: Source) -> None:
    """Say where the fields of a message come from that the class has under no such name.

    The attributes of `parts`, which are paths to dataclasses, count as those of the class. A source
    is a path of attributes, or a function of the value; None leaves a field to callers of `encode`.
    """
    _SOURCES[cls, kind] = parts, named


def encode(value: object, kind: type[M], **more: Any) -> M:
    """Write a dataclass as a message of that kind, with `more` of its fields.

    What is None stays unset, game time without a zone counts as UTC. Raises `TypeError` if the
    class has no attribute for a field and `sources` names none.
    """
    message: M = _writers(kind)[type(value)](value)
    if more:
        message.MergeFrom(kind(**more))
    return message


def enclose(value: object, kind: type[M], field: str, **more: Any) -> M:
    """Write a message that has the value, or the values of a list, in one field, beside `more`."""
    convert = _conversion(kind.DESCRIPTOR.fields_by_name[field])
    return kind(**{field: value if convert is None else convert(value)}, **more)


class _Writers(dict[type, Callable[[Any], Any]]):
    """What writes a value as a message of one kind, by the value's type."""

    def __init__(self, kind: type[Message]) -> None:
        self._kind = kind
        self[type(None)] = self[kind] = lambda value: value

    def __missing__(self, cls: type) -> Callable[[Any], Any]:
        """Compile what a method written by hand would be; reading a table costs a third more."""
        parts, named = _SOURCES.get((cls, self._kind), ((), {}))
        names: dict[str, Any] = {"kind": self._kind}
        arguments: list[str] = []
        for field in self._kind.DESCRIPTOR.fields:
            name = field.name
            source = named[name] if name in named else _attribute(cls, parts, name)
            if source is None:
                continue
            if source == "":
                raise TypeError(f"{cls.__name__} has nothing for {self._kind.__name__}.{name}")
            names[f"get_{name}"], names[f"convert_{name}"] = source, _conversion(field)
            read = f"value.{source}" if isinstance(source, str) else f"get_{name}(value)"
            arguments.append(
                f"{name}={read if names[f'convert_{name}'] is None else f'convert_{name}({read})'}"
            )
        code = f"lambda value: kind({', '.join(arguments)})"
        writer: Callable[[Any], Any] = eval(code, names)  # noqa: S307 - made of names in our code
        self[cls] = writer
        return writer


_writers: Any = cache(_Writers)  # untyped, as message types are not hashable for mypy


def attribute_of(target: Any, kind: type[Message], wanted: str) -> str:
    """Return the parameter of a class or function that a field stands for; empty if none does."""
    named = _SOURCES.get((target, kind), ((), {}))[1]
    source = named.get(wanted)
    if isinstance(source, str):
        return source
    own = signature(target).parameters
    return next((one for one in _forms(target, wanted) if one in own), "")


def _forms(target: Any, wanted: str) -> tuple[str, ...]:
    """Return the names that the model may have for a field, the best first."""
    noun = wanted.removesuffix("_id")
    many = wanted.removesuffix("_ids")
    own_id = "id" if target.__name__.lower() == noun.replace("_", "") else ""
    return wanted, _ATTRIBUTES.get(wanted, ""), own_id, noun, f"{many}s", many


def _attribute(cls: type, parts: tuple[str, ...], wanted: str) -> str:
    """Return the path of what has the name, or the model's form of it; empty if nothing has."""
    owners = {"": cls}
    for part in parts:
        owner = cls
        for step in part.split("."):
            owner = get_type_hints(owner)[step]
        owners[f"{part}."] = owner
    for name in _forms(cls, wanted):
        for path, owner in owners.items():
            own = {one.name for one in fields(owner)}
            if name in own or isinstance(getattr(owner, name, None), property):
                return f"{path}{name}"
    return ""


@cache
def _conversion(field: Any) -> Callable[[Any], Any] | None:
    """Return what converts a value for a field; None if messages take it as it is."""
    if field.enum_type is not None:
        number = _Numbers(field.enum_type).__getitem__
        return (lambda values: map(number, values)) if field.is_repeated else number
    if field.message_type is None or field.message_type.GetOptions().map_entry:
        return None
    if field.message_type.full_name == "google.protobuf.Timestamp":
        return None  # messages take a `datetime` for it
    writers = _writers(GetMessageClass(field.message_type))
    if field.is_repeated:
        return lambda values: [writers[type(value)](value) for value in values]
    return lambda value: writers[type(value)](value)


class _Numbers(dict[Enum | str | None, int]):
    """The number of each member, or of its name; those on the wire begin with the enum's name."""

    def __init__(self, enum: EnumDescriptor) -> None:
        self[None] = self[""] = 0
        self._enum = enum

    def __missing__(self, member: Enum | str) -> int:
        prefix = self._enum.values[0].name.removesuffix("UNSPECIFIED")
        name = member.name if isinstance(member, Enum) else member.upper()
        number: int = self._enum.values_by_name[f"{prefix}{name}"].number
        self[member] = number
        return number
