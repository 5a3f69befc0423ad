"""Messages as bytes, in protobuf's binary form and in JSON.

JSON errors name the path of the wrong field; writing is about ten times as fast as protobuf's.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

from connectrpc.codec import Codec
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from npcserver.model.errors import InvalidInput


def is_map(field: FieldDescriptor) -> bool:
    """Return whether a field is a map."""
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def is_well_known(descriptor: Descriptor) -> bool:
    """Return whether a message is one of protobuf's well-known types, which are text in JSON."""
    return descriptor.full_name.startswith("google.protobuf.")


M = TypeVar("M", bound=Message)
_WHOLE = "request"
_DEEPEST = 100  # levels, the limit of protobuf itself
_WELL_KNOWN = {
    "google.protobuf.Timestamp": "must be a time such as `2000-01-31T08:00:00Z`",
    "google.protobuf.Duration": "must be a span of time such as `90s` or `0.5s`",
    "google.protobuf.FieldMask": "must be names of fields with commas, such as `name,persona`",
}
_SCALARS = {
    FieldDescriptor.CPPTYPE_STRING: "must be text",
    FieldDescriptor.CPPTYPE_BOOL: "must be true or false",
    FieldDescriptor.CPPTYPE_ENUM: "must be the name of a value",
    FieldDescriptor.CPPTYPE_INT32: "must be a whole number of 32 bits",
    FieldDescriptor.CPPTYPE_UINT32: "must be a whole number of 32 bits, 0 or more",
    FieldDescriptor.CPPTYPE_INT64: "must be a whole number of 64 bits",
    FieldDescriptor.CPPTYPE_UINT64: "must be a whole number of 64 bits, 0 or more",
    FieldDescriptor.CPPTYPE_FLOAT: "must be a number",
    FieldDescriptor.CPPTYPE_DOUBLE: "must be a number",
}


def read_json(data: bytes, message_class: type[M]) -> M:
    """Return the message; raises `InvalidInput`. Unknown fields are skipped."""
    value = _loaded(data)
    message = message_class()
    descriptor: Any = message.DESCRIPTOR  # its type depends on the implementation
    for path, nested in _messages(descriptor, value, ""):
        if not isinstance(nested, dict):
            raise InvalidInput(path or _WHOLE, "must be an object, in braces")
    try:
        ParseDict(value, message, ignore_unknown_fields=True)
    except (ParseError, ValueError, TypeError, RecursionError) as error:
        raise (_culprit(descriptor, value, "") or InvalidInput(_WHOLE, str(error))) from error
    return message


def _loaded(data: bytes) -> Any:
    try:
        return json.loads(data.decode(), object_pairs_hook=_without_twins)
    except UnicodeDecodeError as error:
        raise InvalidInput(_WHOLE, f"is no UTF-8: byte {error.start} is odd") from error
    except RecursionError as error:
        raise InvalidInput(_WHOLE, "is nested too deeply") from error
    except ValueError as error:
        raise InvalidInput(_WHOLE, f"is no JSON; {error}") from error


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        twin = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"an object has {twin[:64]!r} twice")
    return made


def _messages(descriptor: Descriptor, value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield each value in the place of a message with its path, from the outside in."""
    if path.count(".") > _DEEPEST:
        raise InvalidInput(_WHOLE, "is nested too deeply")
    yield path, value
    for field, where, one in _fields(descriptor, value, path):
        if field.message_type is not None and not is_well_known(field.message_type):
            yield from _messages(field.message_type, one, where)


def _culprit(descriptor: Descriptor, value: Any, path: str) -> InvalidInput | None:
    """Return the fault of the first field that cannot be read on its own."""
    for field, where, one in _fields(descriptor, value, path):
        if field.message_type is not None and not is_well_known(field.message_type):
            found = _culprit(field.message_type, one, where)
        else:
            found = _misread(field, one, where)
        if found is not None:
            return found
    return None


def _misread(field: FieldDescriptor, value: Any, path: str) -> InvalidInput | None:
    kind: Any = field.containing_type  # None for extensions only
    message = GetMessageClass(kind)()
    try:
        ParseDict({field.name: [value] if field.is_repeated else value}, message)
    except (ParseError, ValueError, TypeError, RecursionError):
        return InvalidInput(path, _wanted(field, value))
    return None


def _wanted(field: FieldDescriptor, value: Any) -> str:
    if field.message_type is not None:
        return _WELL_KNOWN.get(field.message_type.full_name, "cannot be read")
    if isinstance(value, str) and field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return "must be text without lone surrogates"
    return _SCALARS[field.cpp_type]


def _fields(
    descriptor: Descriptor, value: Any, path: str
) -> Iterator[tuple[FieldDescriptor, str, Any]]:
    """Yield the known fields of an object with their paths, and each element of a list."""
    known = _known(descriptor)
    for name, one in value.items() if isinstance(value, dict) else ():
        field = known.get(name)
        if field is None or one is None:
            continue
        where = f"{path}.{field.name}" if path else field.name
        if not field.is_repeated:
            yield field, where, one
        elif is_map(field):
            yield from _values(field, where, one)
        else:
            if not isinstance(one, list):
                raise InvalidInput(where, "must be a list, in brackets")
            yield from ((field, f"{where}[{number}]", each) for number, each in enumerate(one))


def _values(
    field: FieldDescriptor, path: str, value: Any
) -> Iterator[tuple[FieldDescriptor, str, Any]]:
    if not isinstance(value, dict):
        raise InvalidInput(path, "must be an object, in braces")
    kind: Any = field.message_type
    entry = kind.fields_by_name["value"]
    yield from ((entry, f"{path}[{json.dumps(key)[:64]}]", each) for key, each in value.items())


@cache
def _known(descriptor: Descriptor) -> Mapping[str, FieldDescriptor]:
    return {
        name: field for field in descriptor.fields for name in (field.name, field.camelcase_name)
    }


Show = Callable[[Any], Any]
_PLAIN = (
    FieldDescriptor.TYPE_STRING,
    FieldDescriptor.TYPE_BOOL,
    FieldDescriptor.TYPE_INT32,
    FieldDescriptor.TYPE_SINT32,
    FieldDescriptor.TYPE_SFIXED32,
    FieldDescriptor.TYPE_UINT32,
    FieldDescriptor.TYPE_FIXED32,
)
_LONG = (FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64)


def write_json(message: Message) -> bytes:
    """Return the message as compact JSON in UTF-8."""
    return json.dumps(_shown(message), ensure_ascii=False, separators=(",", ":")).encode()


def _shown(message: Message) -> Mapping[str, Any]:
    made = {}
    for field, value in message.ListFields():
        name, show = _plan(field)
        made[name] = value if show is None else show(value)
    return made


@cache
def _plan(field: FieldDescriptor) -> tuple[str, Show | None]:
    """Return a field's JSON name and the function for its value; None to keep the value."""
    if is_map(field):
        kind: Any = field.message_type
        each = _single(kind.fields_by_name["value"]) or (lambda value: value)
        is_bool = kind.fields_by_name["key"].type == FieldDescriptor.TYPE_BOOL
        named = json.dumps if is_bool else str
        return field.json_name, lambda values: {named(key): each(values[key]) for key in values}
    single = _single(field)
    if field.is_repeated:
        return field.json_name, list if single is None else lambda values: [*map(single, values)]
    return field.json_name, single


def _single(field: FieldDescriptor) -> Show | None:
    if field.type in _PLAIN:
        return None
    if field.cpp_type in _LONG:
        return str
    if field.type == FieldDescriptor.TYPE_ENUM:
        kind: Any = field.enum_type
        names = {number: value.name for number, value in kind.values_by_number.items()}
        return lambda number: names.get(number, number)
    if field.type == FieldDescriptor.TYPE_DOUBLE:
        return _real
    if field.message_type is None:
        raise TypeError(f"{field.full_name} is of a kind that no message of ours had")
    if is_well_known(field.message_type):
        return lambda value: value.ToJsonString()  # times, durations and masks
    return _shown


def _real(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")


class ProtoCodec(Codec[Message, Any]):
    """Protobuf's own encoding."""

    def name(self) -> str:
        """Return the name that content types carry."""
        return "proto"

    def encode(self, message: Message) -> bytes:
        """Return the message as bytes."""
        return message.SerializeToString()

    def decode(self, data: bytes | bytearray, message_class: type[M]) -> M | InvalidInput:
        """Return the message, or the fault of bytes that do not parse."""
        try:
            return message_class.FromString(bytes(data))
        except DecodeError:
            return InvalidInput(
                "request",
                "is no message of this method; texts must be UTF-8 without lone surrogates",
            )


class JsonCodec(Codec[Message, Any]):
    """Protobuf's JSON, compact and in UTF-8. Unknown fields are skipped."""

    def name(self) -> str:
        """Return the name that content types carry."""
        return "json"

    def encode(self, message: Message) -> bytes:
        """Return the message as bytes."""
        return write_json(message)

    def decode(self, data: bytes | bytearray, message_class: type[M]) -> M | InvalidInput:
        """Return the message, or a fault that names the wrong field."""
        try:
            return read_json(bytes(data), message_class)
        except InvalidInput as fault:
            return fault


def codecs() -> list[Codec[Message, Any]]:
    """Return the encodings that a message may have."""
    return [ProtoCodec(), JsonCodec()]
