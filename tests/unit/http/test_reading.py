"""JSON becomes messages, or says which field is wrong, by the path of the proto."""

import json
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from npcserver.http.codecs import read_json
from npcserver.model.errors import InvalidInput
from npcserver.v1 import (
    character_service_pb2,
    group_chat_service_pb2,
    memory_service_pb2,
    play_service_pb2,
    timeline_service_pb2,
)

SAY = play_service_pb2.SayRequest
TALLY = group_chat_service_pb2.GroupTally
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
            character_service_pb2.UpdateCharacterRequest,
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
