"""JSON is written as protobuf writes it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.field_mask_pb2 import FieldMask
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp

from npcserver.http.codecs import is_map, write_json
from npcserver.rpc.server import _NAMES
from npcserver.v1 import memory_pb2, turn_pb2

VALUES: dict[int, tuple[Any, ...]] = {
    FieldDescriptor.CPPTYPE_STRING: ("naïve 客人 🦊", ""),
    FieldDescriptor.CPPTYPE_BOOL: (True, False),
    FieldDescriptor.CPPTYPE_INT32: (-7, 0),
    FieldDescriptor.CPPTYPE_UINT32: (7, 0),
    FieldDescriptor.CPPTYPE_INT64: (2**53 + 1, 0),
    FieldDescriptor.CPPTYPE_UINT64: (2**63, 0),
    FieldDescriptor.CPPTYPE_DOUBLE: (0.1, float("inf")),
    FieldDescriptor.CPPTYPE_ENUM: (1, 99),
}
WELL_KNOWN: dict[str, Message] = {
    "google.protobuf.Timestamp": Timestamp(seconds=1_000_000_000, nanos=5_000_000),
    "google.protobuf.Duration": Duration(seconds=90, nanos=500_000_000),
    "google.protobuf.FieldMask": FieldMask(paths=["display_name"]),
}


def answers() -> list[Descriptor]:
    """List what our methods answer with."""
    pool = descriptor_pool.Default()
    services = [pool.FindServiceByName(name) for name in _NAMES]
    return [method.output_type for service in services for method in service.methods]


def filled(kind: Descriptor, which: int, deep: int = 6) -> Message:
    """Return a message with a value in every field; of alternatives the last one stays."""
    message: Any = GetMessageClass(kind)()
    for field in kind.fields if deep else ():
        for_one = list(values(field, which, deep))
        if is_map(field):
            entry: Any = field.message_type
            (value,) = values(entry.fields_by_name["value"], which, deep)
            getattr(message, field.name)["ann"] = value
        elif field.is_repeated:
            getattr(message, field.name).extend(for_one * 2)
        elif field.message_type is not None:
            getattr(message, field.name).CopyFrom(for_one[0])
        else:
            setattr(message, field.name, for_one[0])
    return message  # type: ignore[no-any-return]


def values(field: FieldDescriptor, which: int, deep: int) -> Iterator[Any]:
    if field.message_type is not None:
        known = WELL_KNOWN.get(field.message_type.full_name)
        yield filled(field.message_type, which, deep - 1) if known is None else known
    else:
        yield VALUES[field.cpp_type][which]


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("kind", answers(), ids=lambda kind: kind.name)
def test_every_answer_is_written_as_protobuf_writes_it(kind: Descriptor, which: int) -> None:
    """Each field of each answer, deep inside too, with values usual and odd."""
    message = filled(kind, which)

    assert json.loads(write_json(message)) == json.loads(json.dumps(MessageToDict(message)))


def test_it_is_compact_and_of_all_scripts() -> None:
    """No spaces between, and no escapes where none are needed."""
    line = turn_pb2.Line(text='客人 "🦊"')

    assert write_json(line).decode() == '{"text":"客人 \\"🦊\\""}'


def test_what_was_set_to_nothing_on_purpose_is_written() -> None:
    """A field that may be absent is there once it was set, whatever to."""
    empty, message = memory_pb2.Memory(), memory_pb2.Memory(trust=0)

    assert write_json(empty) == b"{}"
    assert json.loads(write_json(message)) == MessageToDict(message)
