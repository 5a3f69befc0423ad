"""What is read of messages by name, and what is not."""

from dataclasses import dataclass
from typing import Annotated

import pytest

from npcserver.admin.v1 import memory_service_pb2
from npcserver.admin.v1 import world_service_pb2 as pb
from npcserver.app.timelines import Timelines
from npcserver.app.worlds import Worlds
from npcserver.model.bounds import Items, NumberRange, Words
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import TimelineId
from npcserver.rpc.decoder import decode
from npcserver.rpc.fields import request_key
from npcserver.rpc.services import world_service  # noqa: F401 - says how worlds are read
from npcserver.v1 import play_service_pb2, timeline_service_pb2
from tests.unit.rpc.arguments import arguments


def test_what_has_a_default_may_be_left_out() -> None:
    """All else is required, and what is there is within its bounds."""

    @dataclass(frozen=True, kw_only=True)
    class Query:
        timeline_id: TimelineId
        text: Words
        limit: Annotated[int, NumberRange(1, 9)] = 5

    request = memory_service_pb2.RecallRequest(timeline_id="t", text="Hi")

    assert decode(Query, request) == Query(timeline_id=TimelineId("t"), text="Hi")
    for field, value in (("text", ""), ("text", "x" * 2001), ("timeline_id", ""), ("limit", 10)):
        wrong = memory_service_pb2.RecallRequest()
        wrong.CopyFrom(request)
        setattr(wrong, field, value)
        with pytest.raises(InvalidInput) as refused:
            decode(Query, wrong)
        assert refused.value.field == field


def test_without_bounds_nothing_is_read() -> None:
    """A text, a number or a list without bounds raises at the first message."""

    @dataclass(frozen=True, kw_only=True)
    class Text:
        text: str

    @dataclass(frozen=True, kw_only=True)
    class Number:
        limit: int

    @dataclass(frozen=True, kw_only=True)
    class Many:
        character_ids: tuple[str, ...]

    @dataclass(frozen=True, kw_only=True)
    class Unknown:
        colour: Words

    recall = memory_service_pb2.RecallRequest
    with pytest.raises(TypeError, match=r"RecallRequest.text is read as .*str.* without bounds"):
        decode(Text, recall(text="Hi"))
    with pytest.raises(TypeError, match=r"limit is read as .*int.* without bounds"):
        decode(Number, recall(limit=1))
    with pytest.raises(TypeError, match="character_ids is a list without bounds"):
        decode(Many, play_service_pb2.WatchRequest())
    with pytest.raises(TypeError, match="RecallRequest has nothing for colour"):
        decode(Unknown, recall())


def test_repeats_are_refused_or_dropped() -> None:
    """As the bound of the list says."""

    @dataclass(frozen=True, kw_only=True)
    class Watched:
        character_ids: Annotated[tuple[str, ...], Items(2, drops_repeats=True)]

    request = play_service_pb2.WatchRequest(character_ids=["a", "a"])

    assert decode(Watched, request).character_ids == ("a",)
    request.character_ids.append("b")
    with pytest.raises(InvalidInput, match=r"character_ids: has 3 items; send at most 2 at once"):
        decode(Watched, request)


def test_what_only_a_server_knows_is_not_read() -> None:
    """A client that sends it back does not set it."""
    world = pb.World(world_id="w", name="W", etag="e", first_character_id="mira")
    world.create_time.seconds = world.update_time.seconds = 1_000_000
    place = pb.Place(world_id="w", place_id="p", name="P", etag="e")

    made = arguments(Worlds.create, pb.CreateWorldRequest(world=world))["world"]
    built = arguments(Worlds.create_place, pb.CreatePlaceRequest(place=place))["place"]

    plain = pb.CreateWorldRequest(world=pb.World(world_id="w", name="W"))
    assert made == arguments(Worlds.create, plain)["world"]
    assert built.etag == ""


def test_a_key_counts_within_what_the_access_policy_names_first() -> None:
    """Also within a resource, and where a request names two things."""
    made = pb.CreateWorldRequest(request_id="r", world=pb.World(world_id="w", name="W"))
    loaded = timeline_service_pb2.LoadRequest(request_id="r", save_id="s", leaving_timeline_id="tl")
    leaving = {"leaving": "leaving_timeline_id"}

    assert arguments(Worlds.create, made)["key"] == request_key("CreateWorld", "w", "r", made)
    assert arguments(Timelines.load, loaded, **leaving)["key"] == request_key(
        "Load", "s", "r", loaded
    )
