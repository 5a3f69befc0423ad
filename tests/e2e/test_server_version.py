"""What a server tells of itself, and versions of clients that it does not serve."""

from collections.abc import AsyncGenerator

import pytest

from npcserver.model import limits
from npcserver.model.access import KeyRole
from npcserver.model.wire import OLDEST_CLIENT_VERSION, WIRE_VERSION
from npcserver.release import installed_version
from npcserver.v1 import access_service_pb2 as access
from npcserver.v1 import server_service_pb2 as pb
from tests.fakes.wires import WIRES, BothWires, call_outcome, serve_both_wires

GET_SERVER = "npcserver.v1.ServerService/GetServer"


@pytest.fixture
async def here() -> AsyncGenerator[BothWires, None]:
    """Give a tavern with both listeners."""
    async with serve_both_wires() as running:
        yield running


@pytest.mark.parametrize("wire", WIRES)
async def test_a_server_says_what_it_is(here: BothWires, wire: str) -> None:
    """A caller with a key learns versions, limits, the embedder and languages."""
    came = await call_outcome(here.by(wire), GET_SERVER, pb.GetServerRequest())

    server = came.messages[0].server
    assert server.version == installed_version()
    assert (server.wire_version, server.oldest_client_version) == (
        WIRE_VERSION,
        OLDEST_CLIENT_VERSION,
    )
    assert server.limits.utterance_length == limits.UTTERANCE
    assert server.embedder
    assert [(one.code, one.name) for one in server.languages] == [
        ("en", "English"),
        ("zh", "中文"),
    ]


async def test_a_player_sees_only_what_a_game_needs(here: BothWires) -> None:
    """A token learns wire, limits and languages, and nothing of version, models or embedder."""
    timeline = await here.loopback.open("Mira")
    _, host = await here.loopback.services.keys.create(name="game", role=KeyRole.GAME_SERVER)
    wire = here.by("grpc")
    minted = await wire.call(
        "npcserver.v1.AccessService/MintPlayerToken",
        access.MintPlayerTokenRequest(timeline_id=timeline, player_id="p1", player_name="Ada"),
        {"authorization": f"Bearer {host}"},
    )

    shown = {"authorization": f"Bearer {minted.token}"}
    server = (await wire.call(GET_SERVER, pb.GetServerRequest(), shown)).server

    told = {field.name for field, _ in server.ListFields()}
    assert told == {
        "wire_version",
        "oldest_wire_version",
        "oldest_client_version",
        "limits",
        "languages",
    }
