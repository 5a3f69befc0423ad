"""How large a request over HTTP may be."""

from collections.abc import AsyncGenerator

import grpc
import pytest
from google.protobuf.message import Message

from npcserver.model.errors import Reason
from npcserver.v1 import play_service_pb2 as play
from npcserver.v1 import world_service_pb2 as worlds
from tests.fakes.wires import FORMS, BothWires, call_outcome, serve_both_wires

GET_WORLD = "npcserver.v1.WorldService/GetWorld"
SAY = "npcserver.v1.PlayService/Say"


@pytest.fixture
async def here() -> AsyncGenerator[BothWires, None]:
    """Give a tavern with both listeners."""
    async with serve_both_wires() as running:
        yield running


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("is_stream", [False, True])
async def test_a_message_over_the_limit_is_refused(
    here: BothWires,
    form: str,
    is_stream: bool,  # noqa: FBT001
) -> None:
    """The answer names the limit, with all details, and the connection goes on."""
    await here.tavern.open()
    wire, request = here.over_http(form), of_a_size(here, form, 2**20 + 1, is_stream=is_stream)
    came = await call_outcome(wire, SAY if is_stream else GET_WORLD, request)
    after = await wire.call(GET_WORLD, worlds.GetWorldRequest(world_id="harbour"))

    assert came.why.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert came.why.message == (
        "the request is larger than 1048576 bytes; send it in smaller parts"
    )
    assert came.why.reason == Reason.OVER_LIMIT
    assert came.why.details["ErrorInfo"].domain == "npcserver"
    assert came.why.details["ErrorInfo"].metadata == {"limit": "1048576"}
    assert came.why.details["QuotaFailure"].violations[0].subject == "1048576"
    assert came.why.trailer["x-request-id"]
    assert after.world.world_id == "harbour"
    assert here.tavern.calls == 0


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("is_stream", [False, True])
async def test_a_message_at_the_limit_is_read(
    here: BothWires,
    form: str,
    is_stream: bool,  # noqa: FBT001
) -> None:
    """What is as large as may be is looked at, and refused for what is in it alone."""
    request = of_a_size(here, form, 2**20, is_stream=is_stream)
    came = await call_outcome(here.over_http(form), SAY if is_stream else GET_WORLD, request)

    assert came.why.code is grpc.StatusCode.INVALID_ARGUMENT


def of_a_size(here: BothWires, form: str, size: int, *, is_stream: bool) -> Message:
    """Return a request that has so many bytes on its wire."""
    for length in range(size - 40, size + 1):
        text = "x" * length
        one, many = worlds.GetWorldRequest(world_id=text), play.SayRequest(text=text)
        request: Message = many if is_stream else one
        if len(here.over_http(form).packed(request)) == size:
            return request
    raise AssertionError(f"no request of {size} bytes")


async def test_a_stranger_is_told_of_the_key_before_the_size() -> None:
    """What is too large is refused where all is, after a look at the key."""
    async with serve_both_wires(keys=("a-key",)) as here:
        large = {"worldId": "x" * 2**20, "service": "x" * 2**20}
        answer = await here.client.post(f"/{GET_WORLD}", json=large)
        health = await here.client.post("/grpc.health.v1.Health/Check", json=large)

    assert answer.json()["code"] == "unauthenticated"
    assert health.json()["code"] == "resource_exhausted"
    assert "send it in smaller parts" in health.json()["message"]
