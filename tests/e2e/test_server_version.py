"""What a server tells of itself, and versions of clients that it does not serve."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import httpx2
import npcclient
import pytest
from npcclient.channel import Entry, open_channel

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver import bootstrap, installed_version
from npcserver.admin.v1 import access_service_pb2 as access
from npcserver.app.server_description import Feature
from npcserver.http.server import HttpOptions, HttpServer
from npcserver.model import limits
from npcserver.model.access import KeyRole
from npcserver.model.errors import Reason
from npcserver.model.model_use import Purpose
from npcserver.model.wire import OLDEST_CLIENT_VERSION, WIRE_VERSION
from npcserver.v1 import play_service_pb2 as play
from npcserver.v1 import server_service_pb2 as pb
from npcserver.v1.turn_pb2 import TurnEvent, TurnFinished
from tests.conftest import NewDatabase
from tests.fakes.canned_server import ServerControl, serve_canned
from tests.fakes.running_server import server_settings
from tests.fakes.wires import (
    PATIENCE,
    WIRES,
    BothWires,
    GrpcWire,
    HttpWire,
    Wire,
    call_outcome,
    enveloped,
    read_refusal,
    serve_both_wires,
)

GET_SERVER = "npcserver.v1.ServerService/GetServer"
UPDATE = r"update the server to 0\.3\.0 or later"
WATCH = "npcserver.v1.PlayService/Watch"
OLD = "the call does not say which client makes it, as clients before 0.3.0 do not"


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
        "npcserver.admin.v1.AccessService/MintPlayerToken",
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


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("path", [GET_SERVER, WATCH])
@pytest.mark.parametrize(
    ("said", "problem", "update"),
    [
        ("", OLD, "client"),
        ("godot", OLD, "client"),
        ("godot/0.2.0 wire/1", "godot/0.2.0 speaks wire 1, and this", "client"),
        ("web/9.0.0 wire/9", "web/9.0.0 speaks wire 9, and this", "server"),
    ],
)
async def test_a_client_that_is_not_served_learns_what_to_update(
    here: BothWires, wire: str, path: str, said: str, problem: str, update: str
) -> None:
    """It is refused at its first call, before its key, with a sentence and a reason."""
    request = pb.GetServerRequest() if path == GET_SERVER else play.WatchRequest(timeline_id="x")
    async with without_header(here, wire) as bare:
        came = await call_outcome(bare, path, request, {"npc-client": said})

    assert came.why.code is grpc.StatusCode.FAILED_PRECONDITION
    assert came.why.reason == Reason.WIRE_NOT_SERVED
    assert problem in came.why.message
    assert f"update the {update}" in came.why.message
    assert dict(came.why.details["ErrorInfo"].metadata)["update"] == update


@pytest.mark.parametrize("said", ["", f"tests/1 wire/{WIRE_VERSION}"])
async def test_a_method_that_is_not_there_tells_what_is_old(here: BothWires, said: str) -> None:
    """A client of 0.2 calls services that have moved; a newer one those that are to come."""
    problem = "update the server" if said else OLD
    unknown = "/npcserver.v1.TownService/GetTown"
    head = {"npc-client": said} if said else {}
    bare = grpc.aio.insecure_channel(f"127.0.0.1:{here.loopback.port}")
    async with bare, httpx2.AsyncClient(base_url=here.client.base_url, trust_env=False) as web:
        call: Any = bare.unary_unary(unknown)
        refused = await read_refusal(call(b"", metadata=tuple(head.items())))
        told = (await web.post(unknown, json={}, headers=head)).json()

    assert problem in refused.message
    assert problem in told["message"]
    assert refused.code.name.lower() == told["code"]


@pytest.mark.parametrize("transport", ["grpc", "http"])
async def test_a_client_of_this_wire_learns_that_a_method_is_unknown(
    here: BothWires, transport: str
) -> None:
    """Also by its first call: the refusal says the wire, so the server is not taken for older."""
    url = f"127.0.0.1:{here.loopback.port}" if transport == "grpc" else str(here.client.base_url)
    channel: Any = open_channel(url, Entry())
    encode, decode = pb.GetServerRequest.SerializeToString, pb.GetServerResponse.FromString
    call = channel.unary_unary("/npcserver.v1.ServerService/GetTown", encode, decode)

    with pytest.raises(grpc.aio.AioRpcError, match="no method") as no:
        await call(pb.GetServerRequest())
    await channel.close()

    assert no.value.code() is grpc.StatusCode.UNIMPLEMENTED


@asynccontextmanager
async def without_header(here: BothWires, wire: str) -> AsyncGenerator[Wire, None]:
    """Give a wire of which only the test says what client it is."""
    if wire == "grpc":
        async with grpc.aio.insecure_channel(f"127.0.0.1:{here.loopback.port}") as channel:
            yield GrpcWire(channel)
        return
    url = here.client.base_url
    async with httpx2.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False) as bare:
        yield HttpWire(bare, wire)


@pytest.mark.parametrize("says_wire", [True, False])
async def test_the_client_refuses_a_server_of_the_wire_before(*, says_wire: bool) -> None:
    """Calls, turns and watches of a server that does not say its wire fail at the first answer."""
    done = TurnEvent(turn_id="trn_1", finished=TurnFinished())
    async with serve_canned(ServerControl(events=[done]), says_wire=says_wire) as address:
        for first in (get_timeline, say, watch):
            async with npcclient.connect(address) as npc:
                if says_wire:
                    await first(npc)
                    continue
                with pytest.raises(npcclient.NotPossibleNow, match=UPDATE) as no:
                    await first(npc)
                assert no.value.reason == Reason.WIRE_NOT_SERVED


async def test_over_http_too(here: BothWires) -> None:
    """Connect has what gRPC has in trailers among its headers."""
    timeline = await here.loopback.open("Mira")
    url = str(here.client.base_url)
    async with npcclient.connect(url) as npc:
        await npc.timelines.get(timeline)
    for path in ("/npcserver.v1.TimelineService/GetTimeline", "/npcserver.v1.PlayService/Say"):
        async with old_http_server(path) as old, npcclient.connect(old) as npc:
            with pytest.raises(npcclient.NotPossibleNow, match=UPDATE):
                await (get_timeline(npc) if path.endswith("Timeline") else say(npc))


async def get_timeline(npc: npcclient.NpcClient) -> None:
    await npc.timelines.get("tl_1")


async def say(npc: npcclient.NpcClient) -> None:
    await npc.play.say("tl_1", "mira", "Hello?", speaker="Ann").text()


async def watch(npc: npcclient.NpcClient) -> None:
    async with aclosing(npc.play.watch("tl_1", after_seq=0)) as events:
        async for _ in events:
            return


@asynccontextmanager
async def old_http_server(path: str) -> AsyncGenerator[str, None]:
    """Serve one method as a server before 0.3.0 does: with its answer, and no word of its wire."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        is_stream = path.endswith("Say")
        kind = b"application/connect+proto" if is_stream else b"application/proto"
        body = enveloped(b"") + enveloped(b"{}", 2) if is_stream else b""
        head = [(b"content-type", kind)]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": body})

    server = HttpServer(answer, HttpOptions(host="127.0.0.1", port=0))
    port = await server.start()
    running = asyncio.create_task(server.run())
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        await server.stop(0)
        await running


async def test_a_running_server_lists_its_models_and_switches(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """What the settings turned on, and each model with what it is called for."""
    settings = server_settings(new_migrated_sqlite(), tmp_path)
    model = ScriptedLanguageModel([], name="scripted:hall")
    async with bootstrap.running(settings, model=model, serve=False) as here:
        server = await here.services.server.get(is_for_player=False)

    assert {Feature.LANGUAGE_MODEL, Feature.DISCLOSURE} <= set(server.features)
    assert Feature.TLS not in server.features
    assert [(one.name, one.is_fallback) for one in server.models] == [("scripted:hall", False)]
    assert set(server.models[0].purposes) == set(Purpose)
