"""What a server may answer instead of an answer, as types.

NpcError
├── InvalidInput        a field is wrong; `field` names it   INVALID_ARGUMENT
├── NotFound            no such thing                        NOT_FOUND
├── AlreadyExists       the id is taken                      ALREADY_EXISTS
├── Conflict            another call was first               ABORTED
├── NotPossibleNow      right call, wrong moment             FAILED_PRECONDITION
├── OverLimit           too much at once                     RESOURCE_EXHAUSTED
├── CursorTooNew        the stream cannot resume there       OUT_OF_RANGE
├── NotAllowed          no key, a wrong one, or not for this UNAUTHENTICATED, PERMISSION_DENIED
├── NotOffered          not by this server, or this way      UNIMPLEMENTED
├── Unavailable         no server, or a part of it is away   UNAVAILABLE
├── TimedOut            longer than the deadline             DEADLINE_EXCEEDED
└── ServerFailed        anything else                        INTERNAL and others
"""

# ruff: noqa: N818 - the words for what happened are enough; "Error" after each says nothing

from collections.abc import Mapping

import grpc
from google.protobuf.any_pb2 import Any
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from npcclient.advice import advised, is_cut


class NpcError(Exception):
    """Base of all errors of this package.

    `code` is the gRPC status, `reason` the name of an `ErrorReason` ("" when the server gave none,
    as when it cannot be reached), `message` says what is wrong and what to do, `metadata` holds the
    names and ids in the message. `retry_after` is set (seconds) when the server named a time to
    retry.
    """

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        *,
        reason: str = "",
        metadata: Mapping[str, str] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = message
        self.metadata: Mapping[str, str] = dict(metadata or {})
        self.retry_after = retry_after


class InvalidInput(NpcError):
    """A field of the request is wrong."""

    @property
    def field(self) -> str:
        """Path of the field, such as `affordances[2].name`; empty when unknown."""
        return self.metadata.get("field", "")


class NotFound(NpcError):
    """A named thing does not exist, or cannot be seen from there."""


class AlreadyExists(NpcError):
    """The id of a new thing is taken."""


class Conflict(NpcError):
    """The thing was changed since it was read; read it again and decide again."""


class NotPossibleNow(NpcError):
    """The call is right but the state does not allow it."""


class OverLimit(NpcError):
    """A rate, a size or a queue is at its limit."""


class CursorTooNew(NpcError):
    """A stream was asked to begin at a position that the timeline has not reached."""


class NotAllowed(NpcError):
    """The server wants a key and got none, or a wrong one, or one that does not allow this."""


class NotOffered(NpcError):
    """The server is older than this client, or the transport cannot carry such a call."""


class Unavailable(NpcError):
    """The server cannot be reached, or a part that it needs does not answer."""


class TimedOut(NpcError):
    """The call took longer than its deadline."""


class ServerFailed(NpcError):
    """Something broke that should not."""


KINDS: Mapping[grpc.StatusCode, type[NpcError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: InvalidInput,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.ALREADY_EXISTS: AlreadyExists,
    grpc.StatusCode.ABORTED: Conflict,
    grpc.StatusCode.FAILED_PRECONDITION: NotPossibleNow,
    grpc.StatusCode.RESOURCE_EXHAUSTED: OverLimit,
    grpc.StatusCode.OUT_OF_RANGE: CursorTooNew,
    grpc.StatusCode.UNAUTHENTICATED: NotAllowed,
    grpc.StatusCode.PERMISSION_DENIED: NotAllowed,
    grpc.StatusCode.UNIMPLEMENTED: NotOffered,
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.DEADLINE_EXCEEDED: TimedOut,
}


_UNEXPLAINED = (grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL)


def from_call(error: grpc.aio.AioRpcError) -> NpcError:
    """Return the error of a failed call, with the details that the server sent."""
    code = error.code()
    info = error_details_pb2.ErrorInfo()
    delay = error_details_pb2.RetryInfo()
    for detail in _details(error):
        detail.Unpack(info) or detail.Unpack(delay)
    waits = delay.HasField("retry_delay")
    message = error.details() or code.name.replace("_", " ").lower()
    # A proxy whose server died ends streams in ways that libraries call unknown or internal errors;
    # those of the server itself have a reason.
    if code in _UNEXPLAINED and not info.reason and is_cut(message):
        code = grpc.StatusCode.UNAVAILABLE
    return KINDS.get(code, ServerFailed)(
        code,
        message if info.reason else advised(message),
        reason=info.reason,
        metadata=info.metadata,
        retry_after=delay.retry_delay.ToTimedelta().total_seconds() if waits else None,
    )


def _details(error: grpc.aio.AioRpcError) -> tuple[Any, ...]:
    try:
        status = rpc_status.from_call(error)  # type: ignore[arg-type]  # it reads only what both have
    except ValueError:  # a proxy rewrote the status, so that the details contradict it
        return ()
    return () if status is None else tuple(status.details)
