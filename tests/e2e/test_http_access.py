"""Who may call, on both listeners: keys, and certificates of an authority of our own."""

import ssl
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import grpc
import httpx2
import pytest
import trustme

from npcserver.bootstrap.servers import ListenerPorts, start_servers
from npcserver.config import HttpSettings, ServerSettings, Settings
from npcserver.model.errors import InvalidInput, Reason
from npcserver.v1 import play_service_pb2 as play
from npcserver.v1 import world_service_pb2 as worlds
from tests.fakes.server import ReplyScript, use_cases
from tests.fakes.wires import (
    WIRES,
    BothWires,
    GrpcWire,
    HttpWire,
    call_outcome,
    read_refusal,
    serve_both_wires,
)

GET_WORLD = "npcserver.v1.WorldService/GetWorld"
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


async def test_a_session_needs_a_key_too(locked: BothWires) -> None:
    """What reads a stream is no way around."""
    opening = play.PlayRequest(open=play.PlayOpen(timeline_id="tl_1"))
    without = await read_refusal(locked.loopback.play.Play(iter([opening])))
    metadata = (("authorization", "Bearer first-key"),)
    let_in = await read_refusal(locked.loopback.play.Play(iter([opening]), metadata=metadata))

    assert without.code is grpc.StatusCode.UNAUTHENTICATED
    assert let_in.code is grpc.StatusCode.NOT_FOUND


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
        async with grpc.aio.secure_channel(f"localhost:{ports.grpc}", roots) as channel:
            native = await call_outcome(GrpcWire(channel), GET_WORLD, NOWHERE)
        url = f"https://localhost:{ports.http}"
        async with httpx2.AsyncClient(base_url=url, verify=trusting, trust_env=False) as client:
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
    async with listen(http, host=host) as ports:
        assert (ports.http is not None) == serves
