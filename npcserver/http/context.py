"""The context that handlers of the gRPC server get for a call over HTTP."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NoReturn, TypeAlias

import grpc
from connectrpc.code import Code
from connectrpc.errors import ConnectError
from connectrpc.request import RequestContext
from google.rpc import status_pb2

from npcserver.http.details import error_detail
from npcserver.http.early import open_stream

Metadata: TypeAlias = "Sequence[tuple[str, str]]"
_OURS = "npcserver."
_DETAILS = "grpc-status-details-bin"


class HttpContext:
    """The part of `grpc.aio.ServicerContext` that our handlers use.

    `write` sends one message of a stream and returns once it is handed to the transport.
    """

    def __init__(
        self,
        call: "RequestContext[Any, Any]",
        write: Callable[[Any], Awaitable[None]] | None = None,
    ) -> None:
        self._call = call
        self._write = write

    @property
    def is_ours(self) -> bool:
        """Whether the method belongs to this server and not to a library."""
        return self._call.method.service_name.startswith(_OURS)

    def invocation_metadata(self) -> Metadata:
        """Return the headers of the call."""
        return tuple(self._call.request_headers.allitems())

    def time_remaining(self) -> float | None:
        """Return the seconds until the caller's deadline; None without one."""
        left = self._call.timeout_ms
        return None if left is None else max(0.0, left / 1000)

    async def write(self, message: Any) -> None:
        """Send one message of a stream."""
        if self._write is None:
            raise RuntimeError("a call with one answer has no stream to write to")
        await self._write(message)

    async def send_initial_metadata(self, metadata: Metadata) -> None:
        """Send the head of a stream's answer now, so that the client knows it is connected."""
        for key, value in metadata:
            self._call.response_headers.add(key, value)
        await open_stream(self._call.response_headers.allitems())

    def set_trailing_metadata(self, metadata: Metadata) -> None:
        """Set trailers; until the head is sent they are added to the headers as well."""
        for key, value in metadata:
            self._call.response_headers[key] = self._call.response_trailers[key] = value

    async def abort(
        self, code: grpc.StatusCode, details: str = "", trailing_metadata: Metadata = ()
    ) -> NoReturn:
        """End the call with an error."""
        self.set_trailing_metadata(trailing_metadata)
        raise ConnectError(_code(code), details)

    async def abort_with_status(self, status: grpc.Status) -> NoReturn:
        """End the call with an error and its details."""
        details = []
        for key, value in status.trailing_metadata or ():
            if key == _DETAILS and isinstance(value, bytes):
                packed = status_pb2.Status.FromString(value).details
                details = [error_detail(detail) for detail in packed]
            elif isinstance(value, str):
                self.set_trailing_metadata(((key, value),))
        raise ConnectError(_code(status.code), status.details or "", details)


def _code(code: grpc.StatusCode) -> Code:
    """Return the code of the same name; the two enums differ in one spelling."""
    return Code.CANCELED if code is grpc.StatusCode.CANCELLED else Code[code.name]
