"""Messages written as JSON: the output of protobuf's own writer, about ten times as fast.

That one looks up each field again for every message, which takes milliseconds for a page of
memories and blocks all other calls. Here the plan of each field is made once.
"""

import json
import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from npcserver.http.kinds import is_map, is_well_known

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


def write(message: Message) -> bytes:
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
        each = _single(kind.fields_by_name["value"]) or _same
        return field.json_name, lambda values: {_key(key): each(values[key]) for key in values}
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
        return _written_by_itself
    return _shown


def _same(value: Any) -> Any:
    return value


def _key(key: Any) -> str:
    return json.dumps(key) if isinstance(key, bool) else str(key)


def _real(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")


def _written_by_itself(value: Any) -> Any:
    return value.ToJsonString()  # times, durations and masks
