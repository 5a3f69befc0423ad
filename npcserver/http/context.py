"""What a handler of the gRPC server sees of a call that came over HTTP."""

import base64
import binascii
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, NoReturn, TypeAlias

import grpc
from connectrpc.code import Code
from connectrpc.errors import ConnectError
from connectrpc.request import Headers, RequestContext
from google.rpc import status_pb2

from npcserver.http.details import error_detail

Metadata: TypeAlias = "tuple[tuple[str, str | bytes], ...]"
_DETAILS = "grpc-status-details-bin"
_BINARY = "-bin"


class HttpContext:
    """The part of `grpc.aio.ServicerContext` that our handlers use.

    `write` sends one message of a stream and returns when it is on its way; `open_stream` sends the
    head of the answer before its first message.
    """

    def __init__(
        self,
        call: "RequestContext[Any, Any]",
        write: Callable[[Any], Awaitable[None]] | None = None,
        open_stream: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._call = call
        self._write = write
        self._open_stream = open_stream
        self._code: grpc.StatusCode = grpc.StatusCode.OK
        self._details = ""

    def invocation_metadata(self) -> Metadata:
        """Return the headers of the call; binary ones decoded, broken ones left out."""
        return tuple(_metadata(self._call.request_headers))

    def time_remaining(self) -> float | None:
        """Return the seconds until the caller's deadline; None without one."""
        left = self._call.timeout_ms
        return None if left is None else max(0.0, left / 1000)

    def peer(self) -> str:
        """Return where the call comes from, as gRPC writes it."""
        return f"ipv4:{self._call.client_address or 'unknown'}"

    async def write(self, message: Any) -> None:
        """Send one message of a stream."""
        if self._write is None:
            raise RuntimeError("a call with one answer has no stream to write to")
        await self._write(message)

    async def send_initial_metadata(self, metadata: Sequence[tuple[str, str]]) -> None:
        """Send the head of a stream's answer now, so that the client knows it is connected."""
        self._add(self._call.response_headers, metadata)
        if self._open_stream is not None:
            await self._open_stream()

    def set_trailing_metadata(self, metadata: Sequence[tuple[str, str]]) -> None:
        """Add to what follows the answer."""
        self._add(self._call.response_trailers, metadata)

    def set_code(self, code: grpc.StatusCode) -> None:
        """Remember how the call ends, for handlers that raise something of their own."""
        self._code = code

    def set_details(self, details: str) -> None:
        """Remember what is wrong."""
        self._details = details

    async def abort(
        self,
        code: grpc.StatusCode,
        details: str = "",
        trailing_metadata: Sequence[tuple[str, str]] = (),
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
                self._call.response_trailers.add(key, value)
        raise ConnectError(_code(status.code), status.details or "", details)

    def as_set(self, error: Exception) -> ConnectError | None:
        """Return the error that a handler named by `set_code` before it raised; None if none."""
        if self._code is grpc.StatusCode.OK:
            return None
        return ConnectError(_code(self._code), self._details or str(error))

    @staticmethod
    def _add(headers: Headers, metadata: Sequence[tuple[str, str]]) -> None:
        for key, value in metadata:
            headers.add(key, value)


def _metadata(headers: Headers) -> Iterator[tuple[str, str | bytes]]:
    for key, value in headers.allitems():
        if not key.endswith(_BINARY):
            yield key, value
            continue
        try:
            yield key, base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
        except binascii.Error:
            continue  # as gRPC does


def _code(code: grpc.StatusCode) -> Code:
    """Return the code of the same name; the two lists differ in one spelling."""
    return Code.CANCELED if code is grpc.StatusCode.CANCELLED else Code[code.name]
