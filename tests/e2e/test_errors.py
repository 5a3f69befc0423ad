"""Every kind of fault over the wire: its code, its reason, its details."""

import asyncio
import dataclasses
import itertools

import grpc
import pytest
from google.rpc import error_details_pb2

from npcserver.admin.v1 import world_service_pb2
from npcserver.model.errors import (
    AlreadyExists,
    BrokenFile,
    Conflict,
    CursorTooNew,
    Fault,
    InvalidInput,
    ModelTooSlow,
    ModelUnreachable,
    NotFound,
    NotPossibleNow,
    OverLimit,
    Reason,
    Unavailable,
)
from npcserver.v1 import play_service_pb2
from tests.fakes.server import (
    FailingDialogue,
    FailingWorlds,
    ReplyScript,
    serve_use_cases,
    use_cases,
)
from tests.fakes.wires import RefusedStatus, read_refusal

Code = grpc.StatusCode
ASK = world_service_pb2.GetWorldRequest(world_id="harbour")

TABLE: tuple[tuple[Fault, grpc.StatusCode, set[str]], ...] = (
    (InvalidInput("world.name", "must not be empty"), Code.INVALID_ARGUMENT, {"BadRequest"}),
    (
        BrokenFile([("inn.yaml:3", "name: missing"), ("inn.yaml:9", "hours: odd")]),
        Code.INVALID_ARGUMENT,
        {"BadRequest"},
    ),
    (NotFound("world", "harbour", "create it first"), Code.NOT_FOUND, {"ResourceInfo"}),
    (AlreadyExists("world", "harbour", "update it"), Code.ALREADY_EXISTS, {"ResourceInfo"}),
    (Conflict("changed since", Reason.ETAG_MISMATCH, kind="world"), Code.ABORTED, set()),
    (
        NotPossibleNow("backwards", Reason.CLOCK_MOVED_BACKWARDS, now="2000-01-01T08:00:00Z"),
        Code.FAILED_PRECONDITION,
        {"PreconditionFailure"},
    ),
    (
        OverLimit("too much", Reason.OVER_LIMIT, limit="500"),
        Code.RESOURCE_EXHAUSTED,
        {"QuotaFailure"},
    ),
    (
        OverLimit("too fast", Reason.OVER_LIMIT, retry_after=2.5, limit="5"),
        Code.RESOURCE_EXHAUSTED,
        {"QuotaFailure", "RetryInfo"},
    ),
    (OverLimit("full", Reason.STORAGE_FULL), Code.RESOURCE_EXHAUSTED, {"QuotaFailure"}),
    (CursorTooNew("beyond", Reason.CURSOR_TOO_NEW, head="41"), Code.OUT_OF_RANGE, set()),
    (Unavailable("no answer", Reason.STORAGE_UNAVAILABLE), Code.UNAVAILABLE, {"RetryInfo"}),
    (ModelUnreachable("busy", retry_after=3), Code.UNAVAILABLE, {"RetryInfo"}),
    (ModelTooSlow("silence"), Code.UNAVAILABLE, set()),
)


@pytest.mark.parametrize(("fault", "code", "details"), TABLE, ids=itertools.count())
async def test_a_fault_arrives_with_its_code_and_details(
    fault: Fault, code: grpc.StatusCode, details: set[str]
) -> None:
    """The caller gets the code, the message, the reason with its metadata, and what else helps."""
    failure = await _failing(fault)

    assert failure.code is code
    assert failure.message == fault.message
    assert set(failure.details) == {"ErrorInfo"} | details
    info = failure.details["ErrorInfo"]
    assert isinstance(info, error_details_pb2.ErrorInfo)
    assert (info.domain, info.reason) == ("npcserver", fault.reason)
    assert dict(info.metadata) == fault.metadata


async def test_details_say_what_to_mend_and_when_to_retry() -> None:
    """The standard details carry the field, the thing, the state and the pause."""
    invalid = await _failing(InvalidInput("affordances[2].name", "is odd"))
    missing = await _failing(NotFound("character", "mira", "create it first"))
    early = await _failing(NotPossibleNow("still used", Reason.STILL_IN_USE, by="character mira"))
    late = await _failing(OverLimit("too fast", Reason.OVER_LIMIT, retry_after=2.5, limit="5"))

    violation = invalid.details["BadRequest"].field_violations[0]
    assert (violation.field, violation.description) == ("affordances[2].name", "is odd")
    resource = missing.details["ResourceInfo"]
    assert (resource.resource_type, resource.resource_name) == ("character", "mira")
    condition = early.details["PreconditionFailure"].violations[0]
    assert (condition.type, condition.subject) == (Reason.STILL_IN_USE, "character mira")
    assert late.details["RetryInfo"].retry_delay.ToMilliseconds() == 2500


async def test_the_unexpected_is_told_as_nothing_but_that_and_logged_once() -> None:
    """A caller learns no secrets of ours, only the id under which the log has them."""
    services = dataclasses.replace(
        use_cases(ReplyScript()), worlds=FailingWorlds(RuntimeError("password is hunter2"))
    )
    async with serve_use_cases(services) as loopback:
        metadata = (("x-request-id", "req-of-mine"),)
        failure = await read_refusal(loopback.worlds.GetWorld(ASK, metadata=metadata))

    assert failure.code is Code.INTERNAL
    assert failure.reason == Reason.INTERNAL
    assert "hunter2" not in failure.message
    assert failure.trailer["x-request-id"] == "req-of-mine"
    assert [entry["event"] for entry in loopback.logs if entry["log_level"] == "error"] == [
        "call_broke"
    ]


async def test_a_cancellation_of_our_own_making_does_not_leave_the_caller_waiting() -> None:
    """Something that was cancelled deep inside is an error like any other."""
    failure = await _failing(asyncio.CancelledError())

    assert failure.code is Code.INTERNAL


async def test_an_overlong_message_is_cut_to_fit_into_headers() -> None:
    """A status that clients would refuse for its size helps nobody."""
    failure = await _failing(Conflict("x" * 50_000, Reason.ETAG_MISMATCH))

    assert len(failure.message) == 1000
    assert failure.reason == Reason.ETAG_MISMATCH


async def test_a_stream_that_fails_midway_ends_with_its_status() -> None:
    """What was sent before stays sent; then comes the same status as from a call."""
    dialogue = FailingDialogue(Unavailable("no answer", Reason.STORAGE_UNAVAILABLE))
    services = dataclasses.replace(use_cases(ReplyScript()), dialogue=dialogue)
    request = play_service_pb2.SayRequest(
        timeline_id="tl_1",
        character_id="mira",
        speaker=play_service_pb2.Speaker(id="p1", name="Ada"),
        text="Hi",
    )
    async with serve_use_cases(services) as loopback:
        seen: list[play_service_pb2.SayResponse] = []
        failure = await read_refusal(loopback.play.Say(request), seen)

    assert [response.event.WhichOneof("event") for response in seen] == ["started", "line"]
    assert (failure.code, failure.reason) == (Code.UNAVAILABLE, Reason.STORAGE_UNAVAILABLE)
    assert dialogue.running == 0


async def _failing(error: BaseException) -> RefusedStatus:
    services = dataclasses.replace(use_cases(ReplyScript()), worlds=FailingWorlds(error))
    async with serve_use_cases(services) as loopback:
        return await read_refusal(loopback.worlds.GetWorld(ASK))
