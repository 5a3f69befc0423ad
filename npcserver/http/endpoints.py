"""The methods of the gRPC server as endpoints of the Connect library, built from descriptors."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, TypeAlias

import grpc
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import Endpoint
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass

from npcserver.aio import Put, piped
from npcserver.http.context import HttpContext
from npcserver.http.early import open_stream

if TYPE_CHECKING:  # the library has no public name for its kinds of endpoints
    from connectrpc._server_shared import EndpointServerStream, EndpointUnary

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Call: TypeAlias = "RequestContext[Any, Any]"
AnyEndpoint: TypeAlias = "EndpointUnary[Any, Any] | EndpointServerStream[Any, Any]"


def endpoints(handlers: Mapping[str, Handler]) -> dict[str, AnyEndpoint]:
    """Return an endpoint for each handler, by path (`/package.Service/Method`).

    Methods that read a stream are left out: over HTTP/1.1 nobody can hold such a conversation.
    """
    return dict(_endpoints(handlers))


def _endpoints(handlers: Mapping[str, Handler]) -> Iterator[tuple[str, AnyEndpoint]]:
    pool = descriptor_pool.Default()
    for path, handler in handlers.items():
        service, _, name = path.removeprefix("/").partition("/")
        method = pool.FindServiceByName(service).methods_by_name[name]
        if handler.request_streaming:
            continue
        if handler.response_streaming:
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
    """A method with one answer."""

    def __init__(self, handler: Handler) -> None:
        self._handle: Any = handler.unary_unary

    async def __call__(self, request: Any, call: Call) -> Any:
        context = HttpContext(call)
        try:
            return await self._handle(request, context)
        except ConnectError:
            raise
        except Exception as error:
            raise (context.as_set(error) or error) from error


class _Streamed:
    """A method with a stream of answers."""

    def __init__(self, handler: Handler) -> None:
        self._handle: Any = handler.unary_stream

    async def __call__(self, request: Any, call: Call) -> AsyncGenerator[Any, None]:
        async def run(put: Put[Any]) -> None:
            context = HttpContext(call, put, open_stream)
            answer = self._handle(request, context)
            if isinstance(answer, AsyncIterator):  # handlers of libraries yield what ours write
                async for message in answer:
                    await put(message)
            else:
                await answer

        async with aclosing(piped(run)) as messages:
            async for message in messages:
                yield message
