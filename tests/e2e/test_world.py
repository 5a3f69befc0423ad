"""`WorldService` over the wire."""

import itertools
from typing import Any

import grpc
import pytest
from google.protobuf.field_mask_pb2 import FieldMask

from npcserver.admin.v1 import world_service_pb2 as pb
from npcserver.model.errors import Reason
from npcserver.rpc.services.world_service import PLACE_FIELDS, WORLD_FIELDS
from npcserver.v1 import affordance_pb2
from tests.fakes.server import LoopbackServer
from tests.fakes.wires import read_refusal


def creation(**fields: Any) -> pb.CreateWorldRequest:
    return pb.CreateWorldRequest(world=pb.World(**{"name": "Old Harbour", **fields}))


async def test_a_world_comes_back_as_it_was_written(loopback: LoopbackServer) -> None:
    """What an author writes is what everybody reads, with an id made from the name."""
    wave = affordance_pb2.Affordance(
        name="wave",
        description="Greet from afar",
        max_uses=2,
        parameters=[
            affordance_pb2.Parameter(
                name="hand",
                type=affordance_pb2.PARAMETER_TYPE_CHOICE,
                options=["left", "right"],
                is_optional=True,
            ),
            affordance_pb2.Parameter(
                name="times", type=affordance_pb2.PARAMETER_TYPE_INTEGER, minimum=1, maximum=3
            ),
        ],
    )
    request = creation(
        description="Salt and fog.\nAnd gulls.",
        language="zh",
        affordances=[wave],
        entities=[affordance_pb2.Entity(id="buoy-1", name="the buoy", kind="item")],
    )
    request.world.world_start_time.FromJsonString("1843-11-02T06:30:00Z")

    created = (await loopback.worlds.CreateWorld(request)).world
    found = (await loopback.worlds.GetWorld(pb.GetWorldRequest(world_id="old-harbour"))).world

    assert found == created
    assert created.world_id == "old-harbour"
    for name in ("name", "description", "language", "world_start_time", "affordances", "entities"):
        assert getattr(created, name) == getattr(request.world, name)


async def test_a_world_cannot_be_created_twice(loopback: LoopbackServer) -> None:
    """An id that is taken is told as such, with what has it."""
    await loopback.worlds.CreateWorld(creation())

    failure = await read_refusal(loopback.worlds.CreateWorld(creation()))

    assert (failure.code, failure.reason) == (grpc.StatusCode.ALREADY_EXISTS, Reason.ALREADY_EXISTS)


async def test_creating_again_under_the_same_id_is_no_second_creation(
    loopback: LoopbackServer,
) -> None:
    """A retry gets the answer of the first call."""
    request = creation()
    request.request_id = "w1"

    first = await loopback.worlds.CreateWorld(request)
    second = await loopback.worlds.CreateWorld(request)

    assert second == first


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (creation(name=""), "world.name"),
        (creation(name="two\nlines"), "world.name"),
        (creation(world_id="Not An Id"), "world.world_id"),
        (creation(description="x" * 4001), "world.description"),
        (creation(language="elvish!"), "world.language"),
        (creation(world_start_time={"seconds": 10**15}), "world.world_start_time.seconds"),
        (creation(world_start_time={"nanos": -1}), "world.world_start_time.nanos"),
        (creation(affordances=[{"name": "a b"}]), "world.affordances[0].name"),
        (creation(entities=[{"id": "x"}]), "world.entities[0].name"),
    ],
    ids=itertools.count(),
)
async def test_a_bad_world_names_its_field(
    loopback: LoopbackServer, request_: pb.CreateWorldRequest, field: str
) -> None:
    """The message says which field, and nothing is created."""
    failure = await read_refusal(loopback.worlds.CreateWorld(request_))
    listed = await loopback.worlds.ListWorlds(pb.ListWorldsRequest())

    assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failure.fields == (field,)
    assert not listed.worlds


async def test_an_update_changes_what_its_mask_names(loopback: LoopbackServer) -> None:
    """With a mask the named fields change, emptied ones too; without, those that are set."""
    created = (await loopback.worlds.CreateWorld(creation(description="Fog."))).world
    renamed = pb.World(world_id=created.world_id, name="New Harbour")

    by_default = (await loopback.worlds.UpdateWorld(pb.UpdateWorldRequest(world=renamed))).world
    emptied = await loopback.worlds.UpdateWorld(
        pb.UpdateWorldRequest(
            world=pb.World(world_id=created.world_id, name="ignored"),
            update_mask=FieldMask(paths=["description"]),
        )
    )

    assert (by_default.name, by_default.description) == ("New Harbour", "Fog.")
    assert (emptied.world.name, emptied.world.description) == ("New Harbour", "")


async def test_an_update_with_an_old_etag_is_refused(loopback: LoopbackServer) -> None:
    """Who did not see the last change does not overwrite it."""
    old = (await loopback.worlds.CreateWorld(creation())).world
    change = pb.World(world_id=old.world_id, etag=old.etag, description="Fog.")
    changed = (await loopback.worlds.UpdateWorld(pb.UpdateWorldRequest(world=change))).world

    failure = await read_refusal(loopback.worlds.UpdateWorld(pb.UpdateWorldRequest(world=change)))

    assert changed.etag != old.etag
    assert (failure.code, failure.reason) == (grpc.StatusCode.ABORTED, Reason.ETAG_MISMATCH)


@pytest.mark.parametrize("gossip", [True, False])
async def test_whether_private_words_are_told_on_can_be_changed(
    loopback: LoopbackServer,
    gossip: bool,  # noqa: FBT001
) -> None:
    """By its path, since a flag that is not set is not named by the message itself."""
    await loopback.worlds.CreateWorld(creation())
    world = pb.World(world_id="old-harbour", has_gossip=gossip)
    mask = FieldMask(paths=["has_gossip"])

    changed = await loopback.worlds.UpdateWorld(
        pb.UpdateWorldRequest(world=world, update_mask=mask)
    )

    assert changed.world.has_gossip is gossip


async def test_what_is_set_at_creation_can_be_changed() -> None:
    """Each field but the ids and what only the server sets has a path that an update may name."""
    unchanging = {"world_id", "place_id", "etag", "create_time", "update_time"}
    for fields, message in (
        (WORLD_FIELDS | {"first_character_id"}, pb.World),
        (PLACE_FIELDS, pb.Place),
    ):
        assert {one.name for one in message.DESCRIPTOR.fields} - unchanging == fields


@pytest.mark.parametrize("path", ["etag", "world_id", "colour", "world_start_time.seconds"])
async def test_a_path_that_cannot_change_is_refused(loopback: LoopbackServer, path: str) -> None:
    """Output fields, ids and unknown paths are told, and not ignored."""
    await loopback.worlds.CreateWorld(creation())
    request = pb.UpdateWorldRequest(
        world=pb.World(world_id="old-harbour"), update_mask=FieldMask(paths=["name", path])
    )

    failure = await read_refusal(loopback.worlds.UpdateWorld(request))

    assert failure.fields == ("update_mask.paths[1]",)


async def test_lists_are_read_page_by_page(loopback: LoopbackServer) -> None:
    """Pages are ordered, complete, and end with an empty token."""
    names = [f"w{number}" for number in range(5)]
    for name in names:
        await loopback.worlds.CreateWorld(creation(name=name))
    request = pb.ListWorldsRequest(page_size=2)
    pages: list[list[str]] = []
    while not pages or request.page_token:
        page = await loopback.worlds.ListWorlds(request)
        pages.append([world.world_id for world in page.worlds])
        request.page_token = page.next_page_token

    assert pages == [["w0", "w1"], ["w2", "w3"], ["w4"]]


async def test_a_token_is_good_for_its_own_list_only(loopback: LoopbackServer) -> None:
    """A token of another list or another filter, or a made-up one, is refused."""
    await loopback.open()
    for name in ("a", "b"):
        await loopback.worlds.CreateWorld(creation(name=name))
    token = (await loopback.worlds.ListWorlds(pb.ListWorldsRequest(page_size=1))).next_page_token

    for request in (
        pb.ListPlacesRequest(world_id="harbour", page_token=token),
        pb.ListPlacesRequest(world_id="harbour", page_token="bogus"),  # noqa: S106 - a page token
        pb.ListPlacesRequest(world_id="harbour", page_token="b\N{SNOWMAN}"),  # noqa: S106
    ):
        failure = await read_refusal(loopback.worlds.ListPlaces(request))

        assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
        assert failure.reason == Reason.PAGE_TOKEN_INVALID


async def test_a_negative_page_is_refused(loopback: LoopbackServer) -> None:
    """There is no such page."""
    failure = await read_refusal(loopback.worlds.ListWorlds(pb.ListWorldsRequest(page_size=-1)))

    assert failure.fields == ("page_size",)


async def test_a_place_comes_back_as_it_was_written(loopback: LoopbackServer) -> None:
    """Hours, capacity and objects survive; what was left out stays absent."""
    await loopback.open()
    cellar = pb.Place(
        world_id="harbour",
        parent_id="inn",
        name="Cellar",
        hours=pb.OpeningHours(opens="18:00", closes="02:30"),
        capacity=4,
        objects=["barrel", "rat"],
    )

    created = (await loopback.worlds.CreatePlace(pb.CreatePlaceRequest(place=cellar))).place
    found = await loopback.worlds.GetPlace(
        pb.GetPlaceRequest(world_id="harbour", place_id="cellar")
    )
    inn = await loopback.worlds.GetPlace(pb.GetPlaceRequest(world_id="harbour", place_id="inn"))

    assert found.place == created
    for name in ("parent_id", "name", "hours", "capacity", "objects"):
        assert getattr(created, name) == getattr(cellar, name)
    assert not inn.place.HasField("hours")
    assert not inn.place.HasField("capacity")


async def test_a_place_can_lose_its_hours(loopback: LoopbackServer) -> None:
    """A mask that names a field which is not set takes it away."""
    await loopback.open()
    hours = pb.OpeningHours(opens="08:00", closes="20:00")
    place = pb.Place(world_id="harbour", place_id="inn", hours=hours)

    opened = await loopback.worlds.UpdatePlace(pb.UpdatePlaceRequest(place=place))
    place.ClearField("hours")
    always = await loopback.worlds.UpdatePlace(
        pb.UpdatePlaceRequest(place=place, update_mask=FieldMask(paths=["hours"]))
    )

    assert opened.place.hours == hours
    assert opened.place.name == "The Inn"
    assert not always.place.HasField("hours")


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"hours": {"opens": "8:00", "closes": "20:00"}}, "place.hours.opens"),
        ({"hours": {"opens": "08:00", "closes": "24:00"}}, "place.hours.closes"),
        ({"hours": {"opens": "08:00", "closes": "08:00"}}, "place.hours.closes"),
        ({"capacity": 0}, "place.capacity"),
        ({"objects": ["barrel", ""]}, "place.objects[1]"),
        ({"place_id": "-x"}, "place.place_id"),
        ({"world_id": ""}, "place.world_id"),
    ],
    ids=itertools.count(),
)
async def test_a_bad_place_names_its_field(
    loopback: LoopbackServer, fields: dict[str, Any], path: str
) -> None:
    """The message says which field is wrong."""
    place = pb.Place(**{"world_id": "harbour", "name": "Cellar", **fields})

    failure = await read_refusal(loopback.worlds.CreatePlace(pb.CreatePlaceRequest(place=place)))

    assert failure.fields == (path,)


async def test_deletion_asks_what_still_depends(loopback: LoopbackServer) -> None:
    """A place with residents stays; a world goes with everything in it."""
    await loopback.open()
    place = pb.DeletePlaceRequest(world_id="harbour", place_id="inn")

    failure = await read_refusal(loopback.worlds.DeletePlace(place))
    await loopback.worlds.DeleteWorld(pb.DeleteWorldRequest(world_id="harbour"))
    gone = await read_refusal(loopback.worlds.GetWorld(pb.GetWorldRequest(world_id="harbour")))

    assert (failure.code, failure.reason) == (
        grpc.StatusCode.FAILED_PRECONDITION,
        Reason.STILL_IN_USE,
    )
    assert (gone.code, gone.reason) == (grpc.StatusCode.NOT_FOUND, Reason.WORLD_NOT_FOUND)
