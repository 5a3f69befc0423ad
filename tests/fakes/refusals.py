"""Reads what a server refused, with all its details."""

from collections.abc import AsyncIterable, Awaitable
from dataclasses import dataclass
from typing import Any

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

_DETAILS = (
    error_details_pb2.ErrorInfo,
    error_details_pb2.BadRequest,
    error_details_pb2.ResourceInfo,
    error_details_pb2.PreconditionFailure,
    error_details_pb2.QuotaFailure,
    error_details_pb2.RetryInfo,
)


@dataclass(frozen=True)
class Refused:
    """A status as a client sees it."""

    code: grpc.StatusCode
    message: str
    details: dict[str, Any]
    trailer: dict[str, str | bytes]

    @property
    def reason(self) -> str:
        return str(self.details["ErrorInfo"].reason)

    @property
    def fields(self) -> tuple[str, ...]:
        violations = self.details["BadRequest"].field_violations
        return tuple(violation.field for violation in violations)


async def refused(call: Awaitable[Any] | AsyncIterable[Any], *seen: list[Any]) -> Refused:
    """Return why a call, of whatever arity, was refused; fail when it was not.

    What a stream brought before is added to `seen`.
    """
    try:
        if isinstance(call, Awaitable):
            await call
        else:
            async for item in call:
                for collected in seen:
                    collected.append(item)
    except grpc.aio.AioRpcError as error:
        return read(error)
    raise AssertionError("the call was not refused")


async def ending(call: Any) -> grpc.StatusCode:
    """Read what is left of a stream, and return how it ended."""
    try:
        while await call.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK


def read(error: grpc.aio.AioRpcError) -> Refused:
    """Return a status with its details unpacked."""
    call: Any = error  # the stub knows the synchronous kind only
    status = rpc_status.from_call(call)
    details = {}
    for packed in () if status is None else status.details:
        for kind in _DETAILS:
            if packed.Is(kind.DESCRIPTOR):
                details[kind.DESCRIPTOR.name] = message = kind()
                packed.Unpack(message)
    return Refused(
        code=error.code(),
        message=error.details() or "",
        details=details,
        trailer=dict(error.trailing_metadata()),
    )
