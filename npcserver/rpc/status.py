"""Maps errors to gRPC statuses with details, in one table, and logs what operators must see."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType

import grpc
import structlog
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from npcserver.model.errors import (
    AlreadyExists,
    BrokenFile,
    Conflict,
    CursorTooNew,
    Fault,
    InvalidInput,
    JobLost,
    ModelFault,
    NotAllowed,
    NotFound,
    NotPermitted,
    NotPossibleNow,
    OverLimit,
    Reason,
    Unavailable,
)
from npcserver.model.wire import SERVER_HEADER, WIRE_VERSION

DOMAIN = "npcserver"
REQUEST_ID = "x-request-id"
WIRE = (SERVER_HEADER, f"wire/{WIRE_VERSION}")
"""Metadata of every answer of ours."""

_LONGEST_MESSAGE = 1000  # a status travels as a header, and clients take 8 KB of those
_MOST_VIOLATIONS = 5
_DETAILS = "grpc-status-details-bin"
_LONGEST_RETRY = 24 * 60 * 60.0
_UNAVAILABLE_RETRY = 1.0

CODES: Mapping[type[Fault], grpc.StatusCode] = MappingProxyType(
    {
        InvalidInput: grpc.StatusCode.INVALID_ARGUMENT,
        NotFound: grpc.StatusCode.NOT_FOUND,
        AlreadyExists: grpc.StatusCode.ALREADY_EXISTS,
        NotAllowed: grpc.StatusCode.UNAUTHENTICATED,
        NotPermitted: grpc.StatusCode.PERMISSION_DENIED,
        Conflict: grpc.StatusCode.ABORTED,
        JobLost: grpc.StatusCode.ABORTED,
        NotPossibleNow: grpc.StatusCode.FAILED_PRECONDITION,
        OverLimit: grpc.StatusCode.RESOURCE_EXHAUSTED,
        CursorTooNew: grpc.StatusCode.OUT_OF_RANGE,
        Unavailable: grpc.StatusCode.UNAVAILABLE,
        ModelFault: grpc.StatusCode.UNAVAILABLE,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorReply:
    """The status of a call or an input that got no answer: code, message, reason, details."""

    code: grpc.StatusCode
    message: str
    reason: Reason
    details: tuple[Message, ...] = ()

    @property
    def number(self) -> int:
        """The code as a number, such as 3 for INVALID_ARGUMENT."""
        number: int = self.code.value[0]
        return number


class WireStatus(grpc.Status):
    """A refusal in the form in which gRPC sends it; the trailer carries the request id."""

    def __init__(self, refusal: ErrorReply, request_id: str) -> None:
        status = status_pb2.Status(code=refusal.number, message=refusal.message)
        for detail in refusal.details:
            status.details.add().Pack(detail)
        self.code = refusal.code
        self.details = refusal.message
        packed = (_DETAILS, status.SerializeToString())
        self.trailing_metadata = (packed, (REQUEST_ID, request_id), WIRE)


def is_expected(error: BaseException) -> bool:
    """Return whether an error is one of ours, which callers are told about."""
    return isinstance(error, Fault) and _code(type(error)) is not None


def error_reply(error: BaseException) -> ErrorReply:
    """Return the status for an error; an unexpected one reveals nothing but that it happened."""
    code = _code(type(error)) if isinstance(error, Fault) else None
    if not isinstance(error, Fault) or code is None:
        return _told(
            grpc.StatusCode.INTERNAL,
            "something broke in the server; its log has it under the request id in the trailer",
            Reason.INTERNAL,
        )
    return _told(
        code, error.message, error.reason, tuple(_details_of(error)), metadata=error.metadata
    )


def too_late(seconds: float) -> ErrorReply:
    """Return the status of a call that did not finish within the server's deadline."""
    return _told(
        grpc.StatusCode.DEADLINE_EXCEEDED,
        f"the call took longer than {seconds:g} s; set a longer deadline or ask for less",
        Reason.DEADLINE_EXCEEDED,
    )


def _code(kind: type[Fault]) -> grpc.StatusCode | None:
    return next((CODES[base] for base in kind.__mro__ if base in CODES), None)


def _told(
    code: grpc.StatusCode,
    message: str,
    reason: Reason,
    details: tuple[Message, ...] = (),
    *,
    metadata: Mapping[str, str] = MappingProxyType({}),
) -> ErrorReply:
    shown = message if len(message) <= _LONGEST_MESSAGE else f"{message[: _LONGEST_MESSAGE - 1]}…"
    info = error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN, metadata=metadata)
    return ErrorReply(code=code, message=shown, reason=reason, details=(info, *details))


def _details_of(fault: Fault) -> Iterator[Message]:
    match fault:
        case BrokenFile():
            yield _bad_request([(fault.field, problem) for problem in fault.problems])
        case InvalidInput():
            yield _bad_request([(fault.field, fault.problem)])
        case NotFound() | AlreadyExists():
            yield error_details_pb2.ResourceInfo(
                resource_type=fault.kind, resource_name=fault.identifier, description=fault.message
            )
        case NotPossibleNow():
            failure = error_details_pb2.PreconditionFailure()
            failure.violations.add(
                type=fault.reason, subject=_subject(fault), description=fault.message
            )
            yield failure
        case OverLimit():
            exceeded = error_details_pb2.QuotaFailure()
            exceeded.violations.add(subject=_subject(fault), description=fault.message)
            yield exceeded
    yield from _retry(fault)


def _bad_request(problems: list[tuple[str, str]]) -> Message:
    violations = [
        {"field": field, "description": problem[:_LONGEST_MESSAGE]}
        for field, problem in problems[:_MOST_VIOLATIONS]
    ]
    details: Message = error_details_pb2.BadRequest(field_violations=violations)
    return details


def _retry(fault: Fault) -> Iterator[Message]:
    match fault:
        case OverLimit(retry_after=seconds) | ModelFault(retry_after=seconds):
            pass
        case Unavailable():
            seconds = _UNAVAILABLE_RETRY
        case _:
            seconds = None
    if seconds is not None:
        delay = Duration()
        delay.FromTimedelta(timedelta(seconds=min(seconds, _LONGEST_RETRY)))
        yield error_details_pb2.RetryInfo(retry_delay=delay)


def _subject(fault: Fault) -> str:
    """Return the first value of a fault's metadata: what the fault is about."""
    return next(iter(fault.metadata.values()), "")


_OURS_TO_MEND = frozenset(
    (
        Reason.STORAGE_FULL,
        Reason.STORAGE_UNAVAILABLE,
        Reason.MODEL_UNAVAILABLE,
        Reason.EMBEDDER_UNAVAILABLE,
    )
)

_log = structlog.get_logger()


def report_error(error: BaseException) -> ErrorReply:
    """Return the status for the caller, and log the error; it is logged nowhere else."""
    told = error_reply(error)
    if not is_expected(error):
        _log.error("call_broke", exc_info=error)
    elif told.reason in _OURS_TO_MEND:
        _log.warning("call_failed", reason=told.reason, problem=error)
    else:
        _log.debug("call_refused", reason=told.reason, problem=error)
    return told
