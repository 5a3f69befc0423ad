"""Who may call, on both listeners: keys, and certificates of an authority of our own."""

import ssl
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import httpx2
import pytest
import trustme
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from npcserver.admin.v1 import access_service_pb2 as access
from npcserver.admin.v1 import world_service_pb2 as worlds
from npcserver.bootstrap.servers import ListenerPorts, start_servers
from npcserver.config import HttpSettings, ServerSettings, Settings
from npcserver.model.errors import InvalidInput, Reason
from npcserver.v1 import play_service_pb2 as play
from tests.fakes.channels import CALLER, secure_channel
from tests.fakes.server import ReplyScript, use_cases
from tests.fakes.wires import (
    WIRES,
    BothWires,
    GrpcWire,
    HttpWire,
    call_outcome,
    serve_both_wires,
)

GET_WORLD = "npcserver.admin.v1.WorldService/GetWorld"
SAY = "npcserver.v1.PlayService/Say"
NOWHERE = worlds.GetWorldRequest(world_id="nowhere")
KEYS = ("first-key", "second-key")


@pytest.fixture
async def locked() -> AsyncGenerator[BothWires, None]:
    """Give a tavern with two keys."""
    async with serve_both_wires(keys=KEYS) as running:
        yield running


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    ("shown", "told"),
    [
        (None, "wants a key"),
        ("first-key", "wants a key"),
        ("Basic first-key", "wants a key"),
        ("Bearer wrong", "does not take that key"),
        ("Bearer", "wants a key"),
        ("Bearer first-key,second-key", "does not take that key"),
    ],
)
async def test_a_call_without_a_key_of_ours_is_refused(
    locked: BothWires, wire: str, shown: str | None, told: str
) -> None:
    """Answers and streams alike say which header is missing, or that the key is none of ours."""
    headers = {} if shown is None else {"authorization": shown}
    for path, request in ((GET_WORLD, NOWHERE), (SAY, play.SayRequest())):
        came = await call_outcome(locked.by(wire), path, request, headers)

        assert came.why.code is grpc.StatusCode.UNAUTHENTICATED
        assert came.why.reason == Reason.UNAUTHENTICATED
        assert told in came.why.message
        assert "first-key" not in came.why.message


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("shown", ["Bearer first-key", "bearer second-key", "BEARER  first-key"])
async def test_a_call_with_a_key_is_let_in(locked: BothWires, wire: str, shown: str) -> None:
    """Any of the keys will do, and the scheme may be written in capitals or not."""
    headers = {"authorization": shown}
    one = await call_outcome(locked.by(wire), GET_WORLD, NOWHERE, headers)
    many = await call_outcome(locked.by(wire), SAY, play.SayRequest(), headers)

    assert one.why.code is grpc.StatusCode.NOT_FOUND
    assert many.why.code is grpc.StatusCode.INVALID_ARGUMENT


async def test_a_stranger_learns_nothing_of_a_request_that_is_wrong(locked: BothWires) -> None:
    """Who shows no key is told that first, also when the request could not even be read."""
    without = await locked.client.post(f"/{GET_WORLD}", json={"worldId": 5})
    key = {"authorization": "Bearer first-key"}
    let_in = await locked.client.post(f"/{GET_WORLD}", json={"worldId": 5}, headers=key)

    assert without.json()["code"] == "unauthenticated"
    assert without.headers["x-request-id"]
    assert let_in.json()["message"] == "world_id: must be text"
    assert let_in.headers["x-request-id"]


async def test_health_and_the_page_need_no_key(locked: BothWires) -> None:
    """A monitor of the server, or opens the page, has not been asked for one yet."""
    health = await locked.client.post("/grpc.health.v1.Health/Check", json={})
    page = await locked.client.get("/")

    assert (health.status_code, health.json()) == (200, {"status": "SERVING"})
    assert page.status_code == 200


@asynccontextmanager
async def listen(http: str = "on", **server: object) -> AsyncGenerator[ListenerPorts, None]:
    """Serve as the settings say, on free ports."""
    settings = Settings(
        server=ServerSettings.model_validate({"port": 0, "grace_seconds": 0} | server),
        http=HttpSettings.model_validate({"enabled": http}),
    )
    async with AsyncExitStack() as stack:
        yield await start_servers(
            settings, stack, use_cases(ReplyScript()), b"a secret of the tests"
        )


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    """Give an authority that nobody knows."""
    return trustme.CA()


def files(authority: trustme.CA, folder: Path) -> tuple[Path, Path]:
    """Write a certificate for this machine, and its key."""
    chain, key = folder / "chain.pem", folder / "key.pem"
    issued = authority.issue_cert("127.0.0.1", "localhost")
    issued.cert_chain_pems[0].write_to_path(str(chain))
    issued.private_key_pem.write_to_path(str(key))
    return chain, key


async def test_both_listeners_are_encrypted(authority: trustme.CA, tmp_path: Path) -> None:
    """Who trusts the authority gets through on either; plain connections and strangers do not."""
    chain, key = files(authority, tmp_path)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    roots = grpc.ssl_channel_credentials(authority.cert_pem.bytes())
    async with listen(tls_certificate=chain, tls_private_key=key) as ports:
        async with secure_channel(f"localhost:{ports.grpc}", roots) as channel:
            native = await call_outcome(GrpcWire(channel), GET_WORLD, NOWHERE)
        url = f"https://localhost:{ports.http}"
        async with httpx2.AsyncClient(
            base_url=url, verify=trusting, trust_env=False, headers=CALLER
        ) as client:
            web = await call_outcome(HttpWire(client, "json"), GET_WORLD, NOWHERE)
            turn = await call_outcome(HttpWire(client, "json"), SAY, play.SayRequest())
        async with httpx2.AsyncClient(base_url=url, trust_env=False) as stranger:
            with pytest.raises(httpx2.TransportError, match="CERTIFICATE_VERIFY_FAILED"):
                await stranger.get("/")
        async with httpx2.AsyncClient(trust_env=False) as plain:
            with pytest.raises(httpx2.TransportError):
                await plain.get(f"http://localhost:{ports.http}/")

    assert native.why.code is web.why.code is grpc.StatusCode.NOT_FOUND
    assert turn.why.code is grpc.StatusCode.INVALID_ARGUMENT


async def test_a_wrong_certificate_stops_the_start(authority: trustme.CA, tmp_path: Path) -> None:
    """It is told before anything listens, and names the setting."""
    chain, _ = files(authority, tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    _, key = files(authority, other)

    with pytest.raises(InvalidInput, match="is not the key of the certificate") as caught:
        async with listen(tls_certificate=chain, tls_private_key=key):
            raise AssertionError("it serves with a certificate that cannot work")

    assert caught.value.field == "server.tls_private_key"


@pytest.mark.parametrize(
    ("http", "host", "serves"),
    [
        ("auto", "127.0.0.1", True),
        ("auto", "localhost", True),
        ("auto", "0.0.0.0", False),  # noqa: S104 - for a moment
        ("on", "0.0.0.0", True),  # noqa: S104 - for a moment
        ("off", "127.0.0.1", False),
    ],
)
async def test_http_is_served_where_only_this_machine_can_call(
    http: str,
    host: str,
    serves: bool,  # noqa: FBT001
) -> None:
    """Elsewhere it has to be asked for."""
    async with listen(http, host=host, keys=("a-key-of-sixteen",)) as ports:
        assert (ports.http is not None) == serves


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104 - which is what is refused
async def test_a_server_without_keys_listens_for_this_machine_alone(host: str) -> None:
    """Whatever its settings say; with a key it listens where they say."""
    async with listen(host=host) as ports:
        assert ports.host == "127.0.0.1"
    async with listen(host=host, keys=("a-key-of-sixteen",)) as ports:
        assert ports.host == host


async def test_callers_without_a_certificate_are_turned_away_where_one_is_asked_for(
    authority: trustme.CA, tmp_path: Path
) -> None:
    """On both listeners, before anything is called; one of another authority is none."""
    chain, key = files(authority, tmp_path)
    roots = tmp_path / "authorities.pem"
    authority.cert_pem.write_to_path(str(roots))
    server: dict[str, Any] = {
        "tls_certificate": chain,
        "tls_private_key": key,
        "tls_client_authorities": roots,
    }
    known, stranger = authority, trustme.CA()
    let_in = {}
    async with listen(**server) as ports:
        for name, issuer in (("known", known), ("stranger", stranger), ("none", None)):
            trusting = ssl.create_default_context()
            authority.configure_trust(trusting)
            shown: tuple[bytes | None, bytes | None] = (None, None)
            if issuer is not None:
                issued = issuer.issue_cert("game.example.com")
                issued.configure_cert(trusting)
                shown = (issued.private_key_pem.bytes(), issued.cert_chain_pems[0].bytes())
            credentials = grpc.ssl_channel_credentials(authority.cert_pem.bytes(), *shown)
            async with secure_channel(f"localhost:{ports.grpc}", credentials) as channel:
                native = await call_outcome(GrpcWire(channel), GET_WORLD, NOWHERE, seconds=5)
            url = f"https://localhost:{ports.http}"
            async with httpx2.AsyncClient(
                base_url=url, verify=trusting, trust_env=False, headers=CALLER
            ) as web:
                try:
                    came = await call_outcome(HttpWire(web, "json"), GET_WORLD, NOWHERE)
                except httpx2.TransportError:
                    is_in = False
                else:
                    is_in = came.why.code is grpc.StatusCode.NOT_FOUND
            let_in[name] = (native.why.code is grpc.StatusCode.NOT_FOUND, is_in)

    assert let_in == {"known": (True, True), "stranger": (False, False), "none": (False, False)}


async def test_a_file_without_authorities_stops_the_start(
    authority: trustme.CA, tmp_path: Path
) -> None:
    """And so does one that is asked for without a certificate of our own."""
    chain, key = files(authority, tmp_path)
    empty = tmp_path / "empty.pem"
    empty.write_text("nothing")
    server: dict[str, Any] = {
        "tls_certificate": chain,
        "tls_private_key": key,
        "tls_client_authorities": empty,
    }

    with pytest.raises(InvalidInput, match="no certificates of authorities") as caught:
        async with listen(**server):
            raise AssertionError("it serves, and could let nobody in")

    assert caught.value.field == "server.tls_client_authorities"
    with pytest.raises(ValueError, match="needs tls_certificate"):
        ServerSettings(tls_client_authorities=empty)


async def test_services_are_listed_for_keys_alone(locked: BothWires) -> None:
    """Reflection tells nothing to who may not call."""
    channel = locked.loopback.channel
    request = reflection_pb2.ServerReflectionRequest(list_services="")

    async def listed(key: str) -> list[str]:
        async def asking() -> AsyncGenerator[reflection_pb2.ServerReflectionRequest, None]:
            yield request

        stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)  # type: ignore[arg-type]
        call = stub.ServerReflectionInfo(asking(), metadata=(("authorization", f"Bearer {key}"),))
        answers = [answer async for answer in call]
        return [one.name for one in answers[0].list_services_response.service]

    assert "npcserver.v1.PlayService" in await listed("first-key")
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await listed("wrong")
    assert raised.value.code() is grpc.StatusCode.UNAUTHENTICATED


async def test_no_page_makes_the_first_key() -> None:
    """Any page of this machine could otherwise shut an open server; programs may."""
    path = "npcserver.admin.v1.AccessService/CreateKey"
    request = access.CreateKeyRequest(name="mine", role=access.ROLE_ADMIN)
    async with serve_both_wires() as here:
        page = {"origin": f"http://127.0.0.1:{here.port}"}

        came = await call_outcome(here.by("json"), path, request, page)

        assert came.why.reason == Reason.PERMISSION_DENIED
        assert "npcserver keys create" in came.why.message
        first = (await call_outcome(here.by("json"), path, request, {})).messages[-1]
        shown = page | {"authorization": f"Bearer {first.secret}"}
        second = await call_outcome(here.by("json"), path, request, shown)
        assert second.refused is None
