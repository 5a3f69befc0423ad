"""Calls over HTTP beside native gRPC: the same answers, streams, faults and request ids."""

import asyncio
import dataclasses
import itertools
from typing import Any

import grpc
import httpx2
import pytest
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2

from npcserver.admin.v1 import world_service_pb2 as worlds
from npcserver.model.errors import (
    BrokenFile,
    Conflict,
    CursorTooNew,
    InvalidInput,
    ModelUnreachable,
    NotFound,
    NotPossibleNow,
    OverLimit,
    Reason,
    Unavailable,
)
from npcserver.rpc.interceptor import RpcTimeouts
from npcserver.rpc.server import _NAMES
from npcserver.v1 import play_service_pb2 as play
from tests.fakes.channels import CALLER
from tests.fakes.server import FailingDialogue, FailingWorlds, ReplyScript, use_cases
from tests.fakes.wires import (
    FORMS,
    WIRES,
    BothWires,
    CallOutcome,
    call_outcome,
    enveloped,
    serve_both_wires,
)

GET_WORLD = "npcserver.admin.v1.WorldService/GetWorld"
SAY = "npcserver.v1.PlayService/Say"
WATCH = "npcserver.v1.PlayService/Watch"
HARBOUR = worlds.GetWorldRequest(world_id="harbour")

FAULTS: tuple[BaseException, ...] = (
    InvalidInput("affordances[2].name", "is odd"),
    BrokenFile([("inn.yaml:3", "name: missing"), ("inn.yaml:9", "hours: odd")]),
    NotFound("world", "harbour", "create it first"),
    Conflict("changed since", Reason.ETAG_MISMATCH, kind="world"),
    NotPossibleNow("backwards", Reason.CLOCK_MOVED_BACKWARDS, now="2000-01-01T08:00:00Z"),
    OverLimit("too fast; 等一下, naïve 🦊", Reason.OVER_LIMIT, retry_after=2.5, limit="5"),
    CursorTooNew("beyond", Reason.CURSOR_TOO_NEW, head="41"),
    Unavailable("no answer", Reason.STORAGE_UNAVAILABLE),
    ModelUnreachable("busy", retry_after=3),
    RuntimeError("password is hunter2"),
    asyncio.CancelledError(),
    TimeoutError(),
)


def say(timeline_id: str, **fields: Any) -> play.SayRequest:
    given: dict[str, Any] = {"character_id": "mira", "text": "Hello? 你好 🦊"}
    speaker = play.Speaker(id="p1", name="Ada")
    return play.SayRequest(timeline_id=timeline_id, speaker=speaker, **(given | fields))


def methods() -> list[MethodDescriptor]:
    """List all methods of ours, from their descriptors."""
    pool = descriptor_pool.Default()
    return [method for name in _NAMES for method in pool.FindServiceByName(name).methods]


def path_of(method: MethodDescriptor) -> str:
    return f"{method.containing_service.full_name}/{method.name}"


async def test_every_method_answers_on_every_wire_alike(here: BothWires) -> None:
    """An empty request is answered or refused by each method in the same words everywhere."""
    known = methods()
    assert len(known) > 50
    for method in known:
        path, request = path_of(method), GetMessageClass(method.input_type)()
        native = await call_outcome(here.by("grpc"), path, request)
        for form in FORMS:
            assert_alike(await call_outcome(here.by(form), path, request), native, f"{path} {form}")


def assert_alike(seen: CallOutcome, native: CallOutcome, of: str) -> None:
    assert seen.messages == native.messages, of
    if native.refused is None:
        assert seen.refused is None, of
        return
    assert (seen.why.code, seen.why.message) == (native.why.code, native.why.message), of
    assert seen.why.details == native.why.details, of


@pytest.mark.parametrize("wire", WIRES)
async def test_a_turn_streams_alike(here: BothWires, wire: str) -> None:
    """Events come in order and without gaps, with every character of every script."""
    timeline = await here.loopback.open()
    here.loopback.will_say("Come in, 客人.", "Mind the step 🦊.")

    came = await call_outcome(here.by(wire), SAY, say(timeline, stream_deltas=True))

    events = [message.event for message in came.messages]
    kinds = [event.WhichOneof("event") for event in events]
    assert kinds == ["started", "delta", "line", "delta", "line", "finished"]
    assert [event.sequence for event in events] == [0, 1, 2, 3, 4, 5]
    assert [e.line.text for e in events if e.HasField("line")] == [
        "Come in, 客人.",
        "Mind the step 🦊.",
    ]
    assert here.loopback.script.heard[-1].heard == "Hello? 你好 🦊"


@pytest.mark.parametrize("fault", FAULTS, ids=itertools.count())
async def test_a_fault_is_told_alike_on_every_wire(fault: BaseException) -> None:
    """Code, message, and every detail are those of gRPC, and secrets stay inside."""
    services = dataclasses.replace(use_cases(ReplyScript()), worlds=FailingWorlds(fault))
    async with serve_both_wires(services) as here:
        native, *others = [await call_outcome(here.by(wire), GET_WORLD, HARBOUR) for wire in WIRES]

    assert native.why.details["ErrorInfo"].domain == "npcserver"
    for form, other in zip(FORMS, others, strict=True):
        assert_alike(other, native, form)
        assert "hunter2" not in other.why.message


@pytest.mark.parametrize("wire", WIRES)
async def test_a_stream_that_fails_midway_ends_with_its_status(wire: str) -> None:
    """What was sent before stays sent; then comes the same status as from a call."""
    dialogue = FailingDialogue(Unavailable("no answer", Reason.STORAGE_UNAVAILABLE))
    services = dataclasses.replace(use_cases(ReplyScript()), dialogue=dialogue)
    async with serve_both_wires(services) as here:
        came = await call_outcome(here.by(wire), SAY, say("tl_1"))

    assert [message.event.WhichOneof("event") for message in came.messages] == ["started", "line"]
    assert came.why.code is grpc.StatusCode.UNAVAILABLE
    assert came.why.reason == Reason.STORAGE_UNAVAILABLE
    assert "RetryInfo" in came.why.details
    assert dialogue.running == 0


@pytest.mark.parametrize("wire", WIRES)
async def test_a_deadline_ends_a_call_and_what_it_asked_for(wire: str) -> None:
    """Anyone who waits no longer is not worked for any longer, be it an answer or a stream."""
    waiting, dialogue = FailingWorlds(), FailingDialogue()
    services = dataclasses.replace(use_cases(ReplyScript()), worlds=waiting, dialogue=dialogue)
    async with serve_both_wires(services) as here:
        one = await call_outcome(here.by(wire), GET_WORLD, HARBOUR, seconds=1.0)
        many = await call_outcome(here.by(wire), SAY, say("tl_1"), seconds=1.0)
        await here.until(lambda: here.loopback.calls == 0)

    assert one.why.code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert [message.event.WhichOneof("event") for message in many.messages] == ["started", "line"]
    assert many.why.code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert waiting.cancelled == 1
    assert dialogue.running == 0


@pytest.mark.parametrize("wire", WIRES)
async def test_the_server_has_a_deadline_of_its_own(wire: str) -> None:
    """A call that names none gets the server's, told with its reason."""
    services = dataclasses.replace(use_cases(ReplyScript()), worlds=FailingWorlds())
    async with serve_both_wires(services, patience=RpcTimeouts(unary=0.05)) as here:
        came = await call_outcome(here.by(wire), GET_WORLD, HARBOUR)

    assert came.why.code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert came.why.reason == Reason.DEADLINE_EXCEEDED


@pytest.mark.parametrize("form", FORMS)
async def test_a_request_id_comes_back(here: BothWires, form: str) -> None:
    """The id that a caller gave is in the head of every answer, and so is one that we made."""
    await here.loopback.open()
    wire = here.over_http(form)

    await wire.call(GET_WORLD, HARBOUR, headers={"x-request-id": "req-of-mine"})
    answered = wire.last_headers["x-request-id"]
    await wire.call(GET_WORLD, HARBOUR)
    made = wire.last_headers["x-request-id"]
    nowhere = worlds.GetWorldRequest(world_id="nowhere")
    came = await call_outcome(wire, GET_WORLD, nowhere, {"x-request-id": "req-2"})
    refused = wire.last_headers["x-request-id"]

    assert answered == "req-of-mine"
    assert made.startswith("req_")
    assert came.why.trailer.get("x-request-id", refused) == refused == "req-2"


async def test_a_request_id_comes_back_over_grpc(here: BothWires) -> None:
    """There it is in the trailer, of good answers too."""
    await here.loopback.open()

    call: Any = here.loopback.worlds.GetWorld(HARBOUR, metadata=(("x-request-id", "req-1"),))
    await call

    assert dict(await call.trailing_metadata())["x-request-id"] == "req-1"


@pytest.mark.parametrize("form", FORMS)
async def test_health_answers_over_http(here: BothWires, form: str) -> None:
    """A monitor of the server may ask either listener, and unknown services are unknown."""
    path = "grpc.health.v1.Health/Check"
    answer = await here.by(form).call(path, health_pb2.HealthCheckRequest())
    unknown = health_pb2.HealthCheckRequest(service="no.such")
    came = await call_outcome(here.by(form), path, unknown)

    odd = await here.client.post(f"/{path}", json={"service": 5})

    assert odd.json() == {"code": "invalid_argument", "message": "service: must be text"}
    assert answer.status == health_pb2.HealthCheckResponse.SERVING
    assert came.why.code is grpc.StatusCode.NOT_FOUND


@pytest.mark.parametrize("form", FORMS)
async def test_a_quiet_watch_is_answered_at_once(here: BothWires, form: str) -> None:
    """The head of the stream arrives while there is no news at all."""
    timeline = await here.loopback.open()
    kind = "grpc-web+proto" if form == "web" else f"connect+{form}"
    wire = here.over_http(form)
    head = (await wire.call(
        "npcserver.v1.TimelineService/GetTimeline",
        _get_timeline(timeline),
    )).timeline.head_seq  # fmt: skip
    body = enveloped(wire.packed(play.WatchRequest(timeline_id=timeline, after_seq=head)))
    async with here.client.stream(
        "POST", f"/{WATCH}", content=body, headers={"content-type": f"application/{kind}"}
    ) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == f"application/{kind}"
        assert answer.headers["x-request-id"]
        assert here.loopback.calls == 1
    await here.until(lambda: here.loopback.calls == 0)


async def test_connections_are_kept(here: BothWires) -> None:
    """Call after call goes over one connection, refused ones and streams among them."""
    timeline = await here.loopback.open()
    with_one = httpx2.AsyncClient(
        base_url=str(here.client.base_url),
        limits=httpx2.Limits(max_connections=1),
        trust_env=False,
        headers=CALLER,
    )
    async with with_one as client:
        connections = set()
        for path, kind, body in (
            (GET_WORLD, "json", b'{"worldId": "harbour"}'),
            (GET_WORLD, "json", b'{"worldId": "nowhere"}'),
            (SAY, "connect+json", enveloped(here.over_http("json").packed(say(timeline)))),
            (GET_WORLD, "json", b"{"),
            ("npcserver.v1.PlayService/Nothing", "json", b"{}"),
            (GET_WORLD, "json", b'{"worldId": "harbour"}'),
        ):
            answer = await client.post(
                f"/{path}", content=body, headers={"content-type": f"application/{kind}"}
            )
            stream = answer.extensions["network_stream"]
            connections.add(stream.get_extra_info("client_addr"))

    assert answer.json()["world"]["name"] == "Harbour"
    assert len(connections) == 1


def _get_timeline(timeline_id: str) -> Any:
    method = descriptor_pool.Default().FindMethodByName("npcserver.v1.TimelineService.GetTimeline")
    return GetMessageClass(method.input_type)(timeline_id=timeline_id)
