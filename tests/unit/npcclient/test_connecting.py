"""Addresses, keys, connections that fail, and streams that go on after one was lost."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import npcclient
import pytest
from npcclient import errors, wire
from npcclient.advice import advised
from npcclient.channel import OPTIONS, Entry, VersionedChannel, open_channel
from npcclient.connect_calls import raised
from npcclient.connect_channel import ConnectChannel
from npcclient.resuming import read_on
from npcclient.v1 import timeline_service_pb2 as pb

from npcserver.v1.play_service_pb2 import WatchResponse
from tests.fakes.canned_server import CannedFailure, ServerControl


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("", "empty address"),
        ("  ", "empty address"),
        ("ftp://host:5", "write host:port for gRPC, or http://host:port"),
        ("http://", "no address of a server"),
        ("http://host:1/?a=b", "no address of a server"),
        ("http://host:99999", "no address of a server"),
        ("http://host:port", "no address of a server"),
        ("http:/host:50052", "no address of a server"),
        ("host:99999", "no address of a server"),
        ("host:50051/", "no address of a server"),
        ("host:", "no address of a server"),
        ("host", "has no port; write host:50051"),
        ("[::1]", "has no port"),
    ],
)
def test_addresses_that_mean_nothing(address: str, problem: str) -> None:
    """What is no address is refused at once, with how to write one."""
    with pytest.raises(ValueError, match=problem):
        npcclient.connect(address)


@pytest.mark.parametrize(
    "variable", ["http_proxy", "https_proxy", "grpc_proxy", "all_proxy", "HTTP_PROXY"]
)
@pytest.mark.parametrize("scheme", ["", "http://"])
async def test_a_server_on_this_machine_is_reached_without_a_proxy(
    monkeypatch: pytest.MonkeyPatch, variable: str, scheme: str
) -> None:
    """A company's proxy, or one like Clash, looks for 127.0.0.1 on its own machine."""
    monkeypatch.setenv(variable, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    reached = asyncio.Event()

    async def taken(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.set()
        writer.close()

    async with await asyncio.start_server(taken, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        patience = npcclient.Patience(attempts=1)
        async with npcclient.connect(f"{scheme}127.0.0.1:{port}", patience=patience) as npc:
            with pytest.raises(npcclient.NpcError):
                await npc.worlds.get("inn")

    assert reached.is_set()


@pytest.mark.parametrize(
    ("address", "tls"),
    [
        ("host:1", False),
        ("[::1]:50051", False),
        ("dns:///host:1", False),
        ("unix:/run/npc.sock", False),
        ("HTTP://host:1", False),
        ("npc.example", True),
    ],
)
async def test_addresses_in_other_words(address: str, *, tls: bool) -> None:
    """What gRPC and URLs know besides host and port is taken; with TLS 443 is a port to expect."""
    channel = open_channel(address, Entry(is_tls=tls))
    await channel.close()

    assert isinstance(channel, VersionedChannel)
    assert isinstance(channel._channel, ConnectChannel) is address.startswith("HTTP")


def test_a_call_tries_again_for_longer_than_grpc_waits() -> None:
    """One of a call's attempts comes after gRPC has looked again for a server that came back."""
    patience = npcclient.Patience()
    tries = sum(patience.pause * 2**attempt for attempt in range(patience.attempts - 1))
    longest = dict(OPTIONS)["grpc.max_reconnect_backoff_ms"]

    assert int(longest) / 1000 * 1.2 < tries  # gRPC adds up to a fifth at random


def test_contradictions_are_told(tmp_path: Path) -> None:
    """TLS without TLS, credentials of the other transport, and a file that is no certificate."""
    nothing = tmp_path / "ca.pem"
    nothing.write_text("hello")

    with pytest.raises(ValueError, match="write https://host:1"):
        npcclient.connect("http://host:1", tls=True)
    with pytest.raises(ValueError, match="gRPC's"):
        npcclient.connect("https://host:1", credentials=grpc.ssl_channel_credentials())
    with pytest.raises(ValueError, match=r"ca\.pem holds no certificate"):
        npcclient.connect("host:1", ca=nothing)
    with pytest.raises(FileNotFoundError):
        npcclient.connect("host:1", ca=tmp_path / "missing.pem")


@pytest.mark.parametrize("key", [" blank", "line\nbreak", "schlüssel", "\u201ck-1\u201d", "k-1\r"])
def test_keys_that_no_header_can_carry(key: str) -> None:
    """A key that cannot be sent is refused here, where its owner can see why."""
    with pytest.raises(ValueError, match="plain ASCII"):
        npcclient.connect("host:1", key=key)


async def test_key_goes_with_every_call(address: str, control: ServerControl) -> None:
    """A key is sent with single calls and with streams."""
    async with npcclient.connect(address, key="k-1") as npc:
        await npc.worlds.get("harbour")
        await npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text()

    assert control.keys == ["Bearer k-1"] * 2


async def test_calls_name_what_a_balancer_may_route_by(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """World and timeline go as metadata, in letters that metadata can carry."""
    await npc.worlds.get("alte mühle")
    await npc.play.say("tl_unheard_of", "mira", "Hi", speaker="Ann").text()
    await npc.worlds.list()

    assert control.routing[:3] == [
        {"x-npc-world": "alte%20m%C3%BChle"},
        {"x-npc-timeline": "tl_unheard_of"},
        {},
    ]


def test_a_timeline_or_save_names_its_world_once_an_answer_told_it() -> None:
    """So that a balancer can send calls about it to the shard of that world."""
    timeline = pb.Timeline(timeline_id="tl_known", world_id="harbour")
    wire.learn_world(pb.GetTimelineResponse(timeline=timeline))
    wire.learn_world(pb.SaveResponse(save=pb.SaveSlot(save_id="sav_known", world_id="mill")))

    known = dict(wire.routing(pb.GetTimelineRequest(timeline_id="tl_known")))
    assert known == {"x-npc-world": "harbour", "x-npc-timeline": "tl_known"}
    assert dict(wire.routing(pb.LoadRequest(save_id="sav_known"))) == {"x-npc-world": "mill"}
    assert "x-npc-world" not in dict(wire.routing(pb.GetTimelineRequest(timeline_id="tl_other")))


async def test_unknown_key_is_not_allowed(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """A key that the server does not take is a type of its own, and is not tried again."""
    control.failures = [
        CannedFailure(grpc.StatusCode.UNAUTHENTICATED, "no such key", "UNAUTHENTICATED")
    ]

    with pytest.raises(npcclient.NotAllowed, match="no such key"):
        await npc.worlds.get("harbour")

    assert len(control.requests) == 1


async def test_closing_breaks_off_what_runs() -> None:
    """A client that is closed leaves no call behind, and none that hangs."""
    async with npcclient.connect("http://127.0.0.1:1") as npc:
        watching = asyncio.ensure_future(anext(npc.play.watch("tl_1", after_seq=0, resume=True)))
        await asyncio.sleep(0)
        watching.cancel()

    assert (await asyncio.gather(watching, return_exceptions=True))[0] is not None
    assert watching.cancelled()


def test_a_process_ends_after_the_threads_of_its_http_library() -> None:
    """Ending waits a moment, once for all clients, be they closed or not: else it may abort."""
    program = (
        "import atexit, time\n"
        "waits = []\n"
        "time.sleep = waits.append\n"
        "atexit.register(lambda: print(*waits))\n"  # runs after all that register later
        "import npcclient\n"
        "one, two = npcclient.connect('http://host:1'), npcclient.connect('http://host:2')\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=200
    )

    assert (ended.returncode, ended.stderr) == (0, "")
    assert [float(wait) for wait in ended.stdout.split()] == [0.05]


@pytest.mark.parametrize(
    ("told", "advice"),
    [
        ("SSL_ERROR_SSL: CERTIFICATE_VERIFY_FAILED: unable", "signed by nobody"),
        ("invalid peer certificate: UnknownIssuer", "signed by nobody"),
        ("SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER", "does not use TLS"),
        ("received corrupt message of type InvalidContentType", "does not use TLS"),
        ("failed to connect to all addresses; last error: x: Socket closed", "probably uses TLS"),
        ("connection closed before message completed", "uses TLS"),
        ("Stream removed (Socket closed)", "in the middle of an answer"),
        ("Error reading content: unexpected EOF during chunk", "in the middle of an answer"),
        ("Trying to connect an http1.x server", "another protocol"),
        ("received unexpected message from connection", "another protocol"),
        ("operation was canceled: connection was not ready", "another protocol"),
        ("tcp connect error: Connection refused (os error 111)", "nobody listens there"),
        ("Domain name not found", "no machine of that name is found"),
        ("dns error: failed to lookup address information", "no machine of that name is found"),
        ("operation timed out", "no answer from there in time"),
        ("Received message larger than max (1100000 vs. 1048576)", "npcserver import FILE"),
    ],
)
def test_advice_for_connections(told: str, advice: str) -> None:
    """What libraries say of a connection becomes what to do, and stays readable beside it."""
    assert advice in advised(told)
    assert told in advised(told)


def test_no_advice_where_none_is_known() -> None:
    """Other messages stay as they are."""
    assert advised("something else") == "something else"


HASTE = npcclient.Patience(pause=0.001, away=30.0)
GONE = raised(grpc.StatusCode.UNAVAILABLE, "going away")


@dataclass
class Lines:
    """Connections that bring some positions each, and then end with an error or without."""

    connections: list[tuple[list[int], BaseException | None]]
    asked: list[int] = field(default_factory=list)
    hung_up: int = 0
    reached: int = 0

    def begin(self) -> "Line":
        self.asked.append(self.reached)
        seqs, end = self.connections.pop(0)
        return Line(self, [WatchResponse(seq=seq) for seq in seqs], end)

    def took(self, event: WatchResponse) -> bool:
        is_new = event.seq > self.reached
        self.reached = max(self.reached, event.seq)
        return is_new


@dataclass
class Line:
    lines: Lines
    events: list[WatchResponse]
    end: BaseException | None

    async def read(self) -> object:
        if self.events:
            return self.events.pop(0)
        if self.end is not None:
            raise self.end
        return grpc.aio.EOF

    def cancel(self) -> bool:
        self.lines.hung_up += 1
        return True


async def read_all(
    lines: Lines,
    patience: npcclient.Patience = HASTE,
    lost: Callable[[npcclient.NpcError], None] = lambda _: None,
) -> list[int]:
    events = read_on(lines.begin, WatchResponse, lines.took, patience, lost)
    async with aclosing(events):
        return [event.seq async for event in events]


async def test_no_gap_and_nothing_twice() -> None:
    """After each loss the stream is asked for from where it was, and repeats are left out."""
    told: list[npcclient.NpcError] = []
    lines = Lines([([1, 2], GONE), ([], GONE), ([2, 3], GONE), ([4], None)])

    assert await read_all(lines, lost=told.append) == [1, 2, 3, 4]
    assert lines.asked == [0, 2, 2, 3]
    assert lines.hung_up == 4
    assert len(told) == 3


async def test_a_slow_reader_comes_back() -> None:
    """A stream that was ended because nobody read it goes on, too."""
    lines = Lines([([1], raised(grpc.StatusCode.RESOURCE_EXHAUSTED, "too slow")), ([2], None)])

    assert await read_all(lines) == [1, 2]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (grpc.StatusCode.NOT_FOUND, errors.NotFound),
        (grpc.StatusCode.OUT_OF_RANGE, errors.CursorTooNew),
        (grpc.StatusCode.UNAUTHENTICATED, errors.NotAllowed),
        (grpc.StatusCode.INVALID_ARGUMENT, errors.InvalidInput),
    ],
)
async def test_refusals_are_final(code: grpc.StatusCode, kind: type[npcclient.NpcError]) -> None:
    """What asking again would not change is raised at once."""
    lines = Lines([([1], raised(code, "no"))])

    with pytest.raises(kind):
        await read_all(lines)
    assert lines.hung_up == 1


async def test_a_server_that_stays_away() -> None:
    """After the stated time without a server the loss is the caller's to know."""
    lines = Lines([([1], GONE), *(([], GONE) for _ in range(1000))])
    patience = npcclient.Patience(pause=0.001, away=0.5)

    with pytest.raises(npcclient.Unavailable, match="going away"):
        await read_all(lines, patience)
    assert len(lines.asked) > 2


async def test_leaving_hangs_up() -> None:
    """Anyone who stops reading ends the call."""
    lines = Lines([([1, 2], None)])
    events = read_on(lines.begin, WatchResponse, lines.took, HASTE)
    async with aclosing(events):
        async for _ in events:
            break

    assert lines.hung_up == 1
