"""Calls over each wire, gRPC, Connect and gRPC-Web, and the details of refusals."""

import asyncio
import base64
import json
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote

import grpc
import httpx2
from google.protobuf import descriptor_pool, json_format
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from npcserver.aio import both
from npcserver.app.services import Services
from npcserver.http.server import HttpOptions, HttpServer, method_server
from npcserver.rpc.interceptor import RpcTimeouts
from npcserver.v1 import play_service_pb2 as pb
from tests.fakes.channels import CALLER
from tests.fakes.server import LoopbackServer, ReplyScript, serve_use_cases, use_cases

_DETAILS = (
    error_details_pb2.ErrorInfo,
    error_details_pb2.BadRequest,
    error_details_pb2.ResourceInfo,
    error_details_pb2.PreconditionFailure,
    error_details_pb2.QuotaFailure,
    error_details_pb2.RetryInfo,
)


@dataclass(frozen=True)
class RefusedStatus:
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


async def read_refusal(
    call: Awaitable[Any] | AsyncIterable[Any], *seen: list[Any]
) -> RefusedStatus:
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
        return read_status(error)
    raise AssertionError("the call was not refused")


async def read_ending(call: Any) -> grpc.StatusCode:
    """Read what is left of a stream, and return how it ended."""
    try:
        while await call.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK


def read_status(error: grpc.aio.AioRpcError) -> RefusedStatus:
    """Return a status with its details unpacked."""
    call: Any = error  # the stub knows the synchronous kind only
    status = rpc_status.from_call(call)
    details = {}
    for packed in () if status is None else status.details:
        for kind in _DETAILS:
            if packed.Is(kind.DESCRIPTOR):
                details[kind.DESCRIPTOR.name] = message = kind()
                packed.Unpack(message)
    return RefusedStatus(
        code=error.code(),
        message=error.details() or "",
        details=details,
        trailer=dict(error.trailing_metadata()),
    )


_KINDS = {kind.DESCRIPTOR.full_name: kind for kind in _DETAILS}
_CODES = {code.value[0]: code for code in grpc.StatusCode}
_END = {"connect": 0b10, "web": 0b10000000}


class CallFailed(Exception):  # noqa: N818 - it holds a refusal
    """A call that ended with an error, as its client sees it."""

    def __init__(self, refused: RefusedStatus) -> None:
        super().__init__(f"{refused.code.name}: {refused.message}")
        self.refused = refused


class Wire(Protocol):
    """A way to call; `seconds` is the caller's deadline."""

    async def call(
        self,
        path: str,
        request: Message,
        headers: Mapping[str, str] | None = None,
        seconds: float | None = None,
    ) -> Any: ...

    def stream(
        self,
        path: str,
        request: Message,
        headers: Mapping[str, str] | None = None,
        seconds: float | None = None,
    ) -> AsyncGenerator[Any, None]: ...


@dataclass
class GrpcWire:
    """Native gRPC."""

    channel: grpc.aio.Channel

    async def call(
        self,
        path: str,
        request: Message,
        headers: Mapping[str, str] | None = None,
        seconds: float | None = None,
    ) -> Any:
        method: Any = self.channel.unary_unary(
            f"/{path}", type(request).SerializeToString, _answer(path).FromString
        )
        try:
            return await method(request, timeout=seconds, metadata=tuple((headers or {}).items()))
        except grpc.aio.AioRpcError as error:
            raise CallFailed(read_status(error)) from error

    async def stream(
        self,
        path: str,
        request: Message,
        headers: Mapping[str, str] | None = None,
        seconds: float | None = None,
    ) -> AsyncGenerator[Any, None]:
        method: Any = self.channel.unary_stream(
            f"/{path}", type(request).SerializeToString, _answer(path).FromString
        )
        call = method(request, timeout=seconds, metadata=tuple((headers or {}).items()))
        try:
            async for message in call:
                yield message
        except grpc.aio.AioRpcError as error:
            raise CallFailed(read_status(error)) from error
        finally:
            call.cancel()


@dataclass
class HttpWire:
    """Connect in JSON or binary, or gRPC-Web: `json`, `proto` or `web`."""

    client: httpx2.AsyncClient
    form: str
    last_headers: Mapping[str, str] = field(default_factory=dict)

    def packed(self, message: Message) -> bytes:
        if self.form == "json":
            return json_format.MessageToJson(message).encode()
        return message.SerializeToString()

    def unpacked(self, path: str, data: bytes) -> Any:
        message = _answer(path)()
        if self.form == "json":
            json_format.Parse(data, message)
        else:
            message.ParseFromString(data)
        return message

    async def call(
        self,
        path: str,
        request: Message,
        headers: Mapping[str, str] | None = None,
        seconds: float | None = None,
    ) -> Any:
        if self.form == "web":
            messages = self.stream(path, request, headers, seconds)
            async with aclosing(messages):
                found = [message async for message in messages]
            return found[0]
        head = {"content-type": f"application/{self.form}"} | self._head(headers, seconds)
        answer = await self.client.post(f"/{path}", content=self.packed(request), headers=head)
        self.last_headers = answer.headers
        if answer.status_code != 200:
            raise CallFailed(_refused(answer.json(), dict(answer.headers)))
        return self.unpacked(path, answer.content)

    async def stream(
        self,
        path: str,
        request: Message,
        headers: Mapping[str, str] | None = None,
        seconds: float | None = None,
    ) -> AsyncGenerator[Any, None]:
        kind = "grpc-web+proto" if self.form == "web" else f"connect+{self.form}"
        head = {"content-type": f"application/{kind}"} | self._head(headers, seconds)
        body = enveloped(self.packed(request))
        end = _END["web" if self.form == "web" else "connect"]
        async with self.client.stream("POST", f"/{path}", content=body, headers=head) as answer:
            self.last_headers = answer.headers
            assert answer.status_code == 200, await answer.aread()
            assert answer.headers["content-type"] == f"application/{kind}"
            is_over = False
            envelopes = _envelopes(answer)
            async with aclosing(envelopes):
                async for flags, data in envelopes:
                    assert not is_over
                    if flags & end:
                        is_over = True
                        self._check(data)
                    else:
                        yield self.unpacked(path, data)
            assert is_over, "the stream broke off"

    def _head(self, headers: Mapping[str, str] | None, seconds: float | None) -> dict[str, str]:
        made = dict(headers or {})
        if seconds is not None:
            milliseconds = round(seconds * 1000)
            made |= (
                {"grpc-timeout": f"{milliseconds}m"}
                if self.form == "web"
                else {"connect-timeout-ms": str(milliseconds)}
            )
        return made

    def _check(self, end: bytes) -> None:
        if self.form != "web":
            ended = json.loads(end)
            trailer = {key: values[0] for key, values in ended.get("metadata", {}).items()}
            if "error" in ended:
                raise CallFailed(_refused(ended["error"], trailer))
            return
        trailer = dict(line.split(": ", 1) for line in end.decode().strip().split("\r\n"))
        if trailer["grpc-status"] != "0":
            raise CallFailed(_refused_by_trailer(trailer))


@dataclass
class CallOutcome:
    """What a call came to: its messages, and why it was refused if it was."""

    messages: list[Any] = field(default_factory=list)
    refused: RefusedStatus | None = None

    @property
    def why(self) -> RefusedStatus:
        assert self.refused is not None, f"the call was not refused: {self.messages}"
        return self.refused


async def call_outcome(
    wire: Wire,
    path: str,
    request: Message,
    headers: Mapping[str, str] | None = None,
    seconds: float | None = None,
    into: CallOutcome | None = None,
) -> CallOutcome:
    """Make a call of whatever arity, and return all that came of it, as it comes in `into`."""
    came = CallOutcome() if into is None else into
    try:
        if is_stream(path):
            async with aclosing(wire.stream(path, request, headers, seconds)) as stream:
                async for message in stream:
                    came.messages.append(message)
        else:
            came.messages.append(await wire.call(path, request, headers, seconds))
    except CallFailed as failed:
        came.refused = failed.refused
    return came


def enveloped(data: bytes, flags: int = 0) -> bytes:
    return bytes((flags,)) + len(data).to_bytes(4, "big") + data


async def _envelopes(answer: httpx2.Response) -> AsyncGenerator[tuple[int, bytes], None]:
    held = b""
    async for chunk in answer.aiter_raw():
        held += chunk
        while len(held) >= 5 and len(held) >= 5 + int.from_bytes(held[1:5], "big"):
            length = int.from_bytes(held[1:5], "big")
            yield held[0], held[5 : 5 + length]
            held = held[5 + length :]
    assert held == b""


def _refused(error: Mapping[str, Any], trailer: Mapping[str, Any]) -> RefusedStatus:
    details = {}
    for detail in error.get("details", ()):
        packed = base64.b64decode(detail["value"] + "=" * (-len(detail["value"]) % 4))
        message = _KINDS[detail["type"]].FromString(packed)
        details[message.DESCRIPTOR.name] = message
        # what is readable beside the bytes says the same
        assert json_format.ParseDict(detail["debug"], type(message)()) == message
    code = error["code"].upper().replace("CANCELED", "CANCELLED")
    return RefusedStatus(grpc.StatusCode[code], error.get("message", ""), details, dict(trailer))


def _refused_by_trailer(trailer: Mapping[str, Any]) -> RefusedStatus:
    details = {}
    packed = trailer.get("grpc-status-details-bin", "")
    status = status_pb2.Status.FromString(base64.b64decode(packed + "=" * (-len(packed) % 4)))
    for detail in status.details:
        message = _KINDS[detail.type_url.rpartition("/")[2]].FromString(detail.value)
        details[message.DESCRIPTOR.name] = message
    message_text = unquote(trailer.get("grpc-message", ""))
    code = _CODES[int(trailer["grpc-status"])]
    return RefusedStatus(code, message_text, details, dict(trailer))


def is_stream(path: str) -> bool:
    return bool(_method(path).server_streaming)


def _answer(path: str) -> type[Message]:
    return GetMessageClass(_method(path).output_type)


def _method(path: str) -> MethodDescriptor:
    service, _, name = path.partition("/")
    return descriptor_pool.Default().FindServiceByName(service).methods_by_name[name]


FORMS = ("json", "proto", "web")
WIRES = ("grpc", *FORMS)
"""Native gRPC, Connect in JSON, Connect in protobuf, gRPC-Web."""

PATIENCE = 60.0


@dataclass
class BothWires:
    """A tavern with both listeners, and a client for each wire."""

    loopback: LoopbackServer
    http: HttpServer
    port: int
    client: httpx2.AsyncClient
    _stopped: bool = field(default=False, init=False)

    def by(self, wire: str) -> Wire:
        if wire == "grpc":
            return GrpcWire(self.loopback.channel)
        return HttpWire(self.client, wire)

    def over_http(self, form: str) -> HttpWire:
        return HttpWire(self.client, form)

    async def stop(self, grace: float) -> None:
        """End as the server ends: both at once."""
        if not self._stopped:
            self._stopped = True
            self.loopback.server.drain()
            await both(self.http.stop(grace), self.loopback.server.drain_and_stop(grace))

    async def until(self, condition: Any) -> None:
        """Wait for something on the other side of a wire."""
        async with asyncio.timeout(PATIENCE):
            while not condition():  # noqa: ASYNC110 - nothing tells us
                await asyncio.sleep(0.005)


@asynccontextmanager
async def serve_both_wires(
    services: Services | None = None,
    *,
    script: ReplyScript | None = None,
    patience: RpcTimeouts | None = None,
    keys: tuple[str, ...] = (),
    host: str = "127.0.0.1",
    origins: Sequence[str] = (),
    site: Path | None = None,
    **bounds: Any,
) -> AsyncGenerator[BothWires, None]:
    """Serve use cases on two free ports until the block ends; by default those of a tavern.

    `bounds` are those of the HTTP listener, such as `stalled`.
    """
    script = script or ReplyScript()
    chosen = services or use_cases(script)
    async with serve_use_cases(chosen, script, patience=patience, keys=keys) as loopback:
        options = HttpOptions(host=host, port=0, origins=origins, site=site, **bounds)
        http = method_server(loopback.server.handlers, options)
        port = await http.start()
        running = asyncio.create_task(http.run())
        url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        async with httpx2.AsyncClient(
            base_url=url, timeout=PATIENCE, trust_env=False, headers=CALLER
        ) as client:
            here = BothWires(loopback, http, port, client)
            try:
                yield here
            finally:
                await here.stop(0)
                await running


PLAYER = pb.Speaker(id="p1", name="Ada")
