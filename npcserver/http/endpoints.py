"""The methods of the gRPC server as endpoints of the Connect library, built from descriptors."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import aclosing
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import grpc
from connectrpc.code import Code
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import Endpoint
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass

from npcserver.aio import Put, piped
from npcserver.http.arriving import flaw
from npcserver.http.context import HttpContext
from npcserver.model.errors import Fault, OverLimit, Unavailable

if TYPE_CHECKING:  # the library has no public name for its kinds of endpoints
    from connectrpc._server_shared import EndpointBidiStream, EndpointServerStream, EndpointUnary

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
    """Return an endpoint for each handler, by path (`/package.Service/Method`).

    A method that reads a stream gets an endpoint that refuses the call: HTTP/1.1 cannot carry
    requests and answers at the same time.
    """
    return dict(_endpoints(handlers))


def _endpoints(handlers: Mapping[str, Handler]) -> Iterator[tuple[str, AnyEndpoint]]:
    pool = descriptor_pool.Default()
    for path, handler in handlers.items():
        service, _, name = path.removeprefix("/").partition("/")
        method = pool.FindServiceByName(service).methods_by_name[name]
        if handler.request_streaming:
            info = _info(service, method, StreamType.BIDI_STREAM)
            yield path, Endpoint.bidi_stream(info, _refuse)
        elif handler.response_streaming:
            info = _info(service, method, StreamType.SERVER_STREAM)
            yield path, Endpoint.server_stream(info, _Streamed(handler))
        else:
            info = _info(service, method, StreamType.UNARY)
            yield path, Endpoint.unary(info, _Answered(handler))


def _info(service: str, method: MethodDescriptor, kind: StreamType) -> "MethodInfo[Any, Any]":
    return MethodInfo(
        name=method.name,
        service_name=service,
        input=GetMessageClass(method.input_type),
        output=GetMessageClass(method.output_type),
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=kind,
    )


class _Answered:
    """Endpoint of a method with one answer."""

    def __init__(self, handler: Handler) -> None:
        self._handle: Any = handler.unary_unary

    async def __call__(self, request: Any, call: Call) -> Any:
        context = HttpContext(call)
        return await self._handle(await _understood(request, context), context)


class _Streamed:
    """Endpoint of a method with a stream of answers, which its handler writes."""

    def __init__(self, handler: Handler) -> None:
        self._handle: Any = handler.unary_stream

    async def __call__(self, request: Any, call: Call) -> AsyncGenerator[Any, None]:
        async def run(put: Put[Any]) -> None:
            context = HttpContext(call, put)
            await self._handle(await _understood(request, context), context)

        async with aclosing(piped(run)) as messages:
            async for message in messages:
                yield message


async def _understood(request: Any, context: HttpContext) -> Any:
    """Return the request, or its fault, which our handlers raise with all details.

    For handlers of libraries the call ends here, with the fault as its error.
    """
    request = flaw() or request
    if isinstance(request, Fault) and not context.is_ours:
        await context.abort(_CODES.get(type(request), _WRONG), str(request))
    return request


async def _refuse(_requests: AsyncIterator[Any], call: Call) -> AsyncGenerator[Any, None]:
    path = f"{call.method.service_name}/{call.method.name}"
    problem = (
        f"{path} reads a stream, which HTTP/1.1 cannot carry while it answers; call it over gRPC, "
        "or use the single calls, which do all that it does"
    )
    raise ConnectError(Code.UNIMPLEMENTED, problem)
    yield  # makes this an async generator
