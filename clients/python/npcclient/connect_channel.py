"""The same calls over Connect: HTTP/1.1, for networks and proxies that do not carry gRPC.

`ConnectChannel` has the methods of `grpc.aio.Channel` that the generated stubs use, so everything
above it is the same on both transports, errors with their details included.
"""

import asyncio
import atexit
import functools
import time
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from connectrpc.client import ConnectClient, ResponseMetadata
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from pyqwest import Client, HTTPTransport, Proxy

from npcclient.connect_calls import AnswerCall, StreamCall

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")
Metadata = Iterable[tuple[str, str]]

_CONNECT_SECONDS = 5.0
_LAST_SECONDS = 0.05
_IDLE_SECONDS = 25.0  # shorter than proxies and servers wait, so that no dead connection is taken


# Without an explicit proxy, that of the environment would be used.
_NO_PROXY = Proxy("http://127.0.0.1:9", no_proxy="127.0.0.0/8,::1,localhost")


class Bytes:
    """The binary codec for messages that the stub has encoded already, and will decode."""

    def name(self) -> str:
        """Return the name in the content type."""
        return "proto"

    def encode(self, message: bytes) -> bytes:
        """Return the message as it is."""
        return message

    def decode(self, data: bytes | bytearray, message_class: type[bytes]) -> bytes:
        """Return the message as received."""
        return message_class(data)


@dataclass(frozen=True, slots=True)
class _Method(Generic[Asked, Answered]):
    """A method with the functions that encode and decode its messages."""

    info: MethodInfo[bytes, bytes]
    encode: Callable[[Asked], bytes]
    decode: Callable[[bytes], Answered]


class ConnectChannel:
    """Calls the methods of a server at `http://HOST:PORT` or `https://HOST:PORT`.

    `ca` is the certificate (PEM) of the authority, by default those that this machine trusts. A
    message of more than `largest` bytes is refused. `is_direct` leaves a proxy of the environment
    alone.
    """

    def __init__(
        self,
        url: str,
        *,
        ca: bytes | None,
        largest: int,
        is_direct: bool = False,
    ) -> None:
        _settle_at_exit()
        self._transport = HTTPTransport(
            tls_ca_cert=ca,
            # reading those takes a while, and plain text needs none
            tls_include_system_certs=ca is None and url.startswith("https:"),
            proxy=_NO_PROXY if is_direct else None,
            connect_timeout=_CONNECT_SECONDS,
            pool_idle_timeout=_IDLE_SECONDS,
            follow_redirects=False,
            enable_otel=False,
        )
        self._client = ConnectClient(
            url.rstrip("/"),
            codec=Bytes(),
            accept_compression=(),
            send_compression=None,
            read_max_bytes=largest,
            http_client=Client(self._transport),
        )
        self._running: set[asyncio.Task[Any]] = set()

    def unary_unary(
        self,
        method: str,
        request_serializer: Callable[[Asked], bytes],
        response_deserializer: Callable[[bytes], Answered],
        _registered_method: bool = False,  # noqa: FBT001, FBT002 - as stubs pass it
    ) -> "Callable[..., AnswerCall[Answered]]":
        """Return a callable for a method with one answer."""
        known = _method(method, request_serializer, response_deserializer)

        def call(
            request: Asked, *, timeout: float | None = None, metadata: Metadata = ()
        ) -> AnswerCall[Answered]:
            head = ResponseMetadata()
            answer = self._start(self._ask(known, request, timeout, metadata, head))
            return AnswerCall(answer, head)

        return call

    def unary_stream(
        self,
        method: str,
        request_serializer: Callable[[Asked], bytes],
        response_deserializer: Callable[[bytes], Answered],
        _registered_method: bool = False,  # noqa: FBT001, FBT002 - as stubs pass it
    ) -> "Callable[..., StreamCall[Answered]]":
        """Return a callable for a method that answers with a stream."""
        known = _method(method, request_serializer, response_deserializer, streams=True)

        def call(
            request: Asked, *, timeout: float | None = None, metadata: Metadata = ()
        ) -> StreamCall[Answered]:
            answers = self._client.execute_server_stream(
                request=known.encode(request),
                method=known.info,
                headers=dict(metadata),
                timeout_ms=_milliseconds(timeout),
            )
            return StreamCall(answers, known.decode, self._start)

        return call

    async def close(self, grace: float | None = None) -> None:  # noqa: ARG002 - as gRPC has it
        """Cancel running calls, and close the connections."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._client.close()
        await self._transport.aclose()

    def _start(self, work: "Coroutine[Any, Any, Answered]") -> "asyncio.Task[Answered]":
        """Begin a call at once, as gRPC does; `close` waits for all that are left."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as retrieved: an interruption is sent and forgotten

    async def _ask(
        self,
        method: _Method[Asked, Answered],
        request: Asked,
        seconds: float | None,
        metadata: Metadata,
        head: ResponseMetadata,
    ) -> Answered:
        with head:
            answer = await self._client.execute_unary(
                request=method.encode(request),
                method=method.info,
                headers=dict(metadata),
                timeout_ms=_milliseconds(seconds),
            )
        return method.decode(answer)


@functools.cache
def _settle_at_exit() -> None:
    """Wait a moment for the HTTP library's threads when the process ends; registered once.

    They release objects of ours a little later than the call is over. If the interpreter is being
    finalised by then, they abort the process (exit code -6), whether it closed its clients or not.
    """
    atexit.register(time.sleep, _LAST_SECONDS)


def _method(
    path: str,
    encode: Callable[[Asked], bytes],
    decode: Callable[[bytes], Answered],
    *,
    streams: bool = False,
) -> _Method[Asked, Answered]:
    service, _, name = path.removeprefix("/").partition("/")
    info = MethodInfo(
        name=name,
        service_name=service,
        input=bytes,
        output=bytes,
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=StreamType.SERVER_STREAM if streams else StreamType.UNARY,
    )
    return _Method(info, encode, decode)


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else max(0, int(seconds * 1000))
