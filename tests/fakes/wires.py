"""One way to call over each wire, for tests that hold them beside each other.

A wire makes a call of any method by its path, and raises `Failed` with what came back as a status.
The HTTP ones speak by hand over a keep-alive client, so that nothing but the server is tested.
"""

import base64
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import unquote

import grpc
import httpx2
from google.protobuf import descriptor_pool, json_format
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2, status_pb2

from tests.fakes.refusals import Refused, read

_KINDS = {
    kind.DESCRIPTOR.full_name: kind
    for kind in (
        error_details_pb2.ErrorInfo,
        error_details_pb2.BadRequest,
        error_details_pb2.ResourceInfo,
        error_details_pb2.PreconditionFailure,
        error_details_pb2.QuotaFailure,
        error_details_pb2.RetryInfo,
    )
}
_CODES = {code.value[0]: code for code in grpc.StatusCode}
_END = {"connect": 0b10, "web": 0b10000000}


class Failed(Exception):  # noqa: N818 - it holds a refusal
    """A call that ended with an error, as its client sees it."""

    def __init__(self, refused: Refused) -> None:
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
            raise Failed(read(error)) from error

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
            raise Failed(read(error)) from error
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
            raise Failed(_refused(answer.json(), dict(answer.headers)))
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
                raise Failed(_refused(ended["error"], trailer))
            return
        trailer = dict(line.split(": ", 1) for line in end.decode().strip().split("\r\n"))
        if trailer["grpc-status"] != "0":
            raise Failed(_refused_by_trailer(trailer))


@dataclass
class Outcome:
    """What a call came to: its messages, and why it was refused if it was."""

    messages: list[Any] = field(default_factory=list)
    refused: Refused | None = None

    @property
    def why(self) -> Refused:
        assert self.refused is not None, f"the call was not refused: {self.messages}"
        return self.refused


async def outcome(
    wire: Wire,
    path: str,
    request: Message,
    headers: Mapping[str, str] | None = None,
    seconds: float | None = None,
    into: Outcome | None = None,
) -> Outcome:
    """Make a call of whatever arity, and return all that came of it, as it comes in `into`."""
    came = Outcome() if into is None else into
    try:
        if is_stream(path):
            async with aclosing(wire.stream(path, request, headers, seconds)) as stream:
                async for message in stream:
                    came.messages.append(message)
        else:
            came.messages.append(await wire.call(path, request, headers, seconds))
    except Failed as failed:
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


def _refused(error: Mapping[str, Any], trailer: Mapping[str, Any]) -> Refused:
    details = {}
    for detail in error.get("details", ()):
        packed = base64.b64decode(detail["value"] + "=" * (-len(detail["value"]) % 4))
        message = _KINDS[detail["type"]].FromString(packed)
        details[message.DESCRIPTOR.name] = message
        # what is readable beside the bytes says the same
        assert json_format.ParseDict(detail["debug"], type(message)()) == message
    code = error["code"].upper().replace("CANCELED", "CANCELLED")
    return Refused(grpc.StatusCode[code], error.get("message", ""), details, dict(trailer))


def _refused_by_trailer(trailer: Mapping[str, Any]) -> Refused:
    details = {}
    packed = trailer.get("grpc-status-details-bin", "")
    status = status_pb2.Status.FromString(base64.b64decode(packed + "=" * (-len(packed) % 4)))
    for detail in status.details:
        message = _KINDS[detail.type_url.rpartition("/")[2]].FromString(detail.value)
        details[message.DESCRIPTOR.name] = message
    message_text = unquote(trailer.get("grpc-message", ""))
    code = _CODES[int(trailer["grpc-status"])]
    return Refused(code, message_text, details, dict(trailer))


def is_stream(path: str) -> bool:
    return bool(_method(path).server_streaming)


def _answer(path: str) -> type[Message]:
    return GetMessageClass(_method(path).output_type)


def _method(path: str) -> MethodDescriptor:
    service, _, name = path.partition("/")
    return descriptor_pool.Default().FindServiceByName(service).methods_by_name[name]
