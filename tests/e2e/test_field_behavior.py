"""What the protos say of fields holds: which a request needs, and which only the server sets."""

from collections.abc import AsyncGenerator
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from npcserver.v1 import character_service_pb2, mind_pb2, play_service_pb2
from npcserver.v1.field_behavior_pb2 import (
    FIELD_BEHAVIOR_OUTPUT_ONLY,
    FIELD_BEHAVIOR_REQUIRED,
    field_behavior,
)
from tests.conformance import schema
from tests.fakes.filled_requests import filled, set_fields, without
from tests.fakes.server import LoopbackServer
from tests.fakes.wires import BothWires, call_outcome, serve_both_wires

KEY = {"authorization": "Bearer key"}
DEPENDS = {
    "Book.book_id": "made of the title where the book is stored",
    "Character.character_id": "made of the name where the character is created",
    "Place.place_id": "made of the name where the place is created",
    "World.world_id": "made of the name where the world is created",
    "SayInCircleRequest.speaker_id": "nobody speaks where there is no text",
    "SetSpendingLimitRequest.subject_id": "a world is its own subject",
    "Speaker.name": "a character in a circle has the name that its author gave it",
}
"""Fields that are refused where they are missing, but not in every request, and why."""
CREATES = {
    "WorldService/CreateWorld": "world",
    "WorldService/CreatePlace": "place",
    "PersonaService/CreateCharacter": "character",
}
"""Methods that create a resource, and the field that has it, in the request and in the response."""


def behavior(field: FieldDescriptor) -> int:
    return int(field.GetOptions().Extensions[field_behavior])


def short(field: FieldDescriptor) -> str:
    return ".".join(field.full_name.split(".")[-2:])


@pytest.fixture
async def here() -> AsyncGenerator[BothWires, None]:
    """Serve with a key, so that the first that a call makes shuts nobody out."""
    async with serve_both_wires(keys=("key",)) as wires:
        yield wires


async def named(here: BothWires, method: str, request: Message) -> tuple[str, ...] | None:
    """Return the fields that a request is refused for; None where it is understood."""
    refused = (await call_outcome(here.by("grpc"), method, request, KEY)).refused
    if refused is None or refused.code is not grpc.StatusCode.INVALID_ARGUMENT:
        return None
    return refused.fields


def is_named(path: str, found: tuple[str, ...] | None) -> bool:
    return any(one == path or one.startswith((f"{path}.", f"{path}[")) for one in found or ())


async def test_a_field_is_required_where_the_server_refuses_a_request_without_it(
    here: BothWires,
) -> None:
    """Each method is called with all fields, and then without each of them."""
    wrong, marked, depending = [], set(), set()
    for service in (one for file in schema.files() for one in file.services_by_name.values()):
        for method in service.methods:
            path, request = f"{service.full_name}/{method.name}", filled(method.input_type)
            assert await named(here, path, request) is None, path
            for where, field in set_fields(request):
                is_refused = is_named(where, await named(here, path, without(request, where)))
                is_required = behavior(field) == FIELD_BEHAVIOR_REQUIRED
                if is_required:
                    marked.add(short(field))
                    # an update leaves out what it does not change
                    expected = is_refused or (method.name.startswith("Update") and "." in where)
                else:
                    depending |= {short(field)} & set(DEPENDS) if is_refused else set()
                    expected = not is_refused or short(field) in DEPENDS or is_choice(field)
                if not expected:
                    wrong.append(f"{method.name}: {where} is refused: {is_refused}")

    assert wrong == []
    assert depending == set(DEPENDS)
    assert marked == fields_with(FIELD_BEHAVIOR_REQUIRED)


def is_choice(field: FieldDescriptor) -> bool:
    """Whether it is an arm of a choice, any of which will do."""
    return field.containing_oneof is not None and len(field.containing_oneof.fields) > 1


def fields_with(wanted: int) -> set[str]:
    return {
        short(field)
        for message in schema.own_messages()
        for field in message.fields
        if behavior(field) == wanted
    }


async def test_the_server_sets_what_only_it_sets_and_keeps_all_else(here: BothWires) -> None:
    """What is created comes back as it was sent, but for the marked fields and the etag."""
    covered = {"Movement.availability"}  # its own test is below
    for method, name in CREATES.items():
        path = schema.path(method)
        called = schema.method(path)
        assert called is not None
        request: Any = filled(called.input_type)
        came = await call_outcome(here.by("grpc"), path, request, KEY)
        assert came.refused is None, (method, came.refused)
        sent, kept = getattr(request, name), getattr(came.messages[0], name)
        changed = {
            short(one) for one in sent.DESCRIPTOR.fields if value(sent, one) != value(kept, one)
        }
        etag = f"{sent.DESCRIPTOR.name}.etag"  # an update compares it
        assert changed - {etag} == {
            one for one in fields_with(FIELD_BEHAVIOR_OUTPUT_ONLY) if one.startswith(etag[:-4])
        }
        covered |= changed - {etag}

    assert covered == fields_with(FIELD_BEHAVIOR_OUTPUT_ONLY)


def value(message: Message, field: FieldDescriptor) -> Any:
    found = getattr(message, field.name)
    return list(found) if field.is_repeated else found


async def test_a_movement_of_a_request_makes_nobody_absent(loopback: LoopbackServer) -> None:
    """`Movement.availability` is told by the server alone."""
    timeline = await loopback.open()
    dead = mind_pb2.AVAILABILITY_DEAD
    movement = play_service_pb2.Movement(id="mira", place_id="inn", availability=dead)
    observe = play_service_pb2.ObserveRequest(timeline_id=timeline, movements=[movement])
    await loopback.play.Observe(observe)

    request = character_service_pb2.ListCastRequest(world_id="harbour", timeline_id=timeline)
    cast = (await loopback.characters.ListCast(request)).characters
    assert {one.availability for one in cast} == {mind_pb2.AVAILABILITY_PRESENT}
