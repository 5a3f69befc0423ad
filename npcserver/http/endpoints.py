"""The methods of the gRPC server as endpoints of the Connect library, built from descriptors."""

from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from http import HTTPStatus
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import grpc
from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import Endpoint
from google.protobuf import descriptor_pb2, descriptor_pool, duration_pb2
from google.protobuf.any_pb2 import Any as GoogleAny
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2, status_pb2
from grpc_health.v1 import health_pb2
from protobuf import Registry
from protobuf.wkt import Any as AnyMessage
from protobuf.wkt import FileDescriptorSet
from starlette.responses import PlainTextResponse

from npcserver.aio import Put, piped
from npcserver.http.middleware import App, Receive, Scope, Send, flaw, open_stream
from npcserver.model.errors import Fault, OverLimit, Unavailable

if TYPE_CHECKING:
    from connectrpc._server_shared import EndpointBidiStream, EndpointServerStream, EndpointUnary


_PREFIX = "type.googleapis.com/"


def _registry() -> Registry:
    """Return the known kinds of details by name, as the Connect library's own message types."""
    files = descriptor_pb2.FileDescriptorSet()
    for module in (duration_pb2, error_details_pb2):
        module.DESCRIPTOR.CopyToProto(files.file.add())
    for file in files.file:
        for message in _all_of(file.message_type):
            for field in message.field:
                field.json_name = _camel(field.name)  # generated modules leave it out
    return FileDescriptorSet.from_binary(files.SerializeToString()).to_registry()


def _all_of(
    messages: Iterable[descriptor_pb2.DescriptorProto],
) -> Iterator[descriptor_pb2.DescriptorProto]:
    for message in messages:
        yield message
        yield from _all_of(message.nested_type)


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


_KINDS = _registry()


def error_detail(packed: GoogleAny) -> ErrorDetail:
    """Return a detail for Connect; one of a known kind is readable there."""
    detail = AnyMessage(type_url=packed.type_url, value=packed.value)
    kind = _KINDS.message(packed.type_url.removeprefix(_PREFIX))
    message = None if kind is None else detail.unpack(kind)
    return ErrorDetail(detail if message is None else message)


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
            self._call.response_headers[key] = value
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


Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Call: TypeAlias = "RequestContext[Any, Any]"
AnyEndpoint: TypeAlias = (
    "EndpointUnary[Any, Any] | EndpointServerStream[Any, Any] | EndpointBidiStream[Any, Any]"
)

_WRONG = grpc.StatusCode.INVALID_ARGUMENT
_CODES: Mapping[type[Fault], grpc.StatusCode] = MappingProxyType(
    {OverLimit: grpc.StatusCode.RESOURCE_EXHAUSTED, Unavailable: grpc.StatusCode.UNAVAILABLE}
)


def endpoints(handlers: Mapping[str, Handler]) -> dict[str, AnyEndpoint]:
    """Return an endpoint for each handler, by path (`/package.Service/Method`)."""
    return dict(_endpoints(handlers))


def _endpoints(handlers: Mapping[str, Handler]) -> Iterator[tuple[str, AnyEndpoint]]:
    pool = descriptor_pool.Default()
    for path, handler in handlers.items():
        service, _, name = path.removeprefix("/").partition("/")
        method = pool.FindServiceByName(service).methods_by_name[name]
        if handler.response_streaming:
            info = _info(service, method, StreamType.SERVER_STREAM)
            yield path, Endpoint.server_stream(info, _stream_endpoint(handler))
        else:
            info = _info(service, method, StreamType.UNARY)
            yield path, Endpoint.unary(info, _unary_endpoint(handler))


def _info(service: str, method: MethodDescriptor, kind: StreamType) -> "MethodInfo[Any, Any]":
    return MethodInfo(
        name=method.name,
        service_name=service,
        input=GetMessageClass(method.input_type),
        output=GetMessageClass(method.output_type),
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=kind,
    )


def _unary_endpoint(handler: Handler) -> Callable[[Any, Call], Awaitable[Any]]:
    handle: Any = handler.unary_unary

    async def answer(request: Any, call: Call) -> Any:
        context = HttpContext(call)
        return await handle(await _understood(request, context), context)

    return answer


def _stream_endpoint(handler: Handler) -> Callable[[Any, Call], AsyncGenerator[Any, None]]:
    handle: Any = handler.unary_stream

    def answers(request: Any, call: Call) -> AsyncGenerator[Any, None]:
        async def run(put: Put[Any]) -> None:
            context = HttpContext(call, put)
            await handle(await _understood(request, context), context)

        return piped(run)

    return answers


async def _understood(request: Any, context: HttpContext) -> Any:
    """Return the request, or its fault, which our handlers raise with all details.

    For handlers of libraries the call ends here, with the fault as its error.
    """
    request = flaw() or request
    if isinstance(request, Fault) and not context.is_ours:
        await context.abort(_CODES.get(type(request), _WRONG), str(request))
    return request


_CHECK = "/grpc.health.v1.Health/Check"
_PAGES = {"/healthz/live": "live", "/healthz/ready": "ready"}


def health_pages(handlers: Mapping[str, Handler]) -> dict[str, App]:
    """Return the health pages by path: 200 while the server is live or ready, else 503."""
    return {path: _health_page(handlers, name) for path, name in _PAGES.items()}


def _health_page(handlers: Mapping[str, Handler], name: str) -> App:
    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        check: Any = handlers[_CHECK].unary_unary
        told = await check(health_pb2.HealthCheckRequest(service=name), None)
        is_well = told.status == health_pb2.HealthCheckResponse.SERVING
        status = HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE
        page = PlainTextResponse(f"{'' if is_well else 'not '}{name}\n", status)
        await page(scope, receive, send)

    return answer
