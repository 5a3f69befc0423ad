"""JSON becomes messages and messages JSON, as protobuf has it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.field_mask_pb2 import FieldMask
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import given
from hypothesis import strategies as st

from npcserver.admin.v1 import memory_service_pb2, persona_service_pb2, scene_service_pb2
from npcserver.http.codecs import is_map, read_json, write_json
from npcserver.model.errors import InvalidInput
from npcserver.rpc.server import _NAMES
from npcserver.v1 import memory_pb2, play_service_pb2, timeline_service_pb2, turn_pb2

SAY = play_service_pb2.SayRequest
TALLY = scene_service_pb2.SceneTally
NAMES = ("timelineId", "timeline_id", "speaker", "affordances", "parameters", "name", "type")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=10,
)


@pytest.mark.parametrize(
    ("kind", "value", "field", "problem"),
    [
        (TALLY, {"votes": []}, "votes", "must be an object, in braces"),
        (TALLY, {"votes": {"ann": 5}}, 'votes["ann"]', "must be text"),
        (TALLY, {"counts": {"ann": "x"}}, 'counts["ann"]', "must be a whole number of 32 bits"),
        (TALLY, {"counts": {"ann": 2**31}}, 'counts["ann"]', "must be a whole number of 32 bits"),
        (SAY, {"affordances": [None]}, "affordances[0]", "must be an object, in braces"),
        (SAY, {"speaker": {"name": "\ud83e"}}, "speaker.name", "must be text without lone"),
        (
            play_service_pb2.ObserveRequest,
            {"observations": [{}, {"worldTime": "noon"}]},
            "observations[1].world_time",
            "must be a time such as",
        ),
        (
            persona_service_pb2.UpdateCharacterRequest,
            {"updateMask": 5},
            "update_mask",
            "must be names of fields",
        ),
        (memory_service_pb2.RecallRequest, {"limit": 1.5}, "limit", "must be a whole number"),
    ],
)
def test_the_field_that_is_wrong_is_named(
    kind: type[Message], value: Any, field: str, problem: str
) -> None:
    """The path leads through lists and maps to what cannot be read, and says what could."""
    with pytest.raises(InvalidInput) as caught:
        read_json(json.dumps(value).encode(), kind)

    assert caught.value.field == field
    assert caught.value.problem.startswith(problem)


def test_names_of_either_style_are_read() -> None:
    """Hand-written requests may use the names of the proto."""
    read_message = read_json(b'{"timeline_id": "tl_1", "streamDeltas": true, "text": null}', SAY)

    assert read_message == SAY(timeline_id="tl_1", stream_deltas=True)


def test_whole_numbers_may_be_written_as_engines_write_them() -> None:
    """Engines whose numbers are all of one kind write 5.0, and others a text."""
    for written in (b"5", b"5.0", b'"5"'):
        page = read_json(
            b'{"worldId": "w", "pageSize": ' + written + b"}",
            timeline_service_pb2.ListTimelinesRequest,
        )
        assert page.page_size == 5


@given(VALUES)
def test_whatever_is_sent_is_read_or_refused_by_field(value: Any) -> None:
    """Nothing but a refusal comes of odd values, and what is read is what protobuf reads."""
    data = json.dumps(value).encode()
    came = attempt(data)
    if isinstance(came, InvalidInput):
        assert came.field
        assert came.problem
        return

    assert came == ParseDict(json.loads(data), SAY(), ignore_unknown_fields=True)
    assert read_json(json.dumps(MessageToDict(came)).encode(), SAY) == came


def attempt(data: bytes) -> Message | InvalidInput:
    """Return the message, or why there is none."""
    try:
        return read_json(data, SAY)
    except InvalidInput as refused:
        return refused


WRITTEN_VALUES: dict[int, tuple[Any, ...]] = {
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
        yield WRITTEN_VALUES[field.cpp_type][which]


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
